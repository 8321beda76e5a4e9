#include "core/kernels/row.hpp"
#include "tests/core/flash_support.hpp"

namespace lesson::kernels {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("row: how many keys a query may read", "[kernels]") {
  Problem p;
  p.queries = 5;
  p.keys = 3;
  p.reach = 0;
  REQUIRE(keys_of(p, 0) == 1);
  REQUIRE(keys_of(p, 2) == 3);
  REQUIRE(keys_of(p, 4) == 3);
  p.reach = -2;  // bottom right with two queries more than keys
  REQUIRE(keys_of(p, 0) == 0);
  REQUIRE(keys_of(p, 1) == 0);
  REQUIRE(keys_of(p, 2) == 1);
  REQUIRE(keys_of(p, 4) == 3);
  p.reach = std::numeric_limits<std::int32_t>::max();
  REQUIRE(keys_of(p, 4) == 3);
}

TEST_CASE("row: the lesson's ticket by hand, in float", "[kernels]") {
  FlashInputs in;
  in.queries = in.keys = 3;
  in.width = 2;
  in.q = {1, 0, 0, 1, 1, 1};
  in.k = {1, 0, 1, 1, 0, 1};
  in.v = {2, 0, 0, 2, 1, 1};
  std::vector<float> output;
  const Problem p = test::problem_of(in, output);
  float row[3];
  score_row(p, 0, 0, row);
  const double log2e = 1.4426950408889634;
  REQUIRE(std::abs(static_cast<double>(row[0]) / log2e - 0.70710678) <= 1e-6);
  REQUIRE(std::abs(static_cast<double>(row[1]) / log2e - 0.70710678) <= 1e-6);
  REQUIRE(row[2] == 0);
  softmax_row(row, 3);
  REQUIRE(std::abs(static_cast<double>(row[0]) - 0.40111) <= 1e-5);
  REQUIRE(std::abs(static_cast<double>(row[2]) - 0.19777) <= 1e-5);
  mix_row(p, 0, 0, row);
  REQUIRE(std::abs(output[0] - 1) <= 1e-6F);
  REQUIRE(std::abs(output[1] - 1) <= 1e-6F);
}

TEST_CASE("row: NaN, +infinity and a row without keys give NaN; -infinity weighs exactly 0", "[kernels]") {
  for (const auto& [a, b] : {std::pair{kNan, 1.0F}, {1.0F, kNan}, {kInfinity, 1.0F}, {-kInfinity, -kInfinity}}) {
    float row[] = {a, b};
    softmax_row(row, 2);
    REQUIRE(std::isnan(row[0]));
    REQUIRE(std::isnan(row[1]));
  }
  float row[] = {-kInfinity, 3, -kInfinity, 3};
  softmax_row(row, 4);
  REQUIRE(row[0] == 0);
  REQUIRE(row[2] == 0);
  REQUIRE(row[1] == 0.5F);
}

TEST_CASE("row: what a query may not read does not reach it, NaN neither", "[kernels]") {
  test::Random random(4);
  auto in = test::flash_inputs(random, {1, 4, 4, 6}, Causal::TopLeft);
  in.padding = {0, 1, 0, 0};
  const auto plain = test::flashed(in, Kernel::Naive);
  for (int c = 0; c < 6; ++c) {
    in.v[static_cast<std::size_t>(6 + c)] = kNan;   // padding
    in.v[static_cast<std::size_t>(18 + c)] = kNan;  // the future of all but the last
    in.k[static_cast<std::size_t>(6 + c)] = kNan;
  }
  const auto spoilt = test::flashed(in, Kernel::Naive);
  for (std::size_t i = 0; i < 18; ++i) REQUIRE(spoilt[i] == plain[i]);
  for (std::size_t i = 18; i < 24; ++i) REQUIRE(std::isnan(spoilt[i]));
}

}  // namespace lesson::kernels
