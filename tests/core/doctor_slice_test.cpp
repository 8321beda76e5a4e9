#include "core/doctor/slice.hpp"
#include "tests/core/doctor_support.hpp"

namespace lesson::test {

TEST_CASE("slice: the smallest part that still shows a mistake, and that its recipe still makes") {
  Random random(21);
  std::vector<Setup> batch = {random_heads(random, 2, 4, 6), random_heads(random, 2, 4, 6)};
  for (const char* id : {"scale-missing", "softmax-twice", "causal-mask-added"}) {
    INFO(id);
    const auto all = take_in(files_of(batch, recipe_of(id)).given(), {});
    REQUIRE(all.ok());
    const Slice slice = smallest(*all, recipe_of(id));
    const Case part = part_of(*all, slice);
    REQUIRE(part.batch.size() == 1);
    REQUIRE(part.batch[0].heads == 1);
    REQUIRE(part.batch[0].q.rows() == 1);
    // It is a case of its own: the recipe gives it, and the right computation does not.
    const auto found = diagnose(part.batch, part.observed);
    REQUIRE(found.ok());
    REQUIRE(found->hypotheses.front().reproduces);
    REQUIRE(!found->hypotheses.front().mistakes.empty());
  }
}

TEST_CASE("slice: no query is left without a key that it may read") {
  Random random(24);
  Setup setup = random_heads(random, 1, 4, 4);
  setup.blocked = flags({{0, 1, 1, 1}, {0, 0, 1, 1}, {1, 0, 0, 1}, {1, 1, 0, 0}});
  Files files = files_of({setup}, recipe_of("mask-polarity-inverted"));
  const Tensor mask = tensor("mask", {4, 4}, {1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1});
  Given given = files.given();
  given.mask = &mask;
  const auto all = take_in(given, {});
  REQUIRE(all.ok());
  const Case part = part_of(*all, smallest(*all, recipe_of("mask-polarity-inverted")));
  REQUIRE(part.batch[0].q.rows() == 1);
  REQUIRE(empty_rows(blocked_by(part.batch[0])).empty());
}

TEST_CASE("slice: where heads must stay together they do") {
  Random random(22);
  const auto all = take_in(files_of({random_heads(random, 2, 3, 3)}, recipe_of("heads-averaged")).given(), {});
  REQUIRE(all.ok());
  REQUIRE(smallest(*all, recipe_of("heads-averaged")).heads.count == 2);
}

TEST_CASE("slice: without a recipe, wherever the numbers are not the right ones; right ones stay whole") {
  Random random(23);
  const std::vector<Setup> batch = {random_heads(random, 2, 4, 4)};
  Files files = files_of(batch);
  REQUIRE(smallest(*take_in(files.given(), {}), std::nullopt).queries.count == 4);
  Matrix broken = computed(batch[0]).output;
  broken(2, 5) += 1;  // head 1, query 2, column 1
  files.output = stacked("output", {broken}, 2);
  const Slice slice = smallest(*take_in(files.given(), {}), std::nullopt);
  REQUIRE(slice.heads.first == 1);
  REQUIRE(slice.heads.count == 1);
  REQUIRE(slice.queries.first == 2);
  REQUIRE(slice.queries.count == 1);
  REQUIRE(slice.values.first == 1);
  REQUIRE(slice.values.count == 1);
  REQUIRE(slice.keys.count == 4);
}

}  // namespace lesson::test
