// Numbers as people type them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

// One number: a decimal ("0.5", ".5", "-1e3", "1E-3"), a fraction ("1/3", "-3/4"), roots ("sqrt(2)", "√2", "sqrt(2)/2",
// "1/√3"), products and sums of these with + - * / ^ ( ), constants "pi" and "e"; "×", "·", "÷", "−" (U+2212) for the
// operators; a decimal comma ("0,5"); "nan", "inf", "-inf", "∞". Spaces around are ignored, case does not matter.
// Result: the nearest binary64 of a plain decimal; expressions are evaluated in binary64, left to right, ^ first and
// from the right.
//
// Errors, with `where` = {name, row, col} as given:
//   number-empty        nothing but spaces
//   number-unreadable   not a number; says from which character
//   number-comma        "1,000" may be 1 or 1000
//   number-too-long     over 64 characters, or nested deeper than 16 brackets
//   number-division     division by zero
//   number-root         square root of a negative number
//   number-overflow     finite input whose result is beyond 1.8e308
Outcome<double> parse_number(std::string_view text, const Place& where = {"number"});

// A block of cells, as pasted from a spreadsheet, a notebook or print(tensor): rows by new lines, ";" or brackets,
// cells by tabs, spaces, commas or semicolons (semicolons separate cells when commas are decimal). Brackets, "array(",
// "tensor(" and "dtype=..." are ignored. The cells stay text: the caller parses each, so that a bad one can be marked.
// Rows need not be equally long.
//
// Errors:
//   block-empty      no cell in it
//   block-too-large  over 4,096 cells or 262,144 characters
Outcome<std::vector<std::vector<std::string>>> parse_block(std::string_view text);

}  // namespace lesson
