// Expected values made by NumPy and PyTorch (tests/oracle/make_oracle.py). JSON has no NaN and no infinities: there
// they are the strings "nan", "inf" and "-inf".
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/types.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

using Json = nlohmann::json;

// LESSON_ORACLE is the folder, set by CMake.
inline Json load_oracle(const std::string& file) {
  std::ifstream stream(std::string(LESSON_ORACLE) + "/" + file);
  INFO("cannot read " << file << " in " << LESSON_ORACLE);
  REQUIRE(stream.good());
  Json cases = Json::parse(stream);
  REQUIRE(cases.is_array());
  REQUIRE(!cases.empty());
  return cases;
}

inline double to_number(const Json& json) {
  if (json.is_string()) {
    const auto text = json.get<std::string>();
    if (text == "nan") return kNaN;
    if (text == "inf") return kInfinity;
    if (text == "-inf") return -kInfinity;
    FAIL("no number: " << text);
  }
  REQUIRE((json.is_number() || json.is_boolean()));
  return json.is_boolean() ? static_cast<double>(json.get<bool>()) : json.get<double>();
}

// A table, or a list as one row.
inline Matrix to_matrix(const Json& json) {
  REQUIRE(json.is_array());
  REQUIRE(!json.empty());
  if (!json[0].is_array()) return to_matrix(Json::array({json}));
  Matrix m(static_cast<Index>(json.size()), static_cast<Index>(json[0].size()));
  for (Index i = 0; i < m.rows(); ++i) {
    const Json& row = json[static_cast<std::size_t>(i)];
    REQUIRE(row.size() == static_cast<std::size_t>(m.cols()));
    for (Index j = 0; j < m.cols(); ++j) m(i, j) = to_number(row[static_cast<std::size_t>(j)]);
  }
  return m;
}

inline Flags to_flags(const Json& json) { return to_matrix(json).cast<std::uint8_t>(); }

// NaN where NaN is expected and nowhere else; infinities exactly; numbers within the tolerance.
inline void require_near(const Matrix& actual, const Matrix& expected, double tolerance) {
  REQUIRE(actual.rows() == expected.rows());
  REQUIRE(actual.cols() == expected.cols());
  REQUIRE(expected.size() > 0);
  for (Index i = 0; i < actual.rows(); ++i) {
    for (Index j = 0; j < actual.cols(); ++j) {
      const double a = actual(i, j), e = expected(i, j);
      INFO("at (" << i << ", " << j << "): " << a << ", expected " << e);
      if (std::isnan(e)) {
        REQUIRE(std::isnan(a));
      } else if (std::isinf(e)) {
        REQUIRE(a == e);
      } else {
        REQUIRE(std::abs(a - e) <= tolerance);
      }
    }
  }
}

}  // namespace lesson::test
