// One case of an oracle file against what the core computes: an input that the runner does not know, or an expected
// value that it does not give, fails.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/core/oracle.hpp"

namespace lesson::test {

// Tables of one field: one matrix, or one for each head. "curves.25" is field 25 of the object curves.
using Tables = std::vector<Matrix>;
using Results = std::map<std::string, Tables>;

inline Tables to_tables(const Json& json) {
  if (!json.is_array()) return {Matrix::Constant(1, 1, to_number(json))};
  REQUIRE(!json.empty());
  if (!json[0].is_array() || !json[0][0].is_array()) return {to_matrix(json)};
  Tables tables;
  for (const Json& table : json) tables.push_back(to_matrix(table));
  return tables;
}

inline void require_results(const Json& expected, const Results& results, double tolerance,
                            const std::string& prefix = "") {
  REQUIRE(!expected.empty());
  for (const auto& [key, values] : expected.items()) {
    const std::string field = prefix + key;
    if (values.is_object()) {
      require_results(values, results, tolerance, field + ".");
      continue;
    }
    INFO(field);
    REQUIRE(results.count(field) == 1);
    const Tables &actual = results.at(field), wanted = to_tables(values);
    REQUIRE(actual.size() == wanted.size());
    for (std::size_t t = 0; t < wanted.size(); ++t) require_near(actual[t], wanted[t], tolerance);
  }
}

inline void require_inputs(const Json& inputs, const std::set<std::string>& known) {
  for (const auto& [field, values] : inputs.items()) {
    INFO("input " << field);
    REQUIRE(known.count(field) == 1);
  }
}

inline Vector to_vector(const Json& json) { return to_matrix(json).row(0).transpose(); }

// Runs every case of a file through the runner that `runner_of` names for it. A case without one, a name that comes
// twice, or a tolerance above `loosest` fails; so does a name in `quoted` that the file has lost.
template <typename RunnerOf>
void require_oracle(const std::string& file, double loosest, const std::set<std::string>& quoted, RunnerOf runner_of) {
  std::set<std::string> names;
  for (const Json& one : load_oracle(file)) {
    const auto name = one.at("name").get<std::string>();
    INFO("case " << name);
    REQUIRE(names.insert(name).second);
    const double tolerance = one.at("tolerance").get<double>();
    REQUIRE(tolerance <= loosest);
    const auto run = runner_of(name);
    REQUIRE(run);
    require_results(one.at("expected"), run(one.at("inputs")), tolerance);
  }
  REQUIRE(names == quoted);
}

}  // namespace lesson::test
