#include "core/triage/verdict.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

using namespace lesson::triage;

namespace {

// Numbers under which every rule holds.
Figures good() {
  Figures figures;
  for (MethodFigures& one : figures.methods) one = {{0.6, 0.5, 0.7, 9, 0}, {0.95, 0.9, 1, 9, 0}};
  figures.drop_difference = {0.5, 0.4, 0.6, 9, 0};
  figures.uniform_move.mean = figures.permuted_move.mean = 0.3;
  figures.adversary_far = 0.1;
  return figures;
}

Verdict judged(const Figures& figures, const std::vector<Rule>& rules = default_rules()) {
  const auto made = judge(figures, rules);
  REQUIRE(made.ok());
  return *made;
}

}  // namespace

TEST_CASE("triage verdict: all rules hold, or it is decoration") {
  REQUIRE(judged(good()).reliance);
  Figures weak = good();
  weak.drop_difference.low = 0.05;
  REQUIRE(!judged(weak).reliance);
  REQUIRE(!judged(weak).findings[0].holds);
  REQUIRE(judged(weak).findings[1].holds);
}

TEST_CASE("triage verdict: each rule alone can make it decoration") {
  std::vector<Rule> rules = default_rules();
  REQUIRE(rules.size() == measures(good()).size());
  for (Rule& rule : rules) rule.in_force = true;
  Figures figures = good();
  figures.peers = PeerFigures{2, 1, 1, {}, {0.8, 0.7, 0.9, 9, 0}, {}};
  REQUIRE(judged(figures, rules).reliance);
  for (Rule& rule : rules) {
    const double kept = rule.threshold;
    rule.threshold = rule.at_least ? 2 : -2;
    const Verdict verdict = judged(figures, rules);
    REQUIRE(!verdict.reliance);
    Index failed = 0;
    for (const Finding& one : verdict.findings) failed += !one.holds;
    REQUIRE(failed == 1);
    rule.in_force = false;
    REQUIRE(judged(figures, rules).reliance);
    rule.in_force = true;
    rule.threshold = kept;
  }
}

TEST_CASE("triage verdict: a number that does not exist fulfils no rule; what was not measured is not judged") {
  Figures figures = good();
  figures.methods[static_cast<std::size_t>(Method::LeaveOneOut)].tau.mean = kNaN;
  REQUIRE(!judged(figures).reliance);
  const Verdict verdict = judged(good());
  const Finding& seeds = verdict.findings.back();
  REQUIRE(seeds.rule.id == "seeds");
  REQUIRE(!seeds.measured);
  REQUIRE(!seeds.counted);
}

TEST_CASE("triage verdict: rules that are none are refused") {
  require_refused(judge(good(), {{"mood", true, 0, true}}), "rule-unknown", {"rules.mood"}, {"mood"});
  require_refused(judge(good(), {{"drop", true, kNaN, true}}), "rule-threshold", {"rules.drop"}, {"drop"});
  require_refused(judge(good(), {{"drop", true, 0, false}}), "rule-none", {"rules"}, {"rule"});
  require_refused(judge(good(), {}), "rule-none", {"rules"}, {"rule"});
  // Only what was not measured is in force.
  require_refused(judge(good(), {{"seeds", true, 0, true}}), "rule-none", {"rules"}, {"rule"});
}

}  // namespace lesson::test
