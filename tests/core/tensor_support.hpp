// Bytes and fixtures for the tests of the parsers.
#pragma once

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/tensor/tensor.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

inline std::vector<std::uint8_t> fixture(const std::string& name) {
  std::ifstream file(std::string(LESSON_ORACLE) + "/../fixtures/tensors/" + name, std::ios::binary);
  INFO(name);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::vector<std::uint8_t> bytes(const std::string& text) { return {text.begin(), text.end()}; }

// What the script that wrote a fixture says is in it.
inline nlohmann::json expected_of(const std::string& file) {
  const auto text = fixture("expected.json");
  const auto all = nlohmann::json::parse(text.begin(), text.end());
  REQUIRE(all.contains(file));
  return all[file];
}

inline void require_is(const Tensor& tensor, const nlohmann::json& expected) {
  INFO(tensor.name);
  REQUIRE(tensor.name == expected["name"].get<std::string>());
  REQUIRE(std::string(name_of(tensor.element)) == expected["dtype"].get<std::string>());
  REQUIRE(tensor.shape == expected["shape"].get<std::vector<Index>>());
  REQUIRE(size_of(tensor) == static_cast<Index>(expected["numbers"].size()));
  for (Index at = 0; at < size_of(tensor); ++at) {
    const auto& number = expected["numbers"][static_cast<std::size_t>(at)];
    const double wanted = number.is_number() ? number.get<double>()
                          : number == "nan"  ? kNaN
                          : number == "inf"  ? kInfinity
                                             : -kInfinity;
    REQUIRE(same(number_at(tensor, at), wanted));
  }
}

}  // namespace lesson::test
