// What the tests of grades share: answers as people write them.
#pragma once

#include <cstdio>
#include <string_view>

#include "core/exercise/exercise.hpp"
#include "core/grade/grade.hpp"
#include "tests/core/exercise_solver_counts.hpp"

namespace lesson::test {

inline AnswerKey made(const std::string& kind, std::uint64_t seed) {
  auto key = make_exercise(kind, seed);
  REQUIRE(key.ok());
  return std::move(key.value());
}

inline Grade graded(const AnswerKey& key, const Answers& answers) {
  const auto made = grade(key, answers);
  INFO(made.error().message);
  REQUIRE(made.ok());
  return *made;
}

// How a number is written down.
enum class Written { Point, Comma, Fraction };

inline std::string typed(double number, const Ask& ask, int decimals, Written written) {
  if (ask.kind == AskKind::Choice) return ask.choices[static_cast<std::size_t>(number)];
  char text[64];
  if (std::isnan(number)) return "nan";
  // Written as they are where they are whole.
  if (ask.kind == AskKind::Whole) decimals = number == std::round(number) ? 0 : 6;
  if (written == Written::Fraction && ask.kind == AskKind::Number) {
    std::snprintf(text, sizeof text, "%.0f/1000000", std::round(number * 1e6));
    return text;
  }
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  std::string digits = text;
  if (written == Written::Comma) std::replace(digits.begin(), digits.end(), '.', ',');
  return digits;
}

inline Answers typed(const AnswerKey& key, const byhand::Row& cells, int decimals, Written written = Written::Point) {
  Answers answers;
  std::size_t next = 0;
  for (const Ask& ask : key.task.asks) {
    answers.emplace_back();
    for (Index at = 0; at < ask.cells(); ++at) answers.back().push_back(typed(cells[next++], ask, decimals, written));
  }
  return answers;
}

inline bool names(const Grade& grade, std::string_view id) {
  return std::any_of(grade.slips.begin(), grade.slips.end(), [id](const Slip& one) { return id == one.id; });
}

}  // namespace lesson::test
