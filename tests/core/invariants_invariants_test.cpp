#include <map>
#include <set>

#include "tests/core/setups.hpp"

namespace lesson::test {

TEST_CASE("invariants: every check has a name of its own and a sentence") {
  std::set<std::string> ids;
  for (const Invariant& one : invariants()) {
    REQUIRE(ids.insert(one.id).second);
    REQUIRE(std::string(one.description).back() == '.');
  }
  REQUIRE(ids.size() == 21);
}

TEST_CASE("property: right attention passes every check that applies, whatever its shapes and settings") {
  constexpr int kCases = 1500;
  Random random(2026);
  std::map<std::string, int> applied;
  for (int run = 0; run < kCases; ++run) {
    const Setup setup = random_setup(random);
    const auto findings = check_invariants(setup);
    INFO("run " << run);
    if (!findings.ok()) INFO(findings.error().message);
    REQUIRE(findings.ok());
    for (std::size_t i = 0; i < invariants().size(); ++i) {
      const Finding& finding = (*findings)[i];
      INFO(invariants()[i].id << ": expected " << finding.expected << ", got " << finding.got << " at head "
                              << finding.head << ", row " << finding.row << ", column " << finding.col);
      REQUIRE(finding.verdict != Verdict::Fail);
      if (finding.verdict == Verdict::Pass) ++applied[invariants()[i].id];
    }
  }
  // Each of them was really looked at.
  for (const Invariant& one : invariants()) {
    INFO(one.id << " applied " << applied[one.id] << " times");
    REQUIRE(applied[one.id] >= 50);
  }
}

TEST_CASE("property: each check, where it applies by its nature, is run at least 1,000 times") {
  // The checks that many setups lack a condition for, each with setups that have it.
  constexpr int kCases = 1000;
  const struct {
    std::vector<std::string> checks;
    void (*prepare)(Setup&);
  } families[] = {
      {{"future-isolation", "forbidden-mass"}, [](Setup& s) { s.causal = Causal::TopLeft; }},
      {{"padding-isolation"}, [](Setup& s) { s.padding = Flags::Zero(1, 4), s.padding(0, 1) = 1; }},
      {{"padding-length"}, [](Setup& s) { s.positions = Positions::Sinusoid; }},
      {{"cache-equals-recompute"}, [](Setup& s) { s.causal = Causal::BottomRight; }},
      {{"position-shift", "position-sensitivity"}, [](Setup& s) { s.positions = Positions::Rotary; }},
      {{"head-order", "permutation-equivariance", "batch-independence"}, [](Setup&) {}},
      {{"row-statistics", "constant-rows"}, [](Setup& s) { s.norm_eps = 1e-5; }},
      {{"empty-rows"}, [](Setup& s) { s.blocked = Flags::Zero(4, 4), s.blocked.row(2).setOnes(); }},
  };
  for (const auto& [checks, prepare] : families) {
    Random random(77);
    std::map<std::string, int> passed;
    for (int run = 0; run < kCases; ++run) {
      Setup setup;
      setup.heads = setup.kv_heads = 2;
      setup.q = random.matrix(4, 8);
      setup.k = random.matrix(4, 8);
      setup.v = random.matrix(4, 4);
      prepare(setup);
      const auto findings = check_invariants(setup);
      REQUIRE(findings.ok());
      for (const std::string& check : checks) {
        const Finding& finding = found(check, *findings);
        INFO(check << ", run " << run << ": " << finding.expected << " " << finding.got);
        REQUIRE(finding.verdict != Verdict::Fail);
        passed[check] += finding.verdict == Verdict::Pass ? 1 : 0;
      }
    }
    for (const std::string& check : checks) {
      INFO(check);
      REQUIRE(passed[check] >= kCases * 99 / 100);
    }
  }
}

TEST_CASE("invariants: sizes of nothing and of one") {
  Setup setup;
  setup.q = Matrix(0, 3);
  setup.k = Matrix::Ones(2, 3);
  setup.v = Matrix::Ones(2, 2);
  const auto none = check_invariants(setup);
  REQUIRE(none.ok());
  for (const Finding& finding : *none) REQUIRE(finding.verdict != Verdict::Fail);

  setup.q = Matrix::Ones(1, 3);
  setup.k = Matrix::Ones(1, 3);
  setup.v = Matrix(1, 0);
  const auto one = check_invariants(setup);
  REQUIRE(one.ok());
  for (const Finding& finding : *one) REQUIRE(finding.verdict != Verdict::Fail);
}

TEST_CASE("invariants: scores of any finite size do not blame right attention") {
  for (const double size : {1e-8, 1e3, 1e6, 1e10}) {
    Random random(3);
    Setup setup;
    setup.q = random.matrix(3, 2, -size, size);
    setup.k = random.matrix(3, 2);
    setup.v = random.matrix(3, 2, -size, size);
    setup.causal = Causal::TopLeft;
    const auto findings = check_invariants(setup);
    REQUIRE(findings.ok());
    for (std::size_t i = 0; i < findings->size(); ++i) {
      INFO(size << " " << invariants()[i].id);
      REQUIRE((*findings)[i].verdict != Verdict::Fail);
    }
  }
}

TEST_CASE("invariants: large values do not hide what a norm or a projection makes small again") {
  Setup normed = on_bench("normed");
  normed.v *= 1e5;
  require_fail("future-isolation", normed, "causal-mask-dropped");
  Setup shrunk = on_bench("causal");
  shrunk.wo = 1e-7 * Matrix::Identity(4, 4);
  require_fail("future-isolation", shrunk, "causal-mask-dropped");
  require_pass("future-isolation", shrunk);
  Setup small = on_bench("heads");
  small.v *= 1e-6;
  require_fail("weights-mix-values", small, "heads-averaged");
  // Probes move tokens by enough to be seen beside the largest number.
  Setup padded = on_bench("padded");
  padded.positions = Positions::None;
  padded.q.setZero();
  padded.v *= 1e5;
  require_fail("padding-isolation", padded, "mask-fill-zero");
  require_fail("future-isolation", padded, "mask-fill-zero");
}

TEST_CASE("invariants: wide heads take no more room than there is") {
  Setup wide;
  wide.q = wide.k = Matrix::Zero(1, 9000);
  wide.v = Matrix::Zero(1, 1);
  require_not_applicable("unit-scores", wide);
  wide.q = wide.k = Matrix::Zero(1, 181);
  require_pass("unit-scores", wide);
}

TEST_CASE("invariants: what cannot be compared is refused") {
  Setup setup = on_bench("causal");
  setup.v(2, 1) = kNaN;
  require_refused(check_invariants(setup), "not-comparable", {"v", 2, 1}, {"NaN", "row 2", "column 1"});
  setup = on_bench("causal");
  setup.k(0, 3) = -kInfinity;
  require_refused(check_invariants(setup), "not-comparable", {"k", 0, 3}, {"infinity"});
  setup = on_bench("causal");
  setup.v(1, 0) = 1e101;
  require_refused(check_invariants(setup), "not-comparable", {"v", 1, 0}, {"1e100"});
  setup = on_bench("causal");
  setup.wo = Matrix::Constant(4, 1, kNaN);
  require_refused(check_invariants(setup), "not-comparable", {"wo", 0, 0}, {"NaN"});
  setup = on_bench("plain");
  setup.q *= 1e12;
  require_refused(check_invariants(setup), "scores-too-large", {"q", 0, -1}, {"1e11", "query 0"});
  setup = Setup();
  setup.q = Matrix::Zero(300, 1);
  setup.k = Matrix::Zero(300, 1);
  setup.v = Matrix::Zero(300, 1);
  require_refused(check_invariants(setup), "too-much-work", {"q"}, {"300", "65536"});
  setup.q = setup.k = Matrix::Zero(200, 1);
  setup.v = Matrix::Zero(200, 200);
  require_refused(check_invariants(setup), "too-much-work", {"q"}, {"200", "4,194,304"});
  setup = on_bench("plain");
  setup.v = Matrix::Zero(2, 4);
  require_refused(check_invariants(setup), "key-value-length", {"v"}, {"3", "2"});
  setup = on_bench("plain");
  setup.v = Matrix::Zero(3, 5);
  require_refused(check_invariants(setup, recipe_of("keys-and-values-swapped")), "mistake-undefined", {"v"},
                  {"4", "5"});
}

}  // namespace lesson::test
