// Cases worked by hand and quoted by the lesson; properties over random heads are in attention_property_test.cpp,
// values from NumPy in oracle_test.cpp, NaN and infinities in non_finite_test.cpp.
#include "core/attention.hpp"

#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

// The lesson prints three digits: half a unit of the third, and a little for a tie.
constexpr double kThreeDigits = 5.01e-4;

AttentionInputs ticket() {
  AttentionInputs in;
  in.q = rows({{1, 0}, {0, 1}, {1, 1}});
  in.k = rows({{1, 0}, {1, 1}, {0, 1}});
  in.v = rows({{2, 0}, {0, 2}, {1, 1}});
  return in;
}

AttentionInputs bank(const Matrix& q) {
  AttentionInputs in;
  in.q = q;
  in.k = rows({{1, 0, 0, 0}, {1, 1, 0, 1}, {0, 1, 1, 0}});
  in.v = rows({{1, 0}, {0, 1}, {1, 1}});
  return in;
}

AttentionInputs verify() {
  AttentionInputs in;
  const double r = std::sqrt(2.0);
  in.q = rows({{r, 0}, {0, r}});
  in.k = rows({{1, 0}, {0, 1}, {0, 0}});
  in.v = rows({{10}, {20}, {30}});
  return in;
}

}  // namespace

TEST_CASE("attention: ticket triage step by step") {
  const AttentionTrace trace = traced(ticket());
  REQUIRE(same(trace.raw, rows({{1, 1, 0}, {0, 1, 1}, {1, 2, 1}})));
  REQUIRE(std::abs(trace.scale - std::sqrt(0.5)) <= 2e-16);
  REQUIRE(difference(trace.scaled.row(0), rows({{0.707, 0.707, 0}})) <= kThreeDigits);
  REQUIRE(same(trace.masked, trace.scaled));
  REQUIRE(difference(trace.weights, rows({{0.401, 0.401, 0.198}, {0.198, 0.401, 0.401}, {0.248, 0.503, 0.248}})) <=
          kThreeDigits);
  REQUIRE(difference(trace.output, rows({{1.000, 1.000}, {0.797, 1.203}, {0.745, 1.255}})) <= kThreeDigits);
  REQUIRE(trace.blocked.cast<int>().sum() == 0);
  REQUIRE(trace.strongest == flags({{1, 1, 0}, {0, 1, 1}, {0, 1, 0}}));
  REQUIRE(trace.empty_rows.empty());
  REQUIRE(trace.non_finite.empty());
}

TEST_CASE("attention: ticket triage under a causal mask") {
  AttentionInputs in = ticket();
  in.causal = Causal::TopLeft;
  const AttentionTrace trace = traced(in);
  REQUIRE(difference(trace.weights, rows({{1, 0, 0}, {0.330, 0.670, 0}, {0.248, 0.503, 0.248}})) <= kThreeDigits);
  // Token 0 reads only itself, with weight exactly 1.
  REQUIRE(same(trace.weights.row(0), rows({{1, 0, 0}})));
  REQUIRE(same(trace.output.row(0), rows({{2, 0}})));
  REQUIRE(trace.masked(0, 1) == -kInfinity);
}

TEST_CASE("attention: bank session") {
  const AttentionTrace transfer = traced(bank(rows({{1, 1, 0, 1}})));
  REQUIRE(same(transfer.raw, rows({{1, 3, 1}})));
  REQUIRE(same(transfer.scaled, rows({{0.5, 1.5, 0.5}})));
  REQUIRE(difference(transfer.weights, rows({{0.212, 0.576, 0.212}})) <= kThreeDigits);
  REQUIRE(difference(transfer.output, rows({{0.424, 0.788}})) <= kThreeDigits);

  AttentionInputs unscaled = bank(rows({{1, 1, 0, 1}}));
  unscaled.scale = 1;
  REQUIRE(difference(traced(unscaled).weights, rows({{0.107, 0.787, 0.107}})) <= kThreeDigits);

  AttentionInputs device = bank(rows({{0, 1, 1, 0}}));
  REQUIRE(same(traced(device).scaled, rows({{0, 0.5, 1}})));
  REQUIRE(difference(traced(device).weights, rows({{0.186, 0.307, 0.506}})) <= kThreeDigits);
  device.blocked = flags({{0, 0, 1}});
  REQUIRE(difference(traced(device).weights, rows({{0.378, 0.622, 0}})) <= kThreeDigits);
}

TEST_CASE("attention: implement and verify gives 16.36 and 20") {
  const AttentionTrace trace = traced(verify());
  REQUIRE(difference(trace.scaled, rows({{1, 0, 0}, {0, 1, 0}})) <= 3e-16);
  REQUIRE(difference(trace.weights.row(0), rows({{0.5761, 0.2119, 0.2119}})) <= 5.01e-5);
  REQUIRE(std::abs(trace.output(0, 0) - 16.36) <= 5e-3);
  REQUIRE(std::abs(trace.output(1, 0) - 20) <= 1e-14);
}

TEST_CASE("attention: one query selects from three keys") {
  AttentionInputs in;
  in.q = rows({{1, 0}});
  in.k = rows({{2, 0}, {0, 2}, {1, 1}});
  in.v = rows({{10, 0}, {0, 10}, {4, 6}});
  const AttentionTrace before = traced(in);
  REQUIRE(difference(before.weights, rows({{0.576, 0.140, 0.284}})) <= kThreeDigits);
  REQUIRE(difference(before.output, rows({{6.896, 3.104}})) <= kThreeDigits);
  in.v.row(2) << 100, 100;
  const AttentionTrace after = traced(in);
  REQUIRE(same(before.weights, after.weights));
  REQUIRE(difference(after.output, rows({{34.159, 29.800}})) <= kThreeDigits);
}

TEST_CASE("attention: the scale is one over the root of the width unless it is given") {
  for (Index width = 1; width <= 64; ++width) {
    AttentionInputs in;
    in.q = Matrix::Ones(1, width);
    in.k = Matrix::Ones(1, width);
    in.v = Matrix::Ones(1, 1);
    REQUIRE(same(traced(in).scale, 1 / std::sqrt(static_cast<double>(width))));
  }
  AttentionInputs in = ticket();
  in.scale = 0;
  const AttentionTrace flat = traced(in);
  REQUIRE(flat.scale == 0);
  REQUIRE(same(flat.weights, Matrix::Constant(3, 3, 1.0 / 3)));
}

TEST_CASE("attention: sums of rows and columns") {
  const AttentionTrace trace = traced(ticket());
  for (Index i = 0; i < 3; ++i) {
    double row = 0, column = 0;
    for (Index j = 0; j < 3; ++j) {
      row += trace.weights(i, j);
      column += trace.weights(j, i);
    }
    REQUIRE(same(trace.row_sums(i), row));
    REQUIRE(same(trace.column_sums(i), column));
  }
  REQUIRE(trace.column_sums(1) > 1.3);
}

TEST_CASE("attention: ties are strongest together and rounding does not part them") {
  AttentionInputs in;
  in.q = rows({{0.1 + 0.2}});
  in.k = rows({{1}, {1 + 1e-15}, {0.9}});
  in.v = rows({{1}, {2}, {3}});
  REQUIRE(traced(in).strongest == flags({{1, 1, 0}}));
  in.k(1, 0) = 1 + 1e-9;
  REQUIRE(traced(in).strongest == flags({{0, 1, 0}}));
}

TEST_CASE("attention: causal and given masks block together") {
  AttentionInputs in = ticket();
  in.causal = Causal::TopLeft;
  in.blocked = flags({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  const AttentionTrace trace = traced(in);
  REQUIRE(trace.blocked == flags({{0, 1, 1}, {1, 0, 1}, {0, 1, 0}}));
  REQUIRE(same(trace.weights.row(1), rows({{0, 1, 0}})));
}

TEST_CASE("attention: causal by the bottom right lets the last query of a cache read every key") {
  AttentionInputs in;
  in.q = Matrix::Zero(1, 2);
  in.k = Matrix::Ones(4, 2);
  in.v = rows({{1}, {2}, {3}, {4}});
  in.causal = Causal::BottomRight;
  REQUIRE(traced(in).output(0, 0) == 2.5);
  in.causal = Causal::TopLeft;
  REQUIRE(traced(in).output(0, 0) == 1);
}

TEST_CASE("attention: a row that may read nothing is NaN by default and harms no other") {
  AttentionInputs in = ticket();
  in.blocked = flags({{0, 0, 0}, {1, 1, 1}, {0, 0, 0}});
  const AttentionTrace trace = traced(in);
  REQUIRE(trace.empty_rows == std::vector<Index>{1});
  REQUIRE(same(trace.weights.row(1), rows({{kNaN, kNaN, kNaN}})));
  REQUIRE(same(trace.output.row(1), rows({{kNaN, kNaN}})));
  REQUIRE(std::isnan(trace.row_sums(1)));
  REQUIRE(std::isnan(trace.spread(1)));
  REQUIRE(trace.strongest.row(1).cast<int>().sum() == 0);
  REQUIRE(same(trace.output.row(0), traced(ticket()).output.row(0)));
  REQUIRE(same(trace.output.row(2), traced(ticket()).output.row(2)));
  REQUIRE(trace.non_finite.size() == 1);
}

TEST_CASE("attention: the zero policy gives zeros for a row that may read nothing") {
  AttentionInputs in = ticket();
  in.blocked = flags({{0, 0, 0}, {1, 1, 1}, {0, 0, 0}});
  in.empty_row = EmptyRow::Zero;
  const AttentionTrace trace = traced(in);
  REQUIRE(trace.empty_rows == std::vector<Index>{1});
  REQUIRE(same(trace.weights.row(1), rows({{0, 0, 0}})));
  REQUIRE(same(trace.output.row(1), rows({{0, 0}})));
  REQUIRE(trace.row_sums(1) == 0);
  REQUIRE(trace.spread(1) == 0);
  REQUIRE(trace.strongest.row(1).cast<int>().sum() == 0);
  REQUIRE(trace.non_finite.empty());
}

TEST_CASE("attention: no queries and no value width give results as empty") {
  AttentionInputs in = ticket();
  in.q = Matrix(0, 2);
  for (const Causal causal : {Causal::None, Causal::TopLeft, Causal::BottomRight}) {
    in.causal = causal;
    const AttentionTrace none = traced(in);
    REQUIRE((none.raw.rows() == 0 && none.raw.cols() == 3));
    REQUIRE((none.blocked.rows() == 0 && none.blocked.cols() == 3));
    REQUIRE((none.output.rows() == 0 && none.output.cols() == 2));
    REQUIRE(none.column_sums.size() == 3);
    REQUIRE(none.column_sums.sum() == 0);
    REQUIRE(none.row_sums.size() == 0);
    REQUIRE(none.non_finite.empty());
  }
  in = ticket();
  in.v = Matrix(3, 0);
  const AttentionTrace narrow = traced(in);
  REQUIRE((narrow.output.rows() == 3 && narrow.output.cols() == 0));
  REQUIRE(narrow.weights.cols() == 3);
}

TEST_CASE("attention: refusals come from the checks and nothing is computed") {
  AttentionInputs in = ticket();
  in.k = rows({{1}, {2}, {3}});
  require_refused(attention(in), "query-key-width", {"k"}, {"width 2", "width 1"});
  in = ticket();
  in.q = Matrix(3, 0);
  require_refused(attention(in), "key-width-zero", {"q"}, {"width 0"});
  in = ticket();
  in.k = Matrix(0, 2);
  require_refused(attention(in), "no-keys", {"k"}, {"0 rows"});
  in = ticket();
  in.v = rows({{1}});
  require_refused(attention(in), "key-value-length", {"v"}, {"3 rows", "1 row"});
  in = ticket();
  in.blocked = flags({{0, 0, 0}});
  require_refused(attention(in), "blocked-shape", {"blocked"}, {"(1, 3)", "(3, 3)"});
  in = ticket();
  in.scale = kNaN;
  require_refused(attention(in), "scale-not-finite", {"scale"}, {"NaN"});
  in = ticket();
  in.q = Matrix::Zero(2048, 1);
  in.k = in.v = Matrix::Zero(2049, 1);
  require_refused(attention(in), "too-large", {"q"}, {"2048", "2049"});
}

}  // namespace lesson::test
