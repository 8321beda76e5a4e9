#include "core/precision.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/half.hpp"
#include "core/product.hpp"
#include "core/softmax.hpp"

namespace lesson {
namespace {

// The place of a number among all of its format, in order: a pattern without its sign counts steps from 0.
template <typename Integer, typename Real>
Integer place_of(Real x) {
  Integer bits = 0;
  static_assert(sizeof(bits) == sizeof(x));
  std::memcpy(&bits, &x, sizeof(x));
  return bits >= 0 ? bits : static_cast<Integer>(std::numeric_limits<Integer>::min() - bits);
}

// Each place is below 2^63 in size, and the sum of two sizes fits into 64 bits without a sign.
double steps(std::int64_t a, std::int64_t b) {
  const std::int64_t low = a < b ? a : b, high = a < b ? b : a;
  return static_cast<double>(static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low));
}

StoredStep step(const Matrix& own, const Matrix& right, Precision precision) {
  StoredStep made{own, Matrix(own.rows(), own.cols())};
  for (Index at = 0; at < own.size(); ++at) {
    const double a = own.data()[at], b = right.data()[at];
    const bool both = std::isnan(a) && std::isnan(b);
    made.units.data()[at] =
        both ? 0 : units_between(a, b, precision).value_or(std::numeric_limits<double>::quiet_NaN());
  }
  return made;
}

}  // namespace

double stored(double x, Precision precision) {
  switch (precision) {
    case Precision::Float64:
      return x;
    case Precision::Float32:
      return static_cast<double>(static_cast<float>(x));
    case Precision::BFloat16:
      return round_to(x, Half::BFloat16);
    case Precision::Float16:
      return round_to(x, Half::Float16);
  }
  return x;
}

Matrix stored(const Matrix& m, Precision precision) {
  Matrix made(m.rows(), m.cols());
  for (Index at = 0; at < m.size(); ++at) made.data()[at] = stored(m.data()[at], precision);
  return made;
}

std::optional<double> units_between(double a, double b, Precision precision) {
  if (std::isnan(a) || std::isnan(b)) return std::nullopt;
  switch (precision) {
    case Precision::Float64:
      return steps(place_of<std::int64_t>(a), place_of<std::int64_t>(b));
    case Precision::Float32:
      return steps(place_of<std::int32_t>(static_cast<float>(a)), place_of<std::int32_t>(static_cast<float>(b)));
    case Precision::BFloat16:
      return units_between(a, b, Half::BFloat16);
    case Precision::Float16:
      return units_between(a, b, Half::Float16);
  }
  return std::nullopt;
}

Outcome<StoredTrace> attention_in(const AttentionInputs& inputs, Precision precision) {
  const auto right = attention(inputs);
  if (!right) return right.error();
  const Matrix q = stored(inputs.q, precision), k = stored(inputs.k, precision), v = stored(inputs.v, precision);
  const Matrix raw = stored(product_transposed(q, k), precision);
  const Matrix scaled = stored(Matrix(raw * right->scale), precision);
  Matrix weights = stored(softmax(apply_mask(scaled, right->blocked)), precision);
  if (inputs.empty_row == EmptyRow::Zero) {
    for (const Index i : right->empty_rows) weights.row(i).setZero();
  }
  const Matrix output = stored(product(weights, v), precision);

  StoredTrace trace;
  trace.raw = step(raw, right->raw, precision);
  trace.scaled = step(scaled, right->scaled, precision);
  trace.weights = step(weights, right->weights, precision);
  trace.output = step(output, right->output, precision);
  trace.row_sums = weights.rowwise().sum();
  return trace;
}

}  // namespace lesson
