#include <set>
#include <string_view>

#include "core/exercise/counts.hpp"
#include "tests/core/exercise_solver_counts.hpp"

namespace lesson::test {
namespace {

using byhand::size;

const Cells* cells_of(const AnswerKey& key, std::string_view id) {
  for (const Slipped& one : key.slipped) {
    if (id == one.id) return &one.cells;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("counts: shapes go through a layer") {
  Draw draw(1);
  for (int i = 0; i < 50; ++i) {
    const AnswerKey key = exercises::layer_shapes(draw);
    const Cells& shape = key.right;
    REQUIRE(shape[1] * shape[3] == size(key.task, "dModel"));
    REQUIRE(shape[7] == size(key.task, "m"));
    REQUIRE(shape[9] == size(key.task, "n"));
    REQUIRE(shape[10] == size(key.task, "dModel"));
  }
}

TEST_CASE("counts: whole mebibytes, or quarters of them") {
  Draw draw(1);
  for (int i = 0; i < 50; ++i) {
    const AnswerKey key = exercises::score_memory(draw);
    REQUIRE(4 * key.right[0] == std::round(4 * key.right[0]));
    const double bytes = key.right[0] * 1048576;
    REQUIRE((*cells_of(key, "thousand-for-1024"))[0] == bytes / 1e6);
  }
}

TEST_CASE("counts: a width that the heads share, with and without shared keys") {
  Draw draw(1);
  bool shared = false, each = false;
  for (int i = 0; i < 100; ++i) {
    const AnswerKey key = exercises::parameters(draw);
    const double heads = size(key.task, "heads"), groups = size(key.task, "kvHeads"), model = size(key.task, "dModel");
    REQUIRE(std::fmod(heads, groups) == 0);
    REQUIRE(std::fmod(model, heads) == 0);
    REQUIRE(key.right[1] == 8 * model * model);
    (heads == groups ? each : shared) = true;
    REQUIRE((cells_of(key, "three-matrices-of-four") != nullptr) == (heads == groups));
    REQUIRE((cells_of(key, "values-forgotten") != nullptr) == (heads != groups));
  }
  REQUIRE(shared);
  REQUIRE(each);
}

TEST_CASE("counts: the share of 1,024 and its slips") {
  Draw draw(1);
  for (int i = 0; i < 200; ++i) {
    const AnswerKey key = exercises::share(draw);
    if (size(key.task, "dModel") != 1024 || size(key.task, "n") != 4096) continue;
    REQUIRE(std::abs(key.right[0] - 40) <= 1e-12);
    REQUIRE(key.right[1] == 6144);
    REQUIRE(std::abs((*cells_of(key, "ratio-for-share"))[0] - 200.0 / 3) <= 1e-12);
  }
}

TEST_CASE("counts: rows of weights that sum to 1") {
  Draw draw(1);
  std::set<double> seen;
  for (int i = 0; i < 50; ++i) {
    const AnswerKey key = exercises::effective_keys(draw);
    REQUIRE(std::abs(key.task.matrices[0].value.sum() - 1) <= 1e-15);
    REQUIRE(std::abs(std::log2(key.right[1]) - key.right[0]) <= 1e-12);
    seen.insert(key.right[1]);
  }
  REQUIRE(seen.size() > 10);
}

}  // namespace lesson::test
