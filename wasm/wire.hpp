// How numbers cross the border: one block of doubles each way. A matrix is [rows, cols, values...], row by row; a flag
// table is a matrix of 0 and 1; an enumeration is its index. web/engine/module.d.ts is the other side.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "core/types.hpp"

namespace wire {

using lesson::Flags;
using lesson::Index;
using lesson::Matrix;
using lesson::Vector;

// The whole number `number` as an index; past the ends of Index (32 bits here) it stops there, which is outside
// everything. NaN and fractions are the caller's to refuse.
inline Index to_index(double number) {
  constexpr double kMost = 2147483647;
  if (!(number > -kMost)) return static_cast<Index>(-kMost);
  return static_cast<Index>(number < kMost ? number : kMost);
}

inline bool is_whole(double number) { return std::isfinite(number) && number == std::trunc(number); }

// Reads an inbox from its start. After the first thing that does not fit, ok() is false, every later read gives an
// empty value, and nothing outside the inbox was read.
class Reader {
 public:
  Reader(const double* numbers, std::size_t count) : next_(numbers), left_(count) {}

  bool ok() const { return ok_; }
  bool finished() const { return ok_ && left_ == 0; }

  Matrix matrix();
  Flags flags();
  std::vector<double> column();        // (a, 1)
  double number();                     // [1, 1, number]
  bool number_or_none(double& found);  // or [0, 0], which gives false
  int choice(int count);               // [1, 1, index] with 0 <= index < count

 private:
  struct Shape {
    Index rows = 0, cols = 0;
  };
  Shape shape();
  double next() { return --left_, *next_++; }
  void fail() { ok_ = false; }

  const double* next_;
  std::size_t left_;
  bool ok_ = true;
};

// Three sinks that a result is written to by one and the same function (fields.hpp), so that names, room and numbers
// cannot drift apart.

// Collects the names: "scale,blocked,raw".
struct Names {
  std::string text;

  template <typename T>
  void field(const char* name, const T&) {
    if (!text.empty()) text += ',';
    text += name;
  }
};

// A table for a result that is no matrix: `row(i)` is an array of its `cols` numbers.
template <std::size_t Cols, typename RowOf>
struct Table {
  std::size_t rows;
  RowOf row;
};

template <std::size_t Cols, typename RowOf>
Table<Cols, RowOf> table(std::size_t rows, RowOf row) {
  return {rows, row};
}

// Counts the doubles.
struct Room {
  std::size_t count = 0;

  void field(const char*, double) { count += 3; }
  template <std::size_t Cols, typename RowOf>
  void field(const char*, const Table<Cols, RowOf>& t) {
    count += 2 + t.rows * Cols;
  }
  template <typename Derived>
  void field(const char*, const Eigen::PlainObjectBase<Derived>& m) {
    count += 2 + static_cast<std::size_t>(m.size());
  }
};

// Writes them; the room must be there.
struct Writer {
  double* next;

  void shape(double rows, double cols) { *next++ = rows, *next++ = cols; }

  void field(const char*, double number) { shape(1, 1), *next++ = number; }

  template <std::size_t Cols, typename RowOf>
  void field(const char*, const Table<Cols, RowOf>& t) {
    shape(static_cast<double>(t.rows), Cols);
    for (std::size_t i = 0; i < t.rows; ++i) {
      for (const double number : t.row(i)) *next++ = number;
    }
  }

  // Matrices by row and vectors, which are one column: both lie in the order of the wire.
  template <typename Derived>
  void field(const char*, const Eigen::PlainObjectBase<Derived>& m) {
    shape(static_cast<double>(m.rows()), static_cast<double>(m.cols()));
    const auto* const numbers = m.data();
    const Index count = m.size();
    for (Index at = 0; at < count; ++at) *next++ = static_cast<double>(numbers[at]);
  }
};

}  // namespace wire
