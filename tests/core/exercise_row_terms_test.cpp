// Rows and what slips make of them, against numbers worked out by hand: the application of the lesson.
#include <string_view>

#include "core/exercise/row.hpp"
#include "core/exercise/slips.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

Setup application() {
  Setup setup;
  setup.q = rows({{1, 0}, {0, 1}, {1, 1}});
  setup.k = rows({{1, 0}, {1, 1}, {0, 1}});
  setup.v = rows({{2, 0}, {0, 2}, {1, 1}});
  return setup;
}

std::vector<Slipped> of(const WorkedRow& row, std::string_view id) {
  std::vector<Slipped> found;
  for (const Slipped& one : row.slipped) {
    if (id == one.id) found.push_back(one);
  }
  return found;
}

// One of the slips of that name gives these cells.
void require_slip(const WorkedRow& row, const char* id, const Cells& expected, double tolerance = 6e-4) {
  INFO(id);
  bool any = false;
  for (const Slipped& one : of(row, id)) {
    REQUIRE(one.cells.size() == expected.size());
    bool all = true;  // not the largest difference: std::max drops a NaN
    for (std::size_t at = 0; at < expected.size(); ++at)
      all = all && std::abs(one.cells[at] - expected[at]) <= tolerance;
    any = any || all;
  }
  REQUIRE(any);
}

}  // namespace

TEST_CASE("row: raw scores of bag") {
  const WorkedRow row = work_row(application(), {Stage::Raw}, 0);
  REQUIRE(row.right == Cells{1, 1, 0});
  REQUIRE(of(row, "keys-ask").empty());  // bag's key is its query
  require_slip(row, "queries-answer", {1, 0, 1});
  require_slip(row, "rows-and-columns-swapped", {1, 0, 1});
  require_slip(row, "wrong-row", {0, 1, 1});
  require_slip(row, "wrong-row", {1, 2, 1});
  require_slip(row, "scaled-already", {0.707, 0.707, 0});
  require_slip(row, "term-left-out", {0, 1, 0});
  require_slip(row, "term-sign", {1, -1, 0});
  for (const char* id : {"scale-missing", "softmax-twice", "rounded-early", "keys-mixed"}) REQUIRE(of(row, id).empty());
}

TEST_CASE("row: scaled scores of bag, rounded on the way") {
  const WorkedRow row = work_row(application(), {Stage::Scaled}, 0);
  require_slip(row, "scale-missing", {1, 1, 0});
  require_slip(row, "scale-by-width", {0.5, 0.5, 0});
  require_slip(row, "scale-multiplied", {1.414, 1.414, 0});
  require_slip(row, "scale-by-keys", {0.577, 0.577, 0});
  require_slip(row, "rounded-early", {0.7, 0.7, 0}, 1e-12);
  require_slip(row, "rounded-early", {1 / 1.4, 1 / 1.4, 0}, 1e-12);
  // The usual scale, taken twice, is 1 / K: it is named once. A scale of one's own is not.
  REQUIRE(of(row, "scale-twice").empty());
  Setup own = application();
  own.scale = 0.3;
  require_slip(work_row(own, {Stage::Scaled}, 0), "scale-twice", {0.09, 0.09, 0});
}

TEST_CASE("row: weights of bag") {
  const WorkedRow row = work_row(application(), {Stage::Weight}, 0);
  require_slip(row, "scale-missing", {0.422, 0.422, 0.155});
  require_slip(row, "scale-after-softmax", {0.299, 0.299, 0.110});
  require_slip(row, "softmax-over-queries", {0.401, 0.248, 0.198});
  require_slip(row, "softmax-twice", {0.3555, 0.3555, 0.2901}, 1e-3);
  require_slip(row, "exponentials-left-out", {0.5, 0.5, 0});
  require_slip(row, "not-normalised", {2.028, 2.028, 1});
  require_slip(row, "not-normalised", {1, 1, 0.493});
  require_slip(row, "powers-of-ten", {0.455, 0.455, 0.089}, 1e-3);
  require_slip(row, "powers-of-two", {0.383, 0.383, 0.234});
  require_slip(row, "scale-by-keys", {0.390, 0.390, 0.219});
  require_slip(row, "causal-mask-added", {1, 0, 0});
  require_slip(row, "term-left-out", {0.5, 0.5, 0.2466}, 1e-3);
  require_slip(row, "rounded-early", {2.0 / 5, 2.0 / 5, 1.0 / 5}, 1e-12);
}

TEST_CASE("row: the causal row of delayed") {
  Setup setup = application();
  setup.causal = Causal::TopLeft;
  const WorkedRow row = work_row(setup, {Stage::Weight}, 1);
  require_slip(row, "causal-mask-dropped", {0.198, 0.401, 0.401});
  require_slip(row, "mask-fill-zero", {0.248, 0.503, 0.248});
  require_slip(row, "mask-after-softmax", {0.198, 0.401, 0});
  require_slip(row, "mask-polarity-inverted", {0, 0, 1});
  require_slip(row, "causal-mask-reversed", {0, 0.5, 0.5});
  require_slip(row, "diagonal-blocked", {1, 0, 0});
}

TEST_CASE("row: weights and output together") {
  const WorkedRow row = work_row(application(), {Stage::Weight, Stage::Output}, 1);
  REQUIRE(row.right.size() == 5);
  require_slip(row, "keys-mixed", {0.198, 0.401, 0.401, 0.599, 0.802}, 1e-3);
  require_slip(row, "keys-and-values-swapped", {0.140, 0.576, 0.284, 0.716, 0.860});
  // The weight of the key times its value: 0.401 * 2 in the second component.
  const auto lost = of(row, "term-left-out");
  bool found = false;
  for (const Slipped& one : lost) {
    if (!one.term || one.term->ask != 1 || one.term->col != 1 || one.term->term != 1) continue;
    found = true;
    REQUIRE(std::abs(one.term->right - 0.802) <= 1e-3);
    REQUIRE(one.term->taken == 0);
    REQUIRE(std::abs(one.cells[4] - 0.401) <= 1e-3);
  }
  REQUIRE(found);
}

TEST_CASE("row: the value with the largest weight in place of the mix") {
  const WorkedRow row = work_row(application(), {Stage::Weight, Stage::Output}, 2);
  // Refund reads mostly from delayed, whose value is (0, 2).
  require_slip(row, "largest-alone", {0.248, 0.503, 0.248, 0, 2});
  REQUIRE(of(row, "largest-alone").size() == 1);
  // Bag weighs bag as much as delayed: either may be the one.
  const WorkedRow tied = work_row(application(), {Stage::Output}, 0);
  require_slip(tied, "largest-alone", {2, 0}, 0);
  require_slip(tied, "largest-alone", {0, 2}, 0);
  REQUIRE(of(tied, "largest-alone").size() == 2);
  const WorkedRow output = work_row(application(), {Stage::Output}, 2);
  require_slip(output, "largest-alone", {0, 2}, 0);
  REQUIRE(of(output, "largest-alone").size() == 1);
  // It is a slip of the output: none of the scores or the weights.
  REQUIRE(of(work_row(application(), {Stage::Raw, Stage::Scaled, Stage::Weight}, 2), "largest-alone").empty());
  // A row that reads one key alone is right, and one that may read none has no largest.
  Setup setup = application();
  setup.causal = Causal::TopLeft;
  REQUIRE(of(work_row(setup, {Stage::Weight, Stage::Output}, 0), "largest-alone").empty());
  setup.causal = Causal::None;
  setup.blocked = Flags::Ones(3, 3);
  for (const EmptyRow policy : {EmptyRow::Nan, EmptyRow::Zero}) {
    setup.empty_row = policy;
    REQUIRE(of(work_row(setup, {Stage::Weight, Stage::Output}, 2), "largest-alone").empty());
  }
}

TEST_CASE("row: powers of 2 share out what a mask leaves") {
  Setup setup = application();
  setup.causal = Causal::TopLeft;
  // Delayed reads bag and itself with the scaled scores 0 and 0.707: 1 and 1.633 of 2.633.
  require_slip(work_row(setup, {Stage::Weight}, 1), "powers-of-two", {0.380, 0.620, 0});
}

TEST_CASE("row: the root of the number of keys is a slip where it is another scale") {
  Setup setup;
  setup.q = setup.k = setup.v = rows({{1, 2}, {3, 1}});
  const std::vector<Stage> scaled = {Stage::Scaled};
  // As many keys as the width: it is the usual scale, which is right, and where another was asked for it is no slip of
  // counting keys.
  REQUIRE(of(work_row(setup, scaled, 0), "scale-by-keys").empty());
  setup.scale = 0.3;
  REQUIRE(of(work_row(setup, scaled, 0), "scale-by-keys").empty());
  // One key has the root 1: no scale, which has its own name.
  setup.scale.reset();
  setup.k = setup.v = rows({{1, 2}});
  REQUIRE(of(work_row(setup, scaled, 0), "scale-by-keys").empty());
  REQUIRE(of(work_row(setup, scaled, 0), "scale-missing").size() == 1);
  // Four keys of width 2: divided by 2 either way, so both stand here and both are named.
  setup.k = setup.v = rows({{1, 2}, {3, 1}, {0, 1}, {2, 0}});
  const WorkedRow row = work_row(setup, scaled, 0);
  REQUIRE(of(row, "scale-by-keys").size() == 1);
  REQUIRE(of(row, "scale-by-keys")[0].cells == of(row, "scale-by-width")[0].cells);
  REQUIRE(of(work_row(setup, {Stage::Raw}, 0), "scale-by-keys").empty());
}

TEST_CASE("row: an exponential that was lost under the weights shows in the output alone") {
  const WorkedRow row = work_row(application(), {Stage::Output}, 0);
  // Without exp(0) = 1 the weights are 0.5, 0.5 and 1 / 4.056; without the first, 0.670, 0.670 and 0.330.
  require_slip(row, "term-left-out", {1.2466, 1.2466}, 1e-3);
  for (const Slipped& one : of(row, "term-left-out")) REQUIRE((one.term.has_value() || one.cells[0] != row.right[0]));
}

TEST_CASE("row: every slip has its words, and long rows no terms") {
  Random random(5);
  Setup wide;
  wide.q = random.matrix(2, 3);
  wide.k = random.matrix(70, 3);
  wide.v = random.matrix(70, 2);
  const WorkedRow row = work_row(wide, {Stage::Raw, Stage::Scaled, Stage::Weight, Stage::Output}, 1);
  REQUIRE(row.right.size() == 70 * 3 + 2);
  for (const Slipped& one : row.slipped) {
    REQUIRE(find_slip(one.id));
    REQUIRE(!one.term);
  }
}

}  // namespace lesson::test
