// Every case of tests/oracle/layers.json, by name.
#include <functional>

#include "core/block.hpp"
#include "tests/core/oracle_case.hpp"

namespace lesson::test {
namespace {

std::optional<Vector> vector_or_none(const Json& in, const char* name) {
  if (!in.contains(name)) return std::nullopt;
  return to_vector(in.at(name));
}

MultiheadWeights to_multihead(const Json& in, Index heads) {
  MultiheadWeights weights{.heads = heads,
                           .wq = to_matrix(in.at("wq")),
                           .wk = to_matrix(in.at("wk")),
                           .wv = to_matrix(in.at("wv")),
                           .wo = to_matrix(in.at("wo")),
                           .bq = vector_or_none(in, "bq"),
                           .bk = vector_or_none(in, "bk"),
                           .bv = vector_or_none(in, "bv"),
                           .bo = vector_or_none(in, "bo")};
  if (in.contains("kv_heads")) weights.kv_heads = in.at("kv_heads").get<Index>();
  return weights;
}

FeedForwardWeights to_feed_forward(const Json& in, Activation activation) {
  return {.w1 = to_matrix(in.at("w1")),
          .b1 = vector_or_none(in, "b1"),
          .w2 = to_matrix(in.at("w2")),
          .b2 = vector_or_none(in, "b2"),
          .activation = activation};
}

Tables weights_of(const MultiheadTrace& trace) {
  Tables tables;
  for (const HeadTrace& head : trace.heads) tables.push_back(head.attention.weights);
  return tables;
}

template <typename T>
T taken(const Outcome<T>& outcome) {
  REQUIRE(outcome.ok());
  return *outcome;
}

Results norm(const Json& in) {
  require_inputs(in, {"x", "eps", "weight", "bias"});
  const Matrix x = to_matrix(in.at("x"));
  NormWeights weights{vector_or_none(in, "weight"), vector_or_none(in, "bias"), to_number(in.at("eps"))};
  Results results{{"y", {taken(layer_norm(x, weights)).output}}};
  weights.eps = 0;
  results["y_without_eps"] = {taken(layer_norm(x, weights)).output};
  return results;
}

Results gelu(const Json& in) {
  require_inputs(in, {"x"});
  const Matrix x = to_matrix(in.at("x"));
  Results results;
  for (const auto& [name, activation] : {std::pair{"exact", Activation::Gelu}, {"tanh", Activation::GeluTanh}}) {
    results[name] = {x.unaryExpr([kind = activation](double value) { return activate(value, kind); })};
  }
  return results;
}

Results self_attention(const Json& in) {
  require_inputs(in, {"x", "heads", "wq", "wk", "wv", "wo", "bq", "bk", "bv", "bo"});
  const Matrix x = to_matrix(in.at("x"));
  const MultiheadWeights weights = to_multihead(in, in.at("heads").get<Index>());
  const MultiheadTrace plain = taken(multihead(x, weights));
  const MultiheadTrace causal = taken(multihead(x, weights, {.causal = Causal::TopLeft}));
  return {{"output", {plain.output}},
          {"weights", weights_of(plain)},
          {"mean_weights", {plain.lossy_mean_weights}},
          {"causal_output", {causal.output}},
          {"causal_weights", weights_of(causal)}};
}

Results cross(const Json& in) {
  require_inputs(in, {"decoder", "encoder", "heads", "wq", "wk", "wv", "wo"});
  const MultiheadTrace trace = taken(cross_attention(to_matrix(in.at("decoder")), to_matrix(in.at("encoder")),
                                                     to_multihead(in, in.at("heads").get<Index>())));
  return {{"output", {trace.output}}, {"weights", weights_of(trace)}};
}

Results grouped(const Json& in) {
  require_inputs(in, {"x", "heads", "kv_heads", "wq", "wk", "wv", "wo"});
  const MultiheadTrace trace = taken(
      multihead(to_matrix(in.at("x")), to_multihead(in, in.at("heads").get<Index>()), {.causal = Causal::TopLeft}));
  return {{"output", {trace.output}}, {"weights", weights_of(trace)}};
}

Results one_block(const Json& in) {
  require_inputs(in, {"x",  "heads", "order", "activation",   "eps",        "wq",           "wk",
                      "wv", "bq",    "bk",    "bv",           "wo",         "bo",           "w1",
                      "b1", "w2",    "b2",    "norm1_weight", "norm1_bias", "norm2_weight", "norm2_bias"});
  const auto order = in.at("order").get<std::string>(), activation = in.at("activation").get<std::string>();
  REQUIRE((order == "pre" || order == "post"));
  REQUIRE((activation == "relu" || activation == "gelu"));
  const Matrix x = to_matrix(in.at("x"));
  const double eps = to_number(in.at("eps"));
  const BlockWeights weights{
      .order = order == "pre" ? Order::Pre : Order::Post,
      .attention = to_multihead(in, in.at("heads").get<Index>()),
      .feed_forward = to_feed_forward(in, activation == "relu" ? Activation::Relu : Activation::Gelu),
      .norm1 = {to_vector(in.at("norm1_weight")), to_vector(in.at("norm1_bias")), eps},
      .norm2 = {to_vector(in.at("norm2_weight")), to_vector(in.at("norm2_bias")), eps}};
  return {{"output", {taken(block(x, weights)).output}},
          {"causal_output", {taken(block(x, weights, {.causal = Causal::TopLeft})).output}}};
}

Results decoder_layer(const Json& in) {
  require_inputs(in, {"target", "memory", "heads", "self", "cross", "w1", "b1", "w2", "b2", "norms"});
  const auto heads = in.at("heads").get<Index>();
  const auto norm_at = [&](std::size_t i) {
    const Json& pair = in.at("norms").at(i);
    return NormWeights{to_vector(pair.at(0)), to_vector(pair.at(1))};
  };
  const DecoderWeights weights{.order = Order::Post,
                               .self = to_multihead(in.at("self"), heads),
                               .cross = to_multihead(in.at("cross"), heads),
                               .feed_forward = to_feed_forward(in, Activation::Relu),
                               .norm1 = norm_at(0),
                               .norm2 = norm_at(1),
                               .norm3 = norm_at(2)};
  return {{"output", {taken(decoder_block(to_matrix(in.at("target")), to_matrix(in.at("memory")), weights)).output}}};
}

std::function<Results(const Json&)> runner_of(const std::string& name) {
  const auto starts = [&name](const char* prefix) { return name.rfind(prefix, 0) == 0; };
  if (name == "gelu") return gelu;
  if (name == "cross-attention") return cross;
  if (name == "grouped-query") return grouped;
  if (name == "decoder-layer") return decoder_layer;
  if (starts("layernorm-")) return norm;
  if (starts("multihead-")) return self_attention;
  if (starts("block-")) return one_block;
  return nullptr;
}

}  // namespace

TEST_CASE("oracle: every case of layers.json") {
  // PyTorch adds in another order: some hundred roundings of numbers up to 100 make 1e-12; normalisation divides by
  // deviations that may be small, so layers are given 1e-10.
  require_oracle("layers.json", 1e-10,
                 {"layernorm-plain", "layernorm-affine", "layernorm-constant-row", "gelu", "multihead-1x4",
                  "multihead-2x8", "multihead-4x16", "cross-attention", "grouped-query", "block-pre-norm-relu",
                  "block-pre-norm-gelu", "block-post-norm-relu", "block-post-norm-gelu", "decoder-layer"},
                 runner_of);
}

}  // namespace lesson::test
