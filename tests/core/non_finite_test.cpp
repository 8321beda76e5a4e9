// NaN and infinities: how they spread, and whether the trace names the right cell.
#include "core/non_finite.hpp"

#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

AttentionInputs plain() {
  AttentionInputs in;
  in.q = rows({{1, 0}, {0, 1}, {1, 1}});
  in.k = rows({{1, 0}, {1, 1}, {0, 1}});
  in.v = rows({{2, 0}, {0, 2}, {1, 1}});
  return in;
}

void require_reason(const NonFinite& found, Index output_row, Cause cause, Index row, Index col) {
  INFO("row " << found.output_row << ", cause " << static_cast<int>(found.cause) << ", cell " << found.row << ", "
              << found.col);
  REQUIRE(found.output_row == output_row);
  REQUIRE(found.cause == cause);
  REQUIRE(found.row == row);
  REQUIRE(found.col == col);
}

// The one entry that there must be.
void require_only(const AttentionInputs& in, Index output_row, Cause cause, Index row, Index col) {
  const auto found = traced(in).non_finite;
  REQUIRE(found.size() == 1);
  require_reason(found[0], output_row, cause, row, col);
}

}  // namespace

TEST_CASE("non-finite: a NaN query spoils its own row only") {
  AttentionInputs in = plain();
  in.q(1, 1) = kNaN;
  require_only(in, 1, Cause::Query, 1, 1);
  const AttentionTrace trace = traced(in);
  REQUIRE(same(trace.output.row(1), rows({{kNaN, kNaN}})));
  REQUIRE(same(trace.output.row(0), traced(plain()).output.row(0)));
  REQUIRE(same(trace.output.row(2), traced(plain()).output.row(2)));
  REQUIRE(same(trace.column_sums, Matrix::Constant(3, 1, kNaN)));
}

TEST_CASE("non-finite: no scale repairs a NaN") {
  AttentionInputs in = plain();
  in.q(1, 1) = kNaN;
  in.scale = 0;
  require_only(in, 1, Cause::Query, 1, 1);
}

TEST_CASE("non-finite: a NaN key spoils every row that may read it") {
  AttentionInputs in = plain();
  in.k(2, 0) = kNaN;
  auto found = traced(in).non_finite;
  REQUIRE(found.size() == 3);
  for (Index i = 0; i < 3; ++i) require_reason(found[static_cast<std::size_t>(i)], i, Cause::Key, 2, 0);
  in.causal = Causal::TopLeft;
  require_only(in, 2, Cause::Key, 2, 0);
}

TEST_CASE("non-finite: a value spreads to every row even with weight 0") {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    AttentionInputs in = plain();
    in.v(2, 1) = bad;
    in.causal = Causal::TopLeft;
    const AttentionTrace trace = traced(in);
    REQUIRE(trace.non_finite.size() == 3);
    for (Index i = 0; i < 3; ++i) require_reason(trace.non_finite[static_cast<std::size_t>(i)], i, Cause::Value, 2, 1);
    REQUIRE(std::isnan(trace.output(0, 1)));
    REQUIRE(trace.output(0, 0) == 2);
    REQUIRE(trace.row_sums(0) == 1);
  }
}

TEST_CASE("non-finite: the first value is blamed row by row") {
  AttentionInputs in = plain();
  in.v(2, 0) = kNaN;
  in.v(1, 1) = kInfinity;
  for (const NonFinite& found : traced(in).non_finite) REQUIRE((found.row == 1 && found.col == 1));
  REQUIRE(traced(in).non_finite.size() == 3);
}

TEST_CASE("non-finite: an infinity that only lowers scores leaves the row finite and is no fault") {
  AttentionInputs in;
  in.q = rows({{1}});
  in.k = rows({{-kInfinity}, {1}});
  in.v = rows({{3}, {4}});
  const AttentionTrace trace = traced(in);
  REQUIRE(same(trace.weights, rows({{0, 1}})));
  REQUIRE(trace.output(0, 0) == 4);
  REQUIRE(trace.non_finite.empty());
}

TEST_CASE("non-finite: a harmless infinity is not blamed for another cell") {
  AttentionInputs in;
  in.q = rows({{1}});
  in.k = rows({{-kInfinity}, {kNaN}});
  in.v = rows({{3}, {4}});
  require_only(in, 0, Cause::Key, 1, 0);
  in.k = rows({{-kInfinity}, {1}});
  in.v = rows({{3}, {kNaN}});
  require_only(in, 0, Cause::Value, 1, 0);
}

TEST_CASE("non-finite: plus infinity as a score is inf minus inf") {
  AttentionInputs in;
  in.q = rows({{1}});
  in.k = rows({{1}, {kInfinity}});
  in.v = rows({{3}, {4}});
  require_only(in, 0, Cause::Key, 1, 0);
  REQUIRE(std::isnan(traced(in).weights(0, 0)));
}

TEST_CASE("non-finite: only minus infinities among the keys that may be read") {
  AttentionInputs in;
  in.q = rows({{1}});
  in.k = rows({{-kInfinity}, {5}});
  in.v = rows({{3}, {4}});
  in.blocked = flags({{0, 1}});
  require_only(in, 0, Cause::Key, 0, 0);
  in.q = rows({{-kInfinity}});
  in.k = rows({{1}, {5}});
  require_only(in, 0, Cause::Query, 0, 0);
}

TEST_CASE("non-finite: a query with zero in the key is inf times 0") {
  AttentionInputs in;
  in.q = rows({{kInfinity, 1}});
  in.k = rows({{0, 1}});
  in.v = rows({{3}});
  require_only(in, 0, Cause::Query, 0, 0);
}

TEST_CASE("non-finite: scores of finite numbers can overflow") {
  AttentionInputs in;
  in.q = rows({{1e200}, {1}});
  in.k = rows({{1}, {1e200}});
  in.v = rows({{3}, {4}});
  require_only(in, 0, Cause::ScoreOverflow, 0, 1);
  // Downward it is harmless, unless no other key is left.
  in.k = rows({{1}, {-1e200}});
  REQUIRE(traced(in).non_finite.empty());
  in.blocked = flags({{1, 0}, {0, 0}});
  require_only(in, 0, Cause::ScoreOverflow, 0, 1);
}

TEST_CASE("non-finite: the first overflow is blamed and not a harmless infinity before it") {
  AttentionInputs in;
  in.q = rows({{1e200}});
  in.k = rows({{-kInfinity}, {1}, {1e200}, {1e201}});
  in.v = Matrix::Ones(4, 1);
  require_only(in, 0, Cause::ScoreOverflow, 0, 2);
}

TEST_CASE("non-finite: the scale alone can overflow a score") {
  AttentionInputs in;
  in.q = rows({{1e160}});
  in.k = rows({{1e100}});
  in.v = rows({{3}});
  in.scale = 1e60;
  const AttentionTrace trace = traced(in);
  REQUIRE(std::isfinite(trace.raw(0, 0)));
  require_reason(trace.non_finite.at(0), 0, Cause::ScoreOverflow, 0, 0);
}

TEST_CASE("non-finite: a mix of finite values can overflow") {
  // Eleven even weights, each rounded, sum to a little more than 1: values at the end of the range tell.
  AttentionInputs in;
  in.q = Matrix::Zero(2, 1);
  in.k = Matrix::Zero(11, 1);
  in.v = Matrix::Constant(11, 2, 1);
  in.v.col(1).setConstant(kLargest);
  const AttentionTrace trace = traced(in);
  REQUIRE(trace.non_finite.size() == 2);
  require_reason(trace.non_finite[1], 1, Cause::ValueOverflow, 1, 1);
  REQUIRE(trace.output(1, 1) == kInfinity);
  REQUIRE(std::isfinite(trace.output(1, 0)));
}

TEST_CASE("non-finite: an empty row comes before every other reason") {
  AttentionInputs in = plain();
  in.q(1, 0) = kNaN;
  in.k(0, 0) = kNaN;
  in.v(0, 0) = kNaN;
  in.blocked = flags({{1, 0, 0}, {1, 1, 1}, {1, 0, 0}});
  const auto found = traced(in).non_finite;
  REQUIRE(found.size() == 3);
  require_reason(found[0], 0, Cause::Value, 0, 0);
  require_reason(found[1], 1, Cause::EmptyRow, -1, -1);
  require_reason(found[2], 2, Cause::Value, 0, 0);
}

TEST_CASE("non-finite: under the zero policy an empty row is finite unless a value is not") {
  AttentionInputs in = plain();
  in.empty_row = EmptyRow::Zero;
  in.blocked = flags({{0, 0, 0}, {1, 1, 1}, {0, 0, 0}});
  in.q(1, 0) = kNaN;
  REQUIRE(traced(in).non_finite.empty());
  in.v(0, 1) = kInfinity;
  const auto found = traced(in).non_finite;
  REQUIRE(found.size() == 3);
  require_reason(found[1], 1, Cause::Value, 0, 1);
}

TEST_CASE("non-finite: the query comes before the key and the key before the value") {
  AttentionInputs in = plain();
  in.q(0, 1) = kNaN;
  in.k(1, 0) = kNaN;
  in.v(0, 0) = kNaN;
  const auto found = traced(in).non_finite;
  REQUIRE(found.size() == 3);
  require_reason(found[0], 0, Cause::Query, 0, 1);
  require_reason(found[1], 1, Cause::Key, 1, 0);
  require_reason(found[2], 2, Cause::Key, 1, 0);
}

TEST_CASE("non-finite: a key before an overflow") {
  AttentionInputs in;
  in.q = rows({{1e200}});
  in.k = rows({{1e200}, {kNaN}});
  in.v = rows({{3}, {4}});
  require_only(in, 0, Cause::Key, 1, 0);
}

TEST_CASE("non-finite: NaN weights are listed even when there is no output to spoil") {
  AttentionInputs in = plain();
  in.v = Matrix(3, 0);
  in.q(2, 0) = kNaN;
  require_only(in, 2, Cause::Query, 2, 0);
}

TEST_CASE("non-finite: exactly the rows that are not finite are listed in random heads") {
  Random random(30);
  int listed = 0, clean = 0;
  for (int run = 0; run < 2000; ++run) {
    AttentionInputs in = random_head(random);
    in.empty_row = random.chance(0.5) ? EmptyRow::Nan : EmptyRow::Zero;
    if (random.chance(0.3)) in.blocked = random.flags(in.q.rows(), in.k.rows(), 0.6);
    const double bad[] = {kNaN, kInfinity, -kInfinity, 1e200, -1e200};
    for (Matrix* m : {&in.q, &in.k, &in.v}) {
      if (random.chance(0.4)) m->data()[random.integer(0, m->size() - 1)] = bad[random.integer(0, 4)];
    }
    const AttentionTrace trace = traced(in);
    std::size_t next = 0;
    for (Index i = 0; i < in.q.rows(); ++i) {
      const bool finite = trace.weights.row(i).allFinite() && trace.output.row(i).allFinite();
      if (finite) {
        ++clean;
        continue;
      }
      REQUIRE(next < trace.non_finite.size());
      const NonFinite& found = trace.non_finite[next++];
      REQUIRE(found.output_row == i);
      ++listed;
      switch (found.cause) {
        case Cause::EmptyRow:
          REQUIRE(trace.blocked.row(i).cast<int>().sum() == in.k.rows());
          break;
        case Cause::Query:
          REQUIRE((found.row == i && !std::isfinite(in.q(i, found.col))));
          break;
        case Cause::Key:
          REQUIRE(!std::isfinite(in.k(found.row, found.col)));
          REQUIRE(trace.blocked(i, found.row) == 0);
          break;
        case Cause::Value:
          REQUIRE(!std::isfinite(in.v(found.row, found.col)));
          break;
        case Cause::ScoreOverflow:
          REQUIRE((found.row == i && !std::isfinite(trace.scaled(i, found.col))));
          REQUIRE((in.q.row(i).allFinite() && in.k.row(found.col).allFinite()));
          break;
        case Cause::ValueOverflow:
          REQUIRE((found.row == i && !std::isfinite(trace.output(i, found.col))));
          break;
      }
    }
    REQUIRE(next == trace.non_finite.size());
  }
  REQUIRE(listed > 1000);
  REQUIRE(clean > 1000);
}

}  // namespace lesson::test
