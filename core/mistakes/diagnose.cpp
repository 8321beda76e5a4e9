#include "core/mistakes/diagnose.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>

#include "core/mistakes/catalogue.hpp"
#include "core/mistakes/compute.hpp"
#include "core/random/request.hpp"

namespace lesson {
namespace {

constexpr std::size_t kMostCells = 262144, kMostCellsForPairs = 4096;
constexpr double kMostWork = 0x1p25, kMostWorkForPairs = 0x1p17;

using Batch = std::vector<Setup>;
using Traces = std::vector<LayerTrace>;

// Multiply-adds of one computation of one sequence.
double work_of(const Setup& setup, const LayerTrace& right) {
  const auto number_of = [](Index count) { return static_cast<double>(count); };
  const double scores = number_of(setup.heads) * number_of(setup.q.rows()) * number_of(setup.k.rows());
  const double widths = (number_of(setup.k.cols()) + number_of(setup.v.cols())) / number_of(setup.kv_heads);
  return scores * widths + number_of(right.concatenated.size()) * number_of(std::max<Index>(1, setup.wo.cols()));
}

using Numbers = std::vector<double>;

void append(Numbers& numbers, const Matrix& m) { numbers.insert(numbers.end(), m.data(), m.data() + m.size()); }

// 0 for the same number; infinite where no difference can be taken.
double apart(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double distance = std::abs(a - b);
  return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
}

bool near(double a, double b, double tolerance) {
  return apart(a, b) <=
         tolerance * std::max({1.0, std::isfinite(a) ? std::abs(a) : 1, std::isfinite(b) ? std::abs(b) : 1});
}

bool all_near(const Numbers& a, const Numbers& b, double tolerance) {
  for (std::size_t at = 0; at < a.size(); ++at) {
    if (!near(a[at], b[at], tolerance)) return false;
  }
  return true;
}

Index count_near(const Numbers& a, const Numbers& b, std::size_t from, double tolerance) {
  Index count = 0;
  for (std::size_t at = 0; at < a.size(); ++at) count += near(a[at], b[from + at], tolerance) ? 1 : 0;
  return count;
}

std::optional<Error> check_observed(const Setup& setup, const Observed& observed, const LayerTrace& right) {
  if (!std::isfinite(observed.tolerance) || observed.tolerance < 0) {
    return Error{"tolerance-out-of-range", "tolerance must be a finite number of at least 0.", {"tolerance"}};
  }
  const auto shape_refused = [](const std::string& name, const std::string& given, const std::string& wanted) {
    return Error{"observed-shape", name + " has shape " + given + " but the inputs give " + wanted + ".", {name}};
  };
  for (const auto& [name, seen] : {std::pair("scores", &observed.scores), std::pair("weights", &observed.weights)}) {
    if (seen->empty()) continue;
    if (static_cast<Index>(seen->size()) != setup.heads) {
      return shape_refused(name, std::to_string(seen->size()) + " tables",
                           std::to_string(setup.heads) + ", one a head");
    }
    for (const Matrix& table : *seen) {
      if (table.rows() == setup.q.rows() && table.cols() == setup.k.rows()) continue;
      return shape_refused(name, shape_text(table.rows(), table.cols()), shape_text(setup.q.rows(), setup.k.rows()));
    }
  }
  if (observed.output &&
      (observed.output->rows() != right.output.rows() || observed.output->cols() != right.output.cols())) {
    return shape_refused("output", shape_text(observed.output->rows(), observed.output->cols()),
                         shape_text(right.output.rows(), right.output.cols()));
  }
  return std::nullopt;
}

std::optional<Error> check_batch(const Batch& batch, const std::vector<Observed>& observed, const Traces& right) {
  const auto same_parts = [&](const Observed& one) {
    const Observed& first = observed.front();
    return one.scores.size() == first.scores.size() && one.weights.size() == first.weights.size() &&
           one.output.has_value() == first.output.has_value();
  };
  if (observed.size() != batch.size() || !std::all_of(observed.begin(), observed.end(), same_parts)) {
    return Error{"observed-batch",
                 std::to_string(observed.size()) + " results were given for " + std::to_string(batch.size()) +
                     " sequences, or some have other parts than the first: each sequence needs the same.",
                 {"observed"}};
  }
  for (std::size_t b = 0; b < batch.size(); ++b) {
    if (auto refused = check_observed(batch[b], observed[b], right[b])) return refused;
  }
  return std::nullopt;
}

// What a computation gives for the cells that were seen, in their order.
class View {
 public:
  View(const Batch& batch, const std::vector<Observed>& observed) : batch_(batch), observed_(observed) {
    for (const Observed& one : observed) {
      for (const Matrix& table : one.scores) append(seen_, table);
      for (const Matrix& table : one.weights) append(seen_, table);
      if (one.output) append(seen_, *one.output);
    }
  }

  const Numbers& seen() const { return seen_; }

  Numbers of(const Traces& traces) const {
    Numbers numbers;
    for (std::size_t b = 0; b < traces.size(); ++b) add(numbers, traces[b], observed_[b]);
    return numbers;
  }

  // None where the recipe is not defined for these shapes, or gives tables of other shapes than those seen, as swapped
  // axes do.
  std::optional<Numbers> of(const Recipe& recipe) const {
    const auto made = compute_batch(batch_, recipe);
    if (!made.ok()) return std::nullopt;
    const AttentionTrace& head = made->front().heads.front().attention;
    const Observed& first = observed_.front();
    const bool tables = !first.scores.empty() || !first.weights.empty();
    if (tables && head.weights.cols() != batch_.front().k.rows()) return std::nullopt;
    return of(*made);
  }

  // Dropout as seen: zeros where a weight vanished, and one factor for all that stayed.
  std::optional<Numbers> with_dropout(const Numbers& right) const {
    const Observed& first = observed_.front();
    if (first.weights.empty() || first.output || (batch_.size() > 1 && !first.scores.empty())) return std::nullopt;
    const Setup& setup = batch_.front();
    const std::size_t weights = static_cast<std::size_t>(setup.heads * setup.q.rows() * setup.k.rows()),
                      from = right.size() - batch_.size() * weights;
    std::size_t best = right.size();
    for (std::size_t at = from; at < right.size(); ++at) {
      if (seen_[at] > 0 && (best == right.size() || right[at] > right[best])) best = at;
    }
    if (best == right.size() || !(right[best] > 0)) return std::nullopt;
    const double factor = seen_[best] / right[best];
    if (!(factor > 1 + first.tolerance)) return std::nullopt;
    Numbers dropped = right;
    bool any = false;  // with none gone the rows are merely not normalised
    for (std::size_t at = from; at < right.size(); ++at) {
      dropped[at] = seen_[at] == 0 ? 0 : right[at] * factor;
      any = any || (seen_[at] == 0 && right[at] > first.tolerance);
    }
    if (!any) return std::nullopt;
    return dropped;
  }

 private:
  void add(Numbers& numbers, const LayerTrace& trace, const Observed& observed) const {
    if (!observed.scores.empty()) {
      // Whoever shows scores may show them before or after the mask: the closer of the two counts.
      Numbers scaled, masked;
      for (const HeadTrace& head : trace.heads) append(scaled, head.attention.scaled);
      for (const HeadTrace& head : trace.heads) append(masked, head.attention.masked);
      const double tolerance = observed_.front().tolerance;
      const bool after =
          count_near(masked, seen_, numbers.size(), tolerance) > count_near(scaled, seen_, numbers.size(), tolerance);
      const Numbers& closer = after ? masked : scaled;
      numbers.insert(numbers.end(), closer.begin(), closer.end());
    }
    if (!observed.weights.empty()) {
      for (const HeadTrace& head : trace.heads) append(numbers, head.attention.weights);
    }
    if (observed.output) append(numbers, trace.output);
  }

  const Batch& batch_;
  const std::vector<Observed>& observed_;
  Numbers seen_;
};

struct Candidate {
  Hypothesis hypothesis;
  Numbers numbers;
};

Candidate judged(std::vector<Index> made, Numbers numbers, const Numbers& seen, double tolerance) {
  Hypothesis hypothesis{std::move(made), false, 0, 0, std::vector<std::uint8_t>(seen.size()), {}};
  for (std::size_t at = 0; at < seen.size(); ++at) {
    hypothesis.largest_difference = std::max(hypothesis.largest_difference, apart(numbers[at], seen[at]));
    hypothesis.cells[at] = near(numbers[at], seen[at], tolerance);
    hypothesis.matching += hypothesis.cells[at];
  }
  hypothesis.reproduces = hypothesis.matching == static_cast<Index>(seen.size());
  return {std::move(hypothesis), std::move(numbers)};
}

bool better(const Candidate& a, const Candidate& b) {
  const auto key = [](const Hypothesis& h) {
    return std::make_tuple(-h.matching, h.mistakes.size(), h.largest_difference);
  };
  return key(a.hypothesis) < key(b.hypothesis);
}

Recipe both_of(const Mistake& one, const Mistake& other) {
  Recipe recipe;
  one.edit(recipe);
  other.edit(recipe);
  return recipe;
}

bool compatible(const Mistake& one, const Mistake& other) { return both_of(one, other) == both_of(other, one); }

void tie(std::vector<Candidate>& candidates, double tolerance) {
  for (std::size_t a = 0; a < candidates.size(); ++a) {
    for (std::size_t b = 0; b < candidates.size(); ++b) {
      if (a != b && all_near(candidates[a].numbers, candidates[b].numbers, tolerance)) {
        candidates[a].hypothesis.tied_with.push_back(static_cast<Index>(b));
      }
    }
  }
}

}  // namespace

Outcome<Diagnosis> diagnose(const Setup& setup, const Observed& observed) { return diagnose(Batch{setup}, {observed}); }

Outcome<Diagnosis> diagnose(const Batch& batch, const std::vector<Observed>& observed, Depth depth) {
  const auto right = compute_batch(batch);
  if (!right.ok()) return right.error();
  if (auto refused = check_batch(batch, observed, *right)) return *refused;
  const View view(batch, observed);
  const Numbers& seen = view.seen();
  const double tolerance = observed.front().tolerance;
  if (seen.empty()) {
    return Error{
        "nothing-observed",
        "None of scores, weights and output was given, or none has a number in it: there is nothing to explain.",
        {"observed"}};
  }

  const double work = work_of(batch.front(), right->front()) * static_cast<double>(batch.size());
  if (seen.size() > kMostCells || work > kMostWork) {
    return Error{"too-much-work",
                 std::to_string(seen.size()) + " numbers were given, and one computation takes " + shown(work) +
                     " multiply-adds: every mistake is computed and compared, for at most " +
                     std::to_string(kMostCells) + " numbers and " + shown(kMostWork) + " multiply-adds.",
                 {"observed"}};
  }

  Diagnosis diagnosis;
  diagnosis.cells = static_cast<Index>(seen.size());
  const Numbers expected = view.of(*right);
  std::vector<Candidate> candidates;
  candidates.push_back(judged({}, expected, seen, tolerance));
  for (Index m = 0; m < static_cast<Index>(mistakes().size()); ++m) {
    const Mistake& mistake = mistakes()[static_cast<std::size_t>(m)];
    if (mistake.meant_for && std::none_of(batch.begin(), batch.end(), mistake.meant_for)) continue;
    Recipe recipe;
    mistake.edit(recipe);
    auto numbers = view.of(recipe);
    if (recipe.dropout) {
      if (auto fitted = view.with_dropout(expected)) numbers = std::move(fitted);
    }
    if (!numbers) continue;
    if (all_near(*numbers, expected, tolerance)) {
      diagnosis.silent.push_back(m);
    } else {
      candidates.push_back(judged({m}, std::move(*numbers), seen, tolerance));
    }
  }

  const auto reproduces = [](const Candidate& one) { return one.hypothesis.reproduces; };
  const bool small = depth == Depth::Pairs && seen.size() <= kMostCellsForPairs && work <= kMostWorkForPairs;
  if (small && std::none_of(candidates.begin(), candidates.end(), reproduces)) {
    diagnosis.pairs_searched = true;
    const std::size_t singles = candidates.size();
    for (std::size_t a = 1; a < singles; ++a) {
      for (std::size_t b = a + 1; b < singles; ++b) {
        const Index one = candidates[a].hypothesis.mistakes.front(), other = candidates[b].hypothesis.mistakes.front();
        const Mistake &first = mistakes()[static_cast<std::size_t>(one)],
                      &second = mistakes()[static_cast<std::size_t>(other)];
        if (!compatible(first, second)) continue;
        auto numbers = view.of(both_of(first, second));
        // A pair that is no more than one of its members explains nothing new.
        if (!numbers || all_near(*numbers, candidates[a].numbers, tolerance) ||
            all_near(*numbers, candidates[b].numbers, tolerance) || all_near(*numbers, expected, tolerance)) {
          continue;
        }
        candidates.push_back(judged({one, other}, std::move(*numbers), seen, tolerance));
      }
    }
  }

  std::stable_sort(candidates.begin(), candidates.end(), better);
  const auto explained = static_cast<std::size_t>(std::count_if(candidates.begin(), candidates.end(), reproduces));
  candidates.resize(std::min(candidates.size(), std::max(explained, static_cast<std::size_t>(kMostHypotheses))),
                    Candidate{});
  tie(candidates, tolerance);
  for (Candidate& one : candidates) diagnosis.hypotheses.push_back(std::move(one.hypothesis));
  return diagnosis;
}

}  // namespace lesson
