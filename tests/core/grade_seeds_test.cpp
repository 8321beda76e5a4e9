// Every kind of task on 1,000 seeds: solved by a second solver, right answers as people write them, and every slip that
// the kind knows, made by that solver.
#include "tests/core/grade_support.hpp"

namespace lesson::test {
namespace {

constexpr std::uint64_t kSeeds = 1000;

void require_accepted(const AnswerKey& key, const Answers& answers) {
  const Grade grade = graded(key, answers);
  for (const GradedCell& cell : grade.cells) {
    INFO(answers[static_cast<std::size_t>(cell.ask)][static_cast<std::size_t>(cell.col)]);
    REQUIRE(cell.verdict == CellVerdict::Right);
  }
  REQUIRE(grade.right);
  REQUIRE(grade.score == 1);
  REQUIRE(grade.slips.empty());
  REQUIRE(!grade.term);
  REQUIRE(!grade.step);
}

struct Figures {
  int answers = 0, recognised = 0, tied = 0, missed = 0, other = 0;
};

bool shared(std::string_view id) {
  const std::string name(id);
  return !byhand::has({"scaled-already", "keys-mixed", "keys-and-values-swapped", "diagonal-blocked",
                       "causal-mask-added", "causal-mask-reversed"},
                      name);
}

// Right answers of 1,000 seeds as people write them, and every slip of each.
void grade_all(const std::string& kind) {
  Random random(11);
  std::vector<Figures> figures(slips().size());
  std::vector<AnswerKey> keys;
  keys.reserve(kSeeds);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) keys.push_back(made(kind, seed));
  // Slips that fifty tasks of the kind know: the others cannot be made in it.
  std::vector<bool> known(slips().size());
  for (std::size_t at = 0; at < 50; ++at) {
    for (const Slipped& one : keys[at].slipped) {
      known[static_cast<std::size_t>(find_slip(one.id) - slips().data())] = true;
    }
  }
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    INFO(kind << " " << seed);
    const AnswerKey& key = keys[seed];
    const auto right = byhand::answer(key.task, "", random);
    REQUIRE(right.has_value());
    REQUIRE(right->size() == key.right.size());
    for (std::size_t at = 0; at < key.right.size(); ++at) {
      REQUIRE(std::abs((*right)[at] - key.right[at]) <= 1e-9 * std::max(1.0, std::abs(key.right[at])));
    }
    const auto decimals = static_cast<int>(random.integer(2, 6));
    require_accepted(key, typed(key, *right, decimals, seed % 2 == 0 ? Written::Point : Written::Comma));
    if (seed % 4 == 0) require_accepted(key, typed(key, *right, decimals, Written::Fraction));

    for (std::size_t s = 0; s < slips().size(); ++s) {
      // A part of the seeds for each; 1,000 of each in each kind are graded by npm run exercise-figures.
      if (!known[s] || (seed + s) % (shared(slips()[s].id) ? 4 : 2) != 0) continue;
      const std::string id = slips()[s].id;
      const auto wrong = byhand::answer(key.task, id, random);
      if (!wrong || *wrong == *right) continue;
      const Answers answers = typed(key, *wrong, static_cast<int>(random.integer(2, 6)));
      const Grade grade = graded(key, answers);
      if (grade.right) continue;  // it gives the same digits
      Figures& of = figures[s];
      ++of.answers;
      const bool named = names(grade, id);
      ++(named ? grade.slips.size() == 1 ? of.recognised : of.tied : grade.slips.empty() ? of.missed : of.other);
    }
  }
  for (std::size_t s = 0; s < slips().size(); ++s) {
    const Figures& of = figures[s];
    if (of.answers == 0) continue;
    INFO(kind << ", " << slips()[s].id << ": of " << of.answers << " wrong answers " << of.recognised << " named, "
              << of.tied << " tied, " << of.missed << " not named, " << of.other << " taken for another");
    REQUIRE(of.answers >= 20);
    REQUIRE(of.recognised >= 0.95 * of.answers);
  }
}

}  // namespace

TEST_CASE("grade: scores, 1,000 seeds: right answers are accepted, slips are named") { grade_all("raw-scores"); }
TEST_CASE("grade: scaled scores, 1,000 seeds") { grade_all("scaled-scores"); }
TEST_CASE("grade: softmax, 1,000 seeds") { grade_all("softmax-row"); }
TEST_CASE("grade: padding, 1,000 seeds") { grade_all("padding-row"); }
TEST_CASE("grade: causal rows, 1,000 seeds") { grade_all("causal-row"); }
TEST_CASE("grade: outputs, 1,000 seeds") { grade_all("output-row"); }
TEST_CASE("grade: shapes, 1,000 seeds") { grade_all("layer-shapes"); }
TEST_CASE("grade: bytes and shares, 1,000 seeds") {
  grade_all("score-memory");
  grade_all("share");
}
TEST_CASE("grade: parameters and effective keys, 1,000 seeds") {
  grade_all("parameters");
  grade_all("effective-keys");
}
TEST_CASE("grade: checks, 1,000 seeds") { grade_all("broken-invariant"); }
TEST_CASE("grade: masks, 1,000 seeds") { grade_all("mask-convention"); }

}  // namespace lesson::test
