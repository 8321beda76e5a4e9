// Transformer blocks: sublayers, each inside a residual connection and beside a normalisation.
//
//   post-norm   x <- norm(x + sublayer(x))      Vaswani et al. 2017, section 3.1
//   pre-norm    x <- x + sublayer(norm(x))      Xiong et al. 2020, "On Layer Normalization in the Transformer
//                                               Architecture", figure 1
//
// A block has two sublayers: self-attention, feed-forward. A decoder block has three: self-attention, cross-attention
// to a memory, feed-forward. Each wears its own norm. The memory is read as it is, in both orders.
#pragma once

#include <string>
#include <vector>

#include "core/feed_forward.hpp"
#include "core/multihead.hpp"
#include "core/norm.hpp"
#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

enum class Order { Pre, Post };

struct BlockWeights {
  Order order = Order::Post;
  MultiheadWeights attention;
  FeedForwardWeights feed_forward;
  NormWeights norm1;  // of attention
  NormWeights norm2;  // of feed_forward
};

struct DecoderWeights {
  Order order = Order::Post;
  MultiheadWeights self;
  MultiheadWeights cross;
  FeedForwardWeights feed_forward;
  NormWeights norm1;  // of self
  NormWeights norm2;  // of cross
  NormWeights norm3;  // of feed_forward
};

// The rows after one step, in the order in which they are computed.
struct BlockStage {
  std::string name;    // "input", "norm1", "attention", "residual1", ...: the last is the output
  Matrix rows;         // (N, D)
  RowStatistics each;  // of rows
};

struct BlockTrace {
  NormTrace norm1;
  MultiheadTrace attention;
  NormTrace norm2;
  FeedForwardTrace feed_forward;
  // Pre:  input, norm1, attention, residual1, norm2, feedForward, residual2
  // Post: input, attention, residual1, norm1, feedForward, residual2, norm2
  std::vector<BlockStage> stages;
  Matrix output;  // (N, D)
};

struct DecoderTrace {
  NormTrace norm1;
  MultiheadTrace self;
  NormTrace norm2;
  MultiheadTrace cross;
  NormTrace norm3;
  FeedForwardTrace feed_forward;
  // As in a block, with self, cross and feedForward, residual1 to residual3 and norm1 to norm3
  std::vector<BlockStage> stages;
  Matrix output;  // (N, D)
};

// x (N, D). `options` go to the attention.
// Errors: those of the parts, with the part's name before the place ("attention.wq", "feedForward.w1", "norm2.weight"):
// multihead, layer_norm, feed_forward; and residual-shape where a feed-forward gives another width than D.
Outcome<BlockTrace> block(const Matrix& x, const BlockWeights& weights, const MultiheadOptions& options = {});

// x (N, D), memory (M, D). `options` go to the self-attention; a decoder that generates has causal there, or it sees
// the answers. `memory_options` go to the cross-attention, where nothing is in the future. Errors: as in block, with
// "self" and "cross" for the attentions.
Outcome<DecoderTrace> decoder_block(const Matrix& x, const Matrix& memory, const DecoderWeights& weights,
                                    const MultiheadOptions& options = {.causal = Causal::TopLeft},
                                    const MultiheadOptions& memory_options = {});

}  // namespace lesson
