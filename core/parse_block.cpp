// Splits pasted text into cells. What a comma, a semicolon and a new line mean is settled once, from the whole text
// (Style); then one pass over the bytes cuts it.
#include <array>
#include <optional>

#include "core/parse.hpp"
#include "core/scan.hpp"

namespace lesson {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kMostCells = 4096;
constexpr std::size_t kMostCharacters = 262144;

bool is_space(char c) { return c == ' ' || c == '\v' || c == '\f' || c == '\r'; }
bool opens(char c) { return c == '[' || c == '{'; }
bool closes(char c) { return c == ']' || c == '}'; }

struct Style {
  bool comma_splits = true;       // else it is a decimal comma
  bool semicolon_splits = false;  // cells; else rows
  bool newline_splits = true;     // rows; else it is a space (a row that was wrapped inside its brackets)
};

// Commas are decimal when there are no brackets, each stands between digits, no cell has two, and something else parts
// the cells of a line: "0,5 1,5" and "0,5;1,5", but not "1,2,3" nor "1, 2" nor "1,2" alone.
bool commas_are_decimal(std::string_view text) {
  bool any = false, parted = false, in_cell = false, cell_has_comma = false;
  int cells_of_line = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (opens(c)) return false;
    if (is_space(c) || c == '\t' || c == ';' || c == '\n') {
      in_cell = cell_has_comma = false;
      if (c == '\n') cells_of_line = 0;
      continue;
    }
    if (!in_cell && ++cells_of_line > 1) parted = true;
    in_cell = true;
    if (c != ',') continue;
    const bool tight = at > 0 && at + 1 < text.size() && is_digit(text[at - 1]) && is_digit(text[at + 1]);
    if (!tight || cell_has_comma) return false;
    any = cell_has_comma = true;
  }
  return any && parted;
}

// "1;2\n3;4": several lines, and every piece between semicolons is one cell. Not "1 2;\n3 4" nor "1;2;3".
bool semicolons_part_cells(std::string_view text) {
  int lines = 0, cells_of_piece = 0;
  bool in_cell = false, line_used = false;
  for (const char c : text) {
    if (opens(c) || c == ',') return false;
    if (c == '\n' || c == ';') {
      in_cell = false;
      cells_of_piece = 0;
      line_used = line_used && c == ';';
    } else if (is_space(c) || c == '\t') {
      in_cell = false;
    } else {
      if (!in_cell && ++cells_of_piece > 1) return false;
      if (!line_used) ++lines;
      in_cell = line_used = true;
    }
  }
  return lines > 1;
}

Style style_of(std::string_view text) {
  Style style;
  style.comma_splits = !commas_are_decimal(text);
  style.semicolon_splits = !style.comma_splits || semicolons_part_cells(text);
  int brackets = 0;
  for (const char c : text) brackets += opens(c) ? 1 : 0;
  // One pair of brackets may hold lines that are rows, "[1 2\n3 4]"; with more, the brackets are the rows.
  style.newline_splits = brackets <= 1;
  return style;
}

class Cutter {
 public:
  explicit Cutter(std::string_view text) : scan_(text), style_(style_of(text)) {}

  // Nothing when there are too many cells.
  std::optional<Rows> cut() {
    while (!scan_.done() && count_ <= kMostCells) step();
    if (count_ > kMostCells) return std::nullopt;
    end_row(false);
    return count_ > kMostCells ? std::nullopt : std::optional(std::move(rows_));
  }

 private:
  void step() {
    const char c = scan_.peek();
    if (cell_.empty() && is_letter(c) && eat_word()) return;
    scan_.skip();
    if (opens(c) || closes(c)) return end_row(true);
    if (c == '\n') return style_.newline_splits ? end_row(false) : end_cell();
    if (is_space(c)) return end_cell();
    if (c == '\t') return separate(c);
    if (c == ';') return style_.semicolon_splits ? separate(c) : end_row(false);
    if (c == ',' && style_.comma_splits) return separate(c);
    if (c == ')' && open_in_cell_ == 0) return end_cell();  // the one of "array("
    if (c == '(') ++open_in_cell_;
    if (c == ')') --open_in_cell_;
    cell_ += c;
  }

  void end_cell() {
    if (!cell_.empty()) push(std::move(cell_));
    cell_.clear();
    open_in_cell_ = 0;
  }

  // The same separator twice encloses an empty cell, and one at the start of a line follows one: both are kept, so that
  // they can be marked.
  void separate(char separator) {
    const bool empty = cell_.empty() && (last_separator_ == separator || (row_.empty() && !after_bracket_));
    end_cell();
    if (empty) push("");
    last_separator_ = separator;
  }

  void end_row(bool at_bracket) {
    end_cell();
    while (!row_.empty() && row_.back().empty()) {  // a line that ends with separators has no more cells
      row_.pop_back();
      --count_;
    }
    if (!row_.empty()) rows_.push_back(std::move(row_));
    row_.clear();
    last_separator_ = '\0';
    after_bracket_ = at_bracket;
  }

  void push(std::string cell) {
    row_.push_back(std::move(cell));
    ++count_;
    last_separator_ = '\0';
  }

  // Ignores "array(", "torch.tensor(", "q =" before a table, and "dtype=torch.float64" up to the comma or bracket after
  // it. Any other word is a cell.
  bool eat_word() {
    const std::size_t start = scan_.at();
    if (eat_maker()) return true;
    eat_name();
    while (scan_.peek() == ' ') scan_.skip();
    if (!scan_.eat("=")) {
      scan_.back_to(start);
      return false;
    }
    while (scan_.peek() == ' ') scan_.skip();
    const std::size_t value = scan_.at();
    const bool table = opens(scan_.peek()) || eat_maker();
    scan_.back_to(value);
    if (!table) skip_value();
    return true;
  }

  std::string_view eat_name() {
    const std::size_t start = scan_.at();
    for (char c = scan_.peek(); is_letter(c) || is_digit(c) || c == '.' || c == '_'; c = scan_.peek()) scan_.skip();
    return scan_.from(start);
  }

  bool eat_maker() {
    constexpr std::array<std::string_view, 5> kMakers = {"array", "asarray", "matrix", "tensor", "Tensor"};
    const std::size_t start = scan_.at();
    const std::string_view name = eat_name();
    const std::string_view last = name.substr(name.find_last_of('.') + 1);  // npos + 1 is 0
    for (const std::string_view maker : kMakers) {
      if (last == maker && scan_.eat("(")) return true;
    }
    scan_.back_to(start);
    return false;
  }

  // "size=(2, 0)" and "grad_fn=<MulBackward0>" too.
  void skip_value() {
    for (int depth = 0; !scan_.done() && scan_.peek() != '\n'; scan_.skip()) {
      const char c = scan_.peek();
      if (depth == 0 && (c == ',' || c == ')' || closes(c))) return;
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
  }

  Scan scan_;
  Style style_;
  Rows rows_;
  std::vector<std::string> row_;
  std::string cell_;
  std::size_t count_ = 0;
  int open_in_cell_ = 0;        // brackets of the cell itself, as in "sqrt(2)/2"
  char last_separator_ = '\0';  // the one just before here, spaces apart; '\0': none
  bool after_bracket_ = false;  // the line began after a square bracket: "], [" holds no empty cell
};

}  // namespace

Outcome<std::vector<std::vector<std::string>>> parse_block(std::string_view text) {
  const Place where{"block"};
  const std::size_t characters = count_characters(text);
  if (characters > kMostCharacters) {
    return Error{"block-too-large",
                 "The text has " + std::to_string(characters) + " characters; a block may have " +
                     std::to_string(kMostCharacters) + ".",
                 where};
  }
  std::optional<Rows> rows = Cutter(text).cut();
  if (!rows) {
    return Error{"block-too-large",
                 "The text has more than " + std::to_string(kMostCells) + " cells, the most that a block may have.",
                 where};
  }
  if (rows->empty()) {
    return Error{"block-empty", "There is no number in this text: paste rows of numbers, such as 1 0; 0 1.", where};
  }
  return std::move(*rows);
}

}  // namespace lesson
