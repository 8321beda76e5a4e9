#include "core/stack.hpp"

#include <string>
#include <utility>

#include "core/check.hpp"
#include "core/kept.hpp"

namespace lesson {
namespace {

// Adds up the scores that are kept, and says when they are too many. Numbers below 1 are left to the layers to refuse.
class Scores {
 public:
  void add(Index heads, Index queries, Index keys) {
    for (const Index size : {heads, queries, keys}) {
      if (size < 1) return;
    }
    // Past the limit it stays there: a sum of three huge numbers must not overflow.
    const Index room = kMostNumbers - total_;
    over_ = over_ || heads > room / queries / keys;
    if (!over_) total_ += heads * queries * keys;
  }

  std::optional<Error> check() const {
    if (!over_) return std::nullopt;
    return Error{"too-large",
                 "The scores of all heads of all layers are together more than the " + std::to_string(kMostNumbers) +
                     " numbers that are kept here.",
                 {"layers"}};
  }

 private:
  Index total_ = 0;
  bool over_ = false;
};

// The layers one after the other, then the norm. `run` takes a layer's weights and its input.
template <typename Trace, typename Weights, typename Run>
Outcome<Trace> climb(const Matrix& x, const Weights& weights, Run run) {
  Trace trace;
  trace.output = x;
  for (std::size_t l = 0; l < weights.layers.size(); ++l) {
    auto made = run(weights.layers[l], trace.output);
    if (!made.ok()) return within("layers[" + std::to_string(l) + "]", made.error());
    trace.output = made->output;
    trace.layers.push_back(std::move(made.value()));
  }
  if (weights.final_norm) {
    auto made = layer_norm(trace.output, *weights.final_norm);
    if (!made.ok()) return within("finalNorm", made.error());
    trace.output = made->output;
    trace.final_norm = std::move(made.value());
  }
  return trace;
}

Outcome<StackTrace> climb_blocks(const Matrix& x, const StackWeights& weights, const MultiheadOptions& options) {
  return climb<StackTrace>(
      x, weights, [&options](const BlockWeights& layer, const Matrix& rows) { return block(rows, layer, options); });
}

void add_blocks(Scores& scores, const StackWeights& weights, Index tokens) {
  for (const BlockWeights& layer : weights.layers) scores.add(layer.attention.heads, tokens, tokens);
}

double kept_by(const StackWeights& weights, const Matrix& x) {
  double sum = 0;
  for (const BlockWeights& layer : weights.layers) sum += kept_by_block(layer, x.rows(), x.cols());
  return sum;
}

}  // namespace

Outcome<Flags> may_not_read(Family family, Index source, Index target) {
  if (auto refused = check_shape("source", source, source)) return *refused;
  if (auto refused = check_shape("target", target, target)) return *refused;
  const Index all = source + target;
  if (auto refused = check_shape("table", all, all)) return *refused;
  if (family == Family::EncoderOnly) return Flags(Flags::Zero(all, all));
  Flags blocked = causal_mask(all, all, Causal::TopLeft);
  if (family == Family::EncoderDecoder) blocked.topLeftCorner(source, source).setZero();
  return blocked;
}

Outcome<StackTrace> encoder_only(const Matrix& x, const StackWeights& weights, const MultiheadOptions& options) {
  Scores scores;
  add_blocks(scores, weights, x.rows());
  if (auto refused = scores.check()) return *refused;
  if (auto refused = check_kept("layers", kept_by(weights, x))) return *refused;
  return climb_blocks(x, weights, options);
}

// The same layers: the family is in the mask that the header gives by default.
Outcome<StackTrace> decoder_only(const Matrix& x, const StackWeights& weights, const MultiheadOptions& options) {
  return encoder_only(x, weights, options);
}

Outcome<EncoderDecoderTrace> encoder_decoder(const Matrix& source, const Matrix& target, const StackWeights& encoder,
                                             const DecoderStackWeights& decoder, const EncoderDecoderOptions& options) {
  Scores scores;
  add_blocks(scores, encoder, source.rows());
  for (const DecoderWeights& layer : decoder.layers) {
    scores.add(layer.self.heads, target.rows(), target.rows());
    scores.add(layer.cross.heads, target.rows(), source.rows());
  }
  if (auto refused = scores.check()) return *refused;
  double kept = kept_by(encoder, source);
  for (const DecoderWeights& layer : decoder.layers) {
    kept += kept_by_decoder_block(layer, target.rows(), source.rows(), target.cols());
  }
  if (auto refused = check_kept("layers", kept)) return *refused;

  auto encoded = climb_blocks(source, encoder, options.encoder);
  if (!encoded.ok()) return within("encoder", encoded.error());
  const Matrix& memory = encoded->output;
  auto decoded = climb<DecoderStackTrace>(target, decoder, [&](const DecoderWeights& layer, const Matrix& rows) {
    return decoder_block(rows, memory, layer, options.decoder, options.cross);
  });
  if (!decoded.ok()) return within("decoder", decoded.error());
  return EncoderDecoderTrace{std::move(encoded.value()), std::move(decoded.value())};
}

}  // namespace lesson
