// The lab: a block of attention heads on a few random tokens, drawn as NumPy draws them, and what it does step by step.
//
//   g = np.random.default_rng(seed)                       the draws, in this order, K = D / H:
//   wq, wk, wv = g.normal(0, 0.5, (H, D, K)), three times
//   wo = g.normal(0, 0.5, (H K, D))
//   x = g.normal(size=(N, D))
//   permutation = g.permutation(N)
//   q, k = g.normal(size=(2000, 64)), twice
//
//   head h    = attention(x wq_h, x wk_h, x wv_h)         (N, K)   attention.hpp, multihead.hpp
//   attention = [head 0, ..., head H - 1] wo              (N, D)
//   output    = norm(x + attention)                       (N, D)   post-norm, as in block.hpp, with nothing learned
//
// A learner who runs the same lines in a notebook sees the same digits. Sources: Vaswani et al. 2017, sections 3.1 to
// 3.2.2; that the heads cannot see order: their section 3.5; the spread of dot products: their footnote 4.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/mask.hpp"
#include "core/multihead.hpp"
#include "core/norm.hpp"
#include "core/outcome.hpp"
#include "core/position.hpp"
#include "core/softmax.hpp"
#include "core/types.hpp"

namespace lesson {

// The most numbers in x, in one weight matrix and in the scores of all heads of one block: 2^16. Eight blocks are kept.
inline constexpr Index kMostLabNumbers = Index{1} << 16;

// As drawn in the lesson; every field is an exercise to change.
struct LabOptions {
  std::uint64_t seed = 39;
  Index n = 6;                                         // tokens, at least 1
  Index d_model = 8;                                   // D
  Index heads = 2;                                     // H
  Causal causal = Causal::TopLeft;                     // the mask of the causal steps; None: it was forgotten
  bool residual = true;                                // false: left out of every step
  std::optional<double> scale = {};                    // of every score; none: 1 / sqrt(K); 1: left out
  std::optional<Pairing> positions = Pairing::Halves;  // added in the steps with positions; none: left out
  Axis axis = Axis::Keys;                              // over which softmax runs; Queries is a mistake
};

struct LabDraws {
  std::vector<Matrix> wq, wk, wv;  // H of (D, K) each
  MultiheadWeights weights;        // the same side by side, (D, D), and wo, as multihead takes them; no biases
  Matrix x;                        // (N, D)
  std::vector<Index> permutation;  // N: row i of the permuted tokens is row permutation[i] of x
};

struct LabBlock {
  Matrix input;  // (N, D)
  // Each head with every step of its own. Under Axis::Queries the columns of weights sum to 1, not the rows, and all
  // that follows is made from such weights.
  MultiheadTrace attention;  // output (N, D)
  Matrix sum;                // (N, D): input + attention.output, or that alone without the residual
  NormTrace norm;            // of sum; norm.rows are the statistics before it
  Matrix output;             // (N, D)
  RowStatistics rows;        // of output: means 0, deviations just below 1
};

// `largest` is the largest difference (or mean) that the check looked at, and `holds` its comparison with 1e-9, far
// above the rounding of numbers of size 1 and far below anything that these steps change. NaN holds for nothing.
struct LabCheck {
  bool holds = false;
  double largest = 0;
};

// With one token there are no earlier rows: nothing changes, so the last of these does not hold.
struct LabChecks {
  LabCheck row_means_zero;              // of the output
  LabCheck permutes_without_positions;  // permuted tokens give the permuted output
  LabCheck permutes_with_positions;     // they do so with positions added: they should not
  LabCheck causal_keeps_earlier;        // the last token changed: earlier outputs stay under the mask
  LabCheck unmasked_changes_earlier;    // and do not without it
};

// Dot products of 2,000 random pairs of 64 numbers: their standard deviation is near sqrt(64), and near 1 if scaled.
struct LabScale {
  Vector raw;         // 2,000
  Vector scaled;      // 2,000, times `scale` of the options, or 1 / sqrt(64)
  double raw_sd = 0;  // biased (divided by 2,000, not 1,999), as NumPy's x.std()
  double scaled_sd = 0;
};

// The scores of one head at 2 bytes, from cost.hpp.
struct LabMemory {
  Index tokens;
  double mb;  // megabytes, 10^6 bytes
};

struct LabTrace {
  LabDraws draws;
  Matrix positions;                  // (N, D), or zeros where the options have none
  LabBlock plain;                    // of x
  LabBlock permuted;                 // of x[permutation]
  LabBlock with_positions;           // of x + positions
  LabBlock permuted_with_positions;  // of x[permutation] + positions
  LabBlock causal;                   // of x, under the mask
  LabBlock causal_last_changed;      // of x with 5 added to each number of its last row, under the mask
  LabBlock last_changed;             // of the same without a mask
  LabBlock without_residual;         // of x
  LabChecks checks;
  LabScale scale;
  std::vector<LabMemory> memory;  // at 1,000, 8,000 and 32,000 tokens
};

// Errors, in this order; `where` names the option as the engine's callers write it (n, dModel, heads, scale):
//   negative-size     n or d_model is below 0
//   size-zero         n is 0: there is no token to look at
//   width-zero        d_model is 0
//   heads-below-one   heads is below 1
//   heads-divide      d_model does not divide by heads
//   too-large         N D, D D or H N N > kMostLabNumbers
//   odd-width         positions are set and d_model is odd: sines and cosines come in pairs
//   scale-not-finite  NaN or an infinity
// A finite scale may still be so large that scores overflow: weights are NaN then, as in attention.hpp.
Outcome<LabTrace> lab(const LabOptions& options = {});

}  // namespace lesson
