#include "core/cost.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>

namespace lesson {
namespace {

using Wide = unsigned __int128;  // GCC and Clang both have it, the latter for WebAssembly too

std::string digits(Wide count) {
  std::string text;
  do {
    text += static_cast<char>('0' + static_cast<int>(count % 10));
    count /= 10;
  } while (count != 0);
  std::reverse(text.begin(), text.end());
  return text;
}

Count to_count(Wide count) {
  const double number = static_cast<double>(count);
  return {digits(count), number, static_cast<Wide>(number) == count};
}

Bytes to_bytes(Wide count) {
  const Count bytes = to_count(count);
  return {bytes, bytes.number / 0x1p20, bytes.number / 1e6};
}

// printf would be larger than all of this file. Sizes are short; a fraction is cut after six digits.
std::string print(double number) {
  if (std::isnan(number)) return "NaN";
  const std::string sign = number < 0 ? "-" : "";
  const double size = std::abs(number);
  if (std::isinf(size)) return sign + "infinity";
  if (size >= 0x1p127) return sign + "a number of more than 38 digits";
  const double whole = std::trunc(size);
  const std::string text = sign + digits(static_cast<Wide>(whole));
  if (size == whole) return text;
  const auto millionths = static_cast<std::uint32_t>((size - whole) * 1e6);
  std::string fraction = std::to_string(millionths + 1000000).substr(1);
  const bool cut = whole + static_cast<double>(millionths) / 1e6 != size;
  if (!cut) fraction.erase(fraction.find_last_not_of('0') + 1);
  return text + "." + fraction + (cut ? "..." : "");
}

struct Size {
  const char* name;
  double given;
  double least = 1;
  double most = kMostSize;
};

std::optional<Error> check(std::initializer_list<Size> sizes) {
  for (const Size& size : sizes) {
    const std::string says = std::string(size.name) + " is " + print(size.given);
    if (!std::isfinite(size.given) || size.given != std::trunc(size.given)) {
      return Error{"size-not-whole", says + ": it counts something, so it must be a whole number.", {size.name}};
    }
    if (size.given < 0) return Error{"negative-size", says + ": no size can be below 0.", {size.name}};
    if (size.given < size.least) {
      return Error{"size-zero", says + ": there must be at least 1, or there is nothing to count.", {size.name}};
    }
    if (size.given > size.most) {
      return Error{"size-too-large",
                   says + ", more than the " + print(size.most) + " up to which is counted here.",
                   {size.name}};
    }
  }
  return std::nullopt;
}

// Only after check.
Wide wide(double size) { return static_cast<Wide>(size); }

}  // namespace

Outcome<ScoreCost> score_cost(const ScoreSizes& sizes) {
  const double m = sizes.m.value_or(sizes.n);
  if (auto refused = check({{"batch", sizes.batch},
                            {"heads", sizes.heads},
                            {"n", sizes.n, 0},
                            {"m", m, 0},
                            {"elementBytes", sizes.element_bytes, 1, kMostElementBytes}})) {
    return *refused;
  }
  const Wide entries = wide(sizes.batch) * wide(sizes.heads) * wide(sizes.n) * wide(m);
  return ScoreCost{to_count(entries), to_bytes(entries * wide(sizes.element_bytes))};
}

Outcome<LayerCost> layer_cost(const LayerSizes& sizes) {
  if (auto refused = check({{"n", sizes.n}, {"dModel", sizes.d_model}})) return *refused;
  const Wide n = wide(sizes.n), d = wide(sizes.d_model);
  const Wide projections = 4 * n * d * d, feed_forward = 8 * n * d * d, square = 2 * n * n * d;
  const double crossover = 6 * sizes.d_model;
  return LayerCost{to_count(projections),
                   to_count(feed_forward),
                   to_count(square),
                   to_count(projections + feed_forward + square),
                   sizes.n / (sizes.n + crossover),
                   crossover};
}

Outcome<ParameterCost> parameter_cost(const ParameterSizes& sizes) {
  const double kv_heads = sizes.kv_heads.value_or(sizes.heads);
  if (auto refused = check({{"dModel", sizes.d_model}, {"heads", sizes.heads}, {"kvHeads", kv_heads}})) return *refused;
  const Wide d = wide(sizes.d_model), heads = wide(sizes.heads), groups = wide(kv_heads);
  if (d % heads != 0) {
    return Error{"heads-divide",
                 "dModel is " + digits(d) + " and heads is " + digits(heads) +
                     ": the width is shared out evenly, so it must be a multiple of the number of heads.",
                 {"heads"}};
  }
  if (heads % groups != 0) {
    return Error{"kv-heads-divide",
                 "heads is " + digits(heads) + " and kvHeads is " + digits(groups) +
                     ": each key-value head serves equally many query heads, so kvHeads must divide heads.",
                 {"kvHeads"}};
  }
  const Wide full = d * d, shared = d * (d / heads) * groups, feed_forward = 8 * d * d;
  const Wide attention = 2 * full + 2 * shared;
  return ParameterCost{to_count(full),
                       to_count(shared),
                       to_count(shared),
                       to_count(full),
                       to_count(attention),
                       to_count(feed_forward),
                       to_count(attention + feed_forward)};
}

Outcome<Bytes> cache_cost(const CacheSizes& sizes) {
  if (auto refused = check({{"layers", sizes.layers},
                            {"kvHeads", sizes.kv_heads},
                            {"headWidth", sizes.head_width},
                            {"n", sizes.n, 0},
                            {"elementBytes", sizes.element_bytes, 1, kMostElementBytes}})) {
    return *refused;
  }
  return to_bytes(2 * wide(sizes.layers) * wide(sizes.kv_heads) * wide(sizes.head_width) * wide(sizes.n) *
                  wide(sizes.element_bytes));
}

Outcome<PathCost> path_cost(double n) {
  if (auto refused = check({{"n", n}})) return *refused;
  const Wide recurrent = wide(n) - 1;
  return PathCost{to_count(recurrent), to_count(std::min<Wide>(recurrent, 1))};
}

}  // namespace lesson
