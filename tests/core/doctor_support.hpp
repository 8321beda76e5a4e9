// Cases for the tests of the doctor: setups of the fault library, written as tensors.
#pragma once

#include "core/doctor/search.hpp"
#include "core/half.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {

inline Tensor tensor(const std::string& name, std::vector<Index> shape, const std::vector<double>& numbers) {
  return tensor_of(name, std::move(shape), numbers);
}

// The heads of (N, H K) matrices as (B, H, N, K).
inline Tensor stacked(const std::string& name, const std::vector<Matrix>& batch, Index heads) {
  std::vector<double> numbers;
  const Index width = batch.front().cols() / heads;
  for (const Matrix& m : batch) {
    for (Index h = 0; h < heads; ++h) {
      const Matrix head = head_of(m, h, width);
      numbers.insert(numbers.end(), head.data(), head.data() + head.size());
    }
  }
  return tensor(name, {static_cast<Index>(batch.size()), heads, batch.front().rows(), width}, numbers);
}

// Setups as files would hold them, with the weights and outputs of a recipe.
struct Files {
  Tensor q, k, v, weights, output;

  Given given() const { return {&q, &k, &v, nullptr, nullptr, nullptr, &weights, &output}; }
};

inline Files files_of(const std::vector<Setup>& batch, const Recipe& recipe = {}) {
  const auto made = compute_batch(batch, recipe);
  REQUIRE(made.ok());
  std::vector<Matrix> q, k, v, output;
  std::vector<double> weights;
  for (std::size_t b = 0; b < batch.size(); ++b) {
    q.push_back(batch[b].q);
    k.push_back(batch[b].k);
    v.push_back(batch[b].v);
    output.push_back((*made)[b].output);
    for (const HeadTrace& head : (*made)[b].heads) {
      const Matrix& w = head.attention.weights;
      weights.insert(weights.end(), w.data(), w.data() + w.size());
    }
  }
  const Setup& first = batch.front();
  return {stacked("q", q, first.heads), stacked("k", k, first.kv_heads), stacked("v", v, first.kv_heads),
          tensor("weights", {static_cast<Index>(batch.size()), first.heads, first.q.rows(), first.k.rows()}, weights),
          stacked("output", output, first.heads)};
}

inline Setup random_heads(Random& random, Index heads, Index queries, Index keys, Index width = 4) {
  Setup setup;
  setup.heads = setup.kv_heads = heads;
  setup.q = random.matrix(queries, heads * width);
  setup.k = random.matrix(keys, heads * width);
  setup.v = random.matrix(keys, heads * width);
  return setup;
}

inline Search searched(const Given& given, const Meant& meant = {}) {
  auto started = Search::start(given, meant);
  REQUIRE(started.ok());
  Search& search = started.value();
  double before = 0;
  while (!search.done()) {
    REQUIRE(!search.step().has_value());
    REQUIRE(search.progress() > before);
    before = search.progress();
  }
  return std::move(search);
}

// "convention + mistake + mistake"
inline std::string id_of(const Suspect& suspect) {
  std::string id = suspect.convention == Convention::AsMeant ? "" : lesson::id_of(suspect.convention);
  for (const Index m : suspect.mistakes) {
    id += std::string(id.empty() ? "" : " + ") + mistakes()[static_cast<std::size_t>(m)].id;
  }
  return id;
}

// The first, with those tied to it.
inline std::vector<std::string> answers(const Search& search) {
  std::vector<std::string> ids;
  for (Index i = 0; i < search.judgement().tied; ++i) {
    ids.push_back(id_of(search.judgement().suspects[static_cast<std::size_t>(i)]));
  }
  return ids;
}

}  // namespace lesson::test
