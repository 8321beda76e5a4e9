#include <set>

#include "core/mistakes/diagnose.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {
namespace {

Observed all_of(const LayerTrace& trace) {
  Observed observed;
  for (const HeadTrace& head : trace.heads) {
    observed.scores.push_back(head.attention.masked);
    observed.weights.push_back(head.attention.weights);
  }
  observed.output = trace.output;
  return observed;
}

Diagnosis diagnosed(const Setup& setup, const Observed& observed) {
  const auto made = diagnose(setup, observed);
  REQUIRE(made.ok());
  REQUIRE(!made->hypotheses.empty());
  return *made;
}

std::set<std::string> names(const std::vector<Index>& indices) {
  std::set<std::string> ids;
  for (const Index i : indices) ids.insert(mistakes()[static_cast<std::size_t>(i)].id);
  return ids;
}

using Names = std::set<std::string>;

Names best(const Diagnosis& diagnosis) { return names(diagnosis.hypotheses.front().mistakes); }

}  // namespace

TEST_CASE("diagnose: each mistake, from everything that it changes, on the setup where it shows") {
  for (const Mistake& one : mistakes()) {
    INFO(one.id);
    const Setup setup = bench()[static_cast<std::size_t>(smallest_reproduction(one))].setup;
    const Diagnosis diagnosis = diagnosed(setup, all_of(computed(setup, recipe_of(one.id))));
    REQUIRE(diagnosis.hypotheses.front().reproduces);
    REQUIRE(!diagnosis.pairs_searched);
    // It is the answer, or it ties with the answer and the diagnosis says so.
    Names answers = best(diagnosis);
    for (const Index tied : diagnosis.hypotheses.front().tied_with) {
      const Names more = names(diagnosis.hypotheses[static_cast<std::size_t>(tied)].mistakes);
      answers.insert(more.begin(), more.end());
    }
    REQUIRE(answers.count(one.id) == 1);
  }
}

TEST_CASE("diagnose: right numbers are right, and what could not show is listed") {
  const Setup setup = on_bench("plain");
  const Diagnosis diagnosis = diagnosed(setup, all_of(computed(setup)));
  REQUIRE(best(diagnosis).empty());
  REQUIRE(diagnosis.hypotheses.front().reproduces);
  REQUIRE(diagnosis.hypotheses.front().largest_difference == 0);
  REQUIRE(diagnosis.cells == 2 * 3 * 2 + 2 * 4);
  const Names silent = names(diagnosis.silent);
  REQUIRE(silent.count("causal-mask-dropped") == 1);
  REQUIRE(silent.count("heads-averaged") == 1);
  REQUIRE(silent.count("scale-missing") == 0);
}

TEST_CASE("diagnose: two that give the same numbers cannot be told apart") {
  // With one head, dividing twice by the root of K is dividing by K.
  const Setup setup = on_bench("plain");
  const Diagnosis diagnosis = diagnosed(setup, all_of(computed(setup, recipe_of("scale-twice"))));
  REQUIRE(best(diagnosis) == Names{"scale-twice"});
  REQUIRE(diagnosis.hypotheses[0].tied_with == std::vector<Index>{1});
  REQUIRE(diagnosis.hypotheses[1].tied_with == std::vector<Index>{0});
  REQUIRE(names(diagnosis.hypotheses[1].mistakes) == Names{"scale-by-width"});
  REQUIRE(diagnosis.hypotheses[1].reproduces);
}

TEST_CASE("diagnose: pairs, when no single mistake explains all") {
  const Setup setup = on_bench("causal");
  const auto recipe = lesson::recipe_of({"scale-missing", "mask-fill-zero"});
  REQUIRE(recipe.ok());
  const Diagnosis diagnosis = diagnosed(setup, all_of(computed(setup, *recipe)));
  REQUIRE(diagnosis.pairs_searched);
  REQUIRE(best(diagnosis) == Names{"scale-missing", "mask-fill-zero"});
  REQUIRE(diagnosis.hypotheses.front().reproduces);
  REQUIRE(!diagnosis.hypotheses[1].reproduces);
}

TEST_CASE("diagnose: from weights alone, from the output alone, from scores before or after the mask") {
  const Setup setup = on_bench("causal");
  const LayerTrace wrong = computed(setup, recipe_of("scale-missing"));
  Observed weights, output, scaled;
  weights.weights = {wrong.heads[0].attention.weights};
  output.output = wrong.output;
  scaled.scores = {wrong.heads[0].attention.scaled};
  for (const Observed& seen : {weights, output}) REQUIRE(best(diagnosed(setup, seen)) == Names{"scale-missing"});
  // Scores do not tell whether the scale is forgotten or comes after softmax.
  const Diagnosis unsure = diagnosed(setup, scaled);
  REQUIRE(best(unsure) == Names{"scale-missing"});
  REQUIRE(!unsure.hypotheses[0].tied_with.empty());
  REQUIRE(names(unsure.silent).count("softmax-twice") == 1);
}

TEST_CASE("diagnose: a reversed triangle is not an inverted mask") {
  const Setup setup = on_bench("causal");
  Observed seen;
  seen.weights = {computed(setup, recipe_of("causal-mask-reversed")).heads[0].attention.weights};
  const Diagnosis diagnosis = diagnosed(setup, seen);
  REQUIRE(best(diagnosis) == Names{"causal-mask-reversed"});
  REQUIRE(diagnosis.hypotheses.front().reproduces);
  REQUIRE(diagnosis.hypotheses.front().tied_with.empty());
}

TEST_CASE("diagnose: printed digits, with the tolerance they ask for") {
  const Setup setup = on_bench("causal");
  Observed seen;
  Matrix weights = computed(setup, recipe_of("mask-fill-zero")).heads[0].attention.weights;
  for (Index at = 0; at < weights.size(); ++at) weights.data()[at] = std::round(weights.data()[at] * 1e4) / 1e4;
  seen.weights = {weights};
  REQUIRE(!diagnosed(setup, seen).hypotheses.front().reproduces);
  seen.tolerance = 5.1e-5;
  REQUIRE(diagnosed(setup, seen).hypotheses.front().reproduces);
  REQUIRE(best(diagnosed(setup, seen)) == Names{"mask-fill-zero"});
}

TEST_CASE("diagnose: cell by cell, a slip in one term leaves the rest explained") {
  const Setup setup = on_bench("causal");
  Observed seen = all_of(computed(setup, recipe_of("scale-missing")));
  seen.output->coeffRef(2, 1) += 0.5;
  const Diagnosis diagnosis = diagnosed(setup, seen);
  const Hypothesis& first = diagnosis.hypotheses.front();
  REQUIRE(names(first.mistakes) == Names{"scale-missing"});
  REQUIRE(!first.reproduces);
  REQUIRE(first.matching == diagnosis.cells - 1);
  REQUIRE(std::abs(first.largest_difference - 0.5) <= 1e-12);
  REQUIRE(first.cells.size() == static_cast<std::size_t>(diagnosis.cells));
  REQUIRE(first.cells[16 + 16 + 2 * 4 + 1] == 0);
}

TEST_CASE("diagnose: dropout is recognised with other draws and another rate") {
  const Setup setup = on_bench("plain");
  Observed seen;
  seen.weights = {computed(setup).heads[0].attention.weights / 0.9};
  seen.weights[0](0, 1) = 0;
  REQUIRE(best(diagnosed(setup, seen)) == Names{"dropout-in-evaluation"});
  REQUIRE(diagnosed(setup, seen).hypotheses.front().reproduces);
  // All gone: any rate would do, and none is claimed.
  seen.weights[0].setZero();
  REQUIRE(!diagnosed(setup, seen).hypotheses.front().reproduces);
}

TEST_CASE("diagnose: weights that do not sum to 1, with none gone, are no dropout") {
  const Setup setup = on_bench("plain");
  Observed seen;
  seen.weights = {computed(setup).heads[0].attention.weights * 1.37};
  REQUIRE(!diagnosed(setup, seen).hypotheses.front().reproduces);
}

TEST_CASE("diagnose: a causal mask that nobody asked for") {
  const Setup setup = on_bench("heads");
  Setup masked = setup;
  masked.causal = Causal::TopLeft;
  const Diagnosis diagnosis = diagnosed(setup, all_of(computed(masked)));
  REQUIRE(best(diagnosis) == Names{"causal-mask-added"});
  REQUIRE(diagnosis.hypotheses.front().tied_with.empty());
}

TEST_CASE("diagnose: work is limited before it is done") {
  Setup wide;
  wide.q = wide.k = Matrix::Zero(64, 65536 / 2);
  wide.v = Matrix::Zero(64, 1);
  Observed seen;
  seen.output = Matrix::Zero(64, 1);
  require_refused(diagnose(wide, seen), "too-much-work", {"observed"}, {"64", "33554432"});
  Setup many;
  many.q = many.k = many.v = Matrix::Zero(600, 1);
  seen.output = std::nullopt;
  seen.weights = {Matrix::Zero(600, 600)};
  require_refused(diagnose(many, seen), "too-much-work", {"observed"}, {"360000", "262144"});
}

TEST_CASE("diagnose: NaN and infinities explain each other and nothing else") {
  const Setup setup = on_bench("causal");
  Observed seen = all_of(computed(setup, recipe_of("mask-plus-infinity")));
  REQUIRE(best(diagnosed(setup, seen)) == Names{"mask-plus-infinity"});
  seen = all_of(computed(setup));
  seen.output->coeffRef(0, 0) = kNaN;
  const Diagnosis diagnosis = diagnosed(setup, seen);
  REQUIRE(!diagnosis.hypotheses.front().reproduces);
  REQUIRE(diagnosis.hypotheses.front().largest_difference == kInfinity);
}

TEST_CASE("diagnose: several heads, projected and grouped") {
  for (const char* id : {"heads-split-by-reshape", "heads-averaged", "scale-by-model-width"}) {
    const Setup setup = on_bench("heads");
    REQUIRE(best(diagnosed(setup, all_of(computed(setup, recipe_of(id))))) == Names{id});
  }
  const Setup grouped = on_bench("grouped");
  REQUIRE(best(diagnosed(grouped, all_of(computed(grouped, recipe_of("group-repeat-order"))))) ==
          Names{"group-repeat-order"});
}

TEST_CASE("property: what is diagnosed as a mistake on random setups reproduces it") {
  Random random(91);
  for (int run = 0; run < 60; ++run) {
    const Setup setup = random_setup(random);
    const Mistake& one = mistakes()[static_cast<std::size_t>(random.integer(0, 36))];
    if (one.meant_for && !one.meant_for(setup)) continue;
    const auto wrong = compute(setup, recipe_of(one.id));
    if (!wrong.ok() || wrong->output.size() == 0) continue;
    INFO("run " << run << " " << one.id);
    const Diagnosis diagnosis = diagnosed(setup, all_of(*wrong));
    REQUIRE(diagnosis.hypotheses.front().reproduces);
  }
}

TEST_CASE("diagnose: what does not fit is refused") {
  const Setup setup = on_bench("plain");  // 2 x 3
  Observed seen;
  require_refused(diagnose(setup, seen), "nothing-observed", {"observed"}, {"scores", "weights", "output"});
  seen.weights = {Matrix::Zero(3, 2)};
  require_refused(diagnose(setup, seen), "observed-shape", {"weights"}, {"(3, 2)", "(2, 3)"});
  seen.weights = {Matrix::Zero(2, 3), Matrix::Zero(2, 3)};
  require_refused(diagnose(setup, seen), "observed-shape", {"weights"}, {"2", "1"});
  seen.weights.clear();
  seen.output = Matrix::Zero(2, 3);
  require_refused(diagnose(setup, seen), "observed-shape", {"output"}, {"(2, 3)", "(2, 4)"});
  seen.output = Matrix::Zero(2, 4);
  seen.tolerance = kNaN;
  require_refused(diagnose(setup, seen), "tolerance-out-of-range", {"tolerance"}, {});
  seen.tolerance = -1;
  require_refused(diagnose(setup, seen), "tolerance-out-of-range", {"tolerance"}, {});
  Setup broken = setup;
  broken.heads = 0;
  require_refused(diagnose(broken, all_of(computed(setup))), "heads-below-one", {"heads"}, {"0"});
}

}  // namespace lesson::test
