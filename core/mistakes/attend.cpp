#include "core/mistakes/attend.hpp"

#include <cmath>
#include <limits>

#include "core/half.hpp"
#include "core/mistakes/compute.hpp"
#include "core/product.hpp"
#include "core/softmax.hpp"

namespace lesson {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr float kLowest32 = std::numeric_limits<float>::lowest();
constexpr double kLowest16 = -65504;

constexpr Index kTile = 4;  // keys that a kernel steps over at once

// The two masks that a model keeps apart: who may read whom, and which keys are no tokens.
struct Masks {
  Flags reading;  // (N, M)
  Flags padding;  // (N, M)
};

// The other half of the square: a row's own position stays open, as in the right mask.
Flags reversed_mask(Index queries, Index keys, Causal causal) {
  Flags blocked = Flags::Zero(queries, keys);
  if (causal == Causal::None) return blocked;
  const Index first = causal == Causal::BottomRight ? keys - queries : 0;  // the position of query 0
  for (Index i = 0; i < queries; ++i) {
    for (Index j = 0; j < keys; ++j) blocked(i, j) = j < i + first;
  }
  return blocked;
}

Masks masks_of(const Setup& setup, const Recipe& recipe) {
  const Index queries = setup.q.rows(), keys = setup.k.rows();
  Masks masks{Flags::Zero(queries, keys), Flags::Zero(queries, keys)};
  if (!recipe.mask_dropped) {
    const Causal causal = recipe.causal.value_or(setup.causal);
    masks.reading =
        either(recipe.triangle_reversed ? reversed_mask(queries, keys, causal) : causal_mask(queries, keys, causal),
               setup.blocked);
  }
  if (setup.padding.size() == 0) return masks;
  if (recipe.padding_on_queries) {
    const Index first = keys - queries;  // query i is key i + M - N
    for (Index i = 0; i < queries; ++i) masks.padding.row(i).setConstant(setup.padding(0, i + first));
  } else {
    masks.padding = setup.padding.replicate(queries, 1);
  }
  return masks;
}

Flags joined(const Masks& masks, const Setup& setup, const Recipe& recipe) {
  Flags blocked = either(masks.reading, masks.padding);
  const bool given = setup.causal != Causal::None || setup.blocked.size() > 0 || setup.padding.size() > 0;
  if (recipe.mask_inverted && given) {
    for (Index at = 0; at < blocked.size(); ++at) blocked.data()[at] = blocked.data()[at] == 0;
  }
  return blocked;
}

double scale_of(const Setup& setup, const Recipe& recipe, double right) {
  const auto width = static_cast<double>(setup.q.cols() / setup.heads);
  switch (recipe.scaling) {
    case Scaling::Right:
      return right;
    case Scaling::Twice:
      return right * right;
    case Scaling::ByWidth:
      return 1 / width;
    case Scaling::ByModelWidth:
      return 1 / std::sqrt(static_cast<double>(setup.q.cols()));
    case Scaling::Missing:
    case Scaling::AfterSoftmax:
      return 1;
  }
  return right;
}

double filled(double score, bool reading, bool padding, bool blocked, Fill fill) {
  switch (fill) {
    case Fill::MinusInfinity:
      return blocked ? -kInfinity : score;
    case Fill::PlusInfinity:
      return blocked ? kInfinity : score;
    case Fill::Zero:
      return blocked ? 0 : score;
    case Fill::AllowedPlusOne:
      return score + (blocked ? 0 : 1);
    case Fill::SmallestFloat32:
      return static_cast<float>(score) + (blocked ? kLowest32 : 0.0F);
    case Fill::SmallestFloat16: {
      const double once = round_to(score + (reading ? kLowest16 : 0), Half::Float16);
      return round_to(once + (padding ? kLowest16 : 0), Half::Float16);
    }
    case Fill::AfterSoftmax:
      return score;
  }
  return score;
}

Matrix mask_scores(const Matrix& scaled, const Masks& masks, const Flags& blocked, const Recipe& recipe) {
  Matrix masked = scaled;
  for (Index i = 0; i < scaled.rows(); ++i) {
    double* const row = row_of(masked, i);
    for (Index j = 0; j < scaled.cols(); ++j) {
      // With inverted polarity the two masks have lost their names: the joined one stands for both.
      const bool reading = recipe.mask_inverted ? blocked(i, j) != 0 : masks.reading(i, j) != 0;
      const bool padding = !recipe.mask_inverted && masks.padding(i, j) != 0;
      row[j] = filled(row[j], reading, padding, blocked(i, j) != 0, recipe.fill);
      if (recipe.half_of_each_tile_skipped && j % kTile >= kTile / 2) row[j] = -kInfinity;
    }
  }
  return masked;
}

// exp without the maximum, as float32 code computes it: a score above 88.7 becomes infinite, and inf / inf is NaN.
Matrix plain_softmax32(const Matrix& z) {
  Matrix weights(z.rows(), z.cols());
  for (Index i = 0; i < z.rows(); ++i) {
    const double* const scores = row_of(z, i);
    double* const row = row_of(weights, i);
    float sum = 0;
    for (Index j = 0; j < z.cols(); ++j) sum += std::exp(static_cast<float>(scores[j]));
    for (Index j = 0; j < z.cols(); ++j) row[j] = std::exp(static_cast<float>(scores[j])) / sum;
  }
  return weights;
}

Matrix normalised(const Matrix& masked, const Flags& blocked, const Recipe& recipe) {
  if (!recipe.over_queries) {
    return recipe.exponential == Exponential::Plain32 ? plain_softmax32(masked) : softmax(masked);
  }
  Matrix weights = recipe.exponential == Exponential::Plain32 ? Matrix(plain_softmax32(masked.transpose()).transpose())
                                                              : softmax(masked, Axis::Queries);
  // A key that no query may read has a column of 0/0: code with this mistake sets such NaN to zero, or shows it at
  // once.
  if (recipe.fill != Fill::MinusInfinity) return weights;
  for (const Index j : empty_rows(blocked.transpose())) weights.col(j).setZero();
  return weights;
}

void set_zero_where(Matrix& weights, const Flags& blocked) {
  for (Index at = 0; at < weights.size(); ++at) {
    if (blocked.data()[at] != 0) weights.data()[at] = 0;
  }
}

void drop_out(Matrix& weights, numpy::Generator& draws) {
  for (Index at = 0; at < weights.size(); ++at) {
    double& weight = weights.data()[at];
    weight = numpy::next_double(draws) < kDropout ? 0 : weight / (1 - kDropout);
  }
}

}  // namespace

AttentionTrace attend(const Matrix& q, const Matrix& k, const Matrix& v, const Setup& setup, const Recipe& recipe,
                      numpy::Generator& draws) {
  const double right = setup.scale ? *setup.scale : 1 / std::sqrt(static_cast<double>(q.cols()));
  const bool half = recipe.fill == Fill::SmallestFloat16;
  const Masks masks = masks_of(setup, recipe);

  AttentionTrace trace;
  trace.scale = scale_of(setup, recipe, right);
  trace.blocked = joined(masks, setup, recipe);
  trace.empty_rows = empty_rows(trace.blocked);
  trace.raw = product_transposed(q, k);
  if (half) trace.raw = round_to(trace.raw, Half::Float16);
  trace.scaled = trace.raw * trace.scale;
  if (half) trace.scaled = round_to(trace.scaled, Half::Float16);
  trace.masked = mask_scores(trace.scaled, masks, trace.blocked, recipe);

  trace.weights = normalised(trace.masked, trace.blocked, recipe);
  if (recipe.softmax_twice) trace.weights = softmax(apply_mask(trace.weights, trace.blocked));
  if (recipe.scaling == Scaling::AfterSoftmax) trace.weights *= right;
  if (recipe.fill == Fill::AfterSoftmax) set_zero_where(trace.weights, trace.blocked);
  if (setup.empty_row == EmptyRow::Zero && !recipe.empty_rows_forgotten && recipe.fill == Fill::MinusInfinity) {
    for (const Index i : trace.empty_rows) trace.weights.row(i).setZero();
  }
  if (recipe.dropout) drop_out(trace.weights, draws);

  trace.output = product(trace.weights, v);
  summarise(trace);
  return trace;
}

}  // namespace lesson
