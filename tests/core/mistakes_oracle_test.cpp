// NumPy's faulty values: every case of mistakes.json but the two of half precision, which half_test.cpp consumes.
#include <functional>
#include <set>

#include "core/mistakes/compute.hpp"
#include "tests/core/oracle_case.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {
namespace {

Setup head_of_case(const Json& in) {
  Setup setup;
  setup.q = to_matrix(in.at("q"));
  setup.k = to_matrix(in.at("k"));
  setup.v = to_matrix(in.at("v"));
  if (in.contains("blocked")) setup.blocked = to_flags(in.at("blocked"));
  return setup;
}

Results one_head(const Json& in) {
  require_inputs(in, {"mistake", "q", "k", "v", "blocked"});
  const LayerTrace made = computed(head_of_case(in), recipe_of(in.at("mistake").get<std::string>()));
  return {{"weights", {made.heads[0].attention.weights}}, {"output", {made.output}}};
}

Results several_heads(const Json& in) {
  require_inputs(in, {"mistake", "x", "heads", "wq", "wk", "wv", "wo"});
  MultiheadWeights weights;
  weights.heads = in.at("heads").get<Index>();
  weights.wq = to_matrix(in.at("wq"));
  weights.wk = to_matrix(in.at("wk"));
  weights.wv = to_matrix(in.at("wv"));
  weights.wo = to_matrix(in.at("wo"));
  const auto setup = setup_of(to_matrix(in.at("x")), weights);
  REQUIRE(setup.ok());
  const auto id = in.at("mistake").get<std::string>();
  const LayerTrace made = computed(*setup, recipe_of(id));
  Results results{{"output", {made.output}}};
  if (id == "heads-averaged") {
    // Each head shows the mean; the heads' own weights are those of the right computation.
    REQUIRE(same(made.heads[0].attention.weights, made.heads[1].attention.weights));
    results["mean_weights"] = {made.heads[0].attention.weights};
  }
  const LayerTrace shown = id == "heads-averaged" ? computed(*setup) : made;
  for (const HeadTrace& head : shown.heads) results["weights"].push_back(head.attention.weights);
  return results;
}

Results split(const Json& in) {
  require_inputs(in, {"x", "heads"});
  Setup setup;
  setup.q = setup.k = setup.v = to_matrix(in.at("x"));
  setup.heads = setup.kv_heads = in.at("heads").get<Index>();
  Results results;
  for (const auto& [key, id] :
       {std::pair("right", "none"), std::pair("heads-split-by-reshape", "heads-split-by-reshape")}) {
    for (const HeadTrace& head : computed(setup, recipe_of(id)).heads) results[key].push_back(head.q);
  }
  return results;
}

Results groups(const Json& in) {
  require_inputs(in, {"heads", "kv_heads"});
  Setup setup;
  setup.heads = in.at("heads").get<Index>();
  setup.kv_heads = in.at("kv_heads").get<Index>();
  setup.q = Matrix::Zero(1, setup.heads);
  setup.k = setup.v = Matrix::Zero(1, setup.kv_heads);
  Results results;
  for (const auto& [key, id] : {std::pair("right", "none"), std::pair("group-repeat-order", "group-repeat-order")}) {
    Matrix read(1, setup.heads);
    Index h = 0;
    for (const HeadTrace& head : computed(setup, recipe_of(id)).heads) read(0, h++) = static_cast<double>(head.kv_head);
    results[key] = {read};
  }
  return results;
}

Results rotary(const Json& in) {
  require_inputs(in, {"q", "k", "pairs"});
  Setup setup;
  setup.q = to_matrix(in.at("q"));
  setup.k = setup.v = to_matrix(in.at("k"));
  setup.positions = Positions::Rotary;
  const auto scores = [&](Pairing pairing, const char* id) {
    Matrix row(1, static_cast<Index>(in.at("pairs").size()));
    for (Index p = 0; p < row.cols(); ++p) {
      setup.pairing = pairing;
      setup.query_offset = in.at("pairs")[static_cast<std::size_t>(p)][0].get<Index>();
      setup.key_offset = in.at("pairs")[static_cast<std::size_t>(p)][1].get<Index>();
      row(0, p) = computed(setup, recipe_of(id)).heads[0].attention.raw(0, 0);
    }
    return row;
  };
  return {{"interleaved", {scores(Pairing::Interleaved, "none")}},
          {"half-split", {scores(Pairing::Halves, "none")}},
          {"rotary-pairing-mixed", {scores(Pairing::Interleaved, "rotary-pairing-mixed")}}};
}

Results norms(const Json& in) {
  require_inputs(in, {"x", "eps"});
  const Matrix x = to_matrix(in.at("x"));
  const double eps = in.at("eps").get<double>();
  return {{"right", {normalise(x, eps, Normalisation::Right)->output}},
          {"layernorm-sample-variance", {normalise(x, eps, Normalisation::SampleVariance)->output}},
          {"layernorm-over-tokens", {normalise(x, eps, Normalisation::OverTokens)->output}}};
}

Results hidden(const Json& in) {
  require_inputs(in, {"scores", "fill"});
  // The fill of the case is the lowest float32, which is what the recipe adds.
  REQUIRE(in.at("fill").get<double>() == static_cast<double>(std::numeric_limits<float>::lowest()));
  const Matrix scores = to_matrix(in.at("scores"));
  Setup setup;
  setup.q = Matrix::Ones(1, 1);
  setup.k = scores.transpose();
  setup.v = Matrix::Zero(scores.cols(), 1);
  setup.blocked = Flags::Ones(1, scores.cols());
  return {{"weights", {weights_of(setup, "empty-row-hidden")}}};
}

using Runner = std::function<Results(const Json&)>;

Runner runner_of(const std::string& name) {
  if (name == "heads-split") return split;
  if (name == "group-repeat-order") return groups;
  if (name == "rotary-pairing-mixed") return rotary;
  if (name == "layernorm") return norms;
  if (name == "empty-row-hidden") return hidden;
  if (name.rfind("multihead-", 0) == 0 || name == "heads-averaged") return several_heads;
  return one_head;
}

}  // namespace

TEST_CASE("mistakes: every case of mistakes.json") {
  std::set<std::string> consumed;
  for (const Json& one : load_oracle("mistakes.json")) {
    const auto name = one.at("name").get<std::string>();
    INFO("case " << name);
    REQUIRE(consumed.insert(name).second);
    if (name == "half-precision" || name == "bfloat16") continue;
    const double tolerance = one.at("tolerance").get<double>();
    REQUIRE(tolerance <= 1e-11);
    require_results(one.at("expected"), runner_of(name)(one.at("inputs")), tolerance);
  }
  REQUIRE(consumed.size() == 49);
}

}  // namespace lesson::test
