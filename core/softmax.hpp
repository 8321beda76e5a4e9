// Softmax, and two figures that say how a row of weights is spread.
#pragma once

#include "core/types.hpp"

namespace lesson {

// Over which axis of an (N, M) score matrix the weights sum to 1. Attention normalises over keys; `Queries` is the
// mistake of the wrong axis, here so that it can be shown.
enum class Axis { Keys, Queries };

// weights_ij = exp(z_ij - max_j z_ij) / sum_j exp(z_ij - max_j z_ij)      (Vaswani et al. 2017, eq. 1; Goodfellow et
// al. 2016, section 4.1, for the subtraction of the maximum)
//
// z: (N, M). Result: (N, M), each entry in [0, 1].
// Finite scores of any size are safe: the largest exponent is 0, so nothing overflows. -inf gives weight exactly 0.
// A row of -inf alone is 0/0 and gives NaN in that row, as the plain formula does; so do +inf and NaN anywhere in a
// row. Other rows are untouched. No rows or no columns: the result is as empty as z.
Matrix softmax(const Matrix& z, Axis axis = Axis::Keys);

// The same over keys with another exponential, for who needs one that rounds alike on every machine
// (triage/exponential.hpp). It must give 0 for -infinity, 1 for 0 and NaN for NaN.
using ExpFunction = double (*)(double);
Matrix softmax(const Matrix& z, ExpFunction exponential);

// One row of softmax with every step kept: what "open this number" shows.
struct SoftmaxRow {
  double max = 0;  // the largest score; NaN if the row holds a NaN
  Vector shifted;  // z - max, at most 0
  Vector exps;     // exp(shifted), in [0, 1]
  double sum = 0;  // of exps, at least 1 for a row with a finite score
  Vector weights;  // exps / sum
};
SoftmaxRow softmax_row(const Vector& z);

// Effective keys of each row: 2 to the power of the row's entropy in bits, 2^(-sum_j w_j log2 w_j), with 0 log2 0 = 0
// (perplexity; Jelinek et al. 1977). 1 when one key has all the weight, M when all M keys share it evenly.
// weights: (N, M), rows that sum to 1. Result: N. A row with NaN gives NaN; a row of zeros (the zero policy for a row
// that may read nothing) gives 0.
Vector spread(const Matrix& weights);

}  // namespace lesson
