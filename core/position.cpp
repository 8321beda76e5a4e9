#include "core/position.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "core/affine.hpp"
#include "core/random/request.hpp"

namespace lesson {
namespace {

constexpr Index kPositions = Index{1} << 30;
constexpr Index kMostHeads = Index{1} << 16;

std::optional<Error> check(std::string_view name, Index n, Index d, const PositionOptions& options) {
  if (auto refused = check_shape(name, n, d)) return refused;
  const std::string given(name);
  if (d == 0) return Error{"width-zero", given + " has width 0: there is no pair to hold an angle.", {given}};
  if (d % 2 != 0) {
    return Error{
        "odd-width",
        given + " has width " + std::to_string(d) + ": sines and cosines come in pairs, so the width must be even.",
        {given}};
  }
  if (options.offset < 0) {
    return Error{"negative-offset",
                 "offset is " + std::to_string(options.offset) + ": positions count from 0, so it cannot be below 0.",
                 {"offset"}};
  }
  if (options.offset > kPositions - n) {
    return Error{"too-large",
                 "offset is " + std::to_string(options.offset) + ": with " + std::to_string(n) +
                     " rows, positions would reach 2^30, the most that is counted here.",
                 {"offset"}};
  }
  if (!std::isfinite(options.base) || options.base <= 0) {
    return Error{
        "base-out-of-range",
        "base is " + shown(options.base) + ": powers of it divide the positions, so it must be finite and above 0.",
        {"base"}};
  }
  return std::nullopt;
}

Matrix angles(Index n, Index d, const PositionOptions& options) {
  Matrix result(n, d / 2);
  for (Index t = 0; t < d / 2; ++t) {
    const double divisor = std::pow(options.base, 2 * static_cast<double>(t) / static_cast<double>(d));
    for (Index i = 0; i < n; ++i) result(i, t) = static_cast<double>(options.offset + i) / divisor;
  }
  return result;
}

struct Pair {
  Index first, second;
};

Pair places(Index t, Index d, Pairing pairing) {
  return pairing == Pairing::Interleaved ? Pair{2 * t, 2 * t + 1} : Pair{t, t + d / 2};
}

double cosine(const Matrix& codes, Index a, Index b) {
  double dot = 0, a_squared = 0, b_squared = 0;
  for (Index c = 0; c < codes.cols(); ++c) {
    dot += codes(a, c) * codes(b, c);
    a_squared += codes(a, c) * codes(a, c);
    b_squared += codes(b, c) * codes(b, c);
  }
  return dot / (std::sqrt(a_squared) * std::sqrt(b_squared));
}

}  // namespace

Outcome<PositionTrace> sinusoid(Index n, Index d, const PositionOptions& options) {
  if (auto refused = check("codes", n, d, options)) return *refused;
  PositionTrace trace{angles(n, d, options), Matrix(n, d)};
  for (Index i = 0; i < n; ++i) {
    for (Index t = 0; t < d / 2; ++t) {
      const Pair at = places(t, d, options.pairing);
      trace.output(i, at.first) = std::sin(trace.angles(i, t));
      trace.output(i, at.second) = std::cos(trace.angles(i, t));
    }
  }
  return trace;
}

Outcome<PositionTrace> rope(const Matrix& x, const PositionOptions& options) {
  if (auto refused = check("x", x.rows(), x.cols(), options)) return *refused;
  PositionTrace trace{angles(x.rows(), x.cols(), options), Matrix(x.rows(), x.cols())};
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index t = 0; t < x.cols() / 2; ++t) {
      const Pair at = places(t, x.cols(), options.pairing);
      const double a = x(i, at.first), b = x(i, at.second);
      const double sine = std::sin(trace.angles(i, t)), cosine = std::cos(trace.angles(i, t));
      trace.output(i, at.first) = a * cosine - b * sine;
      trace.output(i, at.second) = a * sine + b * cosine;
    }
  }
  return trace;
}

Outcome<Matrix> cosine_by_offset(const Matrix& codes, const std::vector<Index>& starts, Index offsets) {
  const auto count = static_cast<Index>(starts.size());
  if (auto refused = check_shape("offsets", count, offsets)) return *refused;
  for (Index s = 0; s < count; ++s) {
    const Index start = starts[static_cast<std::size_t>(s)];
    if (start >= 0 && start < codes.rows() && offsets <= codes.rows() - start) continue;
    return Error{"position-outside",
                 "Start " + std::to_string(start) + " with " + std::to_string(offsets) +
                     " offsets leaves the codes, which have " + std::to_string(codes.rows()) + " rows.",
                 {"starts", -1, s}};
  }
  Matrix curves(count, offsets);
  for (Index s = 0; s < count; ++s) {
    const Index start = starts[static_cast<std::size_t>(s)];
    for (Index o = 0; o < offsets; ++o) curves(s, o) = cosine(codes, start, start + o);
  }
  return curves;
}

Outcome<Vector> alibi_slopes(Index heads) {
  if (heads < 1) {
    return Error{"heads-below-one", "heads is " + std::to_string(heads) + ": there must be at least 1.", {"heads"}};
  }
  if (heads > kMostHeads) {
    return Error{"too-large",
                 "heads is " + std::to_string(heads) + ", more than the " + std::to_string(kMostHeads) +
                     " that have slopes here.",
                 {"heads"}};
  }
  Index power = 1;
  while (2 * power <= heads) power *= 2;
  Vector slopes(heads);
  for (Index h = 0; h < heads; ++h) {
    // Head h of the series for P has 2^(-8 (h + 1) / P); every second one of 2P, from its first.
    const double step = h < power ? static_cast<double>(h + 1) : static_cast<double>(h - power) + 0.5;
    slopes(h) = std::exp2(-8 * step / static_cast<double>(power));
  }
  return slopes;
}

Outcome<Matrix> alibi_bias(Index heads, Index head, Index n) {
  const auto slopes = alibi_slopes(heads);
  if (!slopes.ok()) return slopes.error();
  if (head < 0 || head >= heads) {
    return Error{
        "head-outside",
        "head is " + std::to_string(head) + " but there are " + std::to_string(heads) + " heads, counted from 0.",
        {"head"}};
  }
  if (auto refused = check_shape("bias", n, n)) return *refused;
  Matrix bias = Matrix::Constant(n, n, -std::numeric_limits<double>::infinity());
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) bias(i, j) = (*slopes)(head) * static_cast<double>(j - i);
  }
  return bias;
}

}  // namespace lesson
