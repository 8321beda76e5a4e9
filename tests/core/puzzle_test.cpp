#include "core/puzzle.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

using Edit = std::function<void(AttentionInputs&)>;

const Puzzle& puzzle(const std::string& id) {
  const auto found =
      std::find_if(puzzles().begin(), puzzles().end(), [&id](const Puzzle& one) { return one.id == id; });
  REQUIRE(found != puzzles().end());
  return *found;
}

PuzzleVerdict tried(const std::string& id, const Edit& edit) {
  AttentionInputs inputs = puzzle(id).start;
  edit(inputs);
  const auto verdict = check_puzzle(id, inputs);
  REQUIRE(verdict.ok());
  return *verdict;
}

Flags marks(const AttentionInputs& in) { return in.blocked.size() > 0 ? in.blocked : Flags::Zero(3, 3); }
void block(AttentionInputs& in, Index row, Index col, bool blocked = true) {
  Flags made = marks(in);
  made(row, col) = blocked;
  in.blocked = made;
}

struct Example {
  const char* id;
  Edit solution;     // with as many edits as the puzzle's `fewest`
  Edit no_solution;  // allowed, and not enough
  const char* why_not_fewer;
};

const std::vector<Example>& examples() {
  // Where one edit is needed, there is no fewer: the start solves nothing (tested below).
  static const std::vector<Example> list{
      {"one-key", [](auto& in) { in.k(0, 0) = 10; }, [](auto& in) { in.k(0, 0) = 8; }, "the start is no solution"},
      {"swap-readers", [](auto& in) { in.k(1, 0) = 6, in.k(0, 1) = 6; }, [](auto& in) { in.k(1, 0) = 6; },
       "token 0 reads by the first column of k alone and token 1 by the second: one edit leaves one of them as it was"},
      {"even-row", [](auto& in) { in.q(2, 0) = 0, in.q(2, 1) = 0; }, [](auto& in) { in.q(2, 0) = -1; },
       "the differences of the keys are independent: all scores are equal for q = (0, 0) alone"},
      {"two-keys", [](auto& in) { in.q(0, 1) = 3; }, [](auto& in) { in.q(0, 0) = 1.5; }, "the start is no solution"},
      {"equal-rows", [](auto& in) { in.k(0, 1) = 2, in.k(1, 0) = 1; }, [](auto& in) { in.k(0, 1) = 2; },
       "both rows are equal where the columns of k differ by one number throughout; they start with 2, -1 and 0"},
      {"copy-value", [](auto& in) { in.q(1, 0) = 15, in.q(1, 1) = 15; }, [](auto& in) { in.q(1, 1) = 1000; },
       "key 2 is ahead of key 0 by the second number of q and of key 1 by the first: both have to be large"},
      {"hit-the-mix", [](auto& in) { in.v(0, 0) = 15.07; }, [](auto& in) { in.v(0, 0) = 15; },
       "the start is no solution"},
      {"sharp-by-scale", [](auto& in) { in.scale = 5; }, [](auto& in) { in.scale = -5; }, "the start is no solution"},
      {"only-themselves",
       [](auto& in) { in.causal = Causal::TopLeft, block(in, 1, 0), block(in, 2, 0), block(in, 2, 1); },
       [](auto& in) { in.causal = Causal::TopLeft, block(in, 1, 0), block(in, 2, 0); }, "every mask is tried below"},
      {"break-a-row", [](auto& in) { in.causal = Causal::BottomRight, block(in, 1, 0), block(in, 1, 1); },
       [](auto& in) { block(in, 1, 0), block(in, 1, 1); }, "every mask is tried below"},
      {"repair-a-row", [](auto& in) { in.causal = Causal::None; }, [](auto& in) { block(in, 1, 0, false); },
       "the start is no solution"},
  };
  return list;
}

// Every mask that the figure can set, for the puzzles in which nothing else may be edited.
void each_mask(const Puzzle& one, const std::function<void(const AttentionInputs&)>& visit) {
  for (int bits = 0; bits < 1 << 9; ++bits) {
    for (const Causal causal : {Causal::None, Causal::TopLeft, Causal::BottomRight}) {
      AttentionInputs inputs = one.start;
      inputs.causal = causal;
      inputs.blocked = Flags::Zero(3, 3);
      for (Index at = 0; at < 9; ++at) inputs.blocked.data()[at] = (bits >> at) & 1;
      visit(inputs);
    }
  }
}

}  // namespace

TEST_CASE("puzzle: at least eight, each with its own id, three tokens, and something to edit") {
  REQUIRE(puzzles().size() >= 8);
  std::set<std::string> ids;
  for (const Puzzle& one : puzzles()) {
    INFO(one.id);
    REQUIRE(ids.insert(one.id).second);
    REQUIRE(traced(one.start).weights.rows() == 3);
    REQUIRE(std::string(one.editable).size() > 0);
    REQUIRE(one.fewest >= 1);
  }
  REQUIRE(examples().size() == puzzles().size());
}

TEST_CASE("puzzle: the start solves none, and has no edits") {
  for (const Puzzle& one : puzzles()) {
    INFO(one.id);
    const PuzzleVerdict verdict = tried(one.id, [](auto&) {});
    REQUIRE(!verdict.solved);
    REQUIRE(verdict.edits == 0);
    REQUIRE(verdict.not_allowed.empty());
    REQUIRE(std::isfinite(verdict.now));
    REQUIRE(verdict.now != verdict.goal);
  }
}

TEST_CASE("puzzle: each has a solution of as few edits as it claims") {
  for (const Example& one : examples()) {
    INFO(one.id);
    const PuzzleVerdict verdict = tried(one.id, one.solution);
    INFO("now " << verdict.now << ", goal " << verdict.goal);
    REQUIRE(verdict.solved);
    REQUIRE(verdict.edits == puzzle(one.id).fewest);
    REQUIRE(verdict.not_allowed.empty());
  }
}

TEST_CASE("puzzle: each refuses what is nearly a solution") {
  for (const Example& one : examples()) {
    INFO(one.id);
    const PuzzleVerdict verdict = tried(one.id, one.no_solution);
    INFO("now " << verdict.now << ", goal " << verdict.goal);
    REQUIRE(!verdict.solved);
    REQUIRE(verdict.edits > 0);
    REQUIRE(verdict.not_allowed.empty());
  }
}

TEST_CASE("puzzle: fewer edits do not do, of numbers") {
  int searched = 0;
  for (const Example& one : examples()) {
    const Puzzle& asked = puzzle(one.id);
    const std::string editable = asked.editable;
    if (asked.fewest == 1 || editable.size() > 1) continue;
    INFO(one.id << ": " << one.why_not_fewer);
    REQUIRE(asked.fewest == 2);
    Matrix AttentionInputs::*const table = editable == "q"   ? &AttentionInputs::q
                                           : editable == "k" ? &AttentionInputs::k
                                                             : &AttentionInputs::v;
    // One number anywhere: sixteenths from -40 to 40, and what is far away.
    for (Index cell = 0; cell < (asked.start.*table).size(); ++cell) {
      std::vector<double> values{1e3, 1e6, 1e150, kLargest, kInfinity, kNaN, 1e-9};
      for (int step = 0; step <= 640; ++step) values.push_back(step / 16.0);
      for (const double value : values) {
        for (const double sign : {1.0, -1.0}) {
          AttentionInputs inputs = asked.start;
          (inputs.*table).data()[cell] = sign * value;
          const auto verdict = check_puzzle(asked.id, inputs);
          REQUIRE(verdict.ok());
          if (verdict->solved) FAIL("solved by " << sign * value << " in cell " << cell);
          ++searched;
        }
      }
    }
  }
  REQUIRE(searched > 4 * 6 * 2 * 600);
}

TEST_CASE("puzzle: fewer edits do not do, of masks: every mask is tried") {
  int puzzles_tried = 0;
  for (const Puzzle& one : puzzles()) {
    if (std::string(one.editable) != "blocked, causal") continue;
    ++puzzles_tried;
    Index fewest = 100, solutions = 0;
    each_mask(one, [&](const AttentionInputs& inputs) {
      const auto verdict = check_puzzle(one.id, inputs);
      if (!verdict.ok() || !verdict->not_allowed.empty()) FAIL(one.id);
      if (!verdict->solved) return;
      ++solutions;
      fewest = std::min(fewest, verdict->edits);
    });
    INFO(one.id);
    REQUIRE(solutions > 0);
    REQUIRE(fewest == one.fewest);
  }
  REQUIRE(puzzles_tried == 3);
}

TEST_CASE("puzzle: edits are counted against the start, each number, mark and switch once") {
  const auto edits = [](const Edit& edit) { return tried("one-key", edit).edits; };
  REQUIRE(edits([](auto& in) { in.k(0, 0) = 5; }) == 1);
  REQUIRE(edits([](auto& in) { in.k(0, 0) = 5, in.k(0, 0) = 1; }) == 0);
  REQUIRE(edits([](auto& in) { in.k *= 2; }) == 4);  // zeros stay
  REQUIRE(edits([](auto& in) { in.k(2, 1) = kNaN; }) == 1);
  REQUIRE(edits([](auto& in) { in.k(0, 1) = -0.0; }) == 0);
  REQUIRE(edits([](auto& in) { in.scale = 1 / std::sqrt(2.0); }) == 0);
  REQUIRE(edits([](auto& in) { in.scale = 1; }) == 1);
  REQUIRE(edits([](auto& in) { in.blocked = Flags::Zero(3, 3); }) == 0);
  REQUIRE(edits([](auto& in) { block(in, 0, 1), block(in, 2, 2); }) == 2);
  REQUIRE(edits([](auto& in) { in.causal = Causal::TopLeft; }) == 1);
  REQUIRE(edits([](auto& in) { in.empty_row = EmptyRow::Zero; }) == 1);
  REQUIRE(edits([](auto& in) { in.q(0, 0) = 2, in.v(0, 0) = 2, in.scale = 2, in.causal = Causal::TopLeft; }) == 4);
  // Where the start has marks, one taken away is an edit, and so are all of them.
  REQUIRE(tried("repair-a-row", [](auto& in) { block(in, 0, 0, false); }).edits == 1);
  REQUIRE(tried("repair-a-row", [](auto& in) { in.blocked = Flags(); }).edits == 3);
  REQUIRE(tried("repair-a-row", [](auto& in) { in.blocked *= 7; }).edits == 0);  // any mark blocks
}

TEST_CASE("puzzle: what may not be edited is named, and then nothing is solved") {
  const PuzzleVerdict verdict = tried("one-key", [](auto& in) {
    in.k(0, 0) = 20, in.q(0, 0) = 3, in.v(0, 0) = 3, in.scale = 2, in.causal = Causal::TopLeft, block(in, 0, 1);
    in.empty_row = EmptyRow::Zero;
  });
  REQUIRE(verdict.now >= verdict.goal);
  REQUIRE(!verdict.solved);
  REQUIRE(verdict.not_allowed == "q, v, scale, causal, blocked, emptyRow");
  REQUIRE(tried("break-a-row", [](auto& in) { in.k(0, 0) = 8; }).not_allowed == "k");
  REQUIRE(tried("sharp-by-scale", [](auto& in) { in.causal = Causal::TopLeft; }).not_allowed == "causal");
  // The policy that hides NaN is no repair.
  REQUIRE(!tried("repair-a-row", [](auto& in) { in.empty_row = EmptyRow::Zero; }).solved);
  REQUIRE(tried("repair-a-row", [](auto& in) { in.empty_row = EmptyRow::Zero; }).now == 0);
}

TEST_CASE("puzzle: the quantities") {
  const auto now = [](const char* id) { return tried(id, [](auto&) {}); };
  // softmax of (1, 1, 2) / sqrt 2 at key 0
  REQUIRE(std::abs(now("one-key").now - 1 / (2 + std::exp(std::sqrt(0.5)))) <= 1e-15);
  // (10 e + 20 + 30) / (e + 2), of scores (1, 0, 0) that are not scaled by 1
  const double e = std::exp(std::sqrt(0.5));
  REQUIRE(std::abs(now("hit-the-mix").now - (10 * e + 50) / (e + 2)) <= 1e-13);
  REQUIRE(now("hit-the-mix").goal == 20);
  REQUIRE(now("break-a-row").now == 3);
  REQUIRE(now("repair-a-row").now == 1);
  REQUIRE(now("only-themselves").goal == 1);
}

TEST_CASE("puzzle: no number that a figure can hold solves by breaking the arithmetic") {
  Random random(12);
  const double wild[] = {kNaN, kInfinity, -kInfinity, kLargest, -kLargest, 0};
  for (const Puzzle& one : puzzles()) {
    const std::string editable = one.editable;
    for (int run = 0; run < 300; ++run) {
      AttentionInputs inputs = one.start;
      for (Matrix* m : {&inputs.q, &inputs.k, &inputs.v}) {
        if (random.chance(0.5)) m->data()[random.integer(0, 5)] = wild[random.integer(0, 5)];
      }
      const auto verdict = check_puzzle(one.id, inputs);
      REQUIRE(verdict.ok());
      if (verdict->solved) {
        REQUIRE(verdict->edits >= one.fewest);
        REQUIRE(std::isfinite(verdict->now));
      }
    }
  }
}

TEST_CASE("puzzle: another id, another shape and what attention refuses are refused") {
  const AttentionInputs start = puzzle("one-key").start;
  require_refused(check_puzzle("two-key", start), "unknown-puzzle", {"id"}, {"two-key", "one-key", "repair-a-row"});
  require_refused(check_puzzle("", start), "unknown-puzzle", {"id"}, {});
  const auto refused = [&start](const Edit& edit, const char* code, const char* name,
                                std::initializer_list<std::string> named) {
    AttentionInputs inputs = start;
    edit(inputs);
    require_refused(check_puzzle("one-key", inputs), code, {name}, named);
  };
  refused([](auto& in) { in.q.conservativeResize(2, 2); }, "puzzle-shape", "q", {"(2, 2)", "(3, 2)"});
  refused([](auto& in) { in.k = Matrix(); }, "puzzle-shape", "k", {"(0, 0)", "(3, 2)"});
  refused([](auto& in) { in.v = Matrix::Zero(3, 1); }, "puzzle-shape", "v", {"(3, 1)"});
  refused([](auto& in) { in.blocked = Flags::Zero(3, 2); }, "blocked-shape", "blocked", {"3", "2"});
  refused([](auto& in) { in.scale = kNaN; }, "scale-not-finite", "scale", {});
}

}  // namespace lesson::test
