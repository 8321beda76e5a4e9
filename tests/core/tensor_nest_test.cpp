#include "core/tensor/json.hpp"
#include "core/tensor/nest.hpp"
#include "tests/core/tensor_support.hpp"

namespace lesson::test {

TEST_CASE("nest: full tables and their shapes") {
  const std::pair<const char*, std::vector<Index>> cases[] = {{"1", {}},
                                                              {"[]", {0}},
                                                              {"[[], []]", {2, 0}},
                                                              {"[[1, 2], [3, 4], [5, 6]]", {3, 2}},
                                                              {"[[[1]], [[2]]]", {2, 1, 1}}};
  for (const auto& [text, shape] : cases) {
    INFO(text);
    const auto made = parse_json(text, "q");
    REQUIRE(made.ok());
    REQUIRE(made->front().shape == shape);
  }
}

TEST_CASE("nest: what is no full table is refused") {
  for (const char* text : {"[[1, 2], [3]]", "[1, [2]]", "[[1], 2]", "[[], [1]]", "[[[]], []]", "[[], [[]]]",
                           "[[1], [[2]]]", "[[1], []]"}) {
    INFO(text);
    require_refused(parse_json(text, "q"), "tensor-ragged", {"q"}, {});
  }
  require_refused(parse_json("[[[[[[[[[1]]]]]]]]]", "q"), "tensor-rank", {"q"}, {"8"});
  require_refused(parse_json(std::string(1000000, '['), "q"), "tensor-rank", {"q"}, {"8"});
}

TEST_CASE("nest: no more numbers than a text may have") {
  Nest nest("q");
  REQUIRE(!nest.open());
  bool accepted = true;
  for (int i = 0; i < 1 << 22; ++i) accepted = accepted && !nest.add(1).has_value();
  REQUIRE(accepted);
  require_refused(nest.add(1), "tensor-too-large", {"q"}, {"4194304"});
}

}  // namespace lesson::test
