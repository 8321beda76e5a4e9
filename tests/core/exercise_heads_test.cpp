#include <algorithm>

#include "core/exercise/heads.hpp"
#include "tests/core/exercise_solver.hpp"

namespace lesson::test {
namespace {

using exercises::causal_row, exercises::output_row, exercises::padding_row, exercises::raw_scores,
    exercises::scaled_scores, exercises::softmax_row;

// The first draw of a seed that is a task.
AnswerKey drawn(AnswerKey (*draw_one)(Draw&), std::uint64_t seed) {
  Draw draw(seed);
  for (int tries = 0; tries < 1000; ++tries) {
    AnswerKey key = draw_one(draw);
    if (!key.task.asks.empty()) return key;
  }
  FAIL("no task in 1,000 draws");
  return {};
}

}  // namespace

TEST_CASE("heads: what a task gives is what its head has") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const auto draw : {raw_scores, scaled_scores, causal_row, output_row}) {
      const AnswerKey key = drawn(draw, seed);
      REQUIRE(same(key.task.matrices[0].value, key.task.inputs->q));
      REQUIRE(same(key.task.matrices[1].value, key.task.inputs->k));
      REQUIRE(key.task.sizes.size() == 1);
      REQUIRE(key.shown[0]->row == static_cast<Index>(key.task.sizes[0].value));
    }
    for (const auto draw : {softmax_row, padding_row}) {
      const AnswerKey key = drawn(draw, seed);
      const AttentionTrace trace = traced(*key.task.inputs);
      REQUIRE(same(key.task.matrices[0].value, trace.scaled));
    }
  }
}

TEST_CASE("heads: no weight asked for is too small to see, or all there is") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (const auto draw : {softmax_row, causal_row, padding_row, output_row}) {
      const AnswerKey key = drawn(draw, seed);
      const AttentionTrace trace = traced(*key.task.inputs);
      const Index row = key.shown[0]->row;
      for (Index j = 0; j < trace.weights.cols(); ++j) {
        if (trace.blocked(row, j) != 0) continue;
        REQUIRE(trace.weights(row, j) >= 0.04);
        REQUIRE(trace.weights(row, j) <= 0.9);
      }
    }
  }
}

TEST_CASE("heads: a row prefers some key, and an output has a scale to forget") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (const auto draw : {softmax_row, causal_row, padding_row, output_row}) {
      const AnswerKey key = drawn(draw, seed);
      const AttentionTrace trace = traced(*key.task.inputs);
      const Index row = key.shown[0]->row;
      double least = 1, most = 0;
      for (Index j = 0; j < trace.weights.cols(); ++j) {
        if (trace.blocked(row, j) != 0) continue;
        least = std::min(least, trace.weights(row, j));
        most = std::max(most, trace.weights(row, j));
      }
      REQUIRE(most - least >= 0.1);
    }
    REQUIRE(drawn(output_row, seed).task.inputs->k.cols() >= 2);
  }
}

TEST_CASE("heads: a causal row reads several keys and is kept from one; padding stands behind") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const AnswerKey causal = drawn(causal_row, seed);
    REQUIRE(causal.right.size() == 4);
    REQUIRE(causal.right[3] == 0);
    REQUIRE(causal.right[2] > 0);
    const AnswerKey padded = drawn(padding_row, seed);
    REQUIRE(padded.right[0] > 0);
    REQUIRE(padded.right[1] > 0);
    REQUIRE(padded.right[3] == 0);
  }
}

}  // namespace lesson::test
