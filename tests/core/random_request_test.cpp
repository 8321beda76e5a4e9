#include "core/check.hpp"
#include "core/random/request.hpp"
#include "tests/core/random_support.hpp"

namespace lesson::test {

TEST_CASE("random request: seeds as text") {
  const auto seed = [](std::string_view text, SeedOf library = SeedOf::Numpy) {
    return drawn(seed_from_text(text, library));
  };
  REQUIRE(seed("0") == 0);
  REQUIRE(seed("39") == 39);
  REQUIRE(seed("  +39\t") == 39);
  REQUIRE(seed("007") == 7);
  REQUIRE(seed("-0") == 0);
  REQUIRE(seed("18446744073709551615") == UINT64_MAX);
  REQUIRE(seed("000000000000000000000000000018446744073709551615") == UINT64_MAX);
  REQUIRE(seed("18446744073709551615", SeedOf::Torch) == UINT64_MAX);
  REQUIRE(seed("-1", SeedOf::Torch) == UINT64_MAX);
  REQUIRE(seed("−1", SeedOf::Torch) == UINT64_MAX);
  REQUIRE(seed("-9223372036854775808", SeedOf::Torch) == std::uint64_t{1} << 63);
}

TEST_CASE("random request: text that is no seed is refused by name") {
  for (const char* text : {"", " ", "-", "+", "1.5", "1e3", "0x10", "1_000", "1,000", "3 9", "--1", "seed", "39;"}) {
    INFO('"' << text << '"');
    require_refused(seed_from_text(text, SeedOf::Numpy), "seed-not-whole", {"seed"}, {text, "39"});
    require_refused(seed_from_text(text, SeedOf::Torch), "seed-not-whole", {"seed"}, {text});
  }
  require_refused(seed_from_text(std::string_view("3\0009", 3), SeedOf::Numpy), "seed-not-whole", {"seed"}, {"3?9"});
  require_refused(seed_from_text("-1", SeedOf::Numpy), "seed-range", {"seed"}, {"\"-1\"", "from 0 to"});
  for (const SeedOf library : {SeedOf::Numpy, SeedOf::Torch}) {
    for (const char* text : {"18446744073709551616", "18446744073709551620", "36893488147419103232",
                             "-18446744073709551616", "-9223372036854775809"}) {
      INFO(text);
      require_refused(seed_from_text(text, library), "seed-range", {"seed"}, {text, "18446744073709551615"});
    }
    const std::string nines(10000, '9');
    require_refused(seed_from_text(nines, library), "seed-range", {"seed"}, {"9999999999", "..."});
  }
}

TEST_CASE("random request: seeds as doubles") {
  const auto seed = [](double number, SeedOf library = SeedOf::Numpy) {
    return drawn(seed_from_number(number, library));
  };
  REQUIRE(seed(0) == 0);
  REQUIRE(seed(-0.0) == 0);
  REQUIRE(seed(39) == 39);
  REQUIRE(seed(9007199254740991) == 9007199254740991);
  REQUIRE(seed(-1, SeedOf::Torch) == UINT64_MAX);
  REQUIRE(seed(-9007199254740991, SeedOf::Torch) == UINT64_MAX - 9007199254740990);

  require_refused(seed_from_number(1.5, SeedOf::Numpy), "seed-not-whole", {"seed"}, {"1.5"});
  require_refused(seed_from_number(-0.25, SeedOf::Torch), "seed-not-whole", {"seed"}, {"-0.25"});
  require_refused(seed_from_number(kNaN, SeedOf::Numpy), "seed-not-whole", {"seed"}, {"NaN"});
  require_refused(seed_from_number(-kInfinity, SeedOf::Torch), "seed-not-whole", {"seed"}, {"-infinity"});
  require_refused(seed_from_number(-1, SeedOf::Numpy), "seed-range", {"seed"}, {"-1", "from 0 to"});
  require_refused(seed_from_number(0x1p64, SeedOf::Numpy), "seed-range", {"seed"}, {"about 1e19"});
  require_refused(seed_from_number(kLargest, SeedOf::Torch), "seed-range", {"seed"}, {"about 1e308"});
  require_refused(seed_from_number(-0x1p63 - 2048, SeedOf::Torch), "seed-range", {"seed"}, {"-9223372036854777856"});
  for (const double number : {0x1p53, 0x1p53 + 2, 0x1p63, 0x1p64 - 2048}) {
    require_refused(seed_from_number(number, SeedOf::Numpy), "seed-inexact", {"seed"}, {shown(number), "text"});
  }
  require_refused(seed_from_number(-0x1p63, SeedOf::Torch), "seed-inexact", {"seed"}, {"-9223372036854775808"});
}

TEST_CASE("random request: text and double mean the same seed") {
  Random random(3);
  for (int run = 0; run < 1000; ++run) {
    const auto number = static_cast<double>(static_cast<std::uint64_t>(random.uniform() * 0x1p53));
    REQUIRE(drawn(seed_from_number(number, SeedOf::Numpy)) == drawn(seed_from_text(shown(number), SeedOf::Numpy)));
    REQUIRE(drawn(seed_from_number(-number, SeedOf::Torch)) == drawn(seed_from_text(shown(-number), SeedOf::Torch)));
  }
}

TEST_CASE("random request: bounds of 64 bits, as text and as doubles") {
  REQUIRE(drawn(bound_from_text("-9223372036854775808", "low")) == INT64_MIN);
  REQUIRE(drawn(bound_from_text(" 9223372036854775807 ", "high")) == INT64_MAX);
  REQUIRE(drawn(bound_from_text("−7", "low")) == -7);
  REQUIRE(drawn(bound_from_number(-0x1p53 + 1, "low")) == -9007199254740991);
  REQUIRE(drawn(bound_from_number(-0.0, "low")) == 0);
  for (const char* text : {"", "1.5", "1e3", "-", "0x10", "1 2"}) {
    require_refused(bound_from_text(text, "low"), "bound-not-whole", {"low"}, {"low is \""});
  }
  for (const char* text : {"9223372036854775808", "-9223372036854775809", "18446744073709551616"}) {
    require_refused(bound_from_text(text, "high"), "bound-range", {"high"}, {text, "2^63"});
  }
  for (const double number : {0.5, kNaN, kInfinity, -kInfinity}) {
    require_refused(bound_from_number(number, "high"), "bound-not-whole", {"high"}, {shown(number)});
  }
  for (const double number : {0x1p63, -0x1p63 - 2048, kLargest}) {
    require_refused(bound_from_number(number, "high"), "bound-range", {"high"}, {shown(number)});
  }
  for (const double number : {0x1p53, -0x1p53, -0x1p63}) {
    require_refused(bound_from_number(number, "high"), "bound-inexact", {"high"}, {shown(number), "text"});
  }
}

TEST_CASE("random request: the numbers of a shape") {
  REQUIRE(drawn(numbers_in({})) == 1);
  REQUIRE(drawn(numbers_in({5})) == 5);
  REQUIRE(drawn(numbers_in({2, 3, 4})) == 24);
  REQUIRE(drawn(numbers_in({kMostNumbers})) == kMostNumbers);
  REQUIRE(drawn(numbers_in({1, kMostNumbers / 2, 2})) == kMostNumbers);
  const Index huge = std::numeric_limits<Index>::max(), least = std::numeric_limits<Index>::min();
  REQUIRE(drawn(numbers_in({huge, huge, 0})) == 0);
  REQUIRE(drawn(numbers_in({0, huge})) == 0);

  require_refused(numbers_in({2, -3}), "negative-size", {"shape"}, {"(2, -3)", "-3"});
  require_refused(numbers_in({0, least}), "negative-size", {"shape"}, {std::to_string(least)});
  require_refused(numbers_in({huge, huge, -1}), "negative-size", {"shape"}, {"-1"});
  require_refused(numbers_in({kMostNumbers + 1}), "too-large", {"shape"}, {"(4194305)", "4194304"});
  require_refused(numbers_in({huge, huge}), "too-large", {"shape"}, {std::to_string(huge)});
  // 2^8 four, eight and more times: 2^32 and 2^64 are 0 where a product overflows.
  for (const std::size_t axes : {3u, 4u, 8u, 9u}) {
    require_refused(numbers_in(Shape(axes, 256)), "too-large", {"shape"}, {"(256, 256, 256"});
  }
  require_refused(numbers_in(Shape(1000, 2)), "too-large", {"shape"}, {"(2, 2, 2, 2, 2, 2, 2, 2, ...)"});
}

TEST_CASE("random request: numbers as messages show them") {
  REQUIRE(shown(0) == "0");
  REQUIRE(shown(-0.0) == "-0");
  REQUIRE(shown(-39) == "-39");
  REQUIRE(shown(1.5) == "1.5");
  REQUIRE(shown(0.1) == "0.1");
  REQUIRE(shown(-1.0 / 3) == "-0.333333...");
  REQUIRE(shown(1e-6) == "0.000001");
  REQUIRE(shown(-2.5e-9) == "about -2e-9");
  REQUIRE(shown(5e-324) == "about 4e-324");
  REQUIRE(shown(0x1p64 - 2048) == "18446744073709549568");
  REQUIRE(shown(1e20) == "about 1e20");
  REQUIRE(shown(-9e300) == "about -9e300");
  REQUIRE(shown(kNaN) == "NaN");
  REQUIRE(shown(kInfinity) == "infinity");
}

}  // namespace lesson::test
