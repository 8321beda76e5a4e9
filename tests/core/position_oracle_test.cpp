// Every case of tests/oracle/positions.json, by name.
#include <functional>

#include "core/position.hpp"
#include "tests/core/oracle_case.hpp"

namespace lesson::test {
namespace {

Pairing to_pairing(const Json& json) {
  const auto text = json.get<std::string>();
  REQUIRE((text == "interleaved" || text == "concatenated" || text == "half-split"));
  return text == "interleaved" ? Pairing::Interleaved : Pairing::Halves;
}

Matrix codes(Index n, Index d, Pairing pairing = Pairing::Interleaved) {
  const auto trace = sinusoid(n, d, {.pairing = pairing});
  REQUIRE(trace.ok());
  return trace->output;
}

Matrix rotated(const Matrix& x, Pairing pairing, Index offset = 0) {
  const auto trace = rope(x, {.pairing = pairing, .offset = offset});
  REQUIRE(trace.ok());
  return trace->output;
}

Results sinusoids(const Json& in) {
  require_inputs(in, {"n", "d", "layout"});
  return {{"codes", {codes(in.at("n").get<Index>(), in.at("d").get<Index>(), to_pairing(in.at("layout")))}}};
}

Results similarity(const Json& in) {
  require_inputs(in, {"d", "starts", "offsets"});
  const auto starts = in.at("starts").get<std::vector<Index>>();
  const auto curves = cosine_by_offset(codes(300, in.at("d").get<Index>()), starts, in.at("offsets").get<Index>());
  REQUIRE(curves.ok());
  Results results;
  double largest = 0;
  for (std::size_t s = 0; s < starts.size(); ++s) {
    const Matrix curve = curves->row(static_cast<Index>(s));
    results["curves." + std::to_string(starts[s])] = {curve};
    largest = std::max(largest, difference(curve, curves->row(0)));
  }
  // The lesson says that the three curves agree within 8e-16: a few units of the last place of 1. 2e-15 leaves as many
  // for another library's sine.
  REQUIRE(largest <= 2e-15);
  results["largest_difference_below"] = {Matrix::Constant(1, 1, 1e-12)};
  results["largest_difference_here"] = {Matrix::Constant(1, 1, largest)};
  return results;
}

Results rotary(const Json& in) {
  require_inputs(in, {"x", "layout"});
  return {{"rotated", {rotated(to_matrix(in.at("x")), to_pairing(in.at("layout")))}}};
}

Results relative(const Json& in) {
  require_inputs(in, {"q", "k", "pairs"});
  const Matrix q = to_matrix(in.at("q")), k = to_matrix(in.at("k"));
  const auto pairs = in.at("pairs").get<std::vector<std::vector<Index>>>();
  Matrix scores(1, static_cast<Index>(pairs.size()));
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const Matrix a = rotated(q, Pairing::Interleaved, pairs[p].at(0));
    const Matrix b = rotated(k, Pairing::Interleaved, pairs[p].at(1));
    scores(0, static_cast<Index>(p)) = a.row(0).dot(b.row(0));
  }
  return {{"scores", {scores}}};
}

Results slopes(const Json& in) {
  require_inputs(in, {"heads"});
  const auto made = alibi_slopes(in.at("heads").get<Index>());
  REQUIRE(made.ok());
  return {{"slopes", {made->transpose()}}};
}

Results bias(const Json& in) {
  require_inputs(in, {"heads", "head", "n"});
  const auto made = alibi_bias(in.at("heads").get<Index>(), in.at("head").get<Index>(), in.at("n").get<Index>());
  REQUIRE(made.ok());
  return {{"bias", {*made}}};
}

Results causal_with_positions(const Json& in) {
  require_inputs(in, {"tokens"});
  const Matrix tokens = to_matrix(in.at("tokens")), encoding = codes(tokens.rows(), tokens.cols());
  const Matrix x = tokens + encoding;
  const AttentionTrace trace = traced({.q = x, .k = x, .v = x, .scale = {}, .causal = Causal::TopLeft, .blocked = {}});
  return {{"encoding", {encoding}}, {"weights", {trace.weights}}, {"output", {trace.output}}};
}

std::function<Results(const Json&)> runner_of(const std::string& name) {
  const auto starts = [&name](const char* prefix) { return name.rfind(prefix, 0) == 0; };
  if (name == "sinusoid-similarity") return similarity;
  if (name == "rope-relative") return relative;
  if (name == "alibi-bias") return bias;
  if (name == "causal-with-positions") return causal_with_positions;
  if (starts("sinusoid-")) return sinusoids;
  if (starts("rope-")) return rotary;
  if (starts("alibi-slopes-")) return slopes;
  return nullptr;
}

}  // namespace

TEST_CASE("oracle: every case of positions.json") {
  // 1e-12 for sines of angles up to 300, off by some 1e-14; the loosest is for tokens drawn as float32.
  require_oracle(
      "positions.json", 1e-6,
      {"sinusoid-interleaved-4x4", "sinusoid-concatenated-4x4", "sinusoid-interleaved-6x8", "sinusoid-concatenated-6x8",
       "sinusoid-interleaved-50x64", "sinusoid-concatenated-50x64", "sinusoid-similarity", "rope-interleaved",
       "rope-half-split", "rope-relative", "alibi-slopes-1", "alibi-slopes-2", "alibi-slopes-4", "alibi-slopes-8",
       "alibi-slopes-12", "alibi-slopes-16", "alibi-bias", "causal-with-positions"},
      runner_of);
}

}  // namespace lesson::test
