#include "core/triage/verdict.hpp"

#include <algorithm>
#include <cmath>

namespace lesson::triage {
namespace {

const MethodFigures& of(const Figures& figures, Method method) {
  return figures.methods[static_cast<std::size_t>(method)];
}

}  // namespace

std::vector<Measure> measures(const Figures& figures) {
  return {{"drop", true, figures.drop_difference.low},
          {"top", true, of(figures, Method::Mask).top.mean},
          {"leave-out", true, of(figures, Method::LeaveOneOut).tau.mean},
          {"gradient", true, of(figures, Method::Integrated).tau.mean},
          {"uniform", true, figures.uniform_move.mean},
          {"permuted", true, figures.permuted_move.mean},
          {"adversary", true, figures.adversary_far},
          {"seeds", figures.peers.has_value(), figures.peers ? figures.peers->top.mean : 0}};
}

std::vector<Rule> default_rules() {
  return {{"drop", true, 0.1, true},        {"top", true, 0.9, true},      {"leave-out", true, 0.2, true},
          {"gradient", true, 0.2, true},    {"uniform", true, 0.05, true}, {"permuted", true, 0.05, true},
          {"adversary", false, 0.5, false}, {"seeds", true, 0.5, true}};
}

Outcome<Verdict> judge(const Figures& figures, const std::vector<Rule>& rules) {
  const std::vector<Measure> known = measures(figures);
  Verdict verdict;
  verdict.reliance = true;
  bool any = false;
  for (const Rule& rule : rules) {
    const auto found = std::find_if(known.begin(), known.end(), [&](const Measure& one) { return one.id == rule.id; });
    if (found == known.end()) {
      return Error{"rule-unknown", "\"" + rule.id + "\" is no measure of the trial.", {"rules." + rule.id}};
    }
    if (!std::isfinite(rule.threshold)) {
      return Error{"rule-threshold",
                   "The threshold of \"" + rule.id + "\" is not a finite number: nothing can be held against it.",
                   {"rules." + rule.id}};
    }
    Finding finding{rule, found->measured, found->value};
    finding.counted = rule.in_force && found->measured;
    finding.holds =
        found->measured && (rule.at_least ? found->value >= rule.threshold : found->value <= rule.threshold);
    if (finding.counted) {
      any = true;
      verdict.reliance = verdict.reliance && finding.holds;
    }
    verdict.findings.push_back(finding);
  }
  if (!any) {
    return Error{"rule-none", "No rule is in force that was measured: switch at least one on.", {"rules"}};
  }
  return verdict;
}

}  // namespace lesson::triage
