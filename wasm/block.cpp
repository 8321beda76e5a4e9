#include "wasm/block.hpp"

#include "wasm/calls.hpp"
#include "wasm/multihead.hpp"

namespace wire {
namespace {

// w1, b1?, w2, b2?, activation
lesson::FeedForwardWeights read_feed_forward_weights(Reader& in) {
  constexpr int kActivations = static_cast<int>(lesson::Activation::None) + 1;
  lesson::FeedForwardWeights weights;
  weights.w1 = in.matrix();
  weights.b1 = in.vector_or_none();
  weights.w2 = in.matrix();
  weights.b2 = in.vector_or_none();
  weights.activation = static_cast<lesson::Activation>(in.choice(kActivations));
  return weights;
}

}  // namespace

lesson::NormWeights read_norm_weights(Reader& in) {
  lesson::NormWeights weights;
  weights.weight = in.vector_or_none();
  weights.bias = in.vector_or_none();
  weights.eps = in.number_or_none().value_or(weights.eps);
  return weights;
}

lesson::BlockWeights read_block_weights(Reader& in, const std::string& part) {
  lesson::BlockWeights weights;
  weights.order = static_cast<lesson::Order>(in.choice(2));
  weights.attention = read_multihead_weights(in, part + "attention.");
  weights.feed_forward = read_feed_forward_weights(in);
  weights.norm1 = read_norm_weights(in);
  weights.norm2 = read_norm_weights(in);
  return weights;
}

lesson::DecoderWeights read_decoder_weights(Reader& in, const std::string& part) {
  lesson::DecoderWeights weights;
  weights.order = static_cast<lesson::Order>(in.choice(2));
  weights.self = read_multihead_weights(in, part + "self.");
  weights.cross = read_multihead_weights(in, part + "cross.");
  weights.feed_forward = read_feed_forward_weights(in);
  weights.norm1 = read_norm_weights(in);
  weights.norm2 = read_norm_weights(in);
  weights.norm3 = read_norm_weights(in);
  return weights;
}

void write(Sink& sink, const lesson::RowStatistics& rows) {
  sink.field("mean", rows.mean);
  sink.field("variance", rows.variance);
  sink.field("deviation", rows.deviation);
}

void write(Sink& sink, const lesson::NormTrace& trace) {
  write(sink, trace.rows);
  sink.field("normalised", trace.normalised);
  sink.field("output", trace.output);
}

void write(Sink& sink, const lesson::FeedForwardTrace& trace) {
  sink.field("preActivation", trace.pre_activation);
  sink.field("activation", trace.activation);
  sink.field("output", trace.output);
}

void write(Sink& sink, const lesson::BlockStage& stage) {
  sink.text("name", stage.name);
  sink.field("rows", stage.rows);
  write(sink, stage.each);
}

void write(Sink& sink, const lesson::BlockTrace& trace) {
  sink.part("norm1", trace.norm1);
  sink.part("attention", trace.attention);
  sink.part("norm2", trace.norm2);
  sink.part("feedForward", trace.feed_forward);
  sink.list("stages", trace.stages);
  sink.field("output", trace.output);
}

void write(Sink& sink, const lesson::DecoderTrace& trace) {
  sink.part("norm1", trace.norm1);
  sink.part("self", trace.self);
  sink.part("norm2", trace.norm2);
  sink.part("cross", trace.cross);
  sink.part("norm3", trace.norm3);
  sink.part("feedForward", trace.feed_forward);
  sink.list("stages", trace.stages);
  sink.field("output", trace.output);
}

namespace {

template <typename Weights>
struct RowsAnd {
  Matrix x;
  Weights weights;
};

RowsAnd<lesson::NormWeights> read_layer_norm(Reader& in) { return {in.matrix(), read_norm_weights(in)}; }

lesson::Outcome<lesson::NormTrace> layer_norm(const RowsAnd<lesson::NormWeights>& in) {
  return lesson::layer_norm(in.x, in.weights);
}

RowsAnd<lesson::FeedForwardWeights> read_feed_forward(Reader& in) {
  return {in.matrix(), read_feed_forward_weights(in)};
}

lesson::Outcome<lesson::FeedForwardTrace> feed_forward(const RowsAnd<lesson::FeedForwardWeights>& in) {
  return lesson::feed_forward(in.x, in.weights);
}

struct BlockInputs {
  Matrix x;
  lesson::BlockWeights weights;
  lesson::MultiheadOptions options;
};

BlockInputs read_block(Reader& in) {
  return {in.matrix(), read_block_weights(in), read_multihead_options(in, lesson::Causal::None)};
}

lesson::Outcome<lesson::BlockTrace> block(const BlockInputs& in) { return lesson::block(in.x, in.weights, in.options); }

struct DecoderInputs {
  Matrix x, memory;
  lesson::DecoderWeights weights;
  lesson::MultiheadOptions options, memory_options;
};

DecoderInputs read_decoder_block(Reader& in) {
  return {in.matrix(), in.matrix(), read_decoder_weights(in), read_multihead_options(in, lesson::Causal::TopLeft),
          read_multihead_options(in, lesson::Causal::None, "memoryOptions.")};
}

lesson::Outcome<lesson::DecoderTrace> decoder_block(const DecoderInputs& in) {
  return lesson::decoder_block(in.x, in.memory, in.weights, in.options, in.memory_options);
}

}  // namespace

Calls block_calls() {
  static constexpr Call kCalls[] = {
      call<read_layer_norm, layer_norm>("layerNorm"), call<read_feed_forward, feed_forward>("feedForward"),
      call<read_block, block>("block"), call<read_decoder_block, decoder_block>("decoderBlock")};
  return table(kCalls);
}

}  // namespace wire
