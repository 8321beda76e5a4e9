// Blocks on top of each other, and the three families that differ in who may read whom.
//
//   encoder-only      every row reads every row                                Devlin et al. 2019, BERT
//   decoder-only      every row reads itself and earlier rows                  Radford et al. 2018, GPT
//   encoder-decoder   source rows read the source; target rows read themselves and earlier target rows, and, through
//                     cross-attention, the whole encoded source                Vaswani et al. 2017, figure 1
//
// A mask of the wrong family is no shape error: a triangle on an encoder restricts it and a decoder without one sees
// the answers, both in silence. So the masks can be given, and default to the family's.
#pragma once

#include <optional>
#include <vector>

#include "core/block.hpp"
#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

enum class Family { EncoderOnly, DecoderOnly, EncoderDecoder };

// Who may read whom when `source` tokens (a passage) come before `target` tokens (a question, an answer):
// (S + T, S + T), non-zero: the row's token may NOT read the column's, over any number of layers.
//   negative-size, too-large   as check_shape, for each size and for the table
Outcome<Flags> may_not_read(Family family, Index source, Index target);

struct StackWeights {
  std::vector<BlockWeights> layers;            // from the bottom; none: the rows pass as they are
  std::optional<NormWeights> final_norm = {};  // after the last layer: what pre-norm stacks have (Xiong et al. 2020)
};

struct DecoderStackWeights {
  std::vector<DecoderWeights> layers;
  std::optional<NormWeights> final_norm = {};
};

struct StackTrace {
  std::vector<BlockTrace> layers;
  std::optional<NormTrace> final_norm;
  Matrix output;  // (N, D)
};

struct DecoderStackTrace {
  std::vector<DecoderTrace> layers;
  std::optional<NormTrace> final_norm;
  Matrix output;  // (T, D)
};

struct EncoderDecoderTrace {
  StackTrace encoder;         // its output is the memory that every decoder layer reads
  DecoderStackTrace decoder;  // its output is the result
};

struct EncoderDecoderOptions {
  MultiheadOptions encoder = {};
  MultiheadOptions decoder = {.causal = Causal::TopLeft};
  MultiheadOptions cross = {};
};

// x (N, D); `options` go to every layer.
//
// Errors: those of block, decoder_block and layer_norm with the part before the place ("layers[2].attention.wq",
// "finalNorm.weight", "encoder.layers[0].norm1.bias"), and
//   too-large   the scores of all heads of all layers together are more than kMostNumbers, or all that is kept is more
//               than kMostKept (kept.hpp)
Outcome<StackTrace> encoder_only(const Matrix& x, const StackWeights& weights, const MultiheadOptions& options = {});
Outcome<StackTrace> decoder_only(const Matrix& x, const StackWeights& weights,
                                 const MultiheadOptions& options = {.causal = Causal::TopLeft});

// source (S, D), target (T, D): scores (S, S), (T, T) and (T, S) in each head.
Outcome<EncoderDecoderTrace> encoder_decoder(const Matrix& source, const Matrix& target, const StackWeights& encoder,
                                             const DecoderStackWeights& decoder,
                                             const EncoderDecoderOptions& options = {});

}  // namespace lesson
