#include "core/grade/read.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/check.hpp"
#include "core/parse.hpp"
#include "core/scan.hpp"

namespace lesson {
namespace {

constexpr std::string_view kPercent = "percent";

std::string_view trimmed(std::string_view text) {
  Scan scan(text);
  scan.skip_spaces();
  text.remove_prefix(scan.at());
  std::size_t end = 0;
  for (Scan rest(text); !rest.done(); rest.skip_spaces()) {
    rest.skip();
    end = rest.at();
  }
  return text.substr(0, end);
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The text before `unit`, if it ends with it, in either case.
bool drop_unit(std::string_view& text, std::string_view unit) {
  if (unit.empty() || text.size() <= unit.size()) return false;
  const std::size_t start = text.size() - unit.size();
  for (std::size_t at = 0; at < unit.size(); ++at) {
    if (lower(text[start + at]) != lower(unit[at])) return false;
  }
  text = trimmed(text.substr(0, start));
  return true;
}

void drop_units(std::string_view& text, const Ask& ask) {
  if (drop_unit(text, ask.unit)) return;
  if (ask.unit == kPercent) drop_unit(text, "%");
}

// "4,194,304" and "4 194 304" and "4'194'304" without what parts their thousands; anything else as it is.
std::string without_thousands(std::string_view text) {
  std::string digits;
  std::size_t since = 0;
  bool parted = false;
  for (const char c : text) {
    if (is_digit(c)) {
      digits += c;
      ++since;
    } else if ((c == ',' || c == ' ' || c == '\'') && !digits.empty() && (parted ? since == 3 : since <= 3)) {
      parted = true;
      since = 0;
    } else {
      return std::string(text);
    }
  }
  return parted && since == 3 ? digits : std::string(text);
}

// Decimals of a plain decimal number, such as "0.40", "-,5" or "+12"; -1 of anything else.
int decimals_of(std::string_view text) {
  int digits = 0, decimals = -1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (is_digit(c)) {
      ++digits;
      if (decimals >= 0) ++decimals;
    } else if ((c == '.' || c == ',') && decimals < 0) {
      decimals = 0;
    } else if (!((c == '-' || c == '+') && at == 0)) {
      return -1;
    }
  }
  return digits == 0 ? -1 : std::max(decimals, 0);
}

// "[...]" and "(...)" around all of the text: a list.
bool in_brackets(std::string_view text) {
  if (text.size() < 2 ||
      !((text.front() == '(' && text.back() == ')') || (text.front() == '[' && text.back() == ']'))) {
    return false;
  }
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(' || text[at] == '[') ++depth;
    if (text[at] == ')' || text[at] == ']') --depth;
    if (depth == 0) return at + 1 == text.size();
  }
  return false;
}

// Whether something in the text may part numbers: most cells hold one, and are not looked at twice.
bool may_hold_several(std::string_view text) {
  return text.find_first_of(" \t\r\n;[(") != std::string_view::npos || std::count(text.begin(), text.end(), ',') > 1;
}

// The numbers of a cell that holds several, as texts; none if it is one number, or nothing that can be cut.
std::vector<std::string> several(std::string_view text, const Ask& ask) {
  if (!may_hold_several(text)) return {};
  std::string_view inner = text;
  const bool listed = in_brackets(text);
  if (listed && text.front() == '(') inner = text.substr(1, text.size() - 2);
  if (!listed) {
    const auto alone = read_answer(text, ask, 0, {});
    // A comma that may part thousands is one number that cannot be read, not two.
    if (alone || alone.error().code == "number-comma") return {};
  }
  const auto block = parse_block(inner);
  std::vector<std::string> cells;
  if (!block) return cells;
  for (const auto& row : *block) cells.insert(cells.end(), row.begin(), row.end());
  if (cells.size() == 1) cells.clear();
  return cells;
}

TypedCell unreadable(std::string code, std::string message) {
  TypedCell cell;
  cell.state = TypedState::Unreadable;
  cell.code = std::move(code);
  cell.message = std::move(message);
  return cell;
}

}  // namespace

double precision_of(std::string_view text, const Ask& ask) {
  text = trimmed(text);
  drop_units(text, ask);
  const int asked = ask.kind == AskKind::Number ? ask.decimals : 2;
  const int decimals = std::clamp(decimals_of(text), asked, kMostDecimals);
  // A little more than half a unit: the right number may lie in the middle, and neither is exact in binary.
  return 0.50001 * std::pow(10, -decimals);
}

double tolerance_of(std::string_view text, const Ask& ask) {
  return ask.kind == AskKind::Number ? precision_of(text, ask) : 0;
}

Outcome<double> read_answer(std::string_view text, const Ask& ask, double right, const Place& where) {
  text = trimmed(text);
  if (ask.kind == AskKind::Choice) {
    std::string known;
    for (std::size_t at = 0; at < ask.choices.size(); ++at) {
      if (text == ask.choices[at]) return static_cast<double>(at);
      known += (at > 0 ? ", " : "") + quoted(ask.choices[at]);
    }
    Error refused = unknown_choice(where.name, quoted(text), known);
    refused.where = where;
    return refused;
  }
  drop_units(text, ask);
  if (ask.kind == AskKind::Whole) return parse_number(without_thousands(text), where);
  auto number = parse_number(text, where);
  if (number || number.error().code != "number-comma") return number;
  // Both readings, without the comma and with a point for it.
  std::string digits(text), point(text);
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  std::replace(point.begin(), point.end(), ',', '.');
  for (const std::string& reading : {digits, point}) {
    const auto meant = parse_number(reading, where);
    if (meant && std::abs(*meant - right) <= tolerance_of(reading, ask)) return meant;
  }
  return number;
}

std::vector<TypedCell> read_cells(const std::vector<std::string>& texts, const Ask& ask, const double* right) {
  std::vector<TypedCell> cells(texts.size());
  std::vector<std::string> spread = texts;
  for (std::size_t at = 0; at < texts.size(); ++at) {
    if (cells[at].state == TypedState::Unreadable || trimmed(texts[at]).empty()) continue;
    const std::vector<std::string> list = several(trimmed(texts[at]), ask);
    if (list.empty()) continue;
    std::size_t room = 1;
    while (at + room < texts.size() && trimmed(texts[at + room]).empty()) ++room;
    if (list.size() > room) {
      cells[at] =
          unreadable("too-many-numbers", "This cell holds " + std::to_string(list.size()) + " numbers, and there " +
                                             (room == 1 ? "is 1 cell" : "are " + std::to_string(room) + " cells") +
                                             " for them from here on.");
      continue;
    }
    std::copy(list.begin(), list.end(), spread.begin() + static_cast<std::ptrdiff_t>(at));
  }
  for (std::size_t at = 0; at < spread.size(); ++at) {
    TypedCell& cell = cells[at];
    if (cell.state == TypedState::Unreadable || trimmed(spread[at]).empty()) continue;
    const auto position = static_cast<Index>(at);
    const auto number = read_answer(spread[at], ask, right[at], {ask.id, position / ask.cols, position % ask.cols});
    if (!number) {
      cells[at] = unreadable(number.error().code, number.error().message);
      continue;
    }
    cell.state = TypedState::Read;
    cell.value = *number;
    cell.tolerance = tolerance_of(spread[at], ask);
    cell.precision = precision_of(spread[at], ask);
  }
  return cells;
}

}  // namespace lesson
