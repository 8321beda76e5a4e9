// A second solver for the tests: it reads a task as a learner does and works it out with plain loops, rightly or with a
// slip. It calls nothing of the core.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/exercise/task.hpp"
#include "tests/core/support.hpp"

namespace lesson::test::byhand {

using Row = std::vector<double>;
using Table = std::vector<Row>;

// The slips of an answer: none, one, or a second one on top of the first.
class Slips {
 public:
  Slips() = default;
  Slips(std::string one) {
    if (!one.empty()) made_.push_back(std::move(one));
  }
  Slips(const char* one) : Slips(std::string(one)) {}
  Slips(std::string first, std::string second) : made_{std::move(first), std::move(second)} {}

  bool empty() const { return made_.empty(); }
  // Whether it is among them.
  bool operator==(std::string_view id) const { return std::find(made_.begin(), made_.end(), id) != made_.end(); }

 private:
  std::vector<std::string> made_;
};

inline Table table(const Matrix& m) {
  Table rows;
  for (Index i = 0; i < m.rows(); ++i) rows.emplace_back(m.data() + i * m.cols(), m.data() + (i + 1) * m.cols());
  return rows;
}

inline Table given(const Task& task, const std::string& name) {
  for (const GivenMatrix& one : task.matrices) {
    if (one.name == name) return table(one.value);
  }
  return {};
}

inline double size(const Task& task, const std::string& name) {
  for (const GivenSize& one : task.sizes) {
    if (one.name == name) return one.value;
  }
  return kNaN;
}

inline std::string word(const Task& task, const std::string& name) {
  for (const GivenWord& one : task.words) {
    if (one.name == name) return one.value;
  }
  return {};
}

inline double sum(const Row& row) {
  double all = 0;
  for (const double one : row) all += one;
  return all;
}

inline double dot(const Row& a, const Row& b) {
  double all = 0;
  for (std::size_t c = 0; c < a.size(); ++c) all += a[c] * b[c];
  return all;
}

inline Row mix(const Row& weights, const Table& values) {
  Row row(values.front().size());
  for (std::size_t j = 0; j < weights.size(); ++j) {
    for (std::size_t c = 0; c < row.size(); ++c) row[c] += weights[j] * values[j][c];
  }
  return row;
}

inline double rounded(double x, int decimals) {
  const double unit = decimals == 1 ? 10 : 100;
  return std::round(x * unit) / unit;
}

struct Head {
  Table q, k, v, blocked;  // blocked: 1 where the row may not read the key
  bool causal = false;
};

inline Head head_of(const Task& task) {
  Head head;
  const Table scores = given(task, "scores");
  if (!scores.empty()) {
    head.q = {{1}};
    for (const double score : scores.front()) head.k.push_back({score});
  } else {
    head.q = given(task, "q");
    head.k = given(task, "k");
  }
  head.v = given(task, "v");
  if (head.v.empty()) head.v.assign(head.k.size(), {0});
  head.causal = task.kind == "causal-row" || word(task, "causal") == "yes";
  head.blocked.assign(head.q.size(), Row(head.k.size(), 0));
  const Table padding = given(task, "padding");
  for (std::size_t i = 0; i < head.q.size(); ++i) {
    for (std::size_t j = 0; j < head.k.size(); ++j) {
      if ((head.causal && j > i) || (!padding.empty() && padding[0][j] != 0)) head.blocked[i][j] = 1;
    }
  }
  return head;
}

// One head at every stage; the mistakes that act on all of it.
struct Worked {
  Table raw, scaled, weights, output;
  Table entered, closed;  // what softmax takes, and what it leaves out, after slips of the mask
  double scale = 1;
};

inline Worked worked(Head head, const Slips& slip) {
  const std::size_t n = head.q.size(), m = head.k.size();
  const auto width = static_cast<double>(head.q[0].size());
  const bool row_axis = slip != "softmax-over-queries";
  if (slip == "keys-ask") head.q = head.k;
  if (slip == "queries-answer") head.k = head.q;
  if (slip == "rows-and-columns-swapped") std::swap(head.q, head.k);
  if (slip == "keys-and-values-swapped") std::swap(head.k, head.v);
  Worked w;
  w.scale = 1 / std::sqrt(width);
  const double right = w.scale;
  if (slip == "scale-missing" || slip == "scale-after-softmax") w.scale = 1;
  if (slip == "scale-by-width") w.scale = 1 / width;
  if (slip == "scale-multiplied") w.scale = std::sqrt(width);
  if (slip == "scale-by-keys") w.scale = 1 / std::sqrt(static_cast<double>(m));
  for (std::size_t i = 0; i < n; ++i) {
    w.raw.emplace_back(m);
    for (std::size_t j = 0; j < m; ++j) w.raw[i][j] = dot(head.q[i], head.k[j]);
    w.scaled.push_back(w.raw[i]);
    for (double& score : w.scaled[i]) score *= w.scale;
  }
  Table scores = w.scaled, closed = head.blocked;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      double& shut = closed[i][j];
      if (slip == "mask-polarity-inverted") shut = 1 - shut;
      if (slip == "causal-mask-dropped") shut = 0;
      if (slip == "causal-mask-added") shut = j > i ? 1 : 0;
      if (slip == "causal-mask-reversed") shut = j < i ? 1 : 0;
      if (slip == "diagonal-blocked" && i == j) shut = 1;
      if (slip == "mask-fill-zero" && shut != 0) scores[i][j] = 0;
      if (slip == "mask-added-as-numbers" && shut == 0) scores[i][j] += 1;
      if (slip == "mask-fill-zero" || slip == "mask-added-as-numbers" || slip == "mask-after-softmax") shut = 0;
    }
  }
  w.weights.assign(n, Row(m, 0));
  const auto soft = [&](const Table& of) {
    Table exps(n, Row(m, 0));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < m; ++j) exps[i][j] = closed[i][j] != 0 ? 0 : std::exp(of[i][j]);
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < m; ++j) {
        double all = 0;
        for (std::size_t other = 0; other < (row_axis ? m : n); ++other)
          all += row_axis ? exps[i][other] : exps[other][j];
        w.weights[i][j] = all == 0 && !row_axis ? 0 : exps[i][j] / all;
      }
    }
  };
  soft(scores);
  if (slip == "softmax-twice") soft(Table(w.weights));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      if (slip == "scale-after-softmax") w.weights[i][j] *= right;
      if (slip == "mask-after-softmax" && head.blocked[i][j] != 0) w.weights[i][j] = 0;
    }
    w.output.push_back(mix(w.weights[i], head.v));
  }
  w.entered = std::move(scores);
  w.closed = std::move(closed);
  return w;
}

struct Line {
  Row scores, weights, output;
};

// The answers of a line to what the task asks, one after the other.
inline Row told(const Task& task, const Line& line) {
  Row cells;
  for (const Ask& ask : task.asks) {
    const Row& from = ask.id == "weights" ? line.weights : ask.id == "output" ? line.output : line.scores;
    cells.insert(cells.end(), from.begin(), from.end());
  }
  return cells;
}

inline Line line_of(const Task& task, const Worked& w, std::size_t i) {
  return {task.kind == "raw-scores" ? w.raw[i] : w.scaled[i], w.weights[i], w.output[i]};
}

inline bool has(std::initializer_list<const char*> list, const std::string& id) {
  return std::any_of(list.begin(), list.end(), [&id](const char* one) { return id == one; });
}

// One row with a slip that a hand makes; none where it cannot be made. `before` is another that was made on the way
// there.
inline std::optional<Row> head_answer(const Task& task, const std::string& slip, Random& random,
                                      const std::string& before = "") {
  const Head head = head_of(task);
  const std::size_t n = head.q.size(), m = head.k.size(), width = head.q[0].size();
  const auto i = std::isnan(size(task, "row")) ? 0 : static_cast<std::size_t>(size(task, "row"));
  const bool raw = task.kind == "raw-scores", scaled = task.kind == "scaled-scores", output = task.kind == "output-row";
  const Worked right = worked(head, before);
  Line line = line_of(task, right, i);
  const auto index = [&random](std::size_t count) {
    return static_cast<std::size_t>(random.integer(0, static_cast<Index>(count) - 1));
  };
  if (slip.empty()) return told(task, line);

  if (has({"scale-missing", "scale-by-width", "scale-multiplied"}, slip)) {
    if (raw || width == 1) return {};
  } else if (slip == "scale-by-keys") {
    if (raw || m == width) return {};
  } else if (slip == "scale-after-softmax") {
    if (raw || scaled || width == 1) return {};
  } else if (has({"keys-ask", "queries-answer", "rows-and-columns-swapped"}, slip)) {
    if (n != m) return {};
  } else if (slip == "keys-and-values-swapped") {
    // Of the tasks that give values.
    if (!output || head.v[0].size() != width) return {};
  } else if (has({"softmax-over-queries", "causal-mask-added"}, slip)) {
    if (raw || scaled || n == 1 || (head.causal && slip == "causal-mask-added")) return {};
  } else if (has({"causal-mask-reversed", "diagonal-blocked"}, slip)) {
    if (!head.causal) return {};
  } else if (has({"mask-polarity-inverted", "mask-added-as-numbers", "causal-mask-dropped", "mask-fill-zero",
                  "mask-after-softmax"},
                 slip)) {
    if (sum(head.blocked[i]) == 0) return {};
  } else if (slip == "softmax-twice") {
    if (raw || scaled) return {};
  } else if (slip == "wrong-row") {
    if (n == 1) return {};
    return told(task, line_of(task, right, (i + 1 + index(n - 1)) % n));
  } else if (slip == "scaled-already") {
    if (!raw) return {};
    return told(task, {right.scaled[i], {}, {}});
  } else if (slip == "largest-alone") {
    if (!output) return {};
    const auto best = std::max_element(line.weights.begin(), line.weights.end()) - line.weights.begin();
    line.output = head.v[static_cast<std::size_t>(best)];
    return told(task, line);
  } else if (slip == "keys-mixed") {
    if (!output || head.v[0].size() != width) return {};
    line.output = mix(line.weights, head.k);
    return told(task, line);
  } else if (has({"term-left-out", "term-sign"}, slip)) {
    const double times = slip == "term-sign" ? 2 : 1;
    if (raw || scaled) {
      const std::size_t j = index(m), c = index(width);
      line.scores[j] -= times * head.q[i][c] * head.k[j][c] * (raw ? 1 : right.scale);
      return told(task, line);
    }
    if (output && random.chance(0.5)) {
      const std::size_t j = index(m), c = index(head.v[0].size());
      line.output[c] -= times * line.weights[j] * head.v[j][c];
      return told(task, line);
    }
    if (slip == "term-sign") return {};
    const std::size_t lost = index(m);
    if (right.closed[i][lost] != 0) return {};
    Row exps(m);
    for (std::size_t j = 0; j < m; ++j) exps[j] = right.closed[i][j] != 0 ? 0 : std::exp(right.entered[i][j]);
    const double all = sum(exps) - exps[lost];
    for (std::size_t j = 0; j < m; ++j) line.weights[j] = exps[j] / all;
    line.output = mix(line.weights, head.v);
    return told(task, line);
  } else if (has({"not-normalised", "powers-of-ten", "powers-of-two", "exponentials-left-out", "rounded-early"},
                 slip)) {
    if (raw || (scaled && slip != "rounded-early")) return {};
    const int decimals = random.chance(0.5) ? 1 : 2;
    const std::size_t place = index(4);  // of rounding: scale, scores, exponentials, weights
    Row exps(m);
    double most = -kInfinity;
    for (std::size_t j = 0; j < m; ++j) most = right.closed[i][j] != 0 ? most : std::max(most, right.entered[i][j]);
    const bool shifted = random.chance(0.5);
    for (std::size_t j = 0; j < m; ++j) {
      double score = right.entered[i][j];
      if (slip == "rounded-early" && place == 0)
        score += right.raw[i][j] * (rounded(right.scale, decimals) - right.scale);
      if (slip == "rounded-early") line.scores[j] = score;
      if (slip == "rounded-early" && place == 1) score = rounded(score, decimals);
      if (slip == "not-normalised" && shifted) score -= most;
      exps[j] = slip == "exponentials-left-out" ? score
                : slip == "powers-of-ten"       ? std::pow(10, score)
                : slip == "powers-of-two"       ? std::exp2(score)
                                                : std::exp(score);
      if (slip == "rounded-early" && place == 2) exps[j] = rounded(exps[j], decimals);
      if (right.closed[i][j] != 0) exps[j] = 0;
    }
    const double all = slip == "not-normalised" ? 1 : sum(exps);
    if (all == 0) return {};
    for (std::size_t j = 0; j < m; ++j) line.weights[j] = exps[j] / all;
    Row mixed = line.weights;
    if (slip == "rounded-early" && place == 3) {
      for (double& weight : mixed) weight = rounded(weight, decimals);
    }
    line.output = mix(mixed, head.v);
    return told(task, line);
  } else {
    return {};
  }
  return told(task, line_of(task, worked(head, before.empty() ? Slips(slip) : Slips(before, slip)), i));
}

}  // namespace lesson::test::byhand
