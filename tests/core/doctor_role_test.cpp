#include "core/doctor/role.hpp"
#include "tests/core/doctor_support.hpp"

namespace lesson::test {

TEST_CASE("role: by the words of a name") {
  const std::pair<const char*, Role> cases[] = {{"q", Role::Q},
                                                {"Query_states", Role::Q},
                                                {"layers.0.key", Role::K},
                                                {"V", Role::V},
                                                {"attn_mask", Role::Mask},
                                                {"key_padding_mask", Role::Mask},
                                                {"position_ids", Role::Positions},
                                                {"attn_scores", Role::Scores},
                                                {"attn_weights", Role::Weights},
                                                {"attn", Role::Weights},
                                                {"attn_output", Role::Output},
                                                {"out", Role::Output},
                                                {"equal", Role::None},
                                                {"tensor 1", Role::None},
                                                {"", Role::None},
                                                {"\xff", Role::None}};
  for (const auto& [name, role] : cases) {
    INFO(name);
    REQUIRE(role_of(name) == role);
  }
}

TEST_CASE("role: none is given twice") {
  const auto roles =
      roles_of({tensor("q", {1}, {1}), tensor("query", {1}, {1}), tensor("x", {1}, {1}), tensor("y", {1}, {1})});
  REQUIRE(roles == std::vector<Role>{Role::Q, Role::None, Role::None, Role::None});
}

}  // namespace lesson::test
