// Answers as they are typed, read cell by cell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/exercise/task.hpp"
#include "core/outcome.hpp"

namespace lesson {

enum class TypedState { Read, Empty, Unreadable };

struct TypedCell {
  TypedState state = TypedState::Empty;
  double value = 0;      // of a choice its index; may be NaN or infinite where that was typed
  double tolerance = 0;  // how far from the right number it may be
  double precision = 0;  // half a unit of its last decimal, for counts too: how well it says what was meant
  std::string code = {}, message = {};  // of Unreadable
};

// An answer is right when it is the right number rounded to the decimals that were typed, or to those asked for where
// fewer were typed: half a unit of that decimal. Decimals beyond the sixth are not held against anybody. A fraction or
// a root counts as typed with the decimals asked for. Whole numbers and choices are exact: 0.
inline constexpr int kMostDecimals = 6;
double tolerance_of(std::string_view text, const Ask& ask);
double precision_of(std::string_view text, const Ask& ask);  // the same for counts too, of two decimals at least

// A number as parse_number reads it, with the unit of the ask behind it or none ("64 MiB", "40 %" or "40 percent"
// where percent are asked for); for whole numbers also with commas, spaces or apostrophes between thousands.
//
// Errors, `where` as given: those of parse_number, and
//   unknown-choice  of a choice: none of the ask's choices
// "1,414" may be 1.414 or 1414 (number-comma); where one of the two is `right`, it is that one.
Outcome<double> read_answer(std::string_view text, const Ask& ask, double right, const Place& where);

// The cells of one ask, which has some. `texts` and `right` have one for each, row by row. A cell that holds several
// numbers ("(0.4, 0.4, 0.2)", "1;2;3", two lines of a pasted table) fills the empty cells behind it, row by row from
// its own.
//
// A cell that cannot be read is Unreadable with the code and message of read_answer, or with
//   too-many-numbers  it holds more numbers than there are empty cells from it on
std::vector<TypedCell> read_cells(const std::vector<std::string>& texts, const Ask& ask, const double* right);

}  // namespace lesson
