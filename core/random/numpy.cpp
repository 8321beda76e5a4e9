#include "core/random/numpy.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "core/random/ziggurat.hpp"

namespace lesson::numpy {
namespace {

// By halves, because not every compiler has a type of 128 bits.
struct Wide {
  std::uint64_t high = 0, low = 0;
};

Wide add(Wide a, Wide b) {
  const std::uint64_t low = a.low + b.low;
  return {a.high + b.high + (low < a.low ? 1 : 0), low};
}

Wide multiply(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kMask = 0xffffffff;
  const std::uint64_t a0 = a & kMask, a1 = a >> 32, b0 = b & kMask, b1 = b >> 32;
  const std::uint64_t low = a0 * b0;
  const std::uint64_t middle = a1 * b0 + (low >> 32);  // at most (2^32 - 1)^2 + 2^32 - 1: no overflow
  const std::uint64_t other = a0 * b1 + (middle & kMask);
  return {a1 * b1 + (middle >> 32) + (other >> 32), a * b};
}

Wide multiply(Wide a, Wide b) {
  Wide product = multiply(a.low, b.low);
  product.high += a.high * b.low + a.low * b.high;
  return product;
}

void step(Generator& generator) {
  constexpr Wide kMultiplier{0x2360ed051fc65da4, 0x4385df649fccf645};
  const Wide state = add(multiply({generator.state_high, generator.state_low}, kMultiplier),
                         {generator.increment_high, generator.increment_low});
  generator.state_high = state.high;
  generator.state_low = state.low;
}

// SeedSequence(seed).generate_state(8): every word of the pool is mixed into every other one, then each is hashed twice
// with a running constant.
class SeedSequence {
 public:
  explicit SeedSequence(std::uint64_t seed)
      : pool_{hash(static_cast<std::uint32_t>(seed)), hash(static_cast<std::uint32_t>(seed >> 32)), hash(0), hash(0)} {
    for (std::size_t from = 0; from < pool_.size(); ++from) {
      for (std::size_t to = 0; to < pool_.size(); ++to) {
        if (from != to) pool_[to] = mix(pool_[to], hash(pool_[from]));
      }
    }
  }

  std::array<std::uint64_t, 4> words() const {
    std::array<std::uint64_t, 4> words{};
    std::uint32_t constant = 0x8b51f9dd;
    for (std::size_t i = 0; i < 8; ++i) {
      std::uint32_t value = pool_[i % pool_.size()] ^ constant;
      constant *= 0x58f38ded;
      value *= constant;
      value ^= value >> 16;
      words[i / 2] |= std::uint64_t{value} << (i % 2 * 32);
    }
    return words;
  }

 private:
  std::uint32_t hash(std::uint32_t value) {
    value ^= constant_;
    constant_ *= 0x931e8875;
    value *= constant_;
    return value ^ value >> 16;
  }

  static std::uint32_t mix(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t mixed = 0xca01f9dd * a - 0x4973f715 * b;
    return mixed ^ mixed >> 16;
  }

  std::uint32_t constant_ = 0x43b0d7e5;  // before the pool, whose hashes change it
  std::array<std::uint32_t, 4> pool_;
};

// 0 <= x <= last. The product of a draw and the count is x in its upper half; draws whose lower half falls into the
// excess are thrown away.
std::uint64_t up_to(Generator& generator, std::uint64_t last) {
  if (last == 0) return 0;
  if (last == UINT32_MAX) return next_uint32(generator);
  if (last < UINT32_MAX) {
    const auto count = static_cast<std::uint32_t>(last + 1);
    const std::uint32_t excess = (0 - count) % count;  // 2^32 mod count
    for (;;) {
      const std::uint64_t product = std::uint64_t{next_uint32(generator)} * count;
      if (static_cast<std::uint32_t>(product) >= excess) return product >> 32;
    }
  }
  if (last == UINT64_MAX) return next_uint64(generator);
  const std::uint64_t count = last + 1;
  const std::uint64_t excess = (0 - count) % count;  // 2^64 mod count
  for (;;) {
    const Wide product = multiply(next_uint64(generator), count);
    if (product.low >= excess) return product.high;
  }
}

// 0 <= x <= last, where last is a place in an array: as many low bits as last has, thrown away if they are above it.
std::size_t place_up_to(Generator& generator, std::size_t last) {
  const std::uint32_t mask = std::bit_ceil(static_cast<std::uint32_t>(last) + 1) - 1;
  for (;;) {
    const std::uint32_t place = next_uint32(generator) & mask;
    if (place <= last) return place;
  }
}

// Beyond the last layer: Marsaglia's exponential majorant.
double tail(Generator& generator, bool negative) {
  for (;;) {
    const double x = -ziggurat::kInverseTail * std::log1p(-next_double(generator));
    const double y = -std::log1p(-next_double(generator));
    if (y + y > x * x) return negative ? -(ziggurat::kTail + x) : ziggurat::kTail + x;
  }
}

template <typename T, typename Draw>
Outcome<std::vector<T>> array(const Shape& shape, Draw draw) {
  const auto count = numbers_in(shape);
  if (!count) return count.error();
  std::vector<T> numbers(static_cast<std::size_t>(*count));
  for (T& number : numbers) number = draw();
  return numbers;
}

}  // namespace

Generator default_rng(std::uint64_t seed) {
  const auto words = SeedSequence(seed).words();
  Generator generator;
  generator.increment_high = words[2] << 1 | words[3] >> 63;
  generator.increment_low = words[3] << 1 | 1;
  step(generator);
  const Wide state = add({generator.state_high, generator.state_low}, {words[0], words[1]});
  generator.state_high = state.high;
  generator.state_low = state.low;
  step(generator);
  return generator;
}

std::uint64_t next_uint64(Generator& generator) {
  step(generator);
  // Not std::rotr: libraries disagree on the type of its second argument, which clang then warns of.
  const std::uint64_t mixed = generator.state_high ^ generator.state_low, turn = generator.state_high >> 58;
  return mixed >> turn | mixed << (64 - turn) % 64;
}

std::uint32_t next_uint32(Generator& generator) {
  if (generator.has_half) {
    generator.has_half = false;
    return generator.half;
  }
  const std::uint64_t word = next_uint64(generator);
  generator.has_half = true;
  generator.half = static_cast<std::uint32_t>(word >> 32);
  return static_cast<std::uint32_t>(word);
}

double next_double(Generator& generator) { return static_cast<double>(next_uint64(generator) >> 11) * 0x1p-53; }

// A word is, from its lowest bit: 8 bits layer, 1 bit sign, 52 bits position in the layer, 3 unused.
double standard_normal(Generator& generator) {
  for (;;) {
    const std::uint64_t word = next_uint64(generator);
    const auto layer = static_cast<std::size_t>(word & 0xff);
    const bool negative = (word >> 8 & 1) != 0;
    const std::uint64_t position = word >> 9 & 0xfffffffffffff;
    const double magnitude = static_cast<double>(position) * ziggurat::kWidth[layer];
    const double x = negative ? -magnitude : magnitude;
    if (position < ziggurat::kInside[layer]) return x;
    // In the tail NumPy takes the sign from another bit.
    if (layer == 0) return tail(generator, (position >> 8 & 1) != 0);
    const double top = ziggurat::kHeight[layer - 1], bottom = ziggurat::kHeight[layer];
    if ((top - bottom) * next_double(generator) + bottom < std::exp(-0.5 * x * x)) return x;
  }
}

Outcome<std::vector<std::uint64_t>> raw(Generator& generator, const Shape& shape) {
  return array<std::uint64_t>(shape, [&] { return next_uint64(generator); });
}

Outcome<std::vector<double>> random(Generator& generator, const Shape& shape) {
  return array<double>(shape, [&] { return next_double(generator); });
}

Outcome<std::vector<double>> normal(Generator& generator, double loc, double scale, const Shape& shape) {
  if (std::signbit(scale) && !std::isnan(scale)) {
    return Error{"scale-negative",
                 "The scale is " + shown(scale) + ": a standard deviation cannot have a minus sign.",
                 {"scale"}};
  }
  return array<double>(shape, [&] { return loc + scale * standard_normal(generator); });
}

Outcome<std::vector<std::int64_t>> integers(Generator& generator, std::int64_t low, std::int64_t high,
                                            const Shape& shape) {
  if (high <= low) {
    return Error{"range-empty",
                 "There is no whole number from " + std::to_string(low) + " to below " + std::to_string(high) +
                     ": high must be above low.",
                 {"high"}};
  }
  // Unsigned, where the difference of any two fits and sums wrap around.
  const auto first = static_cast<std::uint64_t>(low);
  const std::uint64_t last = static_cast<std::uint64_t>(high) - first - 1;
  return array<std::int64_t>(shape, [&] { return static_cast<std::int64_t>(first + up_to(generator, last)); });
}

Outcome<std::vector<Index>> permutation(Generator& generator, Index n) {
  const auto count = numbers_in({n});
  if (!count) return count.error();
  std::vector<Index> order(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  for (std::size_t i = order.size(); i-- > 1;) std::swap(order[i], order[place_up_to(generator, i)]);
  return order;
}

}  // namespace lesson::numpy
