#include "core/puzzle.hpp"

#include <algorithm>
#include <cmath>

namespace lesson {
namespace {

Matrix table(std::initializer_list<double> numbers) {
  constexpr Index kWidth = 2;
  const auto count = static_cast<Index>(numbers.size());
  return Eigen::Map<const Matrix>(numbers.begin(), count / kWidth, kWidth);
}

const Matrix& some_values() {
  static const Matrix values = table({10, 0, 0, 10, 4, 6});
  return values;
}

AttentionInputs head(std::initializer_list<double> q, std::initializer_list<double> k, Matrix v = some_values()) {
  AttentionInputs inputs;
  inputs.q = table(q);
  inputs.k = table(k);
  inputs.v = std::move(v);
  return inputs;
}

// Not reached where `now` is NaN: every comparison with it is false.
PuzzleState at_least(double now, double goal) { return {now, goal, now >= goal}; }
PuzzleState at_most(double now, double goal) { return {now, goal, now <= goal}; }
PuzzleState within(double now, double goal, double tolerance) { return {now, goal, std::abs(now - goal) <= tolerance}; }

// NaN where a number is.
double largest_difference(const Matrix& a, const Matrix& b) {
  double largest = 0;
  for (Index at = 0; at < a.size(); ++at) {
    const double difference = std::abs(a.data()[at] - b.data()[at]);
    if (!(difference <= largest)) largest = difference;
    if (std::isnan(largest)) return largest;
  }
  return largest;
}

PuzzleState one_key(const AttentionInputs&, const AttentionTrace& trace) { return at_least(trace.weights(2, 0), 0.99); }

PuzzleState swap_readers(const AttentionInputs&, const AttentionTrace& trace) {
  const double there = trace.weights(0, 1), back = trace.weights(1, 0);
  return at_least(std::isnan(there) || there < back ? there : back, 0.9);
}

PuzzleState even_row(const AttentionInputs&, const AttentionTrace& trace) { return at_least(trace.spread(2), 2.999); }

PuzzleState two_keys(const AttentionInputs&, const AttentionTrace& trace) { return within(trace.spread(0), 2, 0.01); }

PuzzleState equal_rows(const AttentionInputs&, const AttentionTrace& trace) {
  constexpr double kTolerance = 0.005, kLeast = 0.1;
  const Matrix two = trace.weights.topRows(2);
  PuzzleState state = at_most(largest_difference(two.row(0), two.row(1)), kTolerance);
  state.reached = state.reached && two.minCoeff() >= kLeast;
  return state;
}

PuzzleState copy_value(const AttentionInputs& inputs, const AttentionTrace& trace) {
  return at_most(largest_difference(trace.output.row(1), inputs.v.row(2)), 0.01);
}

PuzzleState hit_the_mix(const AttentionInputs&, const AttentionTrace& trace) {
  return within(trace.output(0, 0), 20, 0.01);
}

PuzzleState sharp_by_scale(const AttentionInputs&, const AttentionTrace& trace) {
  return at_most(trace.spread(2), 1.01);
}

PuzzleState only_themselves(const AttentionInputs&, const AttentionTrace& trace) {
  double least = 1;
  for (Index i = 0; i < trace.weights.rows(); ++i) {
    const double own = trace.weights(i, i);
    if (!(own >= least)) least = own;
    if (std::isnan(own)) break;
  }
  return at_least(least, 1);
}

PuzzleState break_a_row(const AttentionInputs& inputs, const AttentionTrace& trace) {
  const auto readable = static_cast<double>((trace.blocked.row(1).array() == 0).count());
  PuzzleState state = at_most(readable, 0);
  state.reached = state.reached && inputs.empty_row == EmptyRow::Nan;
  return state;
}

PuzzleState repair_a_row(const AttentionInputs&, const AttentionTrace& trace) {
  PuzzleState state = at_most(static_cast<double>(trace.non_finite.size()), 0);
  state.reached = state.reached && trace.blocked(1, 0) != 0 && trace.blocked(2, 0) != 0;
  return state;
}

std::vector<Puzzle> all() {
  std::vector<Puzzle> made{
      {"one-key", "k", 1, head({1, 0, 0, 1, 1, 1}, {1, 0, 0, 1, 1, 1}), one_key},
      {"swap-readers", "k", 2, head({3, 0, 0, 3, 1, 1}, {2, 0, 0, 2, 1, 1}), swap_readers},
      {"even-row", "q", 2, head({1, 0, 0, 1, 2, 1}, {1, 0, 0, 1, 2, 2}), even_row},
      {"two-keys", "q", 1, head({3, 1, 0, 1, 1, 1}, {2, 0, 0, 2, -2, -2}), two_keys},
      {"equal-rows", "k", 2, head({1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 1, 1}), equal_rows},
      {"copy-value", "q", 2, head({1, 0, 1, -1, 0, 1}, {1, 0, 0, 1, 1, 1}, table({10, 0, 0, 10, 10, 10})), copy_value},
      {"hit-the-mix", "v", 1, head({1, 0, 0, 1, 1, 1}, {1, 0, 0, 0, 0, 1}, table({10, 0, 20, 10, 30, 6})), hit_the_mix},
      {"sharp-by-scale", "scale", 1, head({1, 0, 0, 1, 1, 1}, {1, 0, 0, 1, 2, 1}), sharp_by_scale},
      {"only-themselves", "blocked, causal", 4, head({1, 0, 0, 1, 1, 1}, {1, 1, 1, 0, 0, 1}), only_themselves},
      {"break-a-row", "blocked, causal", 3, head({1, 0, 0, 1, 1, 1}, {1, 0, 0, 1, 1, 1}), break_a_row},
      {"repair-a-row", "blocked, causal", 1, head({1, 0, 0, 1, 1, 1}, {1, 0, 0, 1, 1, 1}), repair_a_row},
  };
  // Token 0 stands for padding, which nobody reads; being causal, row 0 may read nothing else.
  AttentionInputs& padded = made.back().start;
  padded.causal = Causal::TopLeft;
  padded.blocked = Flags::Zero(3, 3);
  padded.blocked.col(0).setOnes();
  return made;
}

double scale_of(const AttentionInputs& inputs) {
  return inputs.scale ? *inputs.scale : 1 / std::sqrt(static_cast<double>(inputs.q.cols()));
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

Index changed(const Matrix& from, const Matrix& to) {
  Index count = 0;
  for (Index at = 0; at < from.size(); ++at) count += !same(from.data()[at], to.data()[at]);
  return count;
}

// Marks of two tables, of which 0 by 0 has none.
Index changed(const Flags& from, const Flags& to) {
  Index count = 0;
  for (Index at = 0; at < std::max(from.size(), to.size()); ++at) {
    const bool before = from.size() > 0 && from.data()[at] != 0, after = to.size() > 0 && to.data()[at] != 0;
    count += before != after;
  }
  return count;
}

// Whether a list of names separated by ", " has `name`.
bool has(std::string_view list, std::string_view name) {
  for (std::size_t at = 0; at != std::string_view::npos && at < list.size();) {
    const std::size_t end = list.find(", ", at);
    if (list.substr(at, end - at) == name) return true;
    at = end == std::string_view::npos ? end : end + 2;
  }
  return false;
}

std::string shape(const Matrix& m) { return "(" + std::to_string(m.rows()) + ", " + std::to_string(m.cols()) + ")"; }

std::optional<Error> check_shape(const char* name, const Matrix& given, const Matrix& expected) {
  if (given.rows() == expected.rows() && given.cols() == expected.cols()) return std::nullopt;
  return Error{"puzzle-shape",
               std::string(name) + " has shape " + shape(given) + ", but in this puzzle it has shape " +
                   shape(expected) + ": numbers are edited, not added.",
               {name}};
}

}  // namespace

const std::vector<Puzzle>& puzzles() {
  static const std::vector<Puzzle> list = all();
  return list;
}

Outcome<PuzzleVerdict> check_puzzle(std::string_view id, const AttentionInputs& inputs) {
  const auto found = std::find_if(puzzles().begin(), puzzles().end(), [id](const Puzzle& one) { return one.id == id; });
  if (found == puzzles().end()) {
    std::string known;
    for (const Puzzle& one : puzzles()) known += (known.empty() ? "" : ", ") + std::string(one.id);
    return Error{"unknown-puzzle",
                 "No puzzle is called \"" + std::string(id.substr(0, 40)) + "\". There are: " + known + ".",
                 {"id"}};
  }
  const AttentionInputs& start = found->start;
  if (auto refused = check_shape("q", inputs.q, start.q)) return *refused;
  if (auto refused = check_shape("k", inputs.k, start.k)) return *refused;
  if (auto refused = check_shape("v", inputs.v, start.v)) return *refused;
  const auto trace = attention(inputs);
  if (!trace) return trace.error();

  const PuzzleState state = found->measure(inputs, *trace);
  PuzzleVerdict verdict;
  const auto count = [&](const char* name, Index edits) {
    verdict.edits += edits;
    if (edits > 0 && !has(found->editable, name))
      verdict.not_allowed += (verdict.not_allowed.empty() ? "" : ", ") + std::string(name);
  };
  count("q", changed(start.q, inputs.q));
  count("k", changed(start.k, inputs.k));
  count("v", changed(start.v, inputs.v));
  count("scale", scale_of(start) != scale_of(inputs));
  count("causal", start.causal != inputs.causal);
  count("blocked", changed(start.blocked, inputs.blocked));
  count("emptyRow", start.empty_row != inputs.empty_row);
  verdict.now = state.now;
  verdict.goal = state.goal;
  verdict.solved = state.reached && verdict.not_allowed.empty();
  return verdict;
}

}  // namespace lesson
