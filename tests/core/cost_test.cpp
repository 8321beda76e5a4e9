#include "core/cost.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>

#include "tests/core/oracle.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

template <typename T>
T counted(const Outcome<T>& outcome) {
  if (!outcome.ok()) FAIL(outcome.error().message);
  return *outcome;
}

ScoreCost scores(double batch, double heads, double n, std::optional<double> m, double bytes) {
  return counted(score_cost({batch, heads, n, m, bytes}));
}

// Decimal text multiplied digit by digit: another way to the same number, without 128 bits.
std::string times(const std::string& text, std::uint64_t factor) {  // factor at most 2^40, or the carry could overflow
  std::string product;
  std::uint64_t carry = 0;
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit) {
    carry += static_cast<std::uint64_t>(*digit - '0') * factor;
    product.insert(product.begin(), static_cast<char>('0' + carry % 10));
    carry /= 10;
  }
  while (carry != 0) {
    product.insert(product.begin(), static_cast<char>('0' + carry % 10));
    carry /= 10;
  }
  product.erase(0, std::min(product.find_first_not_of('0'), product.size() - 1));
  return product;
}

std::string product_of(std::initializer_list<double> factors) {
  std::string text = "1";
  for (const double factor : factors) text = times(text, static_cast<std::uint64_t>(factor));
  return text;
}

std::string sum_of(std::string a, std::string b) {
  const std::size_t length = std::max(a.size(), b.size()) + 1;
  a.insert(0, length - a.size(), '0');
  b.insert(0, length - b.size(), '0');
  int carry = 0;
  for (std::size_t at = length; at-- > 0;) {
    carry += (a[at] - '0') + (b[at] - '0');
    a[at] = static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  return a.erase(0, std::min(a.find_first_not_of('0'), length - 1));
}

// Any size up to the limit, small ones as often as large ones.
double random_size(Random& random) { return std::floor(std::exp2(random.between(0, 24))); }

void require_count(const Count& count, const std::string& text) {
  REQUIRE(count.text == text);
  REQUIRE(count.number == std::strtod(text.c_str(), nullptr));  // the C library rounds to the nearest
}

// What the file expects, compared with what was counted: integers without tolerance, ratios within the file's.
void require_expected(const Json& one, const std::map<std::string, Count>& counts,
                      const std::map<std::string, double>& ratios) {
  for (const auto& [field, value] : one.at("expected").items()) {
    INFO(field);
    REQUIRE(counts.count(field) + ratios.count(field) == 1);
    if (counts.count(field) == 1) {
      REQUIRE(value.is_number_integer());
      REQUIRE(counts.at(field).exact);
      require_count(counts.at(field), std::to_string(value.get<std::uint64_t>()));
    } else {
      // One rounding here and one in NumPy, of numbers below 25,000 that differ by less than 1e-11 if at all.
      REQUIRE(std::abs(ratios.at(field) - to_number(value)) <= one.at("tolerance").get<double>());
    }
  }
}

// Takes each named input once; what is left over was not understood.
class Inputs {
 public:
  explicit Inputs(const Json& json) : json_(json) {}
  double take(const std::string& name) {
    REQUIRE(json_.contains(name));
    const double number = to_number(json_.at(name));
    json_.erase(name);
    return number;
  }
  bool used_up() const { return json_.empty(); }

 private:
  Json json_;
};

}  // namespace

TEST_CASE("cost: every case of cost.json") {
  const std::map<std::string, std::function<void(const Json&, Inputs&)>> runners = {
      {"score-bytes",
       [](const Json& one, Inputs& in) {
         const ScoreCost cost =
             scores(in.take("batch"), in.take("heads"), in.take("n"), std::nullopt, in.take("element_bytes"));
         require_expected(one, {{"elements", cost.entries}, {"bytes", cost.memory.bytes}}, {{"mib", cost.memory.mib}});
       }},
      {"score-entries",
       [](const Json& one, Inputs& in) {
         const ScoreCost cost = scores(1, 1, in.take("n"), std::nullopt, 2);
         require_expected(one, {{"entries", cost.entries}}, {{"mb", cost.memory.mb}});
       }},
      {"quadratic-share",
       [](const Json& one, Inputs& in) {
         const LayerCost cost = counted(layer_cost({in.take("n"), in.take("d_model")}));
         require_expected(one,
                          {{"projections", cost.projections},
                           {"feed_forward", cost.feed_forward},
                           {"scores_and_mix", cost.scores_and_mix}},
                          {{"share", cost.share}, {"crossover", cost.crossover}});
       }},
      {"parameters",
       [](const Json& one, Inputs& in) {
         const ParameterCost cost = counted(parameter_cost({in.take("d_model"), 1, {}}));
         require_expected(one, {{"attention", cost.attention}, {"feed_forward", cost.feed_forward}}, {});
       }},
      {"kv-cache",
       [](const Json& one, Inputs& in) {
         const Bytes cost = counted(cache_cost(
             {in.take("layers"), in.take("kv_heads"), in.take("head_width"), in.take("n"), in.take("element_bytes")}));
         require_expected(one, {{"bytes", cost.bytes}}, {});
       }},
  };
  std::set<std::string> names;
  std::map<std::string, int> consumed;
  for (const Json& one : load_oracle("cost.json")) {
    const auto name = one.at("name").get<std::string>();
    INFO("case " << name);
    REQUIRE(names.insert(name).second);
    int taken = 0;
    for (const auto& [stem, run] : runners) {
      if (name.rfind(stem + "-", 0) != 0) continue;
      Inputs inputs(one.at("inputs"));
      run(one, inputs);
      REQUIRE(inputs.used_up());
      ++consumed[stem];
      ++taken;
    }
    REQUIRE(taken == 1);
  }
  // A file that lost its cases would otherwise pass.
  REQUIRE(consumed["score-bytes"] >= 5);
  REQUIRE(consumed["score-entries"] >= 3);
  REQUIRE(consumed["quadratic-share"] >= 12);
  REQUIRE(consumed["parameters"] >= 4);
  REQUIRE(consumed["kv-cache"] >= 3);
}

TEST_CASE("cost: the numbers that the lesson quotes") {
  // build-memory: 64 MiB at 2,048 tokens, 256 at 4,096; 16 heads double both.
  REQUIRE(scores(1, 8, 2048, {}, 2).memory.mib == 64);
  REQUIRE(scores(1, 8, 4096, {}, 2).memory.mib == 256);
  REQUIRE(scores(1, 16, 4096, {}, 2).memory.mib == 512);
  // depth-cost: 1,048,576 entries, 2.1 MB. One rounding in each decimal literal.
  REQUIRE(scores(1, 1, 1024, {}, 2).memory.mb == 2.097152);
  // build-families: 12 source and 3 target tokens, cross-attention (3, 12).
  REQUIRE(scores(1, 1, 3, 12, 1).entries.text == "36");
  // share: 47 %, 40 %, 14 % at 4,096 tokens; half a unit of the printed digit.
  REQUIRE(std::abs(counted(layer_cost({4096, 768})).share - 0.47) <= 0.005);
  REQUIRE(counted(layer_cost({4096, 1024})).share == 0.4);
  REQUIRE(std::abs(counted(layer_cost({4096, 4096})).share - 0.14) <= 0.005);
  REQUIRE(counted(layer_cost({6144, 1024})).share == 0.5);
  REQUIRE(counted(layer_cost({6144, 1024})).crossover == 6144);
}

TEST_CASE("cost: counts beyond 2^53 and beyond 64 bits keep every digit") {
  // 4 n d^2 = 2^2 * 2^24 * 2^32 = 2^58: a power of two, so the double is exact too.
  const LayerCost layer = counted(layer_cost({0x1p24, 65536}));
  REQUIRE(layer.projections == Count{"288230376151711744", 0x1p58, true});
  REQUIRE(layer.feed_forward == Count{"576460752303423488", 0x1p59, true});
  // Odd numbers below and above 2^53 = 9,007,199,254,740,992.
  const double odd = 0x1p24 - 1;
  REQUIRE(scores(1, 31, odd, odd, 1).entries == Count{"8725723237842975", 8725723237842975.0, true});
  const Count beyond = scores(1, 33, odd, odd, 1).entries;
  REQUIRE(beyond.text == "9288673124155425");
  REQUIRE(!beyond.exact);
  REQUIRE(beyond.number == 9288673124155424.0);  // a tie between ...424 and ...426: to the even half
  // The largest of each.
  REQUIRE(counted(cache_cost({0x1p24, 0x1p24, 0x1p24, 0x1p24, 16})).bytes ==
          Count{"2535301200456458802993406410752", 0x1p101, true});
  REQUIRE(counted(cache_cost({odd, odd, odd, odd, 15})).bytes.text == product_of({2, odd, odd, odd, odd, 15}));
  REQUIRE(scores(0x1p24, 0x1p24, 0x1p24, {}, 16).memory.bytes.number == 0x1p100);
  REQUIRE(counted(layer_cost({0x1p24, 0x1p24})).total.text == product_of({14, 0x1p24, 0x1p24, 0x1p24}));
  REQUIRE(counted(parameter_cost({0x1p24, 1, {}})).total.text == product_of({12, 0x1p24, 0x1p24}));
}

TEST_CASE("cost: grouped queries shrink W_K and W_V alone, and the cache") {
  const ParameterCost whole = counted(parameter_cost({512, 8, {}})), grouped = counted(parameter_cost({512, 8, 2}));
  REQUIRE(whole.attention.text == "1048576");
  REQUIRE(whole.wk == whole.wq);
  REQUIRE(grouped.wk.number * 4 == whole.wk.number);
  REQUIRE(grouped.wv == grouped.wk);
  REQUIRE(grouped.wq == whole.wq);
  REQUIRE(grouped.wo == whole.wo);
  REQUIRE(grouped.attention.number == 2.5 * 512 * 512);
  REQUIRE(grouped.feed_forward == whole.feed_forward);
  REQUIRE(grouped.total.number == 10.5 * 512 * 512);
  REQUIRE(counted(cache_cost({32, 8, 128, 4096, 2})).mib * 4 == counted(cache_cost({32, 32, 128, 4096, 2})).mib);
}

TEST_CASE("cost: no tokens take no memory") {
  REQUIRE(scores(1, 8, 0, {}, 2).entries == Count{"0", 0, true});
  REQUIRE(scores(1, 8, 3, 0, 2).memory.bytes.text == "0");
  REQUIRE(scores(1, 8, 0, 3, 2).memory.mib == 0);
  REQUIRE(counted(cache_cost({1, 1, 1, 0, 2})).bytes.text == "0");
}

TEST_CASE("cost: the way from the first token to the last, a step at a time and at once") {
  const auto ways = [](double n) { return counted(path_cost(n)); };
  REQUIRE(ways(1).recurrent.text == "0");
  REQUIRE(ways(1).self_attention.text == "0");
  REQUIRE(ways(2).recurrent.text == "1");
  REQUIRE(ways(2).self_attention.text == "1");
  REQUIRE(ways(0x1p24).recurrent.text == "16777215");
  // Walked: a state hands on to the next until the last is reached.
  for (int n = 1; n <= 300; ++n) {
    int steps = 0;
    for (int at = 0; at != n - 1; ++at) ++steps;
    REQUIRE(ways(n).recurrent.number == steps);
    REQUIRE(ways(n).self_attention.number == (n == 1 ? 0 : 1));
  }
}

TEST_CASE("cost: sizes that are no whole number of at least one are refused by name") {
  const auto layer = [](double n, double d) { return layer_cost({n, d}); };
  require_refused(layer(kNaN, 4), "size-not-whole", {"n"}, {"n is NaN"});
  require_refused(layer(4, kInfinity), "size-not-whole", {"dModel"}, {"dModel is infinity"});
  require_refused(layer(-kInfinity, 4), "size-not-whole", {"n"}, {"-infinity"});
  require_refused(layer(2.5, 4), "size-not-whole", {"n"}, {"n is 2.5:"});
  require_refused(layer(-0.25, 4), "size-not-whole", {"n"}, {"-0.25:"});
  require_refused(layer(1.0 / 3, 4), "size-not-whole", {"n"}, {"0.333333..."});
  require_refused(layer(1e-300, 4), "size-not-whole", {"n"}, {"0.000000..."});
  require_refused(layer(4.000001, 4), "size-not-whole", {"n"}, {"n is 4.00000"});
  require_refused(layer(0, 4), "size-zero", {"n"}, {"n is 0"});
  require_refused(layer(-0.0, 4), "size-zero", {"n"}, {"n is 0"});
  require_refused(layer(4, 0), "size-zero", {"dModel"}, {"dModel is 0"});
  require_refused(layer(-3, 4), "negative-size", {"n"}, {"-3"});
  require_refused(layer(0x1p24 + 1, 4), "size-too-large", {"n"}, {"16777217", "16777216"});
  require_refused(layer(4, 1e18), "size-too-large", {"dModel"}, {"1000000000000000000"});
  require_refused(layer(4, kLargest), "size-too-large", {"dModel"}, {"a number of more than 38 digits"});
  require_refused(layer(4, -kLargest), "negative-size", {"dModel"}, {"-a number of more than 38 digits"});
}

TEST_CASE("cost: each size of each function is looked at, in the order of the fields") {
  REQUIRE(score_cost({1, 1, 1, 1, 1}).ok());
  require_refused(score_cost({0, 0, -1, {}, 0}), "size-zero", {"batch"}, {"batch is 0"});
  require_refused(score_cost({1, 0, -1, {}, 0}), "size-zero", {"heads"}, {"heads is 0"});
  require_refused(score_cost({1, 1, -1, {}, 0}), "negative-size", {"n"}, {"n is -1"});
  require_refused(score_cost({1, 1, 1, -2, 0}), "negative-size", {"m"}, {"m is -2"});
  require_refused(score_cost({1, 1, 1, 1, 0}), "size-zero", {"elementBytes"}, {"elementBytes is 0"});
  require_refused(score_cost({1, 1, 1, 1, 0.5}), "size-not-whole", {"elementBytes"}, {"0.5"});
  require_refused(score_cost({1, 1, 1, 1, 17}), "size-too-large", {"elementBytes"}, {"17", "16"});
  require_refused(score_cost({0x1p25, 1, 1, 1, 1}), "size-too-large", {"batch"}, {"33554432"});
  require_refused(cache_cost({0, 1, 1, 1, 1}), "size-zero", {"layers"}, {"layers is 0"});
  require_refused(cache_cost({1, 0, 1, 1, 1}), "size-zero", {"kvHeads"}, {"kvHeads is 0"});
  require_refused(cache_cost({1, 1, 0, 1, 1}), "size-zero", {"headWidth"}, {"headWidth is 0"});
  require_refused(cache_cost({1, 1, 1, -1, 1}), "negative-size", {"n"}, {"n is -1"});
  require_refused(cache_cost({1, 1, 1, 1, kNaN}), "size-not-whole", {"elementBytes"}, {"NaN"});
  require_refused(path_cost(0), "size-zero", {"n"}, {"n is 0"});
  require_refused(path_cost(kNaN), "size-not-whole", {"n"}, {"NaN"});
  require_refused(path_cost(-1), "negative-size", {"n"}, {"n is -1"});
  require_refused(path_cost(0x1p24 + 1), "size-too-large", {"n"}, {"16777217"});
  require_refused(parameter_cost({0, 1, {}}), "size-zero", {"dModel"}, {"dModel is 0"});
  require_refused(parameter_cost({8, 0, {}}), "size-zero", {"heads"}, {"heads is 0"});
  require_refused(parameter_cost({8, 4, 0}), "size-zero", {"kvHeads"}, {"kvHeads is 0"});
  require_refused(parameter_cost({10, 4, {}}), "heads-divide", {"heads"}, {"10", "4"});
  require_refused(parameter_cost({2, 4, {}}), "heads-divide", {"heads"}, {"2", "4"});
  require_refused(parameter_cost({8, 4, 3}), "kv-heads-divide", {"kvHeads"}, {"4", "3"});
  require_refused(parameter_cost({8, 4, 8}), "kv-heads-divide", {"kvHeads"}, {"4", "8"});
}

TEST_CASE("cost: every digit agrees with long multiplication on paper") {
  Random random(2);
  for (int run = 0; run < 1000; ++run) {
    const double b = random_size(random), h = random_size(random), n = random_size(random), m = random_size(random);
    const double d = random_size(random), bytes = static_cast<double>(random.integer(1, 16));
    INFO(b << " " << h << " " << n << " " << m << " " << d << " " << bytes);
    const ScoreCost score = scores(b, h, n, m, bytes);
    require_count(score.entries, product_of({b, h, n, m}));
    require_count(score.memory.bytes, product_of({b, h, n, m, bytes}));
    REQUIRE(score.memory.mib == score.memory.bytes.number / 1048576);
    REQUIRE(score.memory.mb == score.memory.bytes.number / 1000000);
    REQUIRE(scores(b, h, n, {}, bytes).entries == scores(b, h, n, n, bytes).entries);

    const LayerCost layer = counted(layer_cost({n, d}));
    require_count(layer.projections, product_of({4, n, d, d}));
    require_count(layer.feed_forward, product_of({8, n, d, d}));
    require_count(layer.scores_and_mix, product_of({2, n, n, d}));
    require_count(layer.total, sum_of(product_of({12, n, d, d}), product_of({2, n, n, d})));
    // Two roundings of the counts and one of each quotient: 4 units in the last place of a number below 1.
    REQUIRE(std::abs(layer.share - layer.scores_and_mix.number / layer.total.number) <= 4.5e-16);
    REQUIRE(layer.share > 0);
    REQUIRE(layer.share < 1);
    REQUIRE((layer.share > 0.5) == (n > layer.crossover));

    const double groups = std::floor(std::exp2(random.between(0, 8)));
    const double heads = groups * std::floor(std::exp2(random.between(0, 8)));
    const double width = heads * std::floor(std::exp2(random.between(0, 8)));
    const ParameterCost weights = counted(parameter_cost({width, heads, groups}));
    require_count(weights.wq, product_of({width, width}));
    require_count(weights.wk, product_of({width, width / heads, groups}));
    require_count(weights.attention,
                  sum_of(product_of({2, width, width}), product_of({2, width, width / heads, groups})));
    require_count(weights.total, sum_of(weights.attention.text, product_of({8, width, width})));
    REQUIRE(counted(parameter_cost({width, heads, heads})).attention.text == product_of({4, width, width}));

    require_count(counted(cache_cost({b, h, d, n, bytes})).bytes, product_of({2, b, h, d, n, bytes}));
  }
}

TEST_CASE("cost: a count is exact in double just when its digits are those of the double") {
  Random random(3);
  int exact = 0, rounded = 0;
  for (int run = 0; run < 1000; ++run) {
    const double heads = random_size(random), n = random_size(random), m = random_size(random);
    const Count count = scores(1, heads, n, m, 1).entries;
    char text[40];
    std::snprintf(text, sizeof text, "%.0f", count.number);  // the C library prints every digit
    REQUIRE(count.exact == (count.text == text));
    if (count.number < 0x1p53) REQUIRE(count.exact);
    ++(count.exact ? exact : rounded);
  }
  REQUIRE(exact > 100);
  REQUIRE(rounded > 20);
}

}  // namespace lesson::test
