#include "core/exercise/exercise.hpp"

#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "core/exercise/choices.hpp"
#include "core/exercise/counts.hpp"
#include "core/exercise/draw.hpp"
#include "core/exercise/heads.hpp"
#include "core/scan.hpp"

namespace lesson {
namespace {

struct Entry {
  ExerciseKind kind;
  AnswerKey (*draw)(Draw&);
};

constexpr Entry kEntries[] = {{{"raw-scores", 2}, exercises::raw_scores},
                              {{"scaled-scores", 3}, exercises::scaled_scores},
                              {{"softmax-row", 3}, exercises::softmax_row},
                              {{"causal-row", 5}, exercises::causal_row},
                              {{"padding-row", 3}, exercises::padding_row},
                              {{"output-row", 8}, exercises::output_row},
                              {{"layer-shapes", 3}, exercises::layer_shapes},
                              {{"score-memory", 2}, exercises::score_memory},
                              {{"share", 3}, exercises::share},
                              {{"parameters", 3}, exercises::parameters},
                              {{"effective-keys", 4}, exercises::effective_keys},
                              {{"broken-invariant", 3}, exercises::broken_invariant},
                              {{"mask-convention", 2}, exercises::mask_convention}};

// How far two numbers of each cell must be apart, so that no answer of the decimals asked for fits both.
Cells margins_of(const Task& task) {
  Cells margins;
  for (const Ask& ask : task.asks) {
    const double margin = ask.kind == AskKind::Number ? 1.1 * std::pow(10, -ask.decimals) : 0.5;
    margins.insert(margins.end(), static_cast<std::size_t>(ask.cells()), margin);
  }
  return margins;
}

bool apart(const Cells& a, const Cells& b, const Cells& margins) {
  for (std::size_t at = 0; at < a.size(); ++at) {
    // NaN against a number is apart too.
    if (!(std::abs(a[at] - b[at]) <= margins[at]) && !(std::isnan(a[at]) && std::isnan(b[at]))) return true;
  }
  return false;
}

}  // namespace

const std::vector<ExerciseKind>& exercise_kinds() {
  static const std::vector<ExerciseKind> kinds = [] {
    std::vector<ExerciseKind> list;
    for (const Entry& entry : kEntries) list.push_back(entry.kind);
    return list;
  }();
  return kinds;
}

int confusions(const AnswerKey& key) {
  constexpr std::string_view kNear = "rounded-early";
  const Cells margins = margins_of(key.task);
  int count = 0;
  for (auto one = key.slipped.begin(); one != key.slipped.end(); ++one) {
    if (kNear != one->id && !apart(one->cells, key.right, margins)) ++count;
    for (auto other = std::next(one); other != key.slipped.end(); ++other) {
      if (std::string_view(one->id) == other->id) continue;
      if (!apart(one->cells, other->cells, margins)) ++count;
    }
  }
  return count;
}

Outcome<AnswerKey> make_exercise(std::string_view kind, std::uint64_t seed) {
  const Entry* found = nullptr;
  for (const Entry& entry : kEntries) {
    if (kind == entry.kind.id) found = &entry;
  }
  if (!found) {
    std::string known;
    for (const Entry& entry : kEntries) known += std::string(known.empty() ? "" : ", ") + entry.kind.id;
    return Error{"unknown-exercise", quoted(kind) + " is no kind of exercise: there are " + known + ".", {"kind"}};
  }
  if (seed > kLargestSeed) {
    return Error{"exercise-seed",
                 "The seed " + std::to_string(seed) + " is above " + std::to_string(kLargestSeed) +
                     ", the largest seed of a task.",
                 {"seed"}};
  }
  Draw draw(seed);
  AnswerKey clearest;
  int fewest = -1;
  // A draw that gives no task (about one in two, of some kinds) is not an answer: at least one is.
  for (int drawn = 0; (drawn < kMostDraws && fewest != 0) || fewest < 0; ++drawn) {
    AnswerKey key = found->draw(draw);
    if (key.task.asks.empty()) continue;
    const int count = confusions(key);
    if (fewest >= 0 && count >= fewest) continue;
    fewest = count;
    clearest = std::move(key);
  }
  clearest.task.kind = found->kind.id;
  clearest.task.seed = seed;
  return clearest;
}

std::vector<Matrix> solution_of(const AnswerKey& key) {
  std::vector<Matrix> answers;
  const double* next = key.right.data();
  for (const Ask& ask : key.task.asks) {
    answers.push_back(Eigen::Map<const Matrix>(next, ask.rows, ask.cols));
    next += ask.cells();
  }
  return answers;
}

}  // namespace lesson
