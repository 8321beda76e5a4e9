// Exact counts at the border. Sizes go to the core as they came: it refuses what cannot be by name.
#include "core/cost.hpp"

#include <string>

#include "wasm/calls.hpp"

namespace wire {
namespace {

void write_bytes(Sink& sink, const lesson::Bytes& memory) {
  sink.digits("bytes", memory.bytes.text);
  sink.field("mib", memory.mib);
  sink.field("mb", memory.mb);
}

}  // namespace

void write(Sink& sink, const lesson::Bytes& memory) { write_bytes(sink, memory); }

void write(Sink& sink, const lesson::ScoreCost& cost) {
  sink.digits("entries", cost.entries.text);
  write_bytes(sink, cost.memory);
}

void write(Sink& sink, const lesson::LayerCost& cost) {
  sink.digits("projections", cost.projections.text);
  sink.digits("feedForward", cost.feed_forward.text);
  sink.digits("scoresAndMix", cost.scores_and_mix.text);
  sink.digits("total", cost.total.text);
  sink.field("share", cost.share);
  sink.digits("crossover", std::to_string(static_cast<std::int64_t>(cost.crossover)));
}

void write(Sink& sink, const lesson::ParameterCost& cost) {
  sink.digits("wq", cost.wq.text);
  sink.digits("wk", cost.wk.text);
  sink.digits("wv", cost.wv.text);
  sink.digits("wo", cost.wo.text);
  sink.digits("attention", cost.attention.text);
  sink.digits("feedForward", cost.feed_forward.text);
  sink.digits("total", cost.total.text);
}

void write(Sink& sink, const lesson::PathCost& cost) {
  sink.digits("recurrent", cost.recurrent.text);
  sink.digits("selfAttention", cost.self_attention.text);
}

namespace {

// What is left out stays as the core has it.
void read_into(Reader& in, double& size) { size = in.number_or_none().value_or(size); }

lesson::ScoreSizes read_scores(Reader& in) {
  lesson::ScoreSizes sizes;
  read_into(in, sizes.batch);
  read_into(in, sizes.heads);
  sizes.n = in.number();
  sizes.m = in.number_or_none();
  read_into(in, sizes.element_bytes);
  return sizes;
}

lesson::LayerSizes read_layer(Reader& in) { return {in.number(), in.number()}; }

lesson::ParameterSizes read_parameters(Reader& in) {
  lesson::ParameterSizes sizes;
  sizes.d_model = in.number();
  read_into(in, sizes.heads);
  sizes.kv_heads = in.number_or_none();
  return sizes;
}

lesson::CacheSizes read_cache(Reader& in) {
  lesson::CacheSizes sizes;
  read_into(in, sizes.layers);
  read_into(in, sizes.kv_heads);
  sizes.head_width = in.number();
  sizes.n = in.number();
  read_into(in, sizes.element_bytes);
  return sizes;
}

double read_tokens(Reader& in) { return in.number(); }

}  // namespace

Calls cost_calls() {
  static constexpr Call kCalls[] = {
      call<read_scores, lesson::score_cost>("scoreCost"), call<read_layer, lesson::layer_cost>("layerCost"),
      call<read_parameters, lesson::parameter_cost>("parameterCost"), call<read_cache, lesson::cache_cost>("cacheCost"),
      call<read_tokens, lesson::path_cost>("pathCost")};
  return table(kCalls);
}

}  // namespace wire
