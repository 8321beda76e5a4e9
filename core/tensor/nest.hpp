// Nested brackets that become a tensor: what JSON and printed text have in common. No bracket calls for a deeper call:
// depth costs no stack.
#pragma once

#include <array>
#include <optional>

#include "core/tensor/tensor.hpp"

namespace lesson {

// Every step may refuse:
//   tensor-ragged      rows of one table have different lengths, or a number stands where a row should
//   tensor-rank        brackets are nested deeper than kMostRank
//   tensor-too-large   more than 2^22 = 4,194,304 numbers
class Nest {
 public:
  explicit Nest(std::string name) : name_(std::move(name)) { sizes_.fill(-1); }

  std::optional<Error> open();
  std::optional<Error> close();  // one must be open
  std::optional<Error> add(double number);
  bool is_open() const { return depth_ > 0; }
  std::size_t numbers() const { return numbers_.size(); }

  // Once every bracket is closed. Without a bracket: the one number.
  Tensor tensor() const;

 private:
  void count();
  Error ragged(const std::string& how) const;

  std::string name_;
  std::size_t depth_ = 0, deepest_ = 0;
  std::array<Index, kMostRank + 1> sizes_{}, counts_{};  // by depth; a size is -1 until the first row is closed
  std::vector<double> numbers_;
};

}  // namespace lesson
