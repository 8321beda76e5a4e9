#include "core/precision.hpp"

#include "core/half.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

constexpr Precision kAll[] = {Precision::Float64, Precision::Float32, Precision::BFloat16, Precision::Float16};

AttentionInputs small() {
  AttentionInputs inputs;
  inputs.q = rows({{1, 0}, {0.3, 2}});
  inputs.k = rows({{1, 0.1}, {0, 1}, {0.7, -1}});
  inputs.v = rows({{10.1, 0}, {0, 10}, {3, 3}});
  return inputs;
}

}  // namespace

TEST_CASE("precision: numbers are rounded once, to the nearest of the format") {
  REQUIRE(stored(0.1, Precision::Float64) == 0.1);
  REQUIRE(stored(0.1, Precision::Float32) == static_cast<double>(0.1F));
  // Of Python: numpy.float16(0.1), and 0.1 in bfloat16.
  REQUIRE(stored(0.1, Precision::Float16) == 0.0999755859375);
  REQUIRE(stored(0.1, Precision::BFloat16) == 0.10009765625);
  REQUIRE(std::isinf(stored(1e39, Precision::Float32)));
  REQUIRE(std::isinf(stored(70000, Precision::Float16)));
  REQUIRE(!std::isinf(stored(70000, Precision::BFloat16)));
  for (const Precision precision : kAll) REQUIRE(std::isnan(stored(kNaN, precision)));
}

TEST_CASE("precision: units are steps of the format") {
  REQUIRE(units_between(1, 1 + 0x1p-52, Precision::Float64) == 1);
  REQUIRE(units_between(1, 1 - 0x1p-53, Precision::Float64) == 1);
  REQUIRE(units_between(1, 2, Precision::Float64) == 0x1p52);
  REQUIRE(units_between(0.0, -0.0, Precision::Float64) == 0);
  REQUIRE(units_between(-0x1p-1074, 0x1p-1074, Precision::Float64) == 2);
  REQUIRE(units_between(-kInfinity, kInfinity, Precision::Float64) == 2 * static_cast<double>(0x7ff0000000000000));
  REQUIRE(units_between(1, 1 + 0x1p-23, Precision::Float32) == 1);
  REQUIRE(units_between(1, 1 + 0x1p-30, Precision::Float32) == 0);
  REQUIRE(units_between(1, 2, Precision::Float32) == 0x1p23);
  REQUIRE(units_between(-0x1p-149, 0x1p-149, Precision::Float32) == 2);
  REQUIRE(units_between(1, 2, Precision::Float16) == *units_between(1, 2, Half::Float16));
  REQUIRE(units_between(1, 2, Precision::BFloat16) == 128);
  for (const Precision precision : kAll) REQUIRE(!units_between(kNaN, 1, precision));
}

TEST_CASE("precision: in double nothing moves, and the others move by few units of their own") {
  const auto right = attention(small());
  for (const Precision precision : kAll) {
    const auto made = attention_in(small(), precision);
    REQUIRE(made.ok());
    for (const StoredStep* step : {&made->raw, &made->scaled, &made->weights, &made->output}) {
      for (Index at = 0; at < step->units.size(); ++at) {
        // Two products of inputs that are each half a unit off, and their sum: a few units, where nothing cancels.
        REQUIRE(step->units.data()[at] <= (precision == Precision::Float64 ? 0 : 8));
        REQUIRE(stored(step->stored.data()[at], precision) == step->stored.data()[at]);
      }
    }
    for (Index i = 0; i < 2; ++i) REQUIRE(std::abs(made->row_sums(i) - 1) <= 3 * 0x1p-8);
  }
  const auto same = attention_in(small(), Precision::Float64);
  for (Index at = 0; at < right->output.size(); ++at)
    REQUIRE(same->output.stored.data()[at] == right->output.data()[at]);
}

TEST_CASE("precision: scores beyond the format become infinite, and their row NaN") {
  AttentionInputs inputs = small();
  inputs.q.row(0) *= 70000;  // float16 ends at 65,504
  const auto made = attention_in(inputs, Precision::Float16);
  REQUIRE(made.ok());
  REQUIRE(std::isinf(made->raw.stored(0, 0)));
  REQUIRE(std::isnan(made->weights.stored(0, 0)));
  REQUIRE(std::isnan(made->weights.units(0, 0)));
  REQUIRE(!std::isnan(made->weights.stored(1, 0)));
  REQUIRE(!std::isnan(attention_in(inputs, Precision::BFloat16)->weights.stored(0, 0)));
}

TEST_CASE(
    "precision: empty rows follow the policy, NaN is no distance from NaN, and what attention refuses is refused") {
  AttentionInputs inputs = small();
  inputs.blocked = Flags::Zero(2, 3);
  inputs.blocked.row(1).setOnes();
  const auto made = attention_in(inputs, Precision::Float32);
  REQUIRE(std::isnan(made->output.stored(1, 0)));
  REQUIRE(made->output.units(1, 0) == 0);
  inputs.empty_row = EmptyRow::Zero;
  REQUIRE(attention_in(inputs, Precision::Float32)->output.stored(1, 0) == 0);
  inputs.k = rows({{1, 2, 3}});
  REQUIRE(attention_in(inputs, Precision::Float32).error().code == attention(inputs).error().code);
}

}  // namespace lesson::test
