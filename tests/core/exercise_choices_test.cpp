#include <set>

#include "core/exercise/choices.hpp"
#include "core/invariants/invariants.hpp"
#include "tests/core/exercise_solver_counts.hpp"
#include "tests/core/setups.hpp"

namespace lesson::test {

TEST_CASE("choices: the right check fails with the mistake, and the others do not") {
  Draw draw(4);
  std::set<std::string> mistakes_seen, right_seen;
  for (int i = 0; i < 60; ++i) {
    const AnswerKey key = exercises::broken_invariant(draw);
    if (key.task.asks.empty()) continue;
    const std::string mistake = byhand::word(key.task, "mistake");
    const std::vector<std::string>& choices = key.task.asks[0].choices;
    REQUIRE(choices.size() == 4);
    REQUIRE(std::set<std::string>(choices.begin(), choices.end()).size() == 4);
    REQUIRE(key.slipped.size() == 3);
    Setup setup;
    setup.q = key.task.inputs->q;
    setup.k = key.task.inputs->k;
    setup.v = key.task.inputs->v;
    setup.causal = key.task.inputs->causal;
    for (std::size_t at = 0; at < choices.size(); ++at) {
      const Verdict verdict = found(choices[at], setup, mistake).verdict;
      REQUIRE((verdict == Verdict::Fail) == (static_cast<double>(at) == key.right[0]));
    }
    mistakes_seen.insert(mistake);
    right_seen.insert(choices[static_cast<std::size_t>(key.right[0])]);
  }
  REQUIRE(mistakes_seen.size() > 6);
  REQUIRE(right_seen.size() > 4);
}

TEST_CASE("choices: masks of every convention, and what they say of a row") {
  Draw draw(4);
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const AnswerKey key = exercises::mask_convention(draw);
    const std::string convention = byhand::word(key.task, "convention");
    seen.insert(convention);
    const auto row = static_cast<Index>(byhand::size(key.task, "row"));
    const Matrix& mask = key.task.matrices[0].value;
    REQUIRE(mask.rows() == (convention == "key-padding" ? 1 : 4));
    for (Index j = 0; j < 4; ++j) {
      REQUIRE(key.task.inputs->blocked(row, j) == key.right[static_cast<std::size_t>(j)]);
      const bool reads = key.right[static_cast<std::size_t>(j)] == 0;
      if (convention == "triu-multihead" || convention == "tril-sdpa") REQUIRE(reads == (j <= row));
      if (convention == "triu-sdpa") REQUIRE(reads == (j > row));
      if (convention == "additive") REQUIRE(reads == (mask(row, j) == 0));
      if (convention == "sdpa-boolean") REQUIRE(reads == (mask(row, j) == 1));
      if (convention == "multihead-boolean") REQUIRE(reads == (mask(row, j) == 0));
      if (convention == "key-padding") REQUIRE(reads == (mask(0, j) == 0));
    }
  }
  REQUIRE(seen.size() == 7);
}

}  // namespace lesson::test
