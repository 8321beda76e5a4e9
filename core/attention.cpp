#include "core/attention.hpp"

#include <cmath>

#include "core/check.hpp"
#include "core/non_finite.hpp"
#include "core/product.hpp"
#include "core/softmax.hpp"

namespace lesson {
namespace {

std::optional<Error> check(const AttentionInputs& in) {
  if (auto refused = check_attention(in.q, in.k, in.v)) return refused;
  if (auto refused = check_blocked(in.blocked, in.q.rows(), in.k.rows())) return refused;
  if (in.scale) return check_scale(*in.scale);
  return std::nullopt;
}

// Row and column sums in index order, so that each can be written out term by term.
void add_sums(AttentionTrace& trace) {
  const Index queries = trace.weights.rows(), keys = trace.weights.cols();
  trace.row_sums = Vector::Zero(queries);
  trace.column_sums = Vector::Zero(keys);
  double* const columns = trace.column_sums.data();
  for (Index i = 0; i < queries; ++i) {
    const double* const row = row_of(trace.weights, i);
    double sum = 0;
    for (Index j = 0; j < keys; ++j) {
      sum += row[j];
      columns[j] += row[j];
    }
    trace.row_sums(i) = sum;
  }
}

Flags find_strongest(const Matrix& weights) {
  constexpr double kTie = 1e-12;  // rounding apart, these weights are equal
  Flags strongest = Flags::Zero(weights.rows(), weights.cols());
  for (Index i = 0; i < weights.rows(); ++i) {
    const double* const row = row_of(weights, i);
    std::uint8_t* const flags = row_of(strongest, i);
    double largest = 0;
    for (Index j = 0; j < weights.cols(); ++j) largest = row[j] > largest ? row[j] : largest;
    // A NaN is larger than nothing, so a NaN row has largest 0, like a row of zeros.
    for (Index j = 0; j < weights.cols(); ++j) flags[j] = largest > 0 && row[j] >= largest - kTie;
  }
  return strongest;
}

}  // namespace

void summarise(AttentionTrace& trace) {
  add_sums(trace);
  trace.spread = spread(trace.weights);
  trace.strongest = find_strongest(trace.weights);
}

Outcome<AttentionTrace> attention(const AttentionInputs& in) {
  if (auto refused = check(in)) return *refused;

  AttentionTrace trace;
  trace.scale = in.scale ? *in.scale : 1 / std::sqrt(static_cast<double>(in.q.cols()));
  trace.blocked = either(causal_mask(in.q.rows(), in.k.rows(), in.causal), in.blocked);
  trace.empty_rows = empty_rows(trace.blocked);
  trace.raw = product_transposed(in.q, in.k);
  trace.scaled = trace.raw * trace.scale;
  trace.masked = apply_mask(trace.scaled, trace.blocked);
  trace.weights = softmax(trace.masked);
  if (in.empty_row == EmptyRow::Zero) {
    for (const Index i : trace.empty_rows) trace.weights.row(i).setZero();
  }
  trace.output = product(trace.weights, in.v);
  summarise(trace);
  trace.non_finite = find_non_finite(in, trace);
  return trace;
}

}  // namespace lesson
