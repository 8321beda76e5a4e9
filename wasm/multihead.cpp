#include "wasm/multihead.hpp"

#include "wasm/attention.hpp"
#include "wasm/calls.hpp"

namespace wire {

lesson::MultiheadWeights read_multihead_weights(Reader& in, const std::string& part) {
  lesson::MultiheadWeights weights;
  weights.heads = in.size(part + "heads");
  weights.kv_heads = in.size_or_none(part + "kvHeads");
  weights.wq = in.matrix();
  weights.wk = in.matrix();
  weights.wv = in.matrix();
  weights.wo = in.matrix();
  weights.bq = in.vector_or_none();
  weights.bk = in.vector_or_none();
  weights.bv = in.vector_or_none();
  weights.bo = in.vector_or_none();
  return weights;
}

std::optional<lesson::PositionOptions> read_rotary(Reader& in, const std::string& part) {
  if (in.choice(2) == 0) return std::nullopt;
  lesson::PositionOptions options;
  options.pairing = static_cast<lesson::Pairing>(in.choice(2));
  options.base = in.number_or_none().value_or(options.base);
  options.offset = in.size_or_none(part + "rotary.offset").value_or(options.offset);
  return options;
}

lesson::MultiheadOptions read_multihead_options(Reader& in, lesson::Causal causal, const std::string& part) {
  lesson::MultiheadOptions options{.causal = causal};
  if (const auto given = in.choice_or_none(3)) options.causal = static_cast<lesson::Causal>(*given);
  options.empty_row = static_cast<lesson::EmptyRow>(in.choice(2));
  options.blocked = in.flags();
  options.rotary = read_rotary(in, part);
  return options;
}

void write(Sink& sink, const lesson::HeadTrace& head) {
  sink.field("kvHead", static_cast<double>(head.kv_head));
  sink.field("q", head.q);
  sink.field("k", head.k);
  sink.field("v", head.v);
  write(sink, head.attention);
}

void write(Sink& sink, const lesson::MultiheadTrace& trace) {
  sink.field("q", trace.q);
  sink.field("k", trace.k);
  sink.field("v", trace.v);
  sink.list("heads", trace.heads);
  sink.field("concatenated", trace.concatenated);
  sink.field("output", trace.output);
  sink.field("meanWeights", trace.lossy_mean_weights);
}

void write(Sink& sink, const lesson::Cache& cache) {
  sink.field("k", cache.k);
  sink.field("v", cache.v);
  sink.field("offset", static_cast<double>(cache.offset));
  sink.field("nextPosition", static_cast<double>(lesson::next_position(cache)));
}

void write(Sink& sink, const lesson::CacheStep& step) {
  write(sink, step.trace);
  sink.part("cache", step.cache);
}

namespace {

struct MultiheadInputs {
  Matrix x;
  std::optional<Matrix> memory;
  lesson::MultiheadWeights weights;
  lesson::MultiheadOptions options;
};

MultiheadInputs read_multihead(Reader& in) {
  MultiheadInputs inputs;
  inputs.x = in.matrix();
  if (in.choice(2) == 1) inputs.memory = in.matrix();
  inputs.weights = read_multihead_weights(in);
  inputs.options = read_multihead_options(in, lesson::Causal::None);
  return inputs;
}

lesson::Outcome<lesson::MultiheadTrace> multihead(const MultiheadInputs& in) {
  return in.memory ? lesson::cross_attention(in.x, *in.memory, in.weights, in.options)
                   : lesson::multihead(in.x, in.weights, in.options);
}

struct DecodeInputs {
  Matrix x;
  lesson::Cache cache;
  lesson::MultiheadWeights weights;
  std::optional<lesson::PositionOptions> rotary;
};

DecodeInputs read_decode(Reader& in) {
  DecodeInputs inputs;
  inputs.x = in.matrix();
  inputs.cache.k = in.matrix();
  inputs.cache.v = in.matrix();
  inputs.cache.offset = in.size("cache.offset");
  inputs.weights = read_multihead_weights(in);
  inputs.rotary = read_rotary(in);
  return inputs;
}

lesson::Outcome<lesson::CacheStep> decode(const DecodeInputs& in) {
  return lesson::decode(in.x, in.weights, in.cache, in.rotary);
}

}  // namespace

Calls multihead_calls() {
  static constexpr Call kCalls[] = {call<read_multihead, multihead>("multihead"), call<read_decode, decode>("decode")};
  return table(kCalls);
}

}  // namespace wire
