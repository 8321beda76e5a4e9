// What the tests of the generators share.
#pragma once

#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "tests/core/oracle.hpp"

namespace lesson::test {

// FNV-1a over whole words: a long stream is compared with NumPy's by one number.
inline std::uint64_t checksum(const std::vector<std::uint64_t>& words) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const std::uint64_t word : words) sum = (sum ^ word) * 0x100000001b3;
  return sum;
}

template <typename Numbers>
std::uint64_t checksum_of(const Numbers& numbers) {
  std::vector<std::uint64_t> words;
  for (const auto number : numbers) {
    if constexpr (std::is_floating_point_v<std::remove_const_t<decltype(number)>>) {
      words.emplace_back();
      std::memcpy(&words.back(), &number, sizeof number);
    } else {
      words.push_back(static_cast<std::uint64_t>(number));
    }
  }
  return checksum(words);
}

// The array of a request that must be granted.
template <typename T>
T drawn(const Outcome<T>& outcome) {
  REQUIRE(outcome.ok());
  return *outcome;
}

template <typename Numbers>
bool is_permutation_of_all(const Numbers& order) {
  const std::set<Index> seen(order.begin(), order.end());
  if (seen.size() != order.size()) return false;
  return seen.empty() || (*seen.begin() == 0 && *seen.rbegin() == static_cast<Index>(seen.size()) - 1);
}

// The cases of random.json, one part for each generator's test: a case of neither part fails in both.
inline std::vector<Json> random_oracle(const std::string& mine, const std::string& other) {
  std::vector<Json> cases;
  std::set<std::string> names;
  for (const Json& one : load_oracle("random.json")) {
    const auto name = one.at("name").get<std::string>();
    INFO("case " << name << " has no runner, or stands there twice");
    REQUIRE(names.insert(name).second);
    const bool taken = name.starts_with(mine);
    REQUIRE((taken || name.starts_with(other)));
    if (taken) cases.push_back(one);
  }
  return cases;
}

}  // namespace lesson::test
