// Attention as the formula reads: all scores, then all weights, then the output. Stores the (N, M) scores of one head
// at a time. The twin that the tiled kernel is measured and checked against.
#pragma once

#include "core/kernels/problem.hpp"

namespace lesson::kernels {

// How many floats `workspace` needs: N M of the part. A double, since it may be beyond 32 bits.
double naive_workspace(const Problem& p, const Part& part);

// Computes the part's rows of p.output.
void naive(const Problem& p, const Part& part, float* workspace);

}  // namespace lesson::kernels
