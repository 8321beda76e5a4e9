// Values from NumPy are in position_oracle_test.cpp.
#include "core/position.hpp"

#include "core/check.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

Matrix codes(Index n, Index d, const PositionOptions& options = {}) {
  const auto trace = sinusoid(n, d, options);
  REQUIRE(trace.ok());
  return trace->output;
}

Matrix rotated(const Matrix& x, const PositionOptions& options) {
  const auto trace = rope(x, options);
  REQUIRE(trace.ok());
  return trace->output;
}

PositionOptions random_options(Random& random) {
  return {.pairing = random.chance(0.5) ? Pairing::Interleaved : Pairing::Halves,
          .base = random.between(2, 20000),
          .offset = random.integer(0, 500)};
}

Matrix column_order(const Matrix& interleaved) {
  const Index half = interleaved.cols() / 2;
  Matrix halves(interleaved.rows(), interleaved.cols());
  for (Index t = 0; t < half; ++t) {
    halves.col(t) = interleaved.col(2 * t);
    halves.col(t + half) = interleaved.col(2 * t + 1);
  }
  return halves;
}

}  // namespace

TEST_CASE("position: sinusoids by hand") {
  // d = 4: divisors 1 and 10000^(1/2) = 100.
  const auto trace = sinusoid(2, 4);
  REQUIRE(trace.ok());
  REQUIRE(same(trace->angles, rows({{0, 0}, {1, 0.01}})));
  REQUIRE(same(trace->output, rows({{0, 1, 0, 1}, {std::sin(1.0), std::cos(1.0), std::sin(0.01), std::cos(0.01)}})));
  REQUIRE(same(codes(2, 4, {.pairing = Pairing::Halves}),
               rows({{0, 0, 1, 1}, {std::sin(1.0), std::sin(0.01), std::cos(1.0), std::cos(0.01)}})));
  REQUIRE(same(codes(2, 4, {.base = 4}).row(1), rows({{std::sin(1.0), std::cos(1.0), std::sin(0.5), std::cos(0.5)}})));
  REQUIRE(codes(0, 4).rows() == 0);
}

TEST_CASE("property: the two layouts of sinusoids differ by a permutation of columns") {
  Random random(50);
  for (int run = 0; run < 1000; ++run) {
    const Index n = random.integer(1, 9), d = 2 * random.integer(1, 8);
    PositionOptions options = random_options(random);
    options.pairing = Pairing::Interleaved;
    const Matrix interleaved = codes(n, d, options);
    options.pairing = Pairing::Halves;
    REQUIRE(same(codes(n, d, options), column_order(interleaved)));
  }
}

TEST_CASE("property: the offset is the position of the first row") {
  Random random(51);
  for (int run = 0; run < 1000; ++run) {
    const Index n = random.integer(2, 9), d = 2 * random.integer(1, 8), skip = random.integer(1, n - 1);
    PositionOptions options = random_options(random), later = options;
    later.offset += skip;
    REQUIRE(same(codes(n - skip, d, later), codes(n, d, options).bottomRows(n - skip)));
    const Matrix x = random.matrix(n, d);
    REQUIRE(same(rotated(x.bottomRows(n - skip), later), rotated(x, options).bottomRows(n - skip)));
    // At position 0 nothing turns.
    options.offset = 0;
    REQUIRE(same(rotated(x, options).row(0), x.row(0)));
  }
}

TEST_CASE("property: similarity of sinusoids depends on the offset alone") {
  Random random(52);
  for (int run = 0; run < 1000; ++run) {
    const Index d = 2 * random.integer(1, 12), offsets = random.integer(1, 8);
    const Matrix made = codes(80, d, {.pairing = random.chance(0.5) ? Pairing::Interleaved : Pairing::Halves});
    const auto curves = cosine_by_offset(made, {0, random.integer(1, 72)}, offsets);
    REQUIRE(curves.ok());
    // Angles up to 80 are rounded by 7e-15 and their sines move by as much.
    REQUIRE(difference(curves->row(0), curves->row(1)) <= 5e-14);
    REQUIRE(std::abs((*curves)(0, 0) - 1) <= 1e-15);
  }
}

TEST_CASE("position: cosine of rows of zeros is NaN, as 0/0") {
  const auto curves = cosine_by_offset(rows({{1, 0}, {0, 0}, {0, -2}}), {0, 1}, 2);
  REQUIRE(curves.ok());
  REQUIRE(same(*curves, rows({{1, kNaN}, {kNaN, kNaN}})));
  const auto turned = cosine_by_offset(rows({{1, 0}, {0, -2}, {-3, 0}}), {0}, 3);
  REQUIRE(same(*turned, rows({{1, 0, -1}})));
  REQUIRE(cosine_by_offset(rows({{1}}), {}, 3)->rows() == 0);
}

TEST_CASE("position: rotary by hand") {
  const double s = std::sin(1.0), c = std::cos(1.0), s2 = std::sin(0.01), c2 = std::cos(0.01);
  const Matrix x = rows({{1, 2, 3, 4}});
  REQUIRE(same(rotated(x, {.pairing = Pairing::Interleaved, .offset = 1}),
               rows({{c - 2 * s, s + 2 * c, 3 * c2 - 4 * s2, 3 * s2 + 4 * c2}})));
  REQUIRE(same(rotated(x, {.pairing = Pairing::Halves, .offset = 1}),
               rows({{c - 3 * s, 2 * c2 - 4 * s2, s + 3 * c, 2 * s2 + 4 * c2}})));
}

TEST_CASE("property: rotary keeps the length of each row") {
  Random random(53);
  for (int run = 0; run < 1000; ++run) {
    const Matrix x = random.matrix(random.integer(1, 6), 2 * random.integer(1, 8));
    // 16 squares up to 9 and as many roundings; lengths are at most 12.
    REQUIRE(difference(rotated(x, random_options(random)).rowwise().norm(), x.rowwise().norm()) <= 1e-14);
  }
}

TEST_CASE("property: a rotary score depends on the distance alone") {
  Random random(54);
  for (int run = 0; run < 1000; ++run) {
    const Index d = 2 * random.integer(1, 8), distance = random.integer(0, 20);
    const Matrix q = random.matrix(1, d), k = random.matrix(1, d);
    PositionOptions at = random_options(random);
    const auto score = [&](Index offset) {
      PositionOptions query = at, key = at;
      query.offset = offset + distance;
      key.offset = offset;
      return rotated(q, query).row(0).dot(rotated(k, key).row(0));
    };
    // Angles up to 521 are rounded by 6e-14; 16 products of up to 9 move by that times 9.
    REQUIRE(std::abs(score(at.offset) - score(0)) <= 2e-11);
  }
}

TEST_CASE("property: mixed pairings do not give scores by distance") {
  Random random(55);
  int moved = 0;
  for (int run = 0; run < 1000; ++run) {
    const Matrix q = random.matrix(1, 8), k = random.matrix(1, 8);
    const auto score = [&](Index offset) {
      return rotated(q, {.pairing = Pairing::Interleaved, .offset = offset + 1})
          .row(0)
          .dot(rotated(k, {.pairing = Pairing::Halves, .offset = offset}).row(0));
    };
    moved += std::abs(score(5) - score(0)) > 1e-3;
  }
  REQUIRE(moved >= 990);
}

TEST_CASE("position: a NaN stays in its pair") {
  const Matrix turned = rotated(rows({{kNaN, 1, 2, 3}}), {.pairing = Pairing::Interleaved, .offset = 2});
  REQUIRE(turned.leftCols(2).array().isNaN().all());
  REQUIRE(!turned.rightCols(2).array().isNaN().any());
}

TEST_CASE("position: slopes of ALiBi") {
  REQUIRE(same(*alibi_slopes(8), rows({{0.5, 0.25, 0.125, 0.0625, 0x1p-5, 0x1p-6, 0x1p-7, 0x1p-8}}).transpose()));
  REQUIRE(same(*alibi_slopes(1), rows({{0x1p-8}})));
  // Not a power of two: the two of P = 2, then the first of 2P = 4.
  REQUIRE(same(*alibi_slopes(3), rows({{0x1p-4}, {0x1p-8}, {0x1p-2}})));
  for (Index heads = 1; heads <= 1000; ++heads) {
    const auto slopes = alibi_slopes(heads);
    REQUIRE(slopes.ok());
    REQUIRE(slopes->size() == heads);
    REQUIRE(slopes->minCoeff() >= 0x1p-8);
    REQUIRE(slopes->maxCoeff() < 1);
    // All different, so that no two heads see the same distances.
    std::vector<double> sorted(slopes->data(), slopes->data() + heads);
    std::sort(sorted.begin(), sorted.end());
    REQUIRE(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
  }
}

TEST_CASE("position: the bias of ALiBi") {
  const auto bias = alibi_bias(2, 0, 3);
  REQUIRE(bias.ok());
  REQUIRE(same(*bias, rows({{0, -kInfinity, -kInfinity}, {-0.0625, 0, -kInfinity}, {-0.125, -0.0625, 0}})));
  REQUIRE(alibi_bias(2, 1, 0)->size() == 0);
}

TEST_CASE("position: refusals") {
  require_refused(sinusoid(3, 5), "odd-width", {"codes"}, {"width 5", "even"});
  require_refused(sinusoid(-1, 4), "negative-size", {"codes"}, {"(-1, 4)"});
  require_refused(sinusoid(1, -4), "negative-size", {"codes"}, {"(1, -4)"});
  require_refused(sinusoid(1, 0), "width-zero", {"codes"}, {"width 0"});
  require_refused(sinusoid(kMostNumbers, 2), "too-large", {"codes"}, {"(4194304, 2)"});
  const Index most = std::numeric_limits<Index>::max();
  require_refused(sinusoid(most, 2), "too-large", {"codes"}, {std::to_string(most)});
  const Matrix x = Matrix::Zero(2, 4);
  require_refused(rope(Matrix::Zero(2, 3)), "odd-width", {"x"}, {"width 3"});
  require_refused(rope(Matrix(2, 0)), "width-zero", {"x"}, {"width 0"});
  require_refused(rope(x, {.offset = -2}), "negative-offset", {"offset"}, {"-2"});
  REQUIRE(rope(x, {.offset = (Index{1} << 30) - 2}).ok());
  require_refused(rope(x, {.offset = (Index{1} << 30) - 1}), "too-large", {"offset"}, {"1073741823", "2 rows"});
  require_refused(rope(x, {.offset = most}), "too-large", {"offset"}, {std::to_string(most)});
  require_refused(rope(x, {.base = 0}), "base-out-of-range", {"base"}, {"base is 0:"});
  require_refused(rope(x, {.base = -2.5}), "base-out-of-range", {"base"}, {"-2.5"});
  require_refused(rope(x, {.base = kInfinity}), "base-out-of-range", {"base"}, {"inf"});
  require_refused(sinusoid(1, 2, {.base = kNaN}), "base-out-of-range", {"base"}, {"NaN"});

  require_refused(cosine_by_offset(x, {0}, -1), "negative-size", {"offsets"}, {"-1"});
  require_refused(cosine_by_offset(x, {0, 1}, 2), "position-outside", {"starts", -1, 1},
                  {"Start 1", "2 offsets", "2 rows"});
  require_refused(cosine_by_offset(x, {-1}, 1), "position-outside", {"starts", -1, 0}, {"Start -1"});
  require_refused(cosine_by_offset(x, {most}, most), "too-large", {"offsets"}, {std::to_string(most)});
  require_refused(alibi_slopes(0), "heads-below-one", {"heads"}, {"heads is 0"});
  require_refused(alibi_slopes(-3), "heads-below-one", {"heads"}, {"-3"});
  require_refused(alibi_slopes(65537), "too-large", {"heads"}, {"65537", "65536"});
  require_refused(alibi_bias(4, 4, 2), "head-outside", {"head"}, {"head is 4", "4 heads"});
  require_refused(alibi_bias(4, -1, 2), "head-outside", {"head"}, {"-1"});
  require_refused(alibi_bias(0, 0, 2), "heads-below-one", {"heads"}, {"0"});
  require_refused(alibi_bias(4, 0, -2), "negative-size", {"bias"}, {"-2"});
  require_refused(alibi_bias(4, 0, 2049), "too-large", {"bias"}, {"2049"});
}

}  // namespace lesson::test
