// The second solver's other half: what is counted, and what is chosen. See exercise_solver.hpp.
#pragma once

#include "tests/core/exercise_solver.hpp"

namespace lesson::test::byhand {

inline std::optional<Row> shapes_answer(const Task& task, const Slips& slip) {
  const double b = size(task, "batch"), h = size(task, "heads"), n = size(task, "n"), m = size(task, "m"),
               d = size(task, "dModel");
  Row a = {b, h, n, d / h, b, h, n, m, b, n, d};
  if (slip == "head-width-undivided") a[3] = d;
  if (slip == "axes-not-exchanged") std::swap(a[1], a[2]);
  if (slip == "rows-and-columns-swapped") std::swap(a[6], a[7]);
  if (slip == "scores-square") a[7] = n;
  if (slip == "heads-not-joined") a[10] = d / h;
  if (slip == "output-row-for-each-key") a[9] = m;
  if (slip == "heads-forgotten") a[1] = a[5] = 1, a[3] = d;
  if (slip == "batch-forgotten") a[0] = a[4] = a[8] = 1;
  return a;
}

inline std::optional<Row> memory_answer(const Task& task, const Slips& slip) {
  const double b = size(task, "batch"), h = size(task, "heads"), n = size(task, "n"),
               bytes = size(task, "elementBytes");
  double count = 1;
  if (slip != "batch-forgotten") count *= b;
  if (slip != "heads-forgotten") count *= h;
  if (slip != "bytes-forgotten") count *= bytes;
  if (slip == "bits-for-bytes") count *= 8;
  if (slip == "mask-halves") {
    if (bytes == 2) return {};  // the same number as without the bytes
    count /= 2;
  }
  count *= n;
  if (slip != "length-not-squared") count *= n;
  const double kilo = slip == "thousand-for-1024" ? 1000 : 1024;
  return Row{count / kilo / kilo};
}

inline std::optional<Row> share_answer(const Task& task, const Slips& slip) {
  const double n = size(task, "n"), d = size(task, "dModel");
  double part = 2 * n * n * d, rest = 12 * n * d * d;
  if (slip == "mix-forgotten") part = n * n * d;
  if (slip == "feed-forward-forgotten") rest = 4 * n * d * d;
  if (slip == "projections-forgotten") rest = 8 * n * d * d;
  const double crossover = rest / part * n;
  double answer = 100 * part / (part + rest);
  if (slip == "ratio-for-share") answer = 100 * part / rest;
  if (slip == "other-part") answer = 100 * rest / (part + rest);
  if (slip == "fraction-for-percent") answer = part / (part + rest);
  return Row{answer, std::round(crossover)};
}

inline std::optional<Row> parameters_answer(const Task& task, const Slips& slip) {
  const double d = size(task, "dModel"), h = size(task, "heads"), g = size(task, "kvHeads");
  const double each = d * d, shared = d * (d / h) * g;
  double attention = each + shared + shared + each, forward = d * 4 * d + 4 * d * d;
  if (slip == "kv-heads-ignored") attention = 4 * each;
  if (slip == "one-matrix-of-four") attention = each;
  if (slip == "three-matrices-of-four") {
    if (g != h) return {};
    attention = 3 * each;
  }
  if (slip == "output-projection-forgotten" || slip == "values-forgotten") {
    if (g == h) return {};
    attention -= slip == "values-forgotten" ? shared : each;
  }
  if (slip == "multiplied-by-heads") attention *= h;
  if (slip == "feed-forward-once") forward = 4 * d * d;
  if (slip == "feed-forward-unwidened") forward = 2 * d * d;
  return Row{attention, forward};
}

inline std::optional<Row> keys_answer(const Task& task, const Slips& slip) {
  double bits = 0, most = 0, squares = 0, counted = 0;
  const Table weights = given(task, "weights");
  for (const double w : weights.front()) {
    if (w == 0) continue;
    bits += w * std::log(1 / w) / std::log(2.0);
    most = std::max(most, w);
    squares += w * w;
    counted += 1;
  }
  if (slip == "natural-logarithm") bits *= std::log(2.0);
  if (slip == "logarithm-base-ten") bits *= std::log(2.0) / std::log(10.0);
  if (slip == "entropy-sign") bits = -bits;
  double keys = std::pow(2.0, bits);
  if (slip == "entropy-for-keys") keys = bits;
  if (slip == "powers-of-e") keys = std::exp(bits);
  if (slip == "keys-counted") keys = counted;
  if (slip == "largest-inverted") keys = 1 / most;
  if (slip == "squares-inverted") keys = 1 / squares;
  return Row{bits, keys};
}

inline double furthest(const Table& a, const Table& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t c = 0; c < a[i].size(); ++c) {
      if (std::isnan(a[i][c]) && std::isnan(b[i][c])) continue;
      const double apart = std::abs(a[i][c] - b[i][c]);
      most = std::isnan(apart) ? kInfinity : std::max(most, apart);
    }
  }
  return most;
}

// Whether a check of the lesson notices the mistake on the numbers of the task.
inline bool notices(const std::string& check, const Head& head, const std::string& mistake) {
  constexpr double kSeen = 5e-5;
  const Worked w = worked(head, mistake);
  const std::size_t n = head.q.size(), m = head.k.size();
  double rows = 0, columns = 0, forbidden = 0, outside = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double all = sum(w.weights[i]);
    rows = std::isnan(all) ? kInfinity : std::max(rows, std::abs(all - 1));
    for (std::size_t j = 0; j < m; ++j) {
      if (head.blocked[i][j] != 0) forbidden = std::max(forbidden, std::abs(w.weights[i][j]));
    }
    for (std::size_t c = 0; c < head.v[0].size(); ++c) {
      double low = kInfinity, high = -kInfinity;
      for (std::size_t j = 0; j < m; ++j) {
        if (head.blocked[i][j] != 0) continue;
        low = std::min(low, head.v[j][c]);
        high = std::max(high, head.v[j][c]);
      }
      const double out = w.output[i][c];
      outside = std::isnan(out) ? kInfinity : std::max({outside, low - out, out - high});
    }
  }
  for (std::size_t j = 0; j < m; ++j) {
    double all = 0;
    for (std::size_t i = 0; i < n; ++i) all += w.weights[i][j];
    columns = std::isnan(all) ? kInfinity : std::max(columns, std::abs(all - 1));
  }
  if (check == "rows-sum-to-one") return !(rows <= kSeen);
  if (check == "columns-free") return columns <= kSeen && !(rows <= kSeen);
  if (check == "forbidden-mass") return head.causal && !(forbidden <= kSeen);
  if (check == "convex-mixing") return !(outside <= kSeen);
  if (check == "unit-scores") return std::abs(w.scale * std::sqrt(static_cast<double>(head.q[0].size())) - 1) > 0.01;
  Head other = head;
  Table expected = w.output;
  if (check == "value-shift") {
    for (Row& row : other.v) {
      for (double& x : row) x += 10;
    }
    for (Row& row : expected) {
      for (double& x : row) x += 10;
    }
  } else if (check == "score-shift") {
    // The same step for every key adds one number to all scores of a query.
    Row longest = head.q[0];
    for (const Row& q : head.q) longest = dot(q, q) > dot(longest, longest) ? q : longest;
    if (dot(longest, longest) == 0) return false;
    for (Row& k : other.k) {
      for (std::size_t c = 0; c < k.size(); ++c) k[c] += 9 * longest[c];
    }
    return !(furthest(worked(other, mistake).weights, w.weights) <= kSeen);
  } else if (check == "zero-queries") {
    for (Row& q : other.q) std::fill(q.begin(), q.end(), 0);
    for (std::size_t i = 0; i < n; ++i) {
      Row even(m);
      const double open = static_cast<double>(m) - sum(head.blocked[i]);
      for (std::size_t j = 0; j < m; ++j) even[j] = head.blocked[i][j] != 0 ? 0 : 1 / open;
      expected[i] = mix(even, head.v);
    }
  } else if (check == "future-isolation") {
    if (!head.causal) return false;
    for (std::size_t i = 0; i + 1 < n; ++i) {
      Head later = head;
      for (std::size_t j = i + 1; j < m; ++j) {
        for (double& x : later.k[j]) x += 3 + static_cast<double>(j);
        for (double& x : later.v[j]) x += 5 + static_cast<double>(j);
        for (double& x : later.q[j]) x -= 2 + static_cast<double>(j);
      }
      if (!(furthest({worked(later, mistake).output[i]}, {w.output[i]}) <= kSeen)) return true;
    }
    return false;
  } else if (check == "permutation-equivariance") {
    if (head.causal) return false;
    std::reverse(other.q.begin(), other.q.end());
    std::reverse(other.k.begin(), other.k.end());
    std::reverse(other.v.begin(), other.v.end());
    std::reverse(expected.begin(), expected.end());
  }
  return !(furthest(worked(other, mistake).output, expected) <= kSeen);
}

inline std::optional<Row> check_answer(const Task& task, const std::string& slip, Random& random) {
  const std::vector<std::string>& choices = task.asks[0].choices;
  Head head = head_of(task);
  std::vector<double> noticing, others;
  for (std::size_t at = 0; at < choices.size(); ++at) {
    const bool noticed = notices(choices[at], head, word(task, "mistake"));
    // Without a mask nothing is forbidden; with one, tokens have an order.
    const bool applies = !((choices[at] == "forbidden-mass" || choices[at] == "future-isolation") && !head.causal) &&
                         !(choices[at] == "permutation-equivariance" && head.causal);
    if (noticed) noticing.push_back(static_cast<double>(at));
    if (!noticed && applies == (slip == "check-passes")) others.push_back(static_cast<double>(at));
  }
  if (slip.empty()) return noticing;  // exactly one, or the comparison of sizes fails
  if (others.empty()) return {};
  return Row{others[static_cast<std::size_t>(random.integer(0, static_cast<Index>(others.size()) - 1))]};
}

inline std::optional<Row> mask_answer(const Task& task, const std::string& slip, Random& random) {
  const std::string convention = word(task, "convention");
  const Table mask = given(task, "mask");
  const auto row = static_cast<std::size_t>(size(task, "row"));
  const auto reads = [&](double cell) {
    if (convention == "additive") return cell == 0;
    if (convention == "sdpa-boolean" || convention == "tril-sdpa" || convention == "triu-sdpa") return cell == 1;
    return cell == 0;
  };
  const bool one_row = convention == "key-padding";
  std::size_t line = row;
  if (slip == "wrong-row") line = (row + static_cast<std::size_t>(random.integer(1, 3))) % 4;
  if (one_row && (slip == "wrong-row" || slip == "rows-and-columns-swapped")) return {};
  Row answer;
  for (std::size_t j = 0; j < 4; ++j) {
    const double cell = one_row ? mask[0][j] : slip == "rows-and-columns-swapped" ? mask[j][line] : mask[line][j];
    bool open = reads(cell);
    if (slip == "mask-polarity-inverted") open = !open;
    if (slip == "causal-mask-dropped") open = true;
    answer.push_back(open ? 0 : 1);
  }
  return answer;
}

inline bool of_heads(const Task& task) {
  return has({"raw-scores", "scaled-scores", "softmax-row", "causal-row", "padding-row", "output-row"}, task.kind);
}

// What somebody answers who makes this slip, or none (""); nothing where it cannot be made.
inline std::optional<Row> answer(const Task& task, const std::string& slip, Random& random) {
  if (of_heads(task)) return head_answer(task, slip, random);
  if (task.kind == "layer-shapes") return shapes_answer(task, slip);
  if (task.kind == "score-memory") return memory_answer(task, slip);
  if (task.kind == "share") return share_answer(task, slip);
  if (task.kind == "parameters") return parameters_answer(task, slip);
  if (task.kind == "effective-keys") return keys_answer(task, slip);
  if (task.kind == "broken-invariant") {
    if (!slip.empty() && slip.rfind("check-", 0) != 0) return {};
    return check_answer(task, slip, random);
  }
  return mask_answer(task, slip, random);
}

// Those that act on all of a head, so that a second slip can come after.
inline constexpr std::initializer_list<const char*> kOfHead = {"scale-missing",          "scale-by-width",
                                                               "scale-multiplied",       "keys-ask",
                                                               "queries-answer",         "rows-and-columns-swapped",
                                                               "mask-polarity-inverted", "mask-added-as-numbers",
                                                               "causal-mask-dropped",    "causal-mask-added",
                                                               "causal-mask-reversed",   "diagonal-blocked",
                                                               "mask-fill-zero",         "scale-by-keys"};

// What somebody answers who makes two slips, one after the other; nothing where they cannot be made. It may be what one
// of them gives alone, or what a third one gives.
inline std::optional<Row> answer(const Task& task, const std::string& first, const std::string& second,
                                 Random& random) {
  if (first == second || !answer(task, first, random) || !answer(task, second, random)) return {};
  const Slips both(first, second);
  if (task.kind == "layer-shapes") return shapes_answer(task, both);
  if (task.kind == "score-memory") return memory_answer(task, both);
  if (task.kind == "share") return share_answer(task, both);
  if (task.kind == "parameters") return parameters_answer(task, both);
  if (task.kind == "effective-keys") return keys_answer(task, both);
  if (!of_heads(task) || !has(kOfHead, first)) return {};
  return head_answer(task, second, random, first);
}

}  // namespace lesson::test::byhand
