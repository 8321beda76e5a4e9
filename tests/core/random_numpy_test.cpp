#include <algorithm>
#include <set>

#include "core/check.hpp"
#include "core/random/numpy.hpp"
#include "tests/core/random_support.hpp"

namespace lesson::test {
namespace {

// Equal to the last bit.
void require_equal(const std::vector<double>& actual, const Json& expected) {
  REQUIRE(actual.size() == expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    INFO("number " << i);
    REQUIRE(same(actual[i], to_number(expected[i])));
  }
}

std::uint64_t seed_of(const Json& one) {
  return drawn(seed_from_text(one.at("inputs").at("seed").get<std::string>(), SeedOf::Numpy));
}

void run_streams(const Json& one) {
  const numpy::Generator start = numpy::default_rng(seed_of(one));
  for (const auto& [field, expected] : one.at("expected").items()) {
    INFO(field);
    numpy::Generator generator = start;
    const Shape count{static_cast<Index>(expected.size())};
    if (field == "raw") {
      std::vector<std::string> words;
      for (const std::uint64_t word : drawn(numpy::raw(generator, count))) words.push_back(std::to_string(word));
      REQUIRE(words == expected.get<std::vector<std::string>>());
    } else if (field == "random") {
      require_equal(drawn(numpy::random(generator, count)), expected);
    } else if (field == "normal") {
      require_equal(drawn(numpy::normal(generator, 0, 1, count)), expected);
    } else if (field == "permutations") {
      for (const Json& order : expected) {
        REQUIRE(drawn(numpy::permutation(generator, static_cast<Index>(order.size()))) ==
                order.get<std::vector<Index>>());
      }
    } else {
      REQUIRE(field == "integers");
      REQUIRE(drawn(numpy::integers(generator, 0, 10, count)) == expected.get<std::vector<std::int64_t>>());
    }
  }
}

// The correctly rounded sum, as math.fsum gives it: the rounding errors are summed beside, and their own error, some
// 2^-106 of the whole for each of them, is far too small to change the last bit but by a rare accident.
double exact_sum(const std::vector<double>& numbers) {
  double sum = 0, errors = 0;
  for (const double number : numbers) {
    const double next = sum + number, back = next - sum;
    errors += (sum - (next - back)) + (number - back);
    sum = next;
  }
  return sum + errors;
}

void run_tail(const Json& one) {
  numpy::Generator generator = numpy::default_rng(seed_of(one));
  const auto draws = drawn(numpy::normal(generator, 0, 1, {one.at("inputs").at("count").get<Index>()}));
  for (const auto& [field, expected] : one.at("expected").items()) {
    INFO(field);
    double actual = kNaN;
    if (field == "sum") actual = exact_sum(draws);
    if (field == "max") actual = *std::max_element(draws.begin(), draws.end());
    if (field == "min") actual = *std::min_element(draws.begin(), draws.end());
    if (field == "last") actual = draws.back();
    if (field == "at_100000") actual = draws.at(100000);
    REQUIRE(same(actual, to_number(expected)));
  }
}

}  // namespace

TEST_CASE("random numpy: every case of random.json to the last bit") {
  std::set<std::string> names;
  for (const Json& one : random_oracle("numpy-", "torch-")) {
    const auto name = one.at("name").get<std::string>();
    INFO("case " << name);
    REQUIRE(one.at("tolerance").get<double>() == 0);
    names.insert(name);
    name == "numpy-normal-tail" ? run_tail(one) : run_streams(one);
  }
  REQUIRE(names == std::set<std::string>{"numpy-default-rng-0", "numpy-default-rng-1", "numpy-default-rng-7",
                                         "numpy-default-rng-39", "numpy-default-rng-12345",
                                         "numpy-default-rng-4294967301", "numpy-default-rng-9223372036854775807",
                                         "numpy-normal-tail"});
}

TEST_CASE("random numpy: one generator through every kind of draw, as in a notebook") {
  // Printed by NumPy 1.24: g = default_rng(39), then these calls in order. Draws of 32 bits leave a half waiting, which
  // the later ones take and the others pass over.
  using Integers = std::vector<std::int64_t>;
  numpy::Generator g = numpy::default_rng(39);
  const std::int64_t least = INT64_MIN, most = INT64_MAX, one = 1;
  REQUIRE(drawn(numpy::integers(g, 0, one << 32, {3})) == Integers{4198121645, 2154836447, 995333164});
  REQUIRE(drawn(numpy::integers(g, 0, (one << 32) + 1, {3})) == Integers{583575253, 1315920291, 2487579254});
  REQUIRE(drawn(numpy::integers(g, least, most, {3})) ==
          Integers{5373290090883968568, -6436548941802142013, -4996044836911720745});
  REQUIRE(drawn(numpy::integers(g, 3, 4, {2})) == Integers{3, 3});
  REQUIRE(drawn(numpy::integers(g, -5, most, {2})) == Integers{8673197954669833891, 2126377840771883210});
  REQUIRE(drawn(numpy::permutation(g, 5)) == std::vector<Index>{2, 4, 1, 0, 3});
  REQUIRE(drawn(numpy::random(g, {})) == std::vector<double>{0.5648396490529685});
  REQUIRE(drawn(numpy::integers(g, 0, 10, {})) == Integers{4});
  REQUIRE(drawn(numpy::integers(g, 0, 3 * (one << 30), {4})) ==
          Integers{1113714844, 3144194266, 1335486647, 381114406});
  REQUIRE(drawn(numpy::integers(g, -(one << 62), (one << 62) + (one << 61), {2, 2})) ==
          Integers{5225748266084893000, -1413571545874667940, -1682688750576533792, 4289118432202193391});
  REQUIRE(drawn(numpy::normal(g, 10, 0.5, {1})) == std::vector<double>{10.065631196522002});
}

TEST_CASE("random numpy: long streams have NumPy's checksums") {
  // Computed from NumPy 1.24. A quarter of the draws of these two ranges is thrown away.
  numpy::Generator g = numpy::default_rng(2024);
  REQUIRE(checksum_of(drawn(numpy::normal(g, 0, 1, {20000}))) == 0x5bfc2c0594b059db);
  g = numpy::default_rng(2024);
  REQUIRE(checksum_of(drawn(numpy::integers(g, 0, std::int64_t{3} << 30, {5000}))) == 0x68d95058452b6830);
  REQUIRE(checksum_of(drawn(numpy::integers(g, 0, std::int64_t{3} << 61, {5000}))) == 0x7e7e9f145cfaed24);
  REQUIRE(checksum_of(drawn(numpy::permutation(g, 3000))) == 0xd8fe024a1a86735b);
}

TEST_CASE("random numpy: the state of seed 5 as NumPy shows it") {
  // default_rng(5).bit_generator.state: state 304397142111423816445458517940380168174,
  // inc 233193750087604940414945475171846202189, both split into halves here.
  const numpy::Generator g = numpy::default_rng(5);
  REQUIRE(g ==
          numpy::Generator{0xe500c1d129ce9183, 0xd973b921e554efee, 0xaf6f7b8c936ab4a4, 0x4f020b7b2d10234d, false, 0});
}

TEST_CASE("random numpy: a step by hand from a state of 1") {
  // state <- 1 * multiplier + 1: halves 0x2360ed051fc65da4 and 0x4385df649fccf646. Their exclusive or is
  // 0x60e53261800aabe2; the upper six bits of 0x23... are 001000, so it turns right by 8.
  numpy::Generator g{0, 1, 0, 1, false, 0};
  REQUIRE(numpy::next_uint64(g) == 0xe260e53261800aab);
  REQUIRE(g == numpy::Generator{0x2360ed051fc65da4, 0x4385df649fccf646, 0, 1, false, 0});
  g = {0, 1, 0, 1, false, 0};
  REQUIRE(numpy::next_double(g) == static_cast<double>(0xe260e53261800aab >> 11) / 9007199254740992.0);
  g = {0, 1, 0, 1, false, 0};
  REQUIRE(numpy::next_uint32(g) == 0x61800aab);
  REQUIRE((g.has_half && g.half == 0xe260e532));
  REQUIRE(numpy::next_uint32(g) == 0xe260e532);
  REQUIRE(!g.has_half);
}

#ifdef __SIZEOF_INT128__
TEST_CASE("random numpy: halves multiply as the compiler's 128 bits do") {
  __extension__ using Wide = unsigned __int128;
  const Wide multiplier = Wide{0x2360ed051fc65da4} << 64 | 0x4385df649fccf645;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    numpy::Generator g = numpy::default_rng(seed);
    Wide state = Wide{g.state_high} << 64 | g.state_low;
    const Wide increment = Wide{g.increment_high} << 64 | g.increment_low;
    for (int step = 0; step < 10; ++step) {
      state = state * multiplier + increment;
      const auto mixed = static_cast<std::uint64_t>(state >> 64) ^ static_cast<std::uint64_t>(state);
      const auto turn = static_cast<unsigned>(state >> 122);
      REQUIRE(numpy::next_uint64(g) == static_cast<std::uint64_t>((Wide{mixed} << 64 | mixed) >> turn));
    }
    // A range that throws nothing away for an odd word: the upper half of the product is the number.
    const numpy::Generator before = g;
    const std::int64_t high = INT64_MAX;
    const auto x = drawn(numpy::integers(g, 0, high, {}))[0];
    numpy::Generator again = before;
    const Wide product = Wide{numpy::next_uint64(again)} * static_cast<std::uint64_t>(high);
    if (again == g) REQUIRE(static_cast<std::uint64_t>(x) == static_cast<std::uint64_t>(product >> 64));
  }
}
#endif

TEST_CASE("random numpy: a copy of the state replays the stream, and nothing else moves it") {
  numpy::Generator g = numpy::default_rng(39);
  REQUIRE(numpy::default_rng(39) == g);
  REQUIRE(!(numpy::default_rng(40) == g));
  numpy::next_uint32(g);  // so that a half is waiting
  const numpy::Generator saved = g;
  const auto first = drawn(numpy::integers(g, 0, 100, {7}));
  const auto second = drawn(numpy::normal(g, 0, 1, {3, 4}));
  numpy::Generator copy = saved;
  REQUIRE(drawn(numpy::integers(copy, 0, 100, {7})) == first);
  REQUIRE(drawn(numpy::normal(copy, 0, 1, {12})) == second);
  REQUIRE(copy == g);
  REQUIRE(!(saved == g));
}

TEST_CASE("random numpy: an array is the single draws in order, and nothing is drawn for an empty one") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    numpy::Generator g = numpy::default_rng(seed), single = g;
    for (const double x : drawn(numpy::normal(g, 2, 3, {2, 3}))) {
      REQUIRE(same(x, 2 + 3 * numpy::standard_normal(single)));
    }
    REQUIRE(g == single);
    REQUIRE(drawn(numpy::random(g, {3, 0})).empty());
    REQUIRE(drawn(numpy::permutation(g, 0)).empty());
    REQUIRE(drawn(numpy::permutation(g, 1)) == std::vector<Index>{0});
    REQUIRE(drawn(numpy::integers(g, 4, 5, {9})) == std::vector<std::int64_t>(9, 4));
    REQUIRE(g == single);
  }
}

TEST_CASE("random numpy: numbers stay in their ranges") {
  const std::int64_t one = 1;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    INFO("seed " << seed);
    numpy::Generator g = numpy::default_rng(seed);
    for (const double x : drawn(numpy::random(g, {20}))) REQUIRE((x >= 0 && x < 1));
    for (const double x : drawn(numpy::normal(g, 0, 1, {20}))) REQUIRE(std::abs(x) <= 9);
    REQUIRE(is_permutation_of_all(drawn(numpy::permutation(g, static_cast<Index>(seed % 40)))));
    for (const std::int64_t range : {one, 2 * one, 3 * one, one << 31, (one << 32) - 1, one << 32, (one << 32) + 1,
                                     one << 62, INT64_MAX - 1, INT64_MAX}) {
      for (const std::int64_t low : {INT64_MIN, -one, 0 * one, INT64_MAX - range}) {
        for (const std::int64_t x : drawn(numpy::integers(g, low, low + range, {3}))) {
          REQUIRE((x >= low && x < low + range));
        }
      }
    }
  }
}

TEST_CASE("random numpy: each number of a small range comes about as often") {
  // 6,000 throws of a die: each face 1,000 times, with a standard deviation of 29. The seed is fixed, so this never
  // changes; five deviations would show a face that is left out or preferred.
  numpy::Generator g = numpy::default_rng(1);
  std::vector<int> faces(6);
  for (const std::int64_t x : drawn(numpy::integers(g, 1, 7, {6000}))) ++faces.at(static_cast<std::size_t>(x - 1));
  for (const int count : faces) REQUIRE(std::abs(count - 1000) <= 145);
}

TEST_CASE("random numpy: loc and scale do what the formula says with NaN and infinities") {
  numpy::Generator g = numpy::default_rng(0);
  REQUIRE(drawn(numpy::normal(g, 5, 0, {2})) == std::vector<double>{5, 5});
  REQUIRE(std::isnan(drawn(numpy::normal(g, kNaN, 1, {}))[0]));
  REQUIRE(std::isnan(drawn(numpy::normal(g, 0, kNaN, {}))[0]));
  REQUIRE(std::isnan(drawn(numpy::normal(g, 0, -kNaN, {}))[0]));
  REQUIRE(std::isinf(drawn(numpy::normal(g, 0, kInfinity, {}))[0]));
}

TEST_CASE("random numpy: a refused request says why and draws nothing") {
  numpy::Generator g = numpy::default_rng(39);
  const numpy::Generator before = g;
  require_refused(numpy::normal(g, 0, -1, {2}), "scale-negative", {"scale"}, {"-1", "minus"});
  require_refused(numpy::normal(g, 0, -0.0, {2}), "scale-negative", {"scale"}, {"-0"});
  require_refused(numpy::normal(g, 0, -kInfinity, {2}), "scale-negative", {"scale"}, {"-infinity"});
  require_refused(numpy::integers(g, 5, 5, {2}), "range-empty", {"high"}, {"5"});
  require_refused(numpy::integers(g, 5, -3, {2}), "range-empty", {"high"}, {"5", "-3"});
  require_refused(numpy::integers(g, INT64_MAX, INT64_MIN, {}), "range-empty", {"high"}, {"-9223372036854775808"});
  const Shape negative{2, -3}, large{kMostNumbers, 2};
  require_refused(numpy::raw(g, negative), "negative-size", {"shape"}, {"(2, -3)", "-3"});
  require_refused(numpy::random(g, negative), "negative-size", {"shape"}, {"(2, -3)"});
  require_refused(numpy::normal(g, 0, 1, negative), "negative-size", {"shape"}, {"(2, -3)"});
  require_refused(numpy::integers(g, 0, 2, negative), "negative-size", {"shape"}, {"(2, -3)"});
  require_refused(numpy::permutation(g, -3), "negative-size", {"shape"}, {"(-3)"});
  require_refused(numpy::raw(g, large), "too-large", {"shape"}, {"(4194304, 2)"});
  require_refused(numpy::random(g, large), "too-large", {"shape"}, {"(4194304, 2)"});
  require_refused(numpy::normal(g, 0, 1, large), "too-large", {"shape"}, {"(4194304, 2)"});
  require_refused(numpy::integers(g, 0, 2, large), "too-large", {"shape"}, {"(4194304, 2)"});
  require_refused(numpy::permutation(g, kMostNumbers + 1), "too-large", {"shape"}, {"4194305"});
  REQUIRE(g == before);
}

}  // namespace lesson::test
