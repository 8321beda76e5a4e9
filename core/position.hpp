// What tells a layer where a row stands: fixed sinusoids, rotary positions, and linear biases by distance.
//
// Positions count from 0; `offset` is the position of the first row, so that one row of a longer text, or the next
// token of a cache, can be coded alone. Every position is below 2^30, so that an Index of 32 bits (WebAssembly) holds
// it too.
#pragma once

#include <vector>

#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

// Where the two numbers of pair t < D/2 stand in a row.
enum class Pairing {
  Interleaved,  // at 2t and 2t + 1
  Halves,       // at t and t + D/2: "concatenated" sinusoids, "half-split" rotary
};

struct PositionOptions {
  Pairing pairing = Pairing::Interleaved;
  double base = 10000;  // finite, above 0
  Index offset = 0;     // at least 0
};

struct PositionTrace {
  Matrix angles;  // (N, D/2), in radians: angle_it = (offset + i) / base^(2t/D)
  Matrix output;  // (N, D)
};

// Fixed codes: sin(angle_it) and cos(angle_it) at the two places of pair t, in [-1, 1]. The two layouts differ by a
// permutation of the columns. Source: Vaswani et al. 2017, section 3.5.
//
// Errors, here and in rope:
//   negative-size        n or d is below 0
//   negative-offset      the offset is below 0
//   width-zero           d is 0
//   odd-width            d is odd: sines and cosines come in pairs
//   too-large            n * d > kMostNumbers, or a position of 2^30 or more
//   base-out-of-range    not a finite number above 0
Outcome<PositionTrace> sinusoid(Index n, Index d, const PositionOptions& options = {});

// Rotary positions: the pair (a, b) of row i and pair t becomes (a cos - b sin, a sin + b cos) of angle_it. Lengths
// stay, and the dot product of two rotated rows depends on their distance alone. Both queries and keys must use one
// pairing. x: (N, D). NaN and infinities are computed with, and stay in their pair. Source: Su et al. 2021, "RoFormer",
// section 3.2.2 (interleaved); the halves are GPT-NeoX's.
Outcome<PositionTrace> rope(const Matrix& x, const PositionOptions& options = {});

// Cosine similarity of codes (N, D), row s against row s + o, for each start s (a row of the result) and each offset o
// in 0 to offsets - 1 (a column). Result: (starts, offsets), in [-1, 1]; NaN where a row is all zeros (0/0).
//   negative-size      offsets < 0
//   position-outside   a start, or its last offset, is no row of the codes
//   too-large          starts * offsets > kMostNumbers
Outcome<Matrix> cosine_by_offset(const Matrix& codes, const std::vector<Index>& starts, Index offsets);

// ALiBi: the slope of each head, in (0, 1), a geometric series for a power of two: 2^(-8/H), 2^(-16/H), ... to 2^-8.
// For other numbers the series of the next lower power P, followed by every second one of the series for 2P. Result: H
// slopes. Source: Press, Smith and Lewis 2022, "Train Short, Test Long", section 3 and their code.
//   heads-below-one    heads < 1
//   too-large          heads > 65,536
Outcome<Vector> alibi_slopes(Index heads);

// What ALiBi adds to the scaled scores of one head: -slope * (i - j) for keys j <= i, -inf for later ones. (N, N).
//   head-outside       head is not in 0 to heads - 1
//   negative-size      n < 0
//   too-large          n * n > kMostNumbers
//   and the codes of alibi_slopes
Outcome<Matrix> alibi_bias(Index heads, Index head, Index n);

}  // namespace lesson
