#include <set>
#include <string>

#include "core/mistakes/blind.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {
namespace {

std::string id_of(Index mistake) { return mistakes()[static_cast<std::size_t>(mistake)].id; }

std::set<std::string> ids_of(const std::vector<Index>& list) {
  std::set<std::string> ids;
  for (const Index one : list) ids.insert(id_of(one));
  return ids;
}

// A seed that hides this mistake.
std::uint64_t seed_for(const std::string& id) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    if (id_of(hidden_by(seed)) == id) return seed;
  }
  FAIL("no seed hides " << id);
  return 0;
}

bool breaks(std::uint64_t seed, const char* probe) {
  bool broken = false;
  const auto readings = read_probe(seed, probe);
  REQUIRE(readings.ok());
  for (const Reading& one : *readings) broken = broken || one.finding.verdict == Verdict::Fail;
  return broken;
}

}  // namespace

TEST_CASE("blind: every check belongs to one probe") {
  std::set<Index> checks;
  std::size_t count = 0;
  for (const BlindProbe& probe : blind_probes()) {
    REQUIRE(!probe.checks.empty());
    for (const Index check : probe.checks) {
      REQUIRE(check >= 0);
      checks.insert(check);
      ++count;
    }
  }
  REQUIRE(count == invariants().size());
  REQUIRE(checks.size() == invariants().size());
}

TEST_CASE("blind: what no probe notices is not hidden, and each of the others is, by some seed") {
  const auto hidden = ids_of(hidden_mistakes());
  REQUIRE(hidden.size() == mistakes().size() - 2);
  REQUIRE(hidden.count("softmax-twice") == 0);
  REQUIRE(hidden.count("sinusoid-order") == 0);
  std::set<std::string> drawn;
  for (std::uint64_t seed = 0; seed < 400; ++seed) drawn.insert(id_of(hidden_by(seed)));
  REQUIRE(drawn == hidden);
}

TEST_CASE("blind: a probe shows the numbers of the hidden mistake") {
  const std::uint64_t seed = seed_for("scale-missing");
  const auto readings = read_probe(seed, "spread");
  REQUIRE(readings.ok());
  REQUIRE(readings->size() == 1);
  const Reading& spread = readings->front();
  REQUIRE(spread.finding.verdict == Verdict::Fail);
  REQUIRE(spread.setup == 0);
  // Keys of width 4 and variance 1 give scores of deviation sqrt(4) when nothing divides them.
  REQUIRE(std::abs(spread.finding.got - 2) <= 1e-12);
  REQUIRE(spread.finding.expected == 1);
  REQUIRE(!breaks(seed, "sums"));
  REQUIRE(!breaks(seed, "future"));
}

TEST_CASE("blind: readings agree with the table of checks and mistakes") {
  const std::vector<Caught> table = which_check_catches_which();
  for (const char* id : {"heads-averaged", "cache-offset", "causal-mask-added", "layernorm-no-eps"}) {
    const std::uint64_t seed = seed_for(id);
    const Caught& row = table[static_cast<std::size_t>(hidden_by(seed))];
    for (const BlindProbe& probe : blind_probes()) {
      const auto readings = read_probe(seed, probe.id);
      for (const Reading& one : *readings) {
        INFO(id << " " << invariants()[static_cast<std::size_t>(one.check)].id);
        const bool fails = row.verdicts[static_cast<std::size_t>(one.check)] == Verdict::Fail;
        REQUIRE((one.finding.verdict == Verdict::Fail) == fails);
        REQUIRE(one.setup >= 0);
      }
    }
  }
}

TEST_CASE("blind: probes rule out, and never the hidden one; the fewest suffice and fewer do not") {
  std::vector<std::string> all;
  for (const BlindProbe& probe : blind_probes()) all.push_back(probe.id);
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const std::string hidden = id_of(hidden_by(seed));
    INFO(hidden);
    std::size_t left = still_fit(seed, {})->size();
    REQUIRE(left == hidden_mistakes().size());
    std::vector<std::string> made;
    for (const std::string& probe : all) {
      made.push_back(probe);
      const auto fits = still_fit(seed, made);
      REQUIRE(ids_of(*fits).count(hidden) == 1);
      REQUIRE(fits->size() <= left);
      left = fits->size();
    }
    const Index fewest = fewest_probes(seed);
    REQUIRE(fewest >= 1);
    REQUIRE(fewest <= 5);
    bool alone = false;
    for (const std::string& probe : all) alone = alone || still_fit(seed, {probe})->size() == left;
    REQUIRE(alone == (fewest == 1));
  }
  REQUIRE(ids_of(*still_fit(seed_for("scale-missing"), {"spread", "sums"})) ==
          std::set<std::string>{"scale-missing", "scale-twice", "scale-by-width", "scale-by-model-width"});
}

TEST_CASE("blind: what gives the same numbers everywhere is accepted, another is shown where it differs") {
  const std::uint64_t seed = seed_for("scale-twice");
  const auto right = judge(seed, "scale-twice");
  REQUIRE(right->right);
  REQUIRE(right->setup == -1);
  // Dividing by sqrt(d) twice is dividing by d.
  REQUIRE(ids_of(right->tied) == std::set<std::string>{"scale-by-width"});
  REQUIRE(judge(seed, "scale-by-width")->right);

  const auto wrong = judge(seed, "scale-missing");
  REQUIRE(!wrong->right);
  REQUIRE(id_of(wrong->hidden) == "scale-twice");
  REQUIRE(wrong->setup == 0);
  const Setup& setup = bench().front().setup;
  const Matrix expected = computed(setup, recipe_of("scale-missing")).output;
  REQUIRE(wrong->expected == expected(wrong->row, wrong->col));
  REQUIRE(wrong->got == computed(setup, recipe_of("scale-twice")).output(wrong->row, wrong->col));
  REQUIRE(std::abs(wrong->expected - wrong->got) > 1e-4);
}

TEST_CASE("blind: what is not known is refused") {
  REQUIRE(read_probe(1, "stethoscope").error().code == "unknown-probe");
  REQUIRE(still_fit(1, {"sums", ""}).error().code == "unknown-probe");
  REQUIRE(judge(1, "typo").error().code == "unknown-mistake");
  REQUIRE(judge(1, "none").error().code == "unknown-mistake");
}

}  // namespace lesson::test
