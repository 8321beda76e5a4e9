// One row of a head, worked out by hand: its numbers, and what each slip makes of them.
#pragma once

#include <vector>

#include "core/exercise/task.hpp"
#include "core/explain.hpp"
#include "core/mistakes/setup.hpp"

namespace lesson {

struct WorkedRow {
  Cells right;
  std::vector<Slipped> slipped;
};

// The numbers of `row` at each of `stages` (Raw, Scaled, Weight, Output), one stage after the other; each is an ask.
//
// Slips of the fault library are computed by its recipes, on the same inputs. Those that change none of these numbers
// are left out; so are scale-twice where it is scale-by-width (the usual scale, taken twice, is 1 / K), scale-by-keys
// where it is no scale (one key) or the usual one (K keys), and exchanges that the shapes do not allow. term-left-out
// and term-sign lose or turn one term of a score or of an output, and term-left-out one exponential of the sum under
// the weights; in rows of more than kMostRowTerms terms they are not looked for.
//
// The setup has one head, has passed check_setup, and has that row.
inline constexpr Index kMostRowTerms = 64;
WorkedRow work_row(const Setup& setup, const std::vector<Stage>& stages, Index row);

}  // namespace lesson
