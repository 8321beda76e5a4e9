#include "core/exercise/exercise.hpp"

#include <set>
#include <string_view>

#include "core/exercise/slips.hpp"
#include "tests/core/exercise_solver_counts.hpp"

namespace lesson::test {
namespace {

constexpr std::uint64_t kSeeds = 60;

AnswerKey made(const char* kind, std::uint64_t seed) {
  auto key = make_exercise(kind, seed);
  REQUIRE(key.ok());
  return std::move(key.value());
}

// What makes one task another, as text.
std::string printed(const AnswerKey& key) {
  std::string text = key.task.kind;
  for (const GivenMatrix& one : key.task.matrices) {
    text += "|" + one.name;
    for (Index at = 0; at < one.value.size(); ++at) text += " " + std::to_string(one.value.data()[at]);
  }
  for (const GivenSize& one : key.task.sizes) text += "|" + one.name + " " + std::to_string(one.value);
  for (const GivenWord& one : key.task.words) text += "|" + one.name + " " + one.value;
  for (const Ask& one : key.task.asks) {
    text += "|" + one.id;
    for (const std::string& choice : one.choices) text += " " + choice;
  }
  return text;
}

// A task is whole: its answers fit what it asks for, and what it shows is where the figure has it.
void require_whole(const AnswerKey& key) {
  Index cells = 0;
  for (const Ask& ask : key.task.asks) {
    REQUIRE(ask.cells() > 0);
    REQUIRE((ask.kind == AskKind::Number) == (ask.decimals > 0));
    REQUIRE((ask.kind == AskKind::Choice) == (ask.choices.size() > 1));
    cells += ask.cells();
  }
  REQUIRE(cells > 0);
  REQUIRE(key.right.size() == static_cast<std::size_t>(cells));
  REQUIRE(key.shown.size() == key.task.asks.size());
  for (const Slipped& one : key.slipped) {
    REQUIRE(find_slip(one.id));
    REQUIRE(one.cells.size() == key.right.size());
    REQUIRE(one.cells != key.right);
  }
}

// Whatever the figure shows of the task is the answer, to the last bit.
void require_shown(const AnswerKey& key) {
  if (!key.task.inputs) return;
  const AttentionTrace trace = traced(*key.task.inputs);
  std::size_t next = 0;
  for (std::size_t a = 0; a < key.task.asks.size(); ++a) {
    const Ask& ask = key.task.asks[a];
    if (key.shown[a] && ask.kind != AskKind::Choice) {
      const Stage stage = key.shown[a]->stage;
      const Matrix& in = stage == Stage::Raw      ? trace.raw
                         : stage == Stage::Scaled ? trace.scaled
                         : stage == Stage::Output ? trace.output
                                                  : trace.weights;
      for (Index c = 0; c < ask.cols; ++c) {
        REQUIRE(same(in(key.shown[a]->row, c), key.right[next + static_cast<std::size_t>(c)]));
      }
    }
    next += static_cast<std::size_t>(ask.cells());
  }
}

}  // namespace

TEST_CASE("exercise: thirteen kinds, each once") {
  std::set<std::string> ids;
  for (const ExerciseKind& kind : exercise_kinds()) {
    ids.insert(kind.id);
    REQUIRE(kind.minutes >= 1);
  }
  REQUIRE(ids.size() == exercise_kinds().size());
  REQUIRE(ids.size() == 13);
}

// Solved by a second solver on 1,000 seeds in grade_seeds_test.cpp.
TEST_CASE("exercise: tasks are whole, differ, and tell their slips apart") {
  for (const ExerciseKind& kind : exercise_kinds()) {
    std::set<std::string> different;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      INFO(kind.id << " " << seed);
      const AnswerKey key = made(kind.id, seed);
      REQUIRE(key.task.kind == kind.id);
      REQUIRE(key.task.seed == seed);
      require_whole(key);
      require_shown(key);
      REQUIRE(confusions(key) == 0);
      different.insert(printed(key));
    }
    REQUIRE(different.size() > kSeeds / 2);
  }
}

TEST_CASE("exercise: the same seed gives the same task, another seed another") {
  for (const ExerciseKind& kind : exercise_kinds()) {
    INFO(kind.id);
    REQUIRE(printed(made(kind.id, 39)) == printed(made(kind.id, 39)));
    REQUIRE(printed(made(kind.id, 39)) != printed(made(kind.id, 40)));
    require_whole(made(kind.id, kLargestSeed));
  }
}

TEST_CASE("exercise: numbers are such that a hand can work with them") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const char* kind : {"raw-scores", "scaled-scores", "causal-row", "output-row"}) {
      const AnswerKey key = made(kind, seed);
      for (const GivenMatrix& one : key.task.matrices) {
        for (Index at = 0; at < one.value.size(); ++at) {
          const double number = one.value.data()[at];
          REQUIRE(number == std::round(number));
          REQUIRE(std::abs(number) <= 6);
        }
      }
      const Index width = key.task.matrices[0].value.cols();
      // A causal row has four keys: see heads.cpp for why their root is not its width.
      REQUIRE((width == 1 || width == (kind == std::string_view("causal-row") ? 3 : 2) || width == 4));
    }
  }
}

TEST_CASE("exercise: a seed gives these numbers on every machine") {
  // np.random.default_rng(39).random(2): 0.5017, 0.5393. Of six widths the fourth, and 18 of 1 to 32 times 512.
  const AnswerKey key = made("share", 39);
  REQUIRE(byhand::size(key.task, "dModel") == 1536);
  REQUIRE(byhand::size(key.task, "n") == 18 * 512);
  REQUIRE(key.right == Cells{50, 9216});
}

TEST_CASE("exercise: solutions have the shape that is asked for") {
  const auto answers = solution_of(made("output-row", 1));
  REQUIRE(answers.size() == 2);
  REQUIRE(answers[0].rows() == 1);
  REQUIRE(answers[0].cols() == 3);
  REQUIRE(answers[1].cols() == 2);
  REQUIRE(std::abs(answers[0].sum() - 1) <= 1e-12);
}

TEST_CASE("exercise: unknown kinds and seeds are refused by name") {
  require_refused(make_exercise("raw", 1), "unknown-exercise", {"kind"}, {"\"raw\"", "raw-scores", "mask-convention"});
  require_refused(make_exercise("", 1), "unknown-exercise", {"kind"}, {"\"\""});
  require_refused(make_exercise("share", kLargestSeed + 1), "exercise-seed", {"seed"},
                  {"9007199254740992", "9007199254740991"});
}

}  // namespace lesson::test
