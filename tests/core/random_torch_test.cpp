#include <algorithm>
#include <random>
#include <set>

#include "core/check.hpp"
#include "core/random/torch.hpp"
#include "tests/core/random_support.hpp"

namespace lesson::test {
namespace {

// PyTorch's vectorised logarithm and sine are off by a unit or two of float32, 4.8e-7 for numbers from 4 to 8, and it
// rounds the angle of a full turn to 2.4e-7, which a radius of up to 5.8 multiplies. Over 4,000,000 numbers of PyTorch
// 1.13 with AVX2 the largest difference was 4.8e-7.
constexpr double kTolerance = 2e-6;

void require_close(const std::vector<float>& actual, const std::vector<double>& expected, double tolerance) {
  REQUIRE(actual.size() == expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    INFO("number " << i << ": " << actual[i] << ", expected " << expected[i]);
    REQUIRE(std::abs(static_cast<double>(actual[i]) - expected[i]) <= tolerance);
  }
}

std::vector<double> flat(const Json& json) {
  const Matrix numbers = to_matrix(json);
  return {numbers.data(), numbers.data() + numbers.size()};
}

}  // namespace

TEST_CASE("random torch: every case of random.json") {
  std::set<std::string> names;
  for (const Json& one : random_oracle("torch-", "numpy-")) {
    const auto name = one.at("name").get<std::string>();
    INFO("case " << name);
    names.insert(name);
    REQUIRE(one.at("tolerance").get<double>() <= kTolerance);
    const torch::Generator start = torch::manual_seed(one.at("inputs").at("seed").get<std::uint64_t>());
    for (const auto& [field, expected] : one.at("expected").items()) {
      INFO(field);
      torch::Generator generator = start;
      if (field == "rand") {
        require_close(drawn(torch::rand(generator, {6})), flat(expected), 0);
      } else if (field == "randn7") {
        require_close(drawn(torch::randn(generator, {7})), flat(expected), kTolerance);
      } else if (field == "randn40") {
        require_close(drawn(torch::randn(generator, {40})), flat(expected), kTolerance);
      } else if (field == "randn4x4") {
        require_close(drawn(torch::randn(generator, {4, 4})), flat(expected), kTolerance);
      } else {
        REQUIRE(field == "randperm8");
        REQUIRE(drawn(torch::randperm(generator, 8)) == expected.get<std::vector<Index>>());
      }
    }
  }
  REQUIRE(names == std::set<std::string>{"torch-manual-seed-0", "torch-manual-seed-7", "torch-manual-seed-39"});
}

TEST_CASE("random torch: one generator through every kind of draw, as in a notebook") {
  // Printed by PyTorch 1.13: manual_seed(5), then these calls in order. The fourth normal number waits: it is the first
  // of the next short randn. The sixth waits too, and the long one between passes it over. To 9 digits: half a unit of
  // them.
  torch::Generator g = torch::manual_seed(5);
  require_close(drawn(torch::randn(g, {3})), {-0.486780763, -0.603821576, -0.55809623}, kTolerance);
  require_close(drawn(torch::rand(g, {1})), {0.033264637}, 5e-10);
  require_close(drawn(torch::randn(g, {2})), {0.667524278, 1.15455151}, kTolerance);
  const auto numbers = drawn(torch::randn(g, {17}));
  require_close({numbers[15], numbers[16]}, {-1.81530511, -0.206628591}, kTolerance);
  REQUIRE(drawn(torch::randperm(g, 6)) == std::vector<Index>{5, 3, 2, 4, 1, 0});
  require_close(drawn(torch::randn(g, {1})), {-0.347433656}, kTolerance);
  require_close(drawn(torch::rand(g, {2})), {0.457220912, 0.396890879}, 5e-10);
}

TEST_CASE("random torch: long streams have PyTorch's checksums") {
  // Computed from PyTorch 1.13; uniform numbers times 2^24 are whole.
  torch::Generator g = torch::manual_seed(2024);
  std::vector<std::uint64_t> whole;
  for (const float x : drawn(torch::rand(g, {20000}))) whole.push_back(static_cast<std::uint64_t>(x * 0x1p24f));
  REQUIRE(checksum(whole) == 0x4d47eb3b47ceefb4);
  REQUIRE(checksum_of(drawn(torch::randperm(g, 3000))) == 0xea206e281621991);
}

TEST_CASE("random torch: the words are those of the standard's mt19937") {
  // [rand.predef]: the 10,000th word of the default seed, 5489, is 4123659995.
  torch::Generator g = torch::manual_seed(5489);
  REQUIRE(torch::next_uint32(g) == 3499211612);
  for (int i = 2; i < 10000; ++i) torch::next_uint32(g);
  REQUIRE(torch::next_uint32(g) == 4123659995);

  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    std::mt19937 standard(seed * 4294967);
    g = torch::manual_seed(seed * 4294967);
    // Into the second round, whose first words come from the end of the first.
    for (int i = 0; i < 700; ++i) {
      const auto word = standard();
      if (torch::next_uint32(g) != word) FAIL("seed " << seed * 4294967 << ", word " << i);
    }
  }
}

TEST_CASE("random torch: a pair of each path by hand") {
  torch::Generator g = torch::manual_seed(0), words = g;
  const auto fraction = [&words] {
    const std::uint64_t high = torch::next_uint32(words);
    const std::uint64_t low = torch::next_uint32(words);
    return std::ldexp(static_cast<double>((high << 32 | low) % (std::uint64_t{1} << 53)), -53);
  };
  const double pi = std::acos(-1.0), u = fraction(), v = fraction(), r = std::sqrt(-2 * std::log(1 - v));
  // Rounded to float32 near 1.5: half a unit is 6e-8.
  require_close(drawn(torch::randn(g, {2})), {r * std::cos(2 * pi * u), r * std::sin(2 * pi * u)}, 1.3e-7);

  g = words = torch::manual_seed(0);
  const std::vector<float> uniform = drawn(torch::rand(words, {16}));
  const std::vector<float> normal = drawn(torch::randn(g, {16}));
  REQUIRE(g == words);
  for (std::size_t i = 0; i < 8; ++i) {
    const double radius = std::sqrt(-2 * std::log(1 - static_cast<double>(uniform[i])));
    const double angle = 2 * pi * static_cast<double>(uniform[i + 8]);
    REQUIRE(std::abs(normal[i] - radius * std::cos(angle)) <= kTolerance);
    REQUIRE(std::abs(normal[i + 8] - radius * std::sin(angle)) <= kTolerance);
  }
}

TEST_CASE("random torch: only the lower 32 bits of a seed count, and -1 is the largest seed") {
  REQUIRE(torch::manual_seed((std::uint64_t{1} << 32) + 39) == torch::manual_seed(39));
  REQUIRE(!(torch::manual_seed(39) == torch::manual_seed(40)));
  torch::Generator g = torch::manual_seed(drawn(seed_from_number(-1, SeedOf::Torch)));
  require_close(drawn(torch::rand(g, {2})), {0.993799388, 0.571306348}, 5e-10);
}

TEST_CASE("random torch: a copy of the state replays the stream, and nothing else moves it") {
  torch::Generator g = torch::manual_seed(39);
  REQUIRE(drawn(torch::randn(g, {3})).size() == 3);  // leaves one waiting
  REQUIRE(g.waiting.has_value());
  const torch::Generator saved = g;
  const auto first = drawn(torch::randn(g, {3}));
  const auto second = drawn(torch::randn(g, {2, 25}));
  torch::Generator copy = saved;
  REQUIRE(drawn(torch::randn(copy, {1, 3})) == first);
  REQUIRE(drawn(torch::randn(copy, {50})) == second);
  REQUIRE(copy == g);
  REQUIRE(!(saved == g));
  REQUIRE(!torch::manual_seed(39).waiting.has_value());
}

TEST_CASE("random torch: a short last block of randn is drawn again, 16 numbers from the end") {
  for (Index count = 16; count <= 64; ++count) {
    INFO("count " << count);
    torch::Generator g = torch::manual_seed(7), whole = g, words = g;
    const auto numbers = drawn(torch::randn(g, {count}));
    const Index blocks = count / 16, rest = count % 16;
    const auto kept = drawn(torch::randn(whole, {blocks * 16}));
    const Index same_numbers = rest == 0 ? count : count - 16;
    REQUIRE(std::equal(numbers.begin(), numbers.begin() + same_numbers, kept.begin()));
    REQUIRE(drawn(torch::rand(words, {count + (rest == 0 ? 0 : 16)})).size() > 0);
    REQUIRE(g == words);
    if (rest == 0) continue;
    torch::Generator last = torch::manual_seed(7);
    REQUIRE(drawn(torch::rand(last, {count})).size() > 0);
    const auto again = drawn(torch::randn(last, {16}));
    REQUIRE(std::equal(again.begin(), again.end(), numbers.begin() + same_numbers));
  }
}

TEST_CASE("random torch: numbers stay in their ranges") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    INFO("seed " << seed);
    torch::Generator g = torch::manual_seed(seed);
    for (const float x : drawn(torch::rand(g, {20}))) REQUIRE((x >= 0 && x < 1));
    // sqrt(-2 log 2^-24) = 5.77, sqrt(-2 log 2^-53) = 8.57
    for (const float x : drawn(torch::randn(g, {20}))) REQUIRE(std::abs(x) <= 5.78f);
    for (const float x : drawn(torch::randn(g, {5}))) REQUIRE(std::abs(x) <= 8.58f);
    REQUIRE(is_permutation_of_all(drawn(torch::randperm(g, static_cast<Index>(seed % 40)))));
  }
}

TEST_CASE("random torch: nothing is drawn for an empty array, one number for no shape") {
  torch::Generator g = torch::manual_seed(1);
  const torch::Generator before = g;
  REQUIRE(drawn(torch::rand(g, {3, 0})).empty());
  REQUIRE(drawn(torch::randn(g, {0})).empty());
  REQUIRE(drawn(torch::randperm(g, 0)).empty());
  REQUIRE(drawn(torch::randperm(g, 1)) == std::vector<Index>{0});
  REQUIRE(g == before);
  REQUIRE(drawn(torch::rand(g, {})).size() == 1);
  REQUIRE(!(g == before));
}

TEST_CASE("random torch: a refused request says why and draws nothing") {
  torch::Generator g = torch::manual_seed(39);
  const torch::Generator before = g;
  const Shape negative{-1}, large{kMostNumbers / 2, 3};
  require_refused(torch::rand(g, negative), "negative-size", {"shape"}, {"(-1)"});
  require_refused(torch::randn(g, negative), "negative-size", {"shape"}, {"(-1)"});
  require_refused(torch::randperm(g, -1), "negative-size", {"shape"}, {"(-1)"});
  require_refused(torch::rand(g, large), "too-large", {"shape"}, {"(2097152, 3)", "4194304"});
  require_refused(torch::randn(g, large), "too-large", {"shape"}, {"(2097152, 3)"});
  require_refused(torch::randperm(g, kMostNumbers + 1), "too-large", {"shape"}, {"(4194305)"});
  REQUIRE(g == before);
}

}  // namespace lesson::test
