// Where a result is written to: name beside value, each result by one function `write(Sink&, const Result&)`, so that
// names, room and numbers cannot drift apart. The function runs three times at most: for the names, for the room that
// the numbers take, and for the numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wasm/wire.hpp"

namespace wire {

class Sink {
 public:
  // For the names of an empty result: fields separated by commas, each "name", or with what it is (a matrix when it
  // says nothing) "name:kind"; of parts "name{fields}", or "name?{fields}" where there may be none; of a list of parts
  // "name[fields]".
  explicit Sink(std::string& names) : names_(&names) {}
  // Counts the doubles, and writes them if `box` is given: the room must be there.
  explicit Sink(double* box = nullptr) : next_(box) {}

  std::size_t count() const { return count_; }

  void field(const char* name, double number);                        // ":number"
  void field(const char* name, const std::optional<double>& number);  // ":number", 0 by 0 for none
  void field(const char* name, const Matrix& m);
  void field(const char* name, const Flags& f);
  void field(const char* name, const Vector& v);                    // ":vector"
  void field(const char* name, const std::vector<Index>& indices);  // ":indices"
  void text(const char* name, std::string_view text);               // ":text"
  void digits(const char* name, std::string_view digits);           // ":whole", a number too large for a double

  // A table that is no matrix in memory. Where its rows * cols numbers go, row by row; null where none are wanted.
  double* table(const char* name, std::size_t rows, std::size_t cols) { return begin(name, "", rows, cols); }

  template <typename Part>
  void part(const char* name, const Part& one) {
    open(name, "{");
    write(*this, one);
    close("}");
  }

  template <typename Part>
  void maybe(const char* name, const std::optional<Part>& one) {
    open(name, "?{", one ? 1 : 0);
    if (one) {
      write(*this, *one);
    } else if (names_) {
      write(*this, Part{});
    }
    close("}");
  }

  template <typename Part>
  void list(const char* name, const std::vector<Part>& parts) {
    open(name, "[", static_cast<double>(parts.size()));
    for (const Part& one : parts) write(*this, one);
    if (names_) write(*this, Part{});
    close("]");
  }

 private:
  double* begin(const char* name, const char* kind, std::size_t rows, std::size_t cols);
  void bytes(const char* name, const char* kind, std::string_view text);
  void open(const char* name, const char* bracket, double length);
  void open(const char* name, const char* bracket);
  void close(const char* bracket);

  std::string* names_ = nullptr;
  double* next_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace wire
