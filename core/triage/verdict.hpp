// The verdict on the map, by rules that are data: each holds one number of the trial against a threshold.
//
// Evidence of reliance is: every rule that is in force holds. It is evidence that the prediction relies on the words
// that the map marks, not proof of a cause. Anything else is decoration: the map may be true of the mixing and still
// says nothing of why. A number that does not exist (the rank agreement of a flat map) fulfils no rule. What was not
// measured (other seeds, if none were trained) is not judged.
#pragma once

#include <string>
#include <vector>

#include "core/outcome.hpp"
#include "core/triage/court.hpp"

namespace lesson::triage {

struct Rule {
  std::string id;        // of measures()
  bool at_least = true;  // the number is to be at least the threshold; else at most
  double threshold = 0;
  bool in_force = true;
};

// id          number                                                                              default
// drop        low end of the interval of: drop by the map's first word less that by a random one  at least 0.1
// top         mean agreement on the first word with masking                                       at least 0.9
// leave-out   mean tau-b with leaving out                                                          at least 0.2
// gradient    mean tau-b with integrated gradients                                                 at least 0.2
// uniform     mean movement of the prediction under uniform weights                                at least 0.05
// permuted    mean movement under permuted weights                                                 at least 0.05
// adversary   share of the tickets with a far map and the same prediction                          at most 0.5, not in
//             force: Wiegreffe and Pinter hold it to be no evidence
// seeds       mean agreement on the first word with the same model from other seeds                at least 0.5
struct Measure {
  std::string id;
  bool measured = true;
  double value = 0;  // NaN where the number does not exist
};
std::vector<Measure> measures(const Figures& figures);
std::vector<Rule> default_rules();

struct Finding {
  Rule rule;
  bool measured = true;
  double value = 0;
  bool holds = false;   // never for NaN; false too where nothing was measured
  bool counted = true;  // in force and measured
};

struct Verdict {
  bool reliance = false;
  std::vector<Finding> findings;  // one for each rule, in their order
};

//   rule-unknown     a rule names no measure
//   rule-threshold   a threshold is NaN or infinite
//   rule-none        no rule that is in force was measured: there is nothing to judge by
Outcome<Verdict> judge(const Figures& figures, const std::vector<Rule>& rules);

}  // namespace lesson::triage
