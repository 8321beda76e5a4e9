#include "core/kernels/tiled.hpp"
#include "tests/core/flash_support.hpp"

namespace lesson::kernels {
namespace {

double off(const FlashInputs& in) {
  return test::largest_difference(in, test::flashed(in, Kernel::Tiled), test::reference(in));
}

}  // namespace

TEST_CASE("tiled: within 1e-6 of the reference, whatever the sizes leave over", "[kernels]") {
  test::Random random(1);
  // Around every size that a loop counts in: 4, 5, 6 and 8 lanes and rows, 80 queries, 128 keys.
  for (const Index rows : {1, 2, 4, 5, 6, 7, 8, 9, 11, 12, 13, 79, 80, 81, 127, 128, 129, 161}) {
    for (const Index width : {1, 2, 3, 4, 5, 8, 9, 31, 32, 64, 65}) {
      const auto in = test::flash_inputs(random, {1, rows, rows, width});
      INFO(rows << " rows, width " << width);
      REQUIRE(off(in) <= 1e-6);
    }
  }
  for (const Index width : {96, 127, 128, 255, 256}) {
    INFO(width);
    REQUIRE(off(test::flash_inputs(random, {2, 37, 150, width})) <= 1e-6);
  }
}

TEST_CASE("tiled: causal from both corners, queries and keys of other lengths, padding", "[kernels]") {
  test::Random random(2);
  for (int turn = 0; turn < 300; ++turn) {
    const Causal causal = random.chance(0.4)   ? Causal::TopLeft
                          : random.chance(0.6) ? Causal::BottomRight
                                               : Causal::None;
    const auto in = test::flash_inputs(
        random, {random.integer(1, 3), random.integer(1, 170), random.integer(1, 300), random.integer(1, 20)}, causal,
        random.chance(0.5) ? random.between(0.01, 1) : 0);
    INFO("turn " << turn << ": " << in.heads << " heads, " << in.queries << " queries, " << in.keys << " keys, width "
                 << in.width << ", causal " << static_cast<int>(causal));
    REQUIRE(off(in) <= 1e-6);
  }
}

TEST_CASE("tiled: a query without a key gives NaN, and its neighbours do not", "[kernels]") {
  test::Random random(3);
  const auto in = test::flash_inputs(random, {1, 7, 4, 8}, Causal::BottomRight);
  const auto output = test::flashed(in, Kernel::Tiled);
  for (std::size_t at = 0; at < output.size(); ++at) REQUIRE(std::isnan(output[at]) == (at / 8 < 3));
  auto padded = test::flash_inputs(random, {2, 3, 5, 4});
  padded.padding.assign(5, 1);
  for (const float number : test::flashed(padded, Kernel::Tiled)) REQUIRE(std::isnan(number));
}

TEST_CASE("tiled: scores far apart, ordered against the running maximum, and equal ones", "[kernels]") {
  test::Random random(4);
  // Each block of keys holds larger scores than all before: the running maximum moves each time.
  auto rising = test::flash_inputs(random, {1, 11, 400, 4});
  for (std::size_t j = 0; j < 400; ++j)
    for (std::size_t c = 0; c < 4; ++c) rising.k[4 * j + c] = static_cast<float>(j) * 0.25F;
  for (float& number : rising.q) number = std::abs(number);
  // Scores reach 900, whose last place is 6e-5; half of it is the error of a score and so of its exponential.
  REQUIRE(off(rising) <= 6e-5);
  auto falling = rising;
  for (float& number : falling.q) number = -number;
  REQUIRE(off(falling) <= 6e-5);
  auto equal = rising;
  for (float& number : equal.k) number = 1;
  REQUIRE(off(equal) <= 1e-6);
}

TEST_CASE("tiled: NaN, infinities and scores beyond 1e30 give what the naive kernel gives", "[kernels]") {
  test::Random random(5);
  using Numbers = std::vector<float>(FlashInputs::*);
  const float wild[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                        -std::numeric_limits<float>::infinity(), 3e38F, -1e25F};
  for (const Numbers numbers : {&FlashInputs::q, &FlashInputs::k, &FlashInputs::v}) {
    for (const float number : wild) {
      auto in = test::flash_inputs(random, {2, 6, 9, 5}, Causal::TopLeft);
      (in.*numbers)[17] = number;
      const auto tiled = test::flashed(in, Kernel::Tiled);
      const auto naive = test::flashed(in, Kernel::Naive);
      for (std::size_t at = 0; at < tiled.size(); ++at) {
        INFO(number << " at " << at);
        const bool same = (std::isnan(tiled[at]) && std::isnan(naive[at])) || tiled[at] == naive[at] ||
                          std::abs(tiled[at] - naive[at]) <= 1e-6F * std::max(1.0F, std::abs(naive[at]));
        REQUIRE(same);
      }
    }
  }
}

TEST_CASE("tiled: parts of heads and rows put together are the whole, to the last bit", "[kernels]") {
  test::Random random(6);
  for (const Causal causal : {Causal::None, Causal::TopLeft}) {
    const auto in = test::flash_inputs(random, {3, 200, 200, 16}, causal, 0.1);
    const auto whole = test::flashed(in, Kernel::Tiled);
    std::vector<float> output;
    const Problem p = test::problem_of(in, output);
    std::vector<float> workspace(static_cast<std::size_t>(tiled_workspace(p)));
    for (const Part& part : {Part{0, 1, 0, 200}, Part{1, 3, 0, 80}, Part{1, 3, 80, 160}, Part{1, 3, 160, 200}})
      tiled(p, part, workspace.data());
    tiled(p, Part{0, 3, 50, 50}, workspace.data());  // nothing
    for (std::size_t at = 0; at < output.size(); ++at) REQUIRE(test::same(output[at], whole[at]));
  }
}

TEST_CASE("tiled: a row has the same bits wherever the rows are parted", "[kernels]") {
  test::Random random(7);
  for (const test::FlashShape& shape : {test::FlashShape{1, 300, 300, 8}, test::FlashShape{1, 270, 400, 8}}) {
    const auto in = test::flash_inputs(random, shape, Causal::BottomRight);
    const auto whole = test::flashed(in, Kernel::Tiled);
    std::vector<float> output;
    const Problem p = test::problem_of(in, output);
    std::vector<float> workspace(static_cast<std::size_t>(tiled_workspace(p)));
    for (std::int32_t cut = 1; cut < p.queries; cut += 3) {
      INFO("cut before row " << cut);
      std::fill(output.begin(), output.end(), 0.0F);
      tiled(p, Part{0, 1, 0, cut}, workspace.data());
      tiled(p, Part{0, 1, cut, p.queries}, workspace.data());
      bool same = true;
      for (std::size_t at = 0; at < output.size(); ++at) same = same && test::same(output[at], whole[at]);
      REQUIRE(same);
    }
  }
}

TEST_CASE("tiled: keys of the first of 64 blocks weigh what those of the last weigh", "[kernels]") {
  FlashInputs in;
  in.heads = in.queries = 1;
  in.keys = 8192;
  in.width = 4;
  in.q.assign(4, 0);  // all scores are 0
  in.k.assign(8192 * 4, 1);
  in.v.assign(8192 * 4, 1);
  std::fill(in.v.begin() + 4096 * 4, in.v.end(), -1.0F);
  for (const float number : test::flashed(in, Kernel::Tiled)) {
    // Sums of 4,096 round: half a unit in the last place of 1. Weights that grow from block to block give 2e-6.
    REQUIRE(std::abs(number) <= 1e-7F);
  }
}

TEST_CASE("tiled: its memory grows with the keys, not with their square", "[kernels]") {
  Problem p;
  p.width = 64;
  const auto kept = [&p](std::int32_t n) {
    p.queries = p.keys = n;
    return tiled_workspace(p);
  };
  REQUIRE(kept(8192) - kept(4096) == 4096 * (2 * 64 + 1));
  REQUIRE(kept(8192) < 1.1e6);
  REQUIRE(kept(1 << 30) > 1.3e11);  // no overflow
}

}  // namespace lesson::kernels
