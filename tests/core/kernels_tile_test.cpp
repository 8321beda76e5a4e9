// The three loops against plain ones, on numbers whose sums are exact.
#include <cmath>
#include <vector>

#include "core/kernels/tile.hpp"
#include "tests/core/support.hpp"

namespace lesson::kernels {
namespace {

std::vector<float> small_whole(test::Random& random, std::size_t count) {
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(random.integer(-8, 8));
  return numbers;
}

constexpr std::size_t kGuard = 8;

}  // namespace

TEST_CASE("score tile: products of packed queries and keys, and their maxima by lane", "[kernels]") {
  test::Random random(1);
  for (const std::int32_t width : {1, 3, 8, 12, 64, 256}) {
    for (const std::int32_t panels : {1, 3, kBlock / kPanel}) {
      const auto w = static_cast<std::size_t>(width);
      const auto queries = small_whole(random, w * kRows);
      const auto keys = small_whole(random, w * static_cast<std::size_t>(panels * kPanel));
      std::vector<float> scores(kRows * kBlock + kGuard, 77);
      std::vector<float> maxima(kRows * 4 + kGuard, 100);  // one lane starts above all
      for (std::size_t i = 0; i < maxima.size(); ++i)
        if (i % 4 != 3) maxima[i] = kNoScore;
      lesson_score_tile(queries.data(), keys.data(), scores.data(), maxima.data(), width, panels);
      for (std::int32_t r = 0; r < kRows; ++r) {
        float lanes[4] = {kNoScore, kNoScore, kNoScore, 100};
        for (std::int32_t j = 0; j < panels * kPanel; ++j) {
          float expected = 0;
          for (std::int32_t c = 0; c < width; ++c)
            expected += queries[static_cast<std::size_t>(c * kRows + r)] *
                        keys[static_cast<std::size_t>((j / kPanel * width + c) * kPanel + j % kPanel)];
          REQUIRE(scores[static_cast<std::size_t>(r * kBlock + j)] == expected);
          lanes[j % 4] = std::max(lanes[j % 4], expected);
        }
        for (std::int32_t j = panels * kPanel; j < kBlock; ++j)
          REQUIRE(scores[static_cast<std::size_t>(r * kBlock + j)] == 77);
        for (int lane = 0; lane < 4; ++lane) REQUIRE(maxima[static_cast<std::size_t>(4 * r + lane)] == lanes[lane]);
      }
      for (std::size_t i = 0; i < kGuard; ++i) REQUIRE(scores[kRows * kBlock + i] == 77);
    }
  }
}

TEST_CASE("softmax tile: the running maximum and sum are those of all keys so far", "[kernels]") {
  test::Random random(2);
  std::vector<float> maximum(kRows, kNoScore), total(kRows, 0), rescale(kRows, 0);
  std::vector<double> most(kRows, -1e30), sums(kRows, 0);
  for (const std::int32_t keys : {8, 128, 16}) {
    std::vector<float> scores(kRows * kBlock);
    for (float& score : scores) score = static_cast<float>(random.between(-20, 20));
    const std::vector<float> before = scores;
    std::vector<float> maxima(kRows * 4, kNoScore);
    for (std::int32_t r = 0; r < kRows; ++r)
      for (std::int32_t j = 0; j < keys; ++j) {
        float& lane = maxima[static_cast<std::size_t>(4 * r + j % 4)];
        lane = std::max(lane, scores[static_cast<std::size_t>(r * kBlock + j)]);
      }
    lesson_softmax_tile(scores.data(), keys, maximum.data(), total.data(), rescale.data(), maxima.data());
    for (std::size_t r = 0; r < kRows; ++r) {
      const double old = most[r];
      for (std::size_t j = 0; j < static_cast<std::size_t>(keys); ++j)
        most[r] = std::max(most[r], static_cast<double>(before[r * kBlock + j]));
      sums[r] *= std::exp2(old - most[r]);
      for (std::size_t j = 0; j < static_cast<std::size_t>(keys); ++j) {
        const double weight = std::exp2(static_cast<double>(before[r * kBlock + j]) - most[r]);
        sums[r] += weight;
        // 2^-126 in place of less; the difference is rounded to float before the power.
        REQUIRE(std::abs(static_cast<double>(scores[r * kBlock + j]) - weight) <= 3e-6 * weight + 1e-37);
      }
      for (std::size_t j = static_cast<std::size_t>(keys); j < kBlock; ++j)
        REQUIRE(scores[r * kBlock + j] == before[r * kBlock + j]);
      REQUIRE(static_cast<double>(maximum[r]) == most[r]);
      REQUIRE(std::abs(static_cast<double>(total[r]) / sums[r] - 1) <= 3e-6);
      REQUIRE(std::abs(static_cast<double>(rescale[r]) - std::exp2(old - most[r])) <= 3e-6);
    }
  }
}

TEST_CASE("value tile: rescales what was mixed and adds weights times values", "[kernels]") {
  test::Random random(3);
  for (const std::int32_t columns : {8, 24, 256}) {
    for (const std::int32_t keys : {8, 40, kBlock}) {
      const std::int32_t stride = (keys + 16) * kPanel;  // panels may lie further apart than they are long
      const auto weights = small_whole(random, kRows * kBlock);
      const auto values = small_whole(random, static_cast<std::size_t>(columns / kPanel * stride));
      const auto rescale = small_whole(random, kRows);
      const auto before = small_whole(random, static_cast<std::size_t>(kRows * columns) + kGuard);
      std::vector<float> output = before;
      lesson_value_tile(weights.data(), values.data(), output.data(), columns, rescale.data(), keys, stride);
      for (std::int32_t r = 0; r < kRows; ++r)
        for (std::int32_t c = 0; c < columns; ++c) {
          const auto at = static_cast<std::size_t>(r * columns + c);
          float expected = before[at] * rescale[static_cast<std::size_t>(r)];
          for (std::int32_t j = 0; j < keys; ++j)
            expected += weights[static_cast<std::size_t>(r * kBlock + j)] *
                        values[static_cast<std::size_t>(c / kPanel * stride + j * kPanel + c % kPanel)];
          REQUIRE(output[at] == expected);
        }
      for (std::size_t i = before.size() - kGuard; i < before.size(); ++i) REQUIRE(output[i] == before[i]);
    }
  }
}

}  // namespace lesson::kernels
