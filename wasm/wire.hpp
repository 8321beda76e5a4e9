// How numbers cross the border: one block of doubles each way. A matrix is [rows, cols, values...], row by row; a flag
// table is a matrix of 0 and 1; a vector is a matrix of one column; text is a vector of its bytes in UTF-8; an
// enumeration is its index; a list is its length and then each of its things. web/engine/module.d.ts is the other side.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/outcome.hpp"
#include "core/types.hpp"

namespace wire {

using lesson::Error;
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

// What the core says of an inbox that it cannot read.
//   wire   too many numbers or too few, or others than the call takes: the two sides are of different versions
Error not_of_the_wire();

// Reads an inbox from its start. After the first thing that does not fit, ok() is false, every later read gives an
// empty value, and nothing outside the inbox was read.
class Reader {
 public:
  Reader(const double* numbers, std::size_t count) : next_(numbers), left_(count) {}

  bool ok() const { return ok_; }
  bool finished() const { return ok_ && left_ == 0; }
  // Once everything should have been read: why the call cannot go on, or nothing.
  std::optional<Error> refusal() const;
  void fail() { ok_ = false; }  // what was read cannot be

  Matrix matrix();
  Flags flags();
  std::vector<double> column();            // (a, 1)
  Vector vector();                         // (a, 1)
  std::optional<Vector> vector_or_none();  // or [0, 0]
  double number();                         // [1, 1, number]
  std::optional<double> number_or_none();  // or [0, 0]
  int choice(int count);                   // [1, 1, index] with 0 <= index < count
  std::optional<int> choice_or_none(int count);
  std::size_t length();  // of a list: no more than there are doubles left
  std::string text();

  // Sizes as people may give them. A number that is none is refused by `name`, and the rest is still read:
  //   the codes of lesson::check_index
  Index size(std::string_view name);
  std::optional<Index> size_or_none(std::string_view name);
  std::vector<Index> sizes(std::string_view name);

 private:
  struct Shape {
    Index rows = 0, cols = 0;
  };
  Shape shape();
  double next() { return --left_, *next_++; }
  Index checked(std::string_view name, double number);

  const double* next_;
  std::size_t left_;
  bool ok_ = true;
  std::optional<Error> refused_;  // the first size that is none
};

}  // namespace wire
