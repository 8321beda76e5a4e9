#include "core/gradient.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/check.hpp"
#include "core/softmax.hpp"
#include "tests/core/oracle.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

AttentionGradient backward(const AttentionInputs& in, const AttentionTrace& trace, const Matrix& upstream) {
  const auto gradient = attention_backward(in, trace, upstream);
  if (!gradient.ok()) FAIL(gradient.error().message);
  return *gradient;
}

AttentionGradient backward(const AttentionInputs& in, const Matrix& upstream) {
  return backward(in, traced(in), upstream);
}

Matrix jacobian_of(const Vector& weights) {
  const auto jacobian = softmax_jacobian(weights);
  REQUIRE(jacobian.ok());
  return *jacobian;
}

// random_head, with a causal mask or rows that may read nothing among them.
AttentionInputs any_head(Random& random) {
  AttentionInputs in = random_head(random);
  const Index kind = random.integer(0, 3);
  if (kind == 1) in.causal = Causal::TopLeft;
  if (kind == 2) in.causal = Causal::BottomRight;
  if (kind == 3) in.blocked = random.flags(in.q.rows(), in.k.rows(), 0.6);
  in.empty_row = EmptyRow::Zero;
  return in;
}

// dL / dx for L = sum of upstream * output, by the central difference of fourth order,
//   (8 (L(x + h) - L(x - h)) - (L(x + 2h) - L(x - 2h))) / 12h      (Fornberg 1988, table 1)
// Its error is h^4 / 30 times the fifth derivative, and rounding of L over h. Fifth derivatives here reach about 1e5
// (scores move by at most 6 per unit of q or k): with h = 2^-11, exact in x + h up to rounding of x alone, that is
// 2e-10 at worst, and rounding is about 1e-14 / 5e-4 = 2e-11.
double slope(const AttentionInputs& in, Matrix AttentionInputs::*which, Index at, const Matrix& upstream) {
  constexpr double kStep = 0x1p-11;
  const auto moved = [&](double by) {
    AttentionInputs other = in;
    (other.*which).data()[at] += by;
    return traced(other).output;
  };
  // Differences of outputs first: they are small, so that the sum rounds little.
  const Matrix near = moved(kStep) - moved(-kStep), far = moved(2 * kStep) - moved(-2 * kStep);
  return (8 * upstream.cwiseProduct(near).sum() - upstream.cwiseProduct(far).sum()) / (12 * kStep);
}

}  // namespace

TEST_CASE("gradient: every case of gradients.json") {
  std::map<std::string, int> consumed;
  for (const Json& one : load_oracle("gradients.json")) {
    const auto name = one.at("name").get<std::string>();
    const Json &inputs = one.at("inputs"), &expected = one.at("expected");
    INFO("case " << name);
    // NumPy's and PyTorch's sums run in another order: 1e-12 and 1e-11 are thousands of units of numbers below 5, and
    // far below any digit shown. A file that became laxer would be noticed.
    const double tolerance = one.at("tolerance").get<double>();
    REQUIRE(tolerance <= 1e-11);
    ++consumed[name];
    if (name == "softmax-jacobian") {
      REQUIRE(inputs.size() == 1);
      REQUIRE(expected.size() == 2);
      const Vector weights = to_matrix(inputs.at("weights")).row(0).transpose();
      require_near(jacobian_of(weights), to_matrix(expected.at("jacobian")), tolerance);
      REQUIRE(std::abs(largest_slope(weights) - to_number(expected.at("largest_slope"))) <= tolerance);
    } else if (name == "attention-backward") {
      REQUIRE(inputs.size() == 4);
      REQUIRE(expected.size() == 3);
      AttentionInputs in;
      in.q = to_matrix(inputs.at("q"));
      in.k = to_matrix(inputs.at("k"));
      in.v = to_matrix(inputs.at("v"));
      const AttentionGradient d = backward(in, to_matrix(inputs.at("upstream")));
      require_near(d.q, to_matrix(expected.at("dq")), tolerance);
      require_near(d.k, to_matrix(expected.at("dk")), tolerance);
      require_near(d.v, to_matrix(expected.at("dv")), tolerance);
    } else {
      FAIL("no test takes this case");
    }
  }
  REQUIRE(consumed["softmax-jacobian"] >= 3);
  REQUIRE(consumed["attention-backward"] >= 1);
}

TEST_CASE("gradient: the slopes that the lesson quotes") {
  // depth-scale: at most 0.22 for a uniform row of three, 0.02 for (0.98, 0.01, 0.01); half a unit of the last digit.
  REQUIRE(std::abs(largest_slope(Vector::Constant(3, 1.0 / 3)) - 0.22) <= 0.005);
  Vector sharp(3);
  sharp << 0.98, 0.01, 0.01;
  REQUIRE(std::abs(largest_slope(sharp) - 0.02) <= 0.005);
}

TEST_CASE("gradient: the Jacobian worked by hand") {
  Vector weights(2);
  weights << 0.25, 0.75;
  REQUIRE(same(jacobian_of(weights), rows({{0.1875, -0.1875}, {-0.1875, 0.1875}})));
  REQUIRE(largest_slope(weights) == 0.1875);
  // One key has all the weight: nothing moves. Exact.
  weights << 1, 0;
  REQUIRE(difference(jacobian_of(weights), Matrix::Zero(2, 2)) == 0);
  REQUIRE(largest_slope(weights) == 0);
  weights << kNaN, 0.5;
  REQUIRE(std::isnan(largest_slope(weights)));
  REQUIRE(std::isnan(jacobian_of(weights)(1, 0)));
  REQUIRE(jacobian_of(Vector(0)).size() == 0);
  REQUIRE(largest_slope(Vector(0)) == 0);
}

TEST_CASE("gradient: properties of the Jacobian") {
  Random random(7);
  for (int run = 0; run < 1000; ++run) {
    const Index count = random.integer(1, 12);
    const Vector weights = softmax(random.matrix(1, count, -8, 8)).row(0).transpose();
    const Matrix jacobian = jacobian_of(weights);
    REQUIRE(same(jacobian, jacobian.transpose()));
    // The weights sum to 1 within a few units of the last place, and each row is a sum of at most 12 rounded terms
    // below 1.
    REQUIRE(difference(jacobian.rowwise().sum(), Matrix::Zero(count, 1)) <= 1e-15);
    REQUIRE(jacobian.diagonal().minCoeff() >= 0);
    REQUIRE(largest_slope(weights) == jacobian.diagonal().maxCoeff());
    // With two keys the others are as large, and rounded apart: a unit in the last place of 1/4.
    REQUIRE(jacobian.cwiseAbs().maxCoeff() - largest_slope(weights) <= 6e-17);
    REQUIRE(largest_slope(weights) <= 0.25);
    // x^T J x is the variance of x under the weights: not below 0, but for the rounding of terms up to 64.
    const Matrix x = random.matrix(count, 1, -8, 8);
    REQUIRE(-(x.transpose() * jacobian * x)(0, 0) <= 1e-13);
  }
}

TEST_CASE("gradient: the Jacobian is the slope of softmax") {
  Random random(8);
  for (int run = 0; run < 200; ++run) {
    const Index count = random.integer(1, 6);
    const Matrix z = random.matrix(1, count);
    const Matrix jacobian = jacobian_of(softmax(z).row(0).transpose());
    // The same stencil and step as for attention below; derivatives of softmax are below 1, so that only rounding is
    // left: about 1e-16 / 5e-4.
    constexpr double kStep = 0x1p-11;
    for (Index j = 0; j < count; ++j) {
      const auto moved = [&](double by) {
        Matrix other = z;
        other(0, j) += by;
        return softmax(other);
      };
      const Matrix column =
          (8 * (moved(kStep) - moved(-kStep)) - (moved(2 * kStep) - moved(-2 * kStep))) / (12 * kStep);
      REQUIRE(difference(column, jacobian.col(j).transpose()) <= 1e-11);
    }
  }
}

TEST_CASE("gradient: attention worked by hand for one query and two keys") {
  // Equal keys, so weights 1/2; V = 1; v = (0, 4), upstream 1. d_weights = (0, 4), mean 2, masked = (-1, 1); scale 1/2
  // (K = 4) gives raw (-1/2, 1/2); q gets -k_0 / 2 + k_1 / 2 = 0, k gets raw times q. All exact.
  AttentionInputs in;
  in.q = rows({{2, 0, 0, 0}});
  in.k = rows({{1, 3, 0, 0}, {1, 3, 0, 0}});
  in.v = rows({{0}, {4}});
  const AttentionGradient d = backward(in, rows({{1}}));
  REQUIRE(same(d.v, rows({{0.5}, {0.5}})));
  REQUIRE(same(d.weights, rows({{0, 4}})));
  REQUIRE(same(d.masked, rows({{-1, 1}})));
  REQUIRE(same(d.scaled, rows({{-1, 1}})));
  REQUIRE(same(d.raw, rows({{-0.5, 0.5}})));
  REQUIRE(difference(d.q, Matrix::Zero(1, 4)) == 0);
  REQUIRE(difference(d.k, rows({{-1, 0, 0, 0}, {1, 0, 0, 0}})) == 0);
}

TEST_CASE("gradient: attention agrees with finite differences") {
  Random random(9);
  int causal = 0, blocked = 0, empty = 0;
  for (int run = 0; run < 300; ++run) {
    const AttentionInputs in = any_head(random);
    const Matrix upstream = random.matrix(in.q.rows(), in.v.cols());
    const AttentionTrace trace = traced(in);
    const AttentionGradient d = backward(in, trace, upstream);
    causal += in.causal != Causal::None;
    blocked += in.blocked.size() > 0;
    empty += !trace.empty_rows.empty();
    const std::pair<Matrix AttentionInputs::*, const Matrix*> all[] = {
        {&AttentionInputs::q, &d.q}, {&AttentionInputs::k, &d.k}, {&AttentionInputs::v, &d.v}};
    for (const auto& [which, gradient] : all) {
      REQUIRE(gradient->rows() == (in.*which).rows());
      REQUIRE(gradient->cols() == (in.*which).cols());
      for (Index at = 0; at < gradient->size(); ++at) {
        const double g = gradient->data()[at], expected = slope(in, which, at, upstream);
        INFO("run " << run << ", number " << at << ": " << g << ", difference " << expected);
        // Relative; for slopes below 1e-3 the error of the stencil (see there) is no longer small beside them, and it
        // is held to 1e-9.
        REQUIRE(std::abs(g - expected) <= 1e-6 * std::max(std::abs(expected), 1e-3));
      }
    }
  }
  REQUIRE(causal > 100);
  REQUIRE(blocked > 100);
  REQUIRE(empty > 30);
}

TEST_CASE("gradient: properties of attention's") {
  Random random(10);
  for (int run = 0; run < 1000; ++run) {
    const AttentionInputs in = any_head(random);
    const Matrix upstream = random.matrix(in.q.rows(), in.v.cols());
    const AttentionTrace trace = traced(in);
    const AttentionGradient d = backward(in, trace, upstream);

    // Adding the same to every score of a row changes nothing. Eight terms below about 3 * 3 * 4 = 36.
    REQUIRE(difference(d.masked.rowwise().sum(), Matrix::Zero(in.q.rows(), 1)) <= 1e-13);
    for (Index i = 0; i < in.q.rows(); ++i) {
      // Each row is its upstream times the Jacobian; the same terms, summed otherwise.
      const Matrix jacobian = jacobian_of(trace.weights.row(i).transpose());
      const bool none = std::count(trace.empty_rows.begin(), trace.empty_rows.end(), i) > 0;
      if (!none) REQUIRE(difference(d.weights.row(i) * jacobian, d.masked.row(i)) <= 1e-13);
      for (Index j = 0; j < in.k.rows(); ++j) {
        if (trace.blocked(i, j) == 0) continue;
        REQUIRE(d.scaled(i, j) == 0);
        REQUIRE(d.raw(i, j) == 0);
      }
      if (none) REQUIRE(difference(d.q.row(i), Matrix::Zero(1, in.q.cols())) == 0);
    }
    // A key that nobody may read gets nothing.
    for (Index j = 0; j < in.k.rows(); ++j) {
      if ((trace.blocked.col(j).array() == 0).any()) continue;
      REQUIRE(difference(d.k.row(j), Matrix::Zero(1, in.k.cols())) == 0);
      REQUIRE(difference(d.v.row(j), Matrix::Zero(1, in.v.cols())) == 0);
    }
    // Linear in upstream: doubling is exact in binary.
    const AttentionGradient twice = backward(in, trace, 2 * upstream);
    REQUIRE(same(twice.q, 2 * d.q));
    REQUIRE(same(twice.k, 2 * d.k));
    REQUIRE(same(twice.v, 2 * d.v));
    // The same L by way of q and of k: sum q_i . dq_i = sum k_j . dk_j = sum raw_ij draw_ij (Euler). Some 240 terms of
    // up to a few hundred: 1e-10 leaves a thousand roundings of the largest.
    const double by_q = in.q.cwiseProduct(d.q).sum(), by_k = in.k.cwiseProduct(d.k).sum();
    REQUIRE(std::abs(by_q - by_k) <= 1e-10);
  }
}

TEST_CASE("gradient: a causal mask lets no later key or value learn from an earlier query") {
  Random random(11);
  for (int run = 0; run < 1000; ++run) {
    const Index tokens = random.integer(2, 6), width = random.integer(1, 4), early = random.integer(0, tokens - 2);
    AttentionInputs in;
    in.q = random.matrix(tokens, width);
    in.k = random.matrix(tokens, width);
    in.v = random.matrix(tokens, 2);
    in.causal = Causal::TopLeft;
    Matrix upstream = Matrix::Zero(tokens, 2);
    upstream.row(early) = random.matrix(1, 2);
    const AttentionGradient d = backward(in, upstream);
    const Index later = tokens - 1 - early;
    REQUIRE(difference(d.k.bottomRows(later), Matrix::Zero(later, width)) == 0);
    REQUIRE(difference(d.v.bottomRows(later), Matrix::Zero(later, 2)) == 0);
  }
}

TEST_CASE("gradient: a row that may read nothing") {
  AttentionInputs in;
  in.q = rows({{1, 2}, {3, 4}});
  in.k = rows({{1, 0}, {0, 1}});
  in.v = rows({{1}, {2}});
  in.blocked = flags({{1, 1}, {0, 0}});
  const Matrix upstream = rows({{5}, {6}});
  AttentionInputs second = in;
  second.q = in.q.bottomRows(1);
  second.blocked = Flags();
  const AttentionGradient alone = backward(second, upstream.bottomRows(1));

  in.empty_row = EmptyRow::Zero;
  const AttentionGradient zero = backward(in, upstream);
  REQUIRE(difference(zero.v, alone.v) == 0);
  REQUIRE(difference(zero.k, alone.k) == 0);
  REQUIRE(difference(zero.q.row(0), Matrix::Zero(1, 2)) == 0);
  REQUIRE(difference(zero.q.row(1), alone.q) == 0);
  REQUIRE(difference(zero.masked.row(0), Matrix::Zero(1, 2)) == 0);

  in.empty_row = EmptyRow::Nan;
  const AttentionGradient nan = backward(in, upstream);
  REQUIRE(nan.v.array().isNaN().all());
  REQUIRE(nan.masked.row(0).array().isNaN().all());
  REQUIRE(difference(nan.raw.row(0), Matrix::Zero(1, 2)) == 0);
  REQUIRE(same(nan.q, zero.q));
  REQUIRE(same(nan.k, zero.k));
}

TEST_CASE("gradient: a NaN in a key that may not be read harms nobody") {
  AttentionInputs in;
  in.q = rows({{1, 2}, {3, 4}});
  in.k = rows({{1, 0}, {0, 1}, {kNaN, kInfinity}});
  in.v = rows({{1}, {2}, {3}});
  in.blocked = flags({{0, 0, 1}, {0, 0, 1}});
  AttentionInputs without = in;
  without.k = in.k.topRows(2);
  without.v = in.v.topRows(2);
  without.blocked = Flags();
  const Matrix upstream = rows({{5}, {6}});
  const AttentionGradient d = backward(in, upstream), expected = backward(without, upstream);
  REQUIRE(difference(d.q, expected.q) == 0);
  REQUIRE(difference(d.k.topRows(2), expected.k) == 0);
  REQUIRE(difference(d.k.row(2), Matrix::Zero(1, 2)) == 0);
  // Where it may be read, it spreads.
  in.blocked = Flags();
  REQUIRE(backward(in, upstream).q.array().isNaN().all());
}

TEST_CASE("gradient: nothing in, nothing out") {
  AttentionInputs in;
  in.q = Matrix(0, 2);
  in.k = rows({{1, 0}});
  in.v = rows({{1, 2, 3}});
  const AttentionGradient d = backward(in, Matrix(0, 3));
  REQUIRE(d.q.rows() == 0);
  REQUIRE(same(d.k, Matrix::Zero(1, 2)));
  REQUIRE(same(d.v, Matrix::Zero(1, 3)));
  in.q = rows({{1, 1}});
  in.v = Matrix(1, 0);
  REQUIRE(same(backward(in, Matrix(1, 0)).q, Matrix::Zero(1, 2)));
}

TEST_CASE("gradient: shapes that do not fit are refused") {
  AttentionInputs in;
  in.q = rows({{1, 2}, {3, 4}});
  in.k = rows({{1, 0}, {0, 1}, {1, 1}});
  in.v = rows({{1}, {2}, {3}});
  const AttentionTrace trace = traced(in);
  require_refused(attention_backward(in, trace, rows({{1}})), "upstream-shape", {"upstream"}, {"(1, 1)", "(2, 1)"});
  require_refused(attention_backward(in, trace, Matrix(2, 3)), "upstream-shape", {"upstream"}, {"(2, 3)", "(2, 1)"});
  AttentionInputs other = in;
  other.q = rows({{1, 2}});
  require_refused(attention_backward(other, trace, rows({{1}})), "trace-shape", {"trace"}, {"(2, 3)", "(1, 3)"});
  other = in;
  other.v = Matrix(3, 2);
  require_refused(attention_backward(other, trace, Matrix(2, 2)), "trace-shape", {"trace"}, {"(2, 1)", "(2, 2)"});
  require_refused(attention_backward(in, AttentionTrace(), rows({{1}, {2}})), "trace-shape", {"trace"}, {"(0, 0)"});
  other = in;
  other.k = Matrix(3, 1);
  require_refused(attention_backward(other, trace, Matrix(2, 1)), "query-key-width", {"k"}, {"2", "1"});
  require_refused(softmax_jacobian(Vector::Zero(2049)), "too-large", {"weights"}, {"2049", "4194304"});
  REQUIRE(softmax_jacobian(Vector::Zero(2048)).ok());
}

}  // namespace lesson::test
