// What the axes of queries, keys and values stand for.
#pragma once

#include <optional>
#include <vector>

#include "core/tensor/tensor.hpp"

namespace lesson {

enum class Layout {
  SeqDim,            // (N, H K): heads side by side
  BatchSeqDim,       // (B, N, H K)
  SeqBatchDim,       // (N, B, H K): PyTorch without batch_first
  HeadsSeqDim,       // (H, N, K)
  BatchHeadsSeqDim,  // (B, H, N, K): scaled_dot_product_attention
  BatchSeqHeadsDim,  // (B, N, H, K): flash-attention, JAX
};
inline constexpr std::size_t kLayouts = 6;

const char* name_of(Layout layout);  // "batch, heads, seq, dim"
std::size_t rank_of(Layout layout);

// The sizes of a tensor read in a layout. Without an axis of heads `heads` is 1 and `width` is that of all of them.
struct Axes {
  Index batch = 1, heads = 1, seq = 0, width = 0;
};
Axes axes_of(const std::vector<Index>& shape, Layout layout);  // the rank must fit

// The shapes that a layout is guessed from; an empty one: not there (a tensor without axes tells nothing either).
struct Shapes {
  std::vector<Index> q, k, v, weights, output;  // weights or scores
};

struct LayoutGuess {
  Layout layout;
  bool sure;  // the shapes leave no other; else the commonest of those that fit
};

// Layouts under which q, k, v, and weights and output where there are any, fit together.
//   layout-rank   q, k and v are not all of one rank from 2 to 4
//   layout-none   under no layout do the shapes fit together
Outcome<std::vector<Layout>> possible_layouts(const Shapes& shapes);

// The first of possible_layouts, but of (B, A, C, D) with nothing to tell heads from positions the one that has fewer
// heads. Errors: those of possible_layouts.
Outcome<LayoutGuess> guess_layout(const Shapes& shapes);

}  // namespace lesson
