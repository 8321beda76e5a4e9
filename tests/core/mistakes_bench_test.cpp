#include <map>
#include <set>

#include "core/mistakes/bench.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {
namespace {

// Checks that fail for each mistake, by name.
std::map<std::string, std::set<std::string>> caught() {
  std::map<std::string, std::set<std::string>> by;
  for (const Caught& row : which_check_catches_which()) {
    REQUIRE(row.verdicts.size() == invariants().size());
    auto& checks = by[row.mistake->id];
    for (std::size_t i = 0; i < row.verdicts.size(); ++i) {
      if (row.verdicts[i] == Verdict::Fail) checks.insert(invariants()[i].id);
    }
  }
  return by;
}

}  // namespace

TEST_CASE("bench: right attention passes every check on every setup, and all checks apply somewhere") {
  std::set<std::string> applied;
  for (const BenchSetup& one : bench()) {
    const auto findings = check_invariants(one.setup);
    REQUIRE(findings.ok());
    for (std::size_t i = 0; i < findings->size(); ++i) {
      INFO(one.name << " " << invariants()[i].id);
      REQUIRE((*findings)[i].verdict != Verdict::Fail);
      if ((*findings)[i].verdict == Verdict::Pass) applied.insert(invariants()[i].id);
    }
  }
  REQUIRE(applied.size() == invariants().size());
}

TEST_CASE("bench: numbers have one decimal, and every mistake shows on one setup") {
  for (const BenchSetup& one : bench()) {
    for (const Matrix* m : {&one.setup.q, &one.setup.k, &one.setup.v}) {
      for (Index at = 0; at < m->size(); ++at) {
        const double tenths = m->data()[at] * 10;
        REQUIRE(std::abs(tenths - std::round(tenths)) <= 1e-9);
      }
    }
  }
  for (const Mistake& one : mistakes()) {
    INFO(one.id);
    const Index at = smallest_reproduction(one);
    REQUIRE(at >= 0);
    const Setup& setup = bench()[static_cast<std::size_t>(at)].setup;
    REQUIRE(differ(computed(setup), computed(setup, recipe_of(one.id)), 1e-4));
  }
}

TEST_CASE("bench: which check catches which mistake") {
  const auto by = caught();
  using Checks = std::set<std::string>;
  // Only one check sees these.
  for (const char* id : {"scale-missing", "scale-twice", "scale-by-width", "scale-by-model-width"})
    REQUIRE(by.at(id) == Checks{"unit-scores"});
  REQUIRE(by.at("left-padding-positions") == Checks{"padding-length"});
  REQUIRE(by.at("position-missing") == Checks{"position-sensitivity"});
  REQUIRE(by.at("rotary-pairing-mixed") == Checks{"position-shift"});
  REQUIRE(by.at("empty-row") == Checks{"empty-rows"});
  REQUIRE(by.at("heads-averaged") == Checks{"weights-mix-values"});
  REQUIRE(by.at("layernorm-sample-variance") == Checks{"row-statistics"});
  REQUIRE(by.at("layernorm-no-eps") == Checks{"constant-rows"});
  // Nothing sees a second softmax: rows sum to 1, the mask holds, the mix is convex. And sinusoid-order is no mistake.
  REQUIRE(by.at("softmax-twice").empty());
  REQUIRE(by.at("sinusoid-order").empty());
  // These are seen by what they break.
  REQUIRE(by.at("softmax-over-queries").count("columns-free") == 1);
  REQUIRE(by.at("softmax-over-queries").count("rows-sum-to-one") == 1);
  REQUIRE(by.at("causal-mask-dropped").count("future-isolation") == 1);
  REQUIRE(by.at("causal-mask-dropped").count("rows-sum-to-one") == 0);
  REQUIRE(by.at("causal-mask-reversed").count("future-isolation") == 1);
  REQUIRE(by.at("causal-mask-reversed").count("rows-sum-to-one") == 0);
  REQUIRE(by.at("mask-after-softmax").count("value-shift") == 1);
  REQUIRE(by.at("mask-fill-zero").count("score-shift") == 1);
  REQUIRE(by.at("batch-and-sequence-swapped").count("batch-independence") == 1);
  REQUIRE(by.at("cache-offset").count("cache-equals-recompute") == 1);
  REQUIRE(by.at("causal-top-left-instead-of-bottom-right").count("cache-equals-recompute") == 1);
  REQUIRE(by.at("gpu-differs").count("permutation-equivariance") == 1);
  REQUIRE(by.at("heads-split-by-reshape").count("head-order") == 1);
  REQUIRE(by.at("no-max-subtraction").count("score-shift") == 1);
  REQUIRE(by.at("layernorm-over-tokens").count("future-isolation") == 1);
  // Every check catches something.
  Checks useful;
  for (const auto& [id, checks] : by) useful.insert(checks.begin(), checks.end());
  REQUIRE(useful.size() == invariants().size());
}

TEST_CASE("bench: an id leads to the setup in which its mistake shows") {
  for (const Mistake& one : mistakes()) REQUIRE(*shown_on(one.id) == smallest_reproduction(one));
  REQUIRE(shown_on("typo").error().code == "unknown-mistake");
  REQUIRE(shown_on("none").error().code == "unknown-mistake");
}

TEST_CASE("bench: NaN differs from a number and not from NaN") {
  LayerTrace a, b;
  a.output = rows({{1, kNaN}});
  b.output = rows({{1, kNaN}});
  REQUIRE(!differ(a, b, 0));
  b.output(0, 1) = 0;
  REQUIRE(differ(a, b, 1));
  b.output = rows({{1.05, kNaN}});
  REQUIRE(!differ(a, b, 0.1));
  REQUIRE(differ(a, b, 0.01));
}

}  // namespace lesson::test
