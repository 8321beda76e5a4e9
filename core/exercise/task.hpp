// Tasks that are solved by hand, and what is known of their answers. Letters: N queries, M keys, K key width, V value
// width.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/attention.hpp"
#include "core/explain.hpp"
#include "core/types.hpp"

namespace lesson {

// Number: within half a unit of the last decimal that was given. Whole: exactly. Choice: one of `choices`; its number
// is the index.
enum class AskKind { Number, Whole, Choice };

// One answer that a task asks for, rows by cols cells.
struct Ask {
  std::string id;
  AskKind kind = AskKind::Number;
  Index rows = 1;
  Index cols = 1;
  std::string unit = {};  // such as MiB or percent; empty for none
  int decimals = 0;       // asked for, at least; 0 for whole numbers and choices
  std::vector<std::string> choices = {};

  Index cells() const { return rows * cols; }
};

struct GivenMatrix {
  std::string name;
  Matrix value;
};
struct GivenSize {
  std::string name;
  double value = 0;
};
struct GivenWord {
  std::string name;
  std::string value;
};

struct Task {
  std::string kind;
  std::uint64_t seed = 0;
  std::vector<GivenMatrix> matrices;
  std::vector<GivenSize> sizes;
  std::vector<GivenWord> words;
  std::vector<Ask> asks;
  std::optional<AttentionInputs> inputs;  // the head that the task is about, if it is about one
};

// The cells of all asks, one after the other, each row by row.
using Cells = std::vector<double>;

// One term of a sum in which the whole difference of a cell lies.
struct SlippedTerm {
  Index ask = 0, row = 0, col = 0;  // the cell; of weights, whose sum all cells share, the first
  Index term = 0;                   // place in the sum, from 0
  double right = 0;                 // the term as it should be
  double taken = 0;                 // and as it was taken

  bool operator==(const SlippedTerm&) const = default;
};

// What somebody writes who makes one slip and nothing else wrong. A slip that can be made in several ways (which row
// was the wrong one, which term was lost) stands here several times.
struct Slipped {
  const char* id;  // one of slips()
  Cells cells;
  std::optional<SlippedTerm> term = {};
};

// Where the attention figure shows the cells of an ask: cell (r, c) is (row + r, c) of the stage.
struct Shown {
  Stage stage;
  Index row;
};

struct AnswerKey {
  Task task;
  Cells right;
  std::vector<Slipped> slipped;             // each differs from `right` somewhere
  std::vector<std::optional<Shown>> shown;  // for each ask
};

}  // namespace lesson
