// A value, or the reason why there is none. The core throws nothing, prints nothing and ends no process.
#pragma once

#include <string>
#include <utility>
#include <variant>

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
  Outcome(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit on purpose
  Outcome(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit on purpose

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Only after ok() said yes; otherwise undefined.
  const T& value() const { return *std::get_if<0>(&state_); }
  T& value() { return *std::get_if<0>(&state_); }
  const T& operator*() const { return value(); }
  const T* operator->() const { return &value(); }

  // Only after ok() said no; otherwise undefined.
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace lesson
