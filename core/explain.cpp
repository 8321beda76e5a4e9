#include "core/explain.hpp"

#include <cmath>

#include "core/softmax.hpp"

namespace lesson {
namespace {

// Each stage below repeats the operations of the trace in the same order, so that its result has the same last bit.

Explanation open_raw(const AttentionInputs& in, const Cell& cell) {
  Explanation open{cell, {}, 0, 0, 0, {}};
  for (Index c = 0; c < in.q.cols(); ++c) {
    const double a = in.q(cell.row, c), b = in.k(cell.col, c);
    open.terms.push_back({a, b, a * b, {{Stage::Query, cell.row, c}, {Stage::Key, cell.col, c}}});
    open.sum += a * b;
  }
  open.result = open.sum;
  return open;
}

Explanation open_scaled(const AttentionTrace& trace, const Cell& cell) {
  const double a = trace.raw(cell.row, cell.col), b = trace.scale;
  return {cell, {{a, b, a * b, {{Stage::Raw, cell.row, cell.col}}}}, 0, a * b, a * b, {}};
}

Explanation open_masked(const AttentionTrace& trace, const Cell& cell) {
  const double a = trace.scaled(cell.row, cell.col);
  const double b = trace.blocked(cell.row, cell.col) != 0 ? 1 : 0;
  const double value = trace.masked(cell.row, cell.col);
  return {cell, {{a, b, value, {{Stage::Scaled, cell.row, cell.col}}}}, 0, value, value, {}};
}

Explanation open_weight(const AttentionTrace& trace, const Cell& cell, bool zeroed) {
  const SoftmaxRow row = softmax_row(trace.masked.row(cell.row).transpose());
  Explanation open{cell, {}, row.max, zeroed ? 0 : row.sum, zeroed ? 0 : row.weights(cell.col), {}};
  open.terms.reserve(static_cast<std::size_t>(trace.masked.cols()));
  for (Index j = 0; j < trace.masked.cols(); ++j) {
    open.terms.push_back({trace.masked(cell.row, j),
                          zeroed ? 0 : row.exps(j),
                          zeroed ? 0 : row.weights(j),
                          {{Stage::Masked, cell.row, j}}});
  }
  return open;
}

Explanation open_output(const AttentionInputs& in, const AttentionTrace& trace, const Cell& cell) {
  Explanation open{cell, {}, 0, 0, 0, {}};
  open.terms.reserve(static_cast<std::size_t>(trace.weights.cols()));
  for (Index j = 0; j < trace.weights.cols(); ++j) {
    const double a = trace.weights(cell.row, j), b = in.v(j, cell.col);
    open.terms.push_back({a, b, a * b, {{Stage::Weight, cell.row, j}, {Stage::Value, j, cell.col}}});
    open.sum += a * b;
  }
  open.result = open.sum;
  return open;
}

Explanation open_row_sum(const AttentionTrace& trace, const Cell& cell) {
  Explanation open{cell, {}, 0, 0, 0, {}};
  open.terms.reserve(static_cast<std::size_t>(trace.weights.cols()));
  for (Index j = 0; j < trace.weights.cols(); ++j) {
    const double a = trace.weights(cell.row, j);
    open.terms.push_back({a, 1, a, {{Stage::Weight, cell.row, j}}});
    open.sum += a;
  }
  open.result = open.sum;
  return open;
}

Explanation open_spread(const AttentionTrace& trace, const Cell& cell) {
  Explanation open{cell, {}, 0, 0, 0, {}};
  open.terms.reserve(static_cast<std::size_t>(trace.weights.cols()));
  bool nothing = true;
  for (Index j = 0; j < trace.weights.cols(); ++j) {
    const double a = trace.weights(cell.row, j), b = std::log2(a);
    const double value = a == 0 ? 0 : -a * b;
    nothing = nothing && a == 0;
    open.terms.push_back({a, b, value, {{Stage::Weight, cell.row, j}}});
    open.sum += value;
  }
  open.result = nothing ? 0 : std::exp2(open.sum);
  return open;
}

struct Size {
  Index rows, cols;
};

Size size_of(const AttentionTrace& trace, Stage stage) {
  if (stage == Stage::RowSum || stage == Stage::Spread) return {trace.weights.rows(), 1};
  if (stage == Stage::Output) return {trace.output.rows(), trace.output.cols()};
  return {trace.raw.rows(), trace.raw.cols()};
}

Index count_terms(const AttentionInputs& in, Stage stage) {
  if (stage == Stage::Raw) return in.q.cols();
  return stage == Stage::Scaled || stage == Stage::Masked ? 1 : in.k.rows();
}

Explanation open_cell(const AttentionInputs& in, const AttentionTrace& trace, const Cell& cell) {
  bool zeroed = false;
  if (in.empty_row == EmptyRow::Zero) {
    for (const Index row : trace.empty_rows) zeroed = zeroed || row == cell.row;
  }
  switch (cell.stage) {
    case Stage::Scaled:
      return open_scaled(trace, cell);
    case Stage::Masked:
      return open_masked(trace, cell);
    case Stage::Weight:
      return open_weight(trace, cell, zeroed);
    case Stage::Output:
      return open_output(in, trace, cell);
    case Stage::RowSum:
      return open_row_sum(trace, cell);
    case Stage::Spread:
      return open_spread(trace, cell);
    default:
      return open_raw(in, cell);
  }
}

}  // namespace

const char* name(Stage stage) {
  switch (stage) {
    case Stage::Query:
      return "q";
    case Stage::Key:
      return "k";
    case Stage::Value:
      return "v";
    case Stage::Raw:
      return "raw";
    case Stage::Scaled:
      return "scaled";
    case Stage::Masked:
      return "masked";
    case Stage::Weight:
      return "weights";
    case Stage::Output:
      return "output";
    case Stage::RowSum:
      return "rowSums";
    case Stage::Spread:
      return "spread";
  }
  return "";
}

Outcome<Explanation> explain(const AttentionInputs& inputs, Stage stage, Index row, Index col) {
  const Outcome<AttentionTrace> trace = attention(inputs);
  if (!trace) return trace.error();

  const std::string field = name(stage);
  if (stage == Stage::Query || stage == Stage::Key || stage == Stage::Value) {
    return Error{"not-explained",
                 field + " is given, not computed: there is no arithmetic behind cell (" + std::to_string(row) + ", " +
                     std::to_string(col) + ").",
                 {field, row, col}};
  }
  const Size size = size_of(*trace, stage);
  if (row < 0 || row >= size.rows || col < 0 || col >= size.cols) {
    return Error{"cell-outside",
                 field + " has shape (" + std::to_string(size.rows) + ", " + std::to_string(size.cols) +
                     "): there is no cell (" + std::to_string(row) + ", " + std::to_string(col) + "), counted from 0.",
                 {field, row, col}};
  }
  const Index terms = count_terms(inputs, stage);
  if (terms > kMostTerms) {
    return Error{"too-large",
                 "Cell (" + std::to_string(row) + ", " + std::to_string(col) + ") of " + field + " is made from " +
                     std::to_string(terms) + " terms, more than the " + std::to_string(kMostTerms) +
                     " that are opened here.",
                 {field, row, col}};
  }
  Explanation open = open_cell(inputs, *trace, {stage, row, col});
  for (const Term& term : open.terms) open.sources.insert(open.sources.end(), term.sources.begin(), term.sources.end());
  return open;
}

}  // namespace lesson
