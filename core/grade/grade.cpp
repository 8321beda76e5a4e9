#include "core/grade/grade.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/check.hpp"
#include "core/exercise/row.hpp"
#include "core/grade/read.hpp"
#include "core/random/request.hpp"

namespace lesson {
namespace {

constexpr std::string_view kRounded = "rounded-early";

bool fits(double typed, double number, double tolerance) {
  if (typed == number || (std::isnan(typed) && std::isnan(number))) return true;
  return std::abs(typed - number) <= tolerance;
}

// Digits of a typed number that speak for what gives it: none of a zero or a choice, one of a 1, three of 0.422.
int digits_of(const TypedCell& typed, AskKind kind) {
  if (kind == AskKind::Choice || typed.value == 0 || !std::isfinite(typed.value)) return 0;
  const double unit = typed.value == std::round(typed.value) ? 1 : 2 * typed.precision;
  return 1 + static_cast<int>(std::floor(std::log10(std::abs(typed.value) / unit) + 1e-9));
}

class Grader {
 public:
  Grader(const AnswerKey& key, const Answers& answers) : key_(key), answers_(answers) {}

  Grade graded() {
    read();
    judge();
    if (!grade_.right) {
      explain_by(wrong_ > 0 ? matching(true) : std::vector<const Slipped*>{});
      if (grade_.slips.empty() && digits_ >= kFewestDigits) explain_by(matching(false));
      show_step();
    }
    return std::move(grade_);
  }

 private:
  void read() {
    const std::vector<Ask>& asks = key_.task.asks;
    for (std::size_t a = 0; a < asks.size(); ++a) {
      std::vector<TypedCell> cells = read_cells(answers_[a], asks[a], key_.right.data() + grade_.cells.size());
      for (std::size_t at = 0; at < cells.size(); ++at) {
        const auto position = static_cast<Index>(at);
        grade_.cells.push_back({.ask = static_cast<Index>(a),
                                .row = position / asks[a].cols,
                                .col = position % asks[a].cols,
                                .tolerance = cells[at].tolerance,
                                .code = std::move(cells[at].code),
                                .message = std::move(cells[at].message)});
        // Two units of the last decimal asked for: near, for numbers that are no counts.
        near_.push_back(asks[a].kind == AskKind::Number ? 2 * std::pow(10, -asks[a].decimals) : 0);
      }
      typed_.insert(typed_.end(), cells.begin(), cells.end());
    }
  }

  void judge() {
    std::size_t right = 0;
    for (std::size_t at = 0; at < typed_.size(); ++at) {
      const TypedCell& typed = typed_[at];
      CellVerdict& verdict = grade_.cells[at].verdict;
      if (typed.state == TypedState::Empty) {
        verdict = CellVerdict::Empty;
      } else if (typed.state == TypedState::Unreadable) {
        verdict = CellVerdict::Unreadable;
      } else if (fits(typed.value, key_.right[at], typed.tolerance)) {
        verdict = CellVerdict::Right;
        ++right;
      } else {
        verdict = fits(typed.value, key_.right[at], near_[at]) ? CellVerdict::Rounded : CellVerdict::Wrong;
        ++wrong_;
        digits_ += digits_of(typed, key_.task.asks[static_cast<std::size_t>(grade_.cells[at].ask)].kind);
      }
    }
    grade_.right = right == typed_.size();
    grade_.score = typed_.empty() ? 1 : static_cast<double>(right) / static_cast<double>(typed_.size());
  }

  // Slips that give every number that was typed, or every one that is wrong.
  std::vector<const Slipped*> matching(bool all) const {
    std::vector<const Slipped*> found;
    for (const Slipped& one : key_.slipped) {
      bool fit = true;
      for (std::size_t at = 0; fit && at < typed_.size(); ++at) {
        const CellVerdict verdict = grade_.cells[at].verdict;
        const bool counts =
            verdict == CellVerdict::Wrong || verdict == CellVerdict::Rounded || (all && verdict == CellVerdict::Right);
        if (counts) fit = fits(typed_[at].value, one.cells[at], typed_[at].precision);
      }
      if (fit) found.push_back(&one);
    }
    return found;
  }

  void explain_by(const std::vector<const Slipped*>& found) {
    if (found.empty()) return;
    for (const Slip& slip : slips()) {
      const auto named = [&slip](const Slipped* one) { return std::string_view(slip.id) == one->id; };
      if (std::any_of(found.begin(), found.end(), named)) grade_.slips.push_back(slip);
    }
    if (grade_.slips.size() != 1) return;
    const auto& term = found.front()->term;
    if (std::all_of(found.begin(), found.end(), [&term](const Slipped* one) { return one->term == term; })) {
      grade_.term = term;
    }
    if (kRounded != grade_.slips.front().id) return;
    for (GradedCell& cell : grade_.cells) {
      if (cell.verdict == CellVerdict::Wrong) cell.verdict = CellVerdict::Rounded;
    }
  }

  void show_step() {
    for (const GradedCell& cell : grade_.cells) {
      if (cell.verdict != CellVerdict::Wrong && cell.verdict != CellVerdict::Rounded) continue;
      const auto& shown = key_.shown[static_cast<std::size_t>(cell.ask)];
      if (shown) grade_.step = {shown->stage, shown->row + cell.row, cell.col};
      return;
    }
  }

  const AnswerKey& key_;
  const Answers& answers_;
  std::vector<TypedCell> typed_;
  std::vector<double> near_;
  Index wrong_ = 0;
  int digits_ = 0;  // of the wrong cells
  Grade grade_;
};

std::string counted(std::size_t count, const char* one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

}  // namespace

Outcome<Grade> grade(const AnswerKey& key, const Answers& answers) {
  const std::vector<Ask>& asks = key.task.asks;
  if (answers.size() != asks.size()) {
    return Error{"answer-count",
                 "There are " + counted(answers.size(), "list") + " of answers, and the task asks for " +
                     std::to_string(asks.size()) + ": one for each.",
                 {"answers"}};
  }
  for (std::size_t a = 0; a < asks.size(); ++a) {
    const auto cells = static_cast<std::size_t>(asks[a].cells());
    if (answers[a].size() == cells) continue;
    return Error{"answer-count",
                 "There are " + counted(answers[a].size(), "answer") + " for " + asks[a].id + ", which has " +
                     counted(cells, "cell") + ": one for each, empty where there is none.",
                 {"answers", static_cast<Index>(a), -1}};
  }
  return Grader(key, answers).graded();
}

Outcome<Grade> grade_row(const AttentionInputs& inputs, Stage stage, Index row,
                         const std::vector<std::string>& answers) {
  if (stage != Stage::Raw && stage != Stage::Scaled && stage != Stage::Weight && stage != Stage::Output) {
    return Error{"not-a-row",
                 "A row is worked out as raw scores, scaled scores, weights or output; " + std::string(name(stage)) +
                     " is none of these.",
                 {"what"}};
  }
  if (auto refused = check_attention(inputs.q, inputs.k, inputs.v)) return *refused;
  if (auto refused = check_blocked(inputs.blocked, inputs.q.rows(), inputs.k.rows())) return *refused;
  if (inputs.scale) {
    if (auto refused = check_scale(*inputs.scale)) return *refused;
  }
  if (row < 0 || row >= inputs.q.rows()) {
    return Error{"cell-outside",
                 "There is no row " + std::to_string(row) + ": " +
                     counted(static_cast<std::size_t>(inputs.q.rows()), "row") + ", counted from 0.",
                 {"row"}};
  }
  const double work = static_cast<double>(inputs.q.rows()) * static_cast<double>(inputs.k.rows()) *
                      static_cast<double>(inputs.k.cols() + inputs.v.cols());
  if (!(work <= kMostRowWork)) {
    return Error{"too-much-work",
                 "These inputs take " + shown(work) + " multiply-adds; a row is graded for at most " +
                     shown(kMostRowWork) + ": every slip is computed and compared.",
                 {"q"}};
  }
  Setup setup;
  setup.q = inputs.q;
  setup.k = inputs.k;
  setup.v = inputs.v;
  setup.scale = inputs.scale;
  setup.causal = inputs.causal;
  setup.blocked = inputs.blocked;
  setup.empty_row = inputs.empty_row;
  WorkedRow worked = work_row(setup, {stage}, row);
  AnswerKey key;
  key.right = std::move(worked.right);
  key.slipped = std::move(worked.slipped);
  key.task.asks.push_back({.id = name(stage), .cols = static_cast<Index>(key.right.size()), .decimals = 2});
  key.shown.push_back(Shown{stage, row});
  return grade(key, {answers});
}

}  // namespace lesson
