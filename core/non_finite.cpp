#include "core/non_finite.hpp"

#include <cmath>

namespace lesson {
namespace {

// The first column of the row that is not finite, or -1.
Index first_bad(const Matrix& matrix, Index row) {
  const double* const numbers = row_of(matrix, row);
  for (Index c = 0; c < matrix.cols(); ++c) {
    if (!std::isfinite(numbers[c])) return c;
  }
  return -1;
}

bool readable(const AttentionTrace& trace, Index i, Index j) { return trace.blocked(i, j) == 0; }

bool empty(const AttentionTrace& trace, Index i) {
  for (Index j = 0; j < trace.blocked.cols(); ++j) {
    if (readable(trace, i, j)) return false;
  }
  return true;
}

// A score of -inf alone harms no row; it does when every key that may be read has it.
bool spoils(double score) { return std::isnan(score) || score > 0; }

NonFinite why_weights(const AttentionInputs& in, const AttentionTrace& trace, Index i) {
  if (empty(trace, i)) return {i, Cause::EmptyRow, -1, -1};
  if (const Index c = first_bad(in.q, i); c >= 0) return {i, Cause::Query, i, c};

  const Index keys = trace.masked.cols();
  bool any_spoils = false;
  for (Index j = 0; j < keys; ++j) {
    any_spoils = any_spoils || (!std::isfinite(trace.masked(i, j)) && spoils(trace.masked(i, j)));
  }
  Index overflow = -1;
  for (Index j = 0; j < keys; ++j) {
    const double score = trace.masked(i, j);
    if (!readable(trace, i, j) || std::isfinite(score) || (any_spoils && !spoils(score))) continue;
    if (const Index c = first_bad(in.k, j); c >= 0) return {i, Cause::Key, j, c};
    if (overflow < 0) overflow = j;
  }
  return {i, Cause::ScoreOverflow, i, overflow};
}

}  // namespace

std::vector<NonFinite> find_non_finite(const AttentionInputs& inputs, const AttentionTrace& trace) {
  // The value to blame is the same for every row: each reads every row of v, if only with weight 0.
  Index value_row = 0, value_col = -1;
  for (; value_row < inputs.v.rows(); ++value_row) {
    value_col = first_bad(inputs.v, value_row);
    if (value_col >= 0) break;
  }

  std::vector<NonFinite> found;
  for (Index i = 0; i < trace.weights.rows(); ++i) {
    if (first_bad(trace.weights, i) >= 0) {
      found.push_back(why_weights(inputs, trace, i));
    } else if (const Index c = first_bad(trace.output, i); c >= 0) {
      if (value_col >= 0) {
        found.push_back({i, Cause::Value, value_row, value_col});
      } else {
        found.push_back({i, Cause::ValueOverflow, i, c});
      }
    }
  }
  return found;
}

}  // namespace lesson
