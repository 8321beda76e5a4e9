#include <set>

#include "core/doctor/search.hpp"
#include "tests/core/doctor_support.hpp"

namespace lesson::test {

using Answers = std::vector<std::string>;

TEST_CASE("search: right numbers are right, and the search ends at once") {
  Random random(41);
  const Search search = searched(files_of({random_heads(random, 2, 3, 4)}).given());
  REQUIRE(answers(search) == Answers{""});
  REQUIRE(search.judgement().tied == 1);
  REQUIRE(search.judgement().precision == HeldIn::AsGiven);
  REQUIRE(!search.judgement().silent.empty());
}

TEST_CASE("search: mistakes of each stage, from a batch") {
  Random random(42);
  const std::vector<Setup> batch = {random_heads(random, 2, 4, 4), random_heads(random, 2, 4, 4)};
  for (const char* id : {"heads-split-by-reshape", "keys-and-values-swapped", "scale-missing", "scale-by-model-width",
                         "causal-mask-added", "softmax-over-queries", "gpu-differs", "heads-averaged",
                         "heads-merged-without-transpose"}) {
    INFO(id);
    REQUIRE(answers(searched(files_of(batch, recipe_of(id)).given())) == Answers{id});
  }
}

TEST_CASE("search: what cannot be told apart is tied") {
  Random random(43);
  // With one head, dividing twice by the root of K is dividing by K.
  const Search search = searched(files_of({random_heads(random, 1, 3, 3)}, recipe_of("scale-twice")).given());
  REQUIRE(answers(search) == Answers{"scale-twice", "scale-by-width"});
}

TEST_CASE("search: conventions") {
  Random random(44);
  Setup setup = random_heads(random, 1, 2, 4);
  setup.causal = Causal::BottomRight;
  REQUIRE(answers(searched(files_of({setup}).given())) == Answers{"causal-bottom-right"});
  setup.causal = Causal::None;
  setup.query_offset = 2;
  setup.positions = Positions::Rotary;
  setup.pairing = Pairing::Halves;
  REQUIRE(answers(searched(files_of({setup}).given())) == Answers{"rotary-half-split"});
  Meant meant;
  meant.positions = Positions::Rotary;
  REQUIRE(answers(searched(files_of({setup}).given(), meant)) == Answers{"rotary-other-pairing"});
  // Axes that fit both ways: only the numbers tell.
  const Setup square = random_heads(random, 3, 3, 3);
  Files files = files_of({square});
  meant = {};
  meant.layout = Layout::BatchSeqHeadsDim;
  const Answers found = answers(searched(files.given(), meant));
  REQUIRE(std::count(found.begin(), found.end(), "other-layout") == 1);
  setup = random_heads(random, 1, 2, 3);
  meant = {};
  meant.scale = 0.3;
  const Answers scales = answers(searched(files_of({setup}).given(), meant));
  REQUIRE(std::count(scales.begin(), scales.end(), "scale-usual") == 1);
}

TEST_CASE("search: a pair, when nothing simpler fits; none fits, when nothing does") {
  Random random(45);
  const std::vector<Setup> batch = {random_heads(random, 1, 3, 3)};
  const auto pair = lesson::recipe_of({"keys-and-values-swapped", "scale-missing"});
  Search search = searched(files_of(batch, *pair).given());
  REQUIRE(answers(search) == Answers{"keys-and-values-swapped + scale-missing"});
  REQUIRE(search.judgement().pairs_searched);
  Files files = files_of(batch);
  files.output = stacked("output", {random.matrix(3, 4)}, 1);
  files.weights = tensor("weights", {1, 1, 3, 3}, std::vector<double>(9, 0.7));
  search = searched(files.given());
  REQUIRE(search.judgement().tied == 0);
  REQUIRE(!search.judgement().suspects.empty());
  REQUIRE(!search.judgement().suspects.front().reproduces);
}

TEST_CASE("search: numbers rounded on the way fit coarsely, and the format is named") {
  Random random(46);
  const Setup setup = random_heads(random, 1, 4, 4);
  Setup rounded = setup;
  rounded.q = round_to(setup.q, Half::Float16);
  rounded.k = round_to(setup.k, Half::Float16);
  rounded.v = round_to(setup.v, Half::Float16);
  Files files = files_of({rounded});
  const Files exact = files_of({setup});
  const Search search =
      searched({&exact.q, &exact.k, &exact.v, nullptr, nullptr, nullptr, &files.weights, &files.output});
  REQUIRE(answers(search) == Answers{""});
  REQUIRE(search.judgement().precision == HeldIn::Float16);
}

TEST_CASE("search: nothing seen, nothing to explain") {
  Random random(47);
  const Files files = files_of({random_heads(random, 1, 2, 2)});
  require_refused(Search::start({&files.q, &files.k, &files.v}, {}), "nothing-seen", {"output"}, {});
}

TEST_CASE("search: every convention and precision has its name") {
  std::set<std::string> ids;
  for (std::size_t i = 0; i < kConventions; ++i) {
    ids.insert(lesson::id_of(static_cast<Convention>(i)));
    REQUIRE((i == 0) == std::string(description_of(static_cast<Convention>(i))).empty());
  }
  REQUIRE(ids.size() == kConventions);
  REQUIRE(std::string(name_of(HeldIn::BFloat16)) == "bfloat16");
}

}  // namespace lesson::test
