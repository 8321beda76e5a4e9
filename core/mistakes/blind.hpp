// A hidden mistake, and what somebody may try on an attention that they cannot see into.
//
// The attention under test makes one mistake of the library, in every setup of the bench that the mistake is meant for
// and whose shapes allow it; elsewhere it computes rightly. A probe runs one or more checks of invariants.hpp over the
// bench. It is broken when one of them fails somewhere; which probes are broken tells mistakes apart, and the numbers
// of each reading tell more.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/invariants/invariants.hpp"
#include "core/mistakes/bench.hpp"
#include "core/outcome.hpp"

namespace lesson {

struct BlindProbe {
  const char* id;             // stable: future, positions, order, batch, values, queries, sums, cache, blocked, spread,
                              // scores, heads, mix, norm
  std::vector<Index> checks;  // indices of invariants(); each check belongs to one probe
};

// The same on every call.
const std::vector<BlindProbe>& blind_probes();

// What one check of a probe shows: on the first setup that fails it, else on the first to which it applies.
struct Reading {
  Index check = 0;
  Index setup = -1;  // of bench()
  Finding finding;
};

// Mistakes that may be hidden, as indices of mistakes(): those that break at least one probe.
const std::vector<Index>& hidden_mistakes();

// The mistake that a seed hides: each of hidden_mistakes() alike, by numpy::integers of default_rng(seed).
Index hidden_by(std::uint64_t seed);

// Errors of the functions below, for an id or a name that is not known:
//   unknown-probe     no probe has that id
//   unknown-mistake   as recipe_of; "none" is no mistake either

// The readings of one probe of the attention that the seed hides: one for each of its checks.
Outcome<std::vector<Reading>> read_probe(std::uint64_t seed, std::string_view probe);

// The hidden mistakes that break, of these probes, the same as the one that the seed hides. All, without a probe.
Outcome<std::vector<Index>> still_fit(std::uint64_t seed, const std::vector<std::string>& probes);

// The fewest probes after which no other would rule out more: 0 where none rules out any.
Index fewest_probes(std::uint64_t seed);

struct BlindJudgement {
  bool right = false;       // it is the hidden one, or one that cannot be told apart from it
  Index hidden = 0;         // index of mistakes()
  std::vector<Index> tied;  // others that give the hidden one's numbers on every setup of the bench, within 1e-6
  Index setup = -1;         // where the named one gives other numbers: the first such setup; -1 where there is none
  double expected = 0, got = 0;  // the outputs that are furthest apart there: of the named one, of the hidden one
  Index row = -1, col = -1;
};

Outcome<BlindJudgement> judge(std::uint64_t seed, std::string_view named);

}  // namespace lesson
