// Seeded tasks that are solved by hand. The same kind and seed give the same task everywhere.
//
// A task is drawn again, from the same stream, until its right answer and the slips that can be named are told apart at
// the decimals that are asked for; the clearest of kMostDraws stands if none is.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/exercise/task.hpp"
#include "core/outcome.hpp"

namespace lesson {

struct ExerciseKind {
  const char* id = "";  // stable: messages, cards and kept attempts name it
  double minutes = 0;   // about how long a practised learner takes
};

// All of them, in the order of the lesson; the same on every call.
const std::vector<ExerciseKind>& exercise_kinds();

inline constexpr int kMostDraws = 200;
inline constexpr std::uint64_t kLargestSeed = (std::uint64_t{1} << 53) - 1;

// Errors, `where` = kind or seed:
//   unknown-exercise  no kind has that id
//   exercise-seed     above 2^53 - 1 = 9,007,199,254,740,991: a task gives its seed back as a double
Outcome<AnswerKey> make_exercise(std::string_view kind, std::uint64_t seed);

// For each ask of the task, its right cells: rows by cols, of a choice the index.
std::vector<Matrix> solution_of(const AnswerKey& key);

// How many pairs of the right answer and differently named slips cannot be told apart at the decimals asked for. That
// of rounded-early is not counted: it is near the right answer by its nature.
int confusions(const AnswerKey& key);

}  // namespace lesson
