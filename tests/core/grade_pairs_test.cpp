// What no single slip explains: two at once, and a number that is wrong by chance. Few of these may be named.
#include "tests/core/grade_support.hpp"

namespace lesson::test {
namespace {

constexpr std::uint64_t kSeeds = 300;

// Whether these are the numbers that one slip gives, not only their digits.
bool is_one_slip(const AnswerKey& key, const byhand::Row& cells) {
  return std::any_of(key.slipped.begin(), key.slipped.end(), [&cells](const Slipped& one) {
    for (std::size_t at = 0; at < cells.size(); ++at) {
      const double size = std::max(1.0, std::abs(one.cells[at]));
      if (!(std::abs(cells[at] - one.cells[at]) <= 1e-9 * size)) return false;
    }
    return true;
  });
}

// Whether a slip of that id gives every number that is wrong, to the digits that were typed.
bool gives(const AnswerKey& key, const Grade& grade, const byhand::Row& cells, int decimals, std::string_view id) {
  // An answer was rounded once and a slip is compared within half a unit of it: together less than a whole one.
  const double unit = std::pow(10, -decimals);
  return std::any_of(key.slipped.begin(), key.slipped.end(), [&](const Slipped& one) {
    if (id != one.id) return false;
    for (std::size_t at = 0; at < cells.size(); ++at) {
      if (grade.cells[at].verdict == CellVerdict::Right) continue;
      if (!(std::abs(cells[at] - one.cells[at]) <= unit)) return false;
    }
    return true;
  });
}

// Rows of 0 and 1, to the digits that were typed: many slips give those.
bool plain(const byhand::Row& cells) {
  return std::all_of(cells.begin(), cells.end(),
                     [](double cell) { return std::abs(cell) <= 0.01 || std::abs(cell - 1) <= 0.01; });
}

struct Named {
  int answers = 0, plain = 0;
  int third = 0, plain_third = 0;  // called one slip, which is neither of the two
};

// Of each seed some pairs of slips, one made on top of the other.
Named two_slips(const std::string& kind, int pairs) {
  Random random(12);
  Named named;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const AnswerKey key = made(kind, seed);
    const auto any = [&key, &random]() -> std::string {
      const auto last = static_cast<Index>(key.slipped.size()) - 1;
      return key.slipped[static_cast<std::size_t>(random.integer(0, last))].id;
    };
    int made = 0;
    for (int tried = 0; tried < 10 * pairs && made < pairs; ++tried) {
      const std::string first = any(), second = any();
      const auto wrong = byhand::answer(key.task, first, second, random);
      if (!wrong || is_one_slip(key, *wrong)) continue;
      const int decimals = static_cast<int>(random.integer(2, 4));
      const Grade grade = graded(key, typed(key, *wrong, decimals));
      if (grade.right) continue;
      ++made;
      ++(plain(*wrong) ? named.plain : named.answers);
      INFO(kind << " " << seed << ": " << first << " and " << second);
      for (const Slip& slip : grade.slips) REQUIRE(gives(key, grade, *wrong, decimals, slip.id));
      if (grade.slips.size() != 1 || names(grade, first) || names(grade, second)) continue;
      ++(plain(*wrong) ? named.plain_third : named.third);
    }
  }
  return named;
}

// Answers with one number that is wrong by chance; how many are called one slip other than that of a term.
struct ByChance {
  int answers = 0, named = 0;
};

ByChance by_chance(const std::string& kind) {
  Random random(5);
  ByChance found;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const AnswerKey key = made(kind, seed);
    for (int run = 0; run < 4; ++run) {
      byhand::Row cells = key.right;
      double& cell = cells[static_cast<std::size_t>(random.integer(0, static_cast<Index>(cells.size()) - 1))];
      const double sign = random.chance(0.5) ? 1 : -1;
      const bool whole = cell == std::round(cell);
      cell += sign * (whole ? static_cast<double>(random.integer(1, 3)) : random.between(0.03, 0.3));
      const Grade grade = graded(key, typed(key, cells, static_cast<int>(random.integer(2, 4))));
      if (grade.right) continue;
      ++found.answers;
      const bool of_term = names(grade, "term-left-out") || names(grade, "term-sign");
      if (grade.slips.size() == 1 && !of_term) ++found.named;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("grade: two slips at once are not called a third, but where it gives the same digits") {
  Named all;
  for (const char* kind : {"raw-scores", "scaled-scores", "causal-row", "padding-row", "output-row", "layer-shapes",
                           "score-memory", "share", "parameters", "effective-keys"}) {
    const Named of = two_slips(kind, 2);
    INFO(kind << ": " << of.third << " of " << of.answers << ", rows of 0 and 1: " << of.plain_third << " of "
              << of.plain);
    REQUIRE(of.answers >= 100);
    REQUIRE(of.third <= 0.01 * of.answers);
    all.answers += of.answers;
    all.third += of.third;
    all.plain += of.plain;
    all.plain_third += of.plain_third;
  }
  INFO(all.third << " of " << all.answers << ", rows of 0 and 1: " << all.plain_third << " of " << all.plain);
  REQUIRE(all.third <= 0.005 * all.answers);
  REQUIRE(all.third + all.plain_third <= 0.01 * (all.answers + all.plain));
}

TEST_CASE("grade: a number that is wrong by chance is seldom called a slip") {
  for (const char* kind : {"raw-scores", "scaled-scores", "softmax-row", "causal-row", "padding-row", "output-row",
                           "layer-shapes", "score-memory", "share", "parameters", "effective-keys"}) {
    const ByChance of = by_chance(kind);
    INFO(kind << ": " << of.named << " of " << of.answers);
    REQUIRE(of.answers >= 1000);
    REQUIRE(of.named <= 0.02 * of.answers);
  }
}

TEST_CASE("grade: one choice of a mask that is wrong is not the whole mask the other way round") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const AnswerKey key = made("mask-convention", seed);
    for (std::size_t at = 0; at < key.right.size(); ++at) {
      byhand::Row cells = key.right;
      cells[at] = 1 - cells[at];
      REQUIRE(!names(graded(key, typed(key, cells, 0)), "mask-polarity-inverted"));
    }
    byhand::Row inverted = key.right;
    for (double& cell : inverted) cell = 1 - cell;
    REQUIRE(names(graded(key, typed(key, inverted, 0)), "mask-polarity-inverted"));
  }
}

TEST_CASE("grade: a slip in some cells is named where their digits say enough") {
  AttentionInputs in;
  in.q = rows({{1, 0}, {0, 1}, {1, 1}});
  in.k = rows({{1, 0}, {1, 1}, {0, 1}});
  in.v = rows({{2, 0}, {0, 2}, {1, 1}});
  // Without the scale the row is 0.422, 0.422, 0.155; the second cell is right.
  const Grade enough = *grade_row(in, Stage::Weight, 0, {"0.422", "0.401", "0.155"});
  REQUIRE(names(enough, "scale-missing"));
  const Grade short_of = *grade_row(in, Stage::Weight, 0, {"0.42", "0.401", "0.198"});
  REQUIRE(short_of.slips.empty());
}

}  // namespace lesson::test
