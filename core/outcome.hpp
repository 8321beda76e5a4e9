// A value, or the reason why there is none. The core throws nothing, prints nothing and ends no process.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "core/types.hpp"

namespace lesson {

// Where an input was refused: the argument's name, and the cell when there is one (-1: none).
struct Place {
  std::string name;
  Index row = -1;
  Index col = -1;

  bool operator==(const Place&) const = default;
};

// `code` is stable: pages, tests and graders may compare it. `message` is one English sentence or two that say which
// value was refused and what was expected; its wording may change.
struct Error {
  std::string code;
  std::string message;
  Place where;
};

template <typename T>
class [[nodiscard]] Outcome {
 public:
  Outcome(T value) : value_(std::move(value)) {}      // NOLINT: implicit on purpose
  Outcome(Error error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  // Only after ok() said yes; otherwise undefined.
  const T& value() const { return *value_; }
  T& value() { return *value_; }
  const T& operator*() const { return value(); }
  const T* operator->() const { return &value(); }

  // Only after ok() said no; otherwise undefined.
  const Error& error() const { return error_; }

 private:
  // Not a std::variant, whose copies and ends are each a table of functions: the compiled module is downloaded.
  std::optional<T> value_;
  Error error_;
};

}  // namespace lesson
