#include <cstdlib>

#include "core/tensor/digits.hpp"
#include "tests/core/tensor_support.hpp"

namespace lesson::test {

TEST_CASE("digits: as strtod reads them") {
  for (const char* text : {"0",
                           "1",
                           "-1.5",
                           "+2",
                           ".5",
                           "1.",
                           "1e3",
                           "1.5E-3",
                           "-0.0",
                           "123456789012345678",
                           "9007199254740993",
                           "0.1",
                           "1e-320",
                           "1e400",
                           "-1e400",
                           "0.000000000000000000000000000000123",
                           "1e-400",
                           "179769313486231570000000000000000000000",
                           "2.2250738585072011e-308",
                           "0e99999999999999"}) {
    INFO(text);
    const auto read = read_digits(text);
    REQUIRE(read.has_value());
    REQUIRE(same(read->value, std::strtod(text, nullptr)));
    REQUIRE(read->length == std::string(text).size());
  }
  Random random(5);
  for (int run = 0; run < 2000; ++run) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", static_cast<int>(random.integer(1, 17)),
                  random.between(-1, 1) * std::pow(10, random.between(-30, 30)));
    INFO(text);
    REQUIRE(same(read_digits(text)->value, std::strtod(text, nullptr)));
  }
}

TEST_CASE("digits: where a number ends, and its last digit") {
  REQUIRE(read_digits("1.25, 3")->length == 4);
  REQUIRE(read_digits("1e")->length == 1);
  REQUIRE(read_digits("1.2.3")->length == 3);
  REQUIRE(read_digits("1.25")->step == 0.01);
  REQUIRE(read_digits("1.2500e+01")->step == 0.001);
  REQUIRE(read_digits("12")->step == 0);
  for (const char* text : {"", "-", ".", "e5", "nan", "+-1"}) REQUIRE(!read_digits(text));
  REQUIRE(read_digits(std::string(100000, '9'))->value == kInfinity);
  REQUIRE(read_digits("0." + std::string(100000, '0') + "1")->value == 0);
}

}  // namespace lesson::test
