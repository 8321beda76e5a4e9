// What is right in an answer, and what went wrong in the rest.
//
// Every slip that the task knows has been made on the same inputs (AnswerKey::slipped). One is named when it gives the
// numbers that were typed: all of them if any slip does, else those that are wrong while the others are right and have
// kFewestDigits digits, as a short number agrees with some slip by chance. Several that fit give the same numbers and
// are all named; none is named for a right answer, and none where nothing fits. Two slips at once are not looked for:
// what both give is named only where one slip gives the same digits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/exercise/slips.hpp"
#include "core/exercise/task.hpp"
#include "core/explain.hpp"
#include "core/outcome.hpp"

namespace lesson {

inline constexpr int kFewestDigits = 3;

// Rounded: wrong by less than two units of the decimal asked for, or what comes of rounding too early.
enum class CellVerdict { Right, Rounded, Wrong, Empty, Unreadable };

struct GradedCell {
  Index ask = 0, row = 0, col = 0;
  CellVerdict verdict = CellVerdict::Empty;
  double tolerance = 0;  // how far from the right number an answer of so many digits may be; 0 of cells not read
  std::string code = {}, message = {};  // of Unreadable, see read.hpp
};

struct Grade {
  bool right = false;  // every cell
  double score = 0;    // right cells over all cells
  std::vector<GradedCell> cells;
  std::vector<Slip> slips;          // in the order of slips()
  std::optional<SlippedTerm> term;  // where the one slip that is named lost or turned a term, and only one fits
  std::optional<Cell> step;         // the number of the figure that shows the first wrong or rounded cell
};

// As typed: for each ask, its cells row by row.
using Answers = std::vector<std::vector<std::string>>;

// NaN and infinities may be typed: right where the right number is the same, wrong elsewhere.
//
// Errors, `where` = answers:
//   answer-count  not one list for each ask, or not one text for each cell
Outcome<Grade> grade(const AnswerKey& key, const Answers& answers);

// One row of a head, worked out by hand from given inputs. `stage` is Raw, Scaled, Weight or Output.
//
// Errors: those of check_attention, check_blocked, check_scale and grade, and
//   cell-outside   no such row
//   not-a-row      another stage
//   too-much-work  more than kMostRowWork multiply-adds: about thirty slips are computed and compared
inline constexpr double kMostRowWork = 0x1p20;
Outcome<Grade> grade_row(const AttentionInputs& inputs, Stage stage, Index row,
                         const std::vector<std::string>& answers);

}  // namespace lesson
