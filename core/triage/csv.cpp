#include "core/triage/csv.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/random/numpy.hpp"
#include "core/triage/utf8.hpp"

namespace lesson::triage {
namespace {

using Cells = std::vector<std::string>;

Error refusal(const char* code, std::string message, Index row = -1, Index col = -1) {
  return {code, std::move(message), {"csv", row, col}};
}

std::string place(Index row, Index col) {
  return "Row " + std::to_string(row + 1) + ", column " + std::to_string(col + 1);
}

std::optional<Error> check_encoding(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    return refusal("csv-encoding", "The file is in UTF-16: save it as CSV in UTF-8.", 0, 0);
  }
  Index row = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    if (bytes[at] == 0) {
      return refusal("csv-encoding",
                     "Row " + std::to_string(row + 1) +
                         " holds a byte 0: the file is in UTF-16 or is no text. Save it as CSV in UTF-8.",
                     row);
    }
    const std::size_t length = utf8_length(bytes, at);
    if (length == 0) {
      return refusal("csv-encoding",
                     "Row " + std::to_string(row + 1) + " holds byte " +
                         std::to_string(static_cast<unsigned char>(bytes[at])) +
                         " where UTF-8 has none: the file is in another encoding. Save it as CSV in UTF-8.",
                     row);
    }
    row += bytes[at] == '\n';
    at += length;
  }
  return std::nullopt;
}

class Scanner {
 public:
  explicit Scanner(std::string_view bytes) : bytes_(bytes) {
    const std::string_view names = bytes.substr(0, bytes.find('\n'));
    if (names.find(',') != std::string_view::npos) return;
    if (names.find(';') != std::string_view::npos)
      separator_ = ';';
    else if (names.find('\t') != std::string_view::npos)
      separator_ = '\t';
  }

  bool done() const { return at_ >= bytes_.size(); }
  Index row() const { return row_; }  // of the row that was read last, as spreadsheets count: a row in quotes is one

  // The next row; its cells may be none that hold anything.
  Outcome<Cells> next() {
    ++row_;
    Cells cells;
    for (;;) {
      auto cell = next_cell(static_cast<Index>(cells.size()));
      if (!cell) return cell.error();
      cells.push_back(std::move(*cell));
      if (done()) return cells;
      if (bytes_[at_] == separator_) {
        ++at_;
        continue;
      }
      at_ += bytes_.substr(at_).starts_with("\r\n") ? 2 : 1;
      return cells;
    }
  }

 private:
  bool ends() const { return done() || bytes_[at_] == separator_ || bytes_[at_] == '\n' || is_crlf(); }
  bool is_crlf() const { return bytes_.substr(at_).starts_with("\r\n"); }

  std::optional<Error> too_large(const std::string& cell, Index col) const {
    if (cell.size() <= kMostCell) return std::nullopt;
    return refusal("csv-cell-large",
                   place(row_, col) + " holds more than " + std::to_string(kMostCell) +
                       " bytes: a ticket is a few sentences. Perhaps a quote is missing.",
                   row_, col);
  }

  Outcome<std::string> next_cell(Index col) {
    std::string cell;
    if (done() || bytes_[at_] != '"') {
      for (; !ends(); ++at_) {
        cell += bytes_[at_];
        if (auto refused = too_large(cell, col)) return *refused;
      }
      return cell;
    }
    for (++at_; !done(); ++at_) {
      if (bytes_[at_] == '"') {
        ++at_;
        if (ends()) return cell;
        if (bytes_[at_] != '"') {
          return refusal("csv-quotes",
                         place(row_, col) + " goes on after its closing quote: write a quote inside a cell twice.",
                         row_, col);
        }
      }
      cell += bytes_[at_];
      if (auto refused = too_large(cell, col)) return *refused;
    }
    return refusal("csv-quotes", place(row_, col) + " opens a quote that is never closed.", row_, col);
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  char separator_ = ',';
  Index row_ = -1;
};

std::string trimmed(const std::string& cell) {
  const auto first = cell.find_first_not_of(" \t\r\n");
  return first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(" \t\r\n") - first + 1);
}

std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

struct Columns {
  Index text = -1, label = -1;
};

Outcome<Columns> columns_of(const Cells& names) {
  Columns columns;
  for (const auto& [name, column] : {std::pair{"text", &columns.text}, {"label", &columns.label}}) {
    Index count = 0;
    for (std::size_t c = 0; c < names.size(); ++c) {
      if (lower(trimmed(names[c])) != name) continue;
      *column = static_cast<Index>(c);
      ++count;
    }
    if (count == 1) continue;
    std::string found;
    for (const std::string& one : names) found += (found.empty() ? "\"" : ", \"") + trimmed(one).substr(0, 40) + "\"";
    return refusal("csv-header",
                   "The first row must name one column \"text\" and one \"label\"; it has " + found + ", with " +
                       std::to_string(count) + " called \"" + name + "\".",
                   0);
  }
  return columns;
}

struct Row {
  std::vector<std::string> words;
  std::string label;
};

bool is_blank(const Cells& cells) { return cells.size() == 1 && trimmed(cells.front()).empty(); }

Outcome<std::vector<Row>> rows_of(std::string_view bytes, Index& shortened) {
  Scanner scanner(bytes);
  const auto names = scanner.next();
  if (!names) return names.error();
  const auto columns = columns_of(*names);
  if (!columns) return columns.error();
  std::vector<Row> rows;
  while (!scanner.done()) {
    const auto cells = scanner.next();
    if (!cells) return cells.error();
    if (is_blank(*cells)) continue;
    const Index at = scanner.row();
    if (cells->size() != names->size()) {
      return refusal("csv-columns",
                     "Row " + std::to_string(at + 1) + " has " + std::to_string(cells->size()) +
                         (cells->size() == 1 ? " cell" : " cells") + " but the first row names " +
                         std::to_string(names->size()) + " columns: put a text with separators in quotes.",
                     at);
    }
    const std::string& text = (*cells)[static_cast<std::size_t>(columns->text)];
    Row row{words_of(text, kMostWords + 1), trimmed((*cells)[static_cast<std::size_t>(columns->label)])};
    if (row.words.empty() || row.label.empty()) {
      const Index col = row.words.empty() ? columns->text : columns->label;
      return refusal("csv-cell-empty",
                     place(at, col) + " holds " +
                         (row.words.empty() ? "no word: a ticket needs a text." : "no label: a ticket needs one."),
                     at, col);
    }
    if (row.words.size() > static_cast<std::size_t>(kMostWords)) {
      row.words.pop_back();
      ++shortened;
    }
    rows.push_back(std::move(row));
    if (static_cast<Index>(rows.size()) > kMostRows) {
      return refusal("csv-row-count", "There are more than " + std::to_string(kMostRows) + " tickets: take a part.",
                     at);
    }
  }
  if (rows.empty()) return refusal("csv-empty", "There is no row after the names of the columns.");
  if (static_cast<Index>(rows.size()) < kLeastRows) {
    return refusal("csv-row-count", "There are " + std::to_string(rows.size()) + " tickets: a model needs at least " +
                                        std::to_string(kLeastRows) + ".");
  }
  return rows;
}

std::vector<std::string> vocabulary_of(const std::vector<Row>& rows, const std::vector<Index>& train) {
  std::map<std::string, Index> counts;
  for (const Index at : train) {
    const auto& words = rows[static_cast<std::size_t>(at)].words;
    for (const std::string& word : std::set<std::string>(words.begin(), words.end())) ++counts[word];
  }
  std::vector<std::pair<Index, std::string>> order;
  for (const auto& [word, count] : counts) {
    if (count >= 2 && word != kMaskWord) order.emplace_back(-count, word);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::string> vocabulary{std::string(kMaskWord)};
  for (const auto& [count, word] : order) {
    if (static_cast<Index>(vocabulary.size()) <= kMostVocabulary) vocabulary.push_back(word);
  }
  return vocabulary;
}

}  // namespace

Outcome<Table> read_csv(std::string_view bytes, std::uint64_t seed) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (bytes.empty()) return refusal("csv-empty", "The file is empty: there is nothing to read.");
  if (bytes.size() > kMostFile) {
    return refusal("csv-too-large", "The file has " + std::to_string(bytes.size()) + " bytes, more than the " +
                                        std::to_string(kMostFile) + " that are read here: take a part.");
  }
  if (auto refused = check_encoding(bytes)) return *refused;
  Table table;
  auto rows = rows_of(bytes, table.shortened);
  if (!rows) return rows.error();
  table.rows = static_cast<Index>(rows->size());

  std::set<std::string> labels;
  for (const Row& row : *rows) labels.insert(row.label);
  table.tickets.queues.assign(labels.begin(), labels.end());
  if (labels.size() < 2) {
    return refusal("csv-one-label", "Every row has the label \"" + *labels.begin() +
                                        "\": with one label there is nothing to tell apart.");
  }
  if (static_cast<Index>(labels.size()) > kMostLabels) {
    return refusal("csv-many-labels", "There are " + std::to_string(labels.size()) +
                                          " labels: this model takes at most " + std::to_string(kMostLabels) + ".");
  }

  numpy::Generator generator = numpy::default_rng(seed);
  std::vector<Index> train = std::move(numpy::permutation(generator, table.rows).value()), test;
  const Index held = table.rows / 5;
  test.assign(train.end() - held, train.end());
  train.resize(train.size() - static_cast<std::size_t>(held));
  table.tickets.vocabulary = vocabulary_of(*rows, train);
  std::map<std::string, Index> known;
  for (const std::string& word : table.tickets.vocabulary) known.emplace(word, static_cast<Index>(known.size()));
  std::vector<Index> in_train(labels.size()), in_test(labels.size());
  const auto add = [&](Index at, std::vector<Ticket>& to, std::vector<Index>& counts) {
    const Row& row = (*rows)[static_cast<std::size_t>(at)];
    Ticket ticket;
    for (const std::string& word : row.words) {
      const auto found = known.find(word);
      ticket.words.push_back(found == known.end() ? kMask : found->second);
    }
    ticket.queue = std::distance(labels.begin(), labels.find(row.label));
    ++counts[static_cast<std::size_t>(ticket.queue)];
    to.push_back(std::move(ticket));
  };
  for (const Index at : train) add(at, table.tickets.train, in_train);
  for (const Index at : test) {
    add(at, table.tickets.test, in_test);
    const auto& words = table.tickets.test.back().words;
    table.unknown += std::count(words.begin(), words.end(), kMask);
  }
  for (std::size_t l = 0; l < labels.size(); ++l) {
    if (in_train[l] >= 2 && in_test[l] >= 1) continue;
    return refusal("csv-rare-label",
                   "The label \"" + table.tickets.queues[l] + "\" has " + std::to_string(in_train[l] + in_test[l]) +
                       " rows, " + std::to_string(in_train[l]) + " of them in training and " +
                       std::to_string(in_test[l]) + " held out: it needs 2 and 1. Add rows, or try another seed.");
  }
  return table;
}

}  // namespace lesson::triage
