#include "core/doctor/seen.hpp"

#include "core/invariants/weights.hpp"

namespace lesson {
namespace {

struct Entry {
  const char* id;
  Check check;
  bool weights, output;  // what it looks at
};
constexpr Entry kEntries[] = {{"rows-sum-to-one", checks::rows_sum_to_one, true, false},
                              {"columns-free", checks::columns_free, true, false},
                              {"forbidden-mass", checks::forbidden_mass, true, false},
                              {"empty-rows", checks::empty_rows_follow_policy, true, false},
                              {"convex-mixing", checks::convex_mixing, false, true},
                              {"weights-mix-values", checks::weights_mix_values, true, true}};

// Fails before passes, and then the larger difference.
bool worse(const Finding& a, const Finding& b) {
  const auto grave = [](const Finding& f) {
    return f.verdict == Verdict::Fail ? 2 : f.verdict == Verdict::Pass ? 1 : 0;
  };
  return grave(a) != grave(b) ? grave(a) > grave(b) : a.largest > b.largest;
}

}  // namespace

Outcome<std::vector<SeenFinding>> check_seen(const Case& one) {
  std::vector<SeenFinding> findings;
  for (const Entry& entry : kEntries) findings.push_back({entry.id, -1, {}});
  for (std::size_t b = 0; b < one.observed.size(); ++b) {
    const Setup& setup = one.batch[b];
    const Observed& seen = one.observed[b];
    auto made = compute(setup);
    if (!made) return made.error();
    LayerTrace& trace = made.value();
    for (std::size_t h = 0; h < seen.weights.size(); ++h) {
      trace.heads[h].attention.weights = seen.weights[h];
      summarise(trace.heads[h].attention);
    }
    if (seen.output) trace.concatenated = trace.output = *seen.output;
    const double largest = std::max(1.0, largest_of(setup.v));
    const Recipe right;
    const Probe probe{setup,
                      right,
                      trace,
                      blocked_by(setup),
                      one.tolerance,
                      one.tolerance * largest,
                      one.tolerance * largest,
                      setup.q.rows(),
                      setup.k.rows()};
    for (std::size_t i = 0; i < findings.size(); ++i) {
      const Entry& entry = kEntries[i];
      if ((entry.weights && seen.weights.empty()) || (entry.output && !seen.output)) continue;
      const Finding finding = entry.check(probe);
      if (findings[i].sequence < 0 || worse(finding, findings[i].finding)) {
        findings[i] = {entry.id, static_cast<Index>(b), finding};
      }
    }
  }
  return findings;
}

}  // namespace lesson
