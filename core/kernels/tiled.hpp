// Attention that never stores the (N, M) scores: a block of keys at a time, with a running maximum and a running sum
// ("online softmax": Milakov and Gimelshein 2018; tiled as in Dao et al. 2022, "FlashAttention", algorithm 1).
//
//   m' = max(m, max s)   l' = 2^(m - m') l + sum 2^(s - m')   o' = 2^(m - m') o + 2^(s - m') V   output = o / l
//
// s are scores in units of log2 e, so that the exponential is a power of 2. How far the
// output is from binary64, flash.hpp says. Memory beside the inputs and the output: tiled_workspace, O(M K).
#pragma once

#include <cstdint>

#include "core/kernels/problem.hpp"

namespace lesson::kernels {

// How many floats `workspace` needs for the problem's shape. A double, since it may be beyond 32 bits.
double tiled_workspace(const Problem& p);

// Computes the part's rows of p.output. A query without any key to read gives NaN, as 0 / 0 is. Heads with NaN,
// infinities or scores beyond 1e30 are computed query by query with the functions of row.hpp, slowly.
void tiled(const Problem& p, const Part& part, float* workspace);

}  // namespace lesson::kernels
