// A setup, computed as a recipe says: rightly, or with a mistake. Every intermediate is kept.
#pragma once

#include <vector>

#include "core/mistakes/recipe.hpp"
#include "core/mistakes/setup.hpp"
#include "core/norm.hpp"
#include "core/outcome.hpp"

namespace lesson {

struct LayerTrace {
  std::vector<HeadTrace> heads;  // H. With heads_averaged each holds the mean of all weights
  Matrix concatenated;           // (N, H V)
  Matrix output;                 // (N, D): after wo and layer norm, where the setup has them
};

// The right recipe gives, head by head, the numbers of attention() to the last bit.
//
// The masks that a head shows in `blocked` are those that the recipe meant to apply. non_finite stays empty: its causes
// are those of right arithmetic. With batch_and_sequence_swapped every head is (N, B): token i of each sequence reads
// token i of all, no mask and no position is applied, and for one sequence each token reads itself alone, shown as (N,
// N).
//
// Errors: those of check_setup, and
//   mistake-undefined   the recipe needs other shapes: keys and values of one width to be exchanged; as many queries as
//                       keys for swapped axes; no more queries than keys for padding on queries
Outcome<LayerTrace> compute(const Setup& setup, const Recipe& recipe = {});

// Several sequences at once, of the same shapes and settings. Only swapped axes make them read each other.
//   batch-shapes   a sequence has other shapes, heads or another scale than the first
//   no-batch       there is none
Outcome<std::vector<LayerTrace>> compute_batch(const std::vector<Setup>& batch, const Recipe& recipe = {});

// The same rows decoded one by one, as with a cache: row i is computed from keys 0 to i + M - N alone. (N, D).
// Needs a causal setup that is bottom-right, or top-left with as many queries as keys.
//   not-causal          earlier rows read later ones: there is nothing to cache
//   more-queries        N > M: the first rows have no key yet
Outcome<Matrix> compute_cached(const Setup& setup, const Recipe& recipe = {});

// The layer norm of the recipe. x (N, D). Errors: those of layer_norm.
Outcome<NormTrace> normalise(const Matrix& x, double eps, Normalisation normalisation);

// The same for a whole recipe.
//   mistake-undefined   the recipe has a mistake of another stage
Outcome<NormTrace> normalise(const Matrix& x, double eps, const Recipe& recipe);

// The fraction of weights that dropout takes, and the seed of the draws (numpy::random, row-major, one for each
// weight).
inline constexpr double kDropout = 0.2;
inline constexpr std::uint64_t kDropoutSeed = 0;

}  // namespace lesson
