// From numbers that somebody has computed to the mistake that made them.
//
// Every mistake of the library is made on the same inputs, and so is every pair of them when no single one explains
// what was observed; the hypotheses are ranked by how many cells they reproduce.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/mistakes/setup.hpp"
#include "core/outcome.hpp"

namespace lesson {

// What was seen; at least one of the three. Each may hold NaN and infinities.
struct Observed {
  std::vector<Matrix> scores;    // H of (N, M), scaled, before or after the mask; empty: not seen
  std::vector<Matrix> weights;   // H of (N, M); empty: not seen
  std::optional<Matrix> output;  // as LayerTrace::output
  // A cell is reproduced if it is within `tolerance`, times the number's size where that is above 1. For numbers
  // printed with four digits after the point: 5e-5.
  double tolerance = 1e-6;
};

struct Hypothesis {
  std::vector<Index> mistakes;    // indices of mistakes(): none (the right computation), one, or two
  bool reproduces = false;        // every cell
  double largest_difference = 0;  // over all cells; infinite where NaN or an infinity meets something else
  Index matching = 0;             // cells reproduced
  std::vector<std::uint8_t>
      cells;  // for each cell seen: 1 if reproduced. Scores, weights, output; heads, rows, columns
  std::vector<Index> tied_with = {};  // others in the list that give the same numbers: they cannot be told apart here
};

struct Diagnosis {
  std::vector<Hypothesis> hypotheses;  // best first, at most kMostHypotheses and all that reproduce
  std::vector<Index> silent;           // mistakes that change nothing that was seen: they cannot be excluded
  Index cells = 0;                     // seen
  bool pairs_searched = false;
};

inline constexpr Index kMostHypotheses = 12;

// Order: those that reproduce every cell; then more cells; then fewer mistakes; then the smaller largest difference;
// then the order of the library. Pairs are searched when nothing simpler reproduces all, for at most
// 4,096 numbers seen and 2^17 multiply-adds a computation. Mistakes that are not meant for the setup
// (Mistake::meant_for) are left out. Dropout is recognised with any rate and any draws where weights, but no output,
// were seen and one of them is gone.
//
// Errors: those of check_setup, and
//   nothing-observed       no cell was given
//   observed-shape         scores or weights are not H of (N, M), or output has another shape than the right one
//   too-much-work          more than 262,144 numbers seen, or more than 2^25 multiply-adds for one computation
//   tolerance-out-of-range not a finite number of at least 0
Outcome<Diagnosis> diagnose(const Setup& setup, const Observed& observed);

enum class Depth { Singles, Pairs };

// The same over a batch: what was seen of each sequence, in the same parts; cells stand sequence by sequence. The
// tolerance is the first one's. Dropout is fitted where scores were not seen. Errors: also
//   observed-batch   another number of things seen than of sequences, or of other parts than the first
//   batch-shapes, no-batch   those of compute_batch
Outcome<Diagnosis> diagnose(const std::vector<Setup>& batch, const std::vector<Observed>& observed,
                            Depth depth = Depth::Pairs);

}  // namespace lesson
