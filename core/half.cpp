#include "core/half.hpp"

#include <cmath>
#include <cstring>

namespace lesson {
namespace {

constexpr int kDoubleFraction = 52;
constexpr std::uint64_t kDoubleHidden = std::uint64_t{1} << kDoubleFraction;  // the leading 1 that is not stored

struct Layout {
  int fraction;          // stored bits of the fraction
  int least;             // exponent of the smallest normal number; the bias is 1 - least
  std::uint16_t beyond;  // the pattern of infinity
};

constexpr Layout layout_of(Half format) {
  return format == Half::Float16 ? Layout{10, -14, 0x7c00} : Layout{7, -126, 0x7f80};
}

constexpr std::uint16_t kSign = 0x8000;

// std::bit_cast, which Debian's Emscripten does not have.
template <typename To, typename From>
To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

}  // namespace

// In integers alone: the result depends on no rounding mode, and a NaN is never computed with.
std::uint16_t to_half_bits(double x, Half format) {
  const Layout to = layout_of(format);
  const auto bits = bit_cast<std::uint64_t>(x);
  const auto sign = static_cast<std::uint16_t>((bits >> 48) & kSign);
  const std::uint64_t fraction = bits & (kDoubleHidden - 1);
  const int exponent = static_cast<int>((bits >> kDoubleFraction) & 0x7ff) - 1023;

  if (exponent == 1024 && fraction != 0) {
    const auto quiet = 1U << (to.fraction - 1);
    const auto payload = static_cast<std::uint32_t>(fraction >> (kDoubleFraction - to.fraction));
    return static_cast<std::uint16_t>(sign | to.beyond | quiet | payload);
  }
  if (exponent == 1024) return static_cast<std::uint16_t>(sign | to.beyond);

  // Below the smallest normal number the unit stays, so that more bits fall away. From 54 on, less than half a unit is
  // left; that includes the subnormal doubles, whose leading bit is no 1.
  const int unit = exponent > to.least ? exponent : to.least;
  const int dropped = kDoubleFraction - to.fraction + (unit - exponent);
  if (dropped > kDoubleFraction + 1) return sign;

  const std::uint64_t significand = fraction | kDoubleHidden;
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1), rest = significand & (2 * half - 1);
  std::uint64_t kept = significand >> dropped;
  if (rest > half || (rest == half && kept % 2 == 1)) ++kept;

  // kept brings the leading 1, which counts as one more in the exponent field; so does a carry out of the fraction. A
  // subnormal has neither, and the field stays 0.
  const std::uint64_t magnitude = (static_cast<std::uint64_t>(unit - to.least) << to.fraction) + kept;
  return static_cast<std::uint16_t>(sign | (magnitude < to.beyond ? magnitude : to.beyond));
}

double from_half_bits(std::uint16_t bits, Half format) {
  const Layout from = layout_of(format);
  const std::uint64_t sign = static_cast<std::uint64_t>(bits & kSign) << 48;
  const std::uint64_t fraction = bits & ((1U << from.fraction) - 1);
  const int field = (bits & ~kSign) >> from.fraction;

  if ((bits & from.beyond) == from.beyond) {
    const std::uint64_t beyond = std::uint64_t{0x7ff} << kDoubleFraction;
    return bit_cast<double>(sign | beyond | (fraction << (kDoubleFraction - from.fraction)));
  }
  // A field of 0 means no leading 1, and the exponent of field 1.
  const double significand = static_cast<double>(field == 0 ? fraction : fraction | (1U << from.fraction));
  const double size = std::ldexp(significand, from.least - from.fraction + (field == 0 ? 0 : field - 1));
  return sign == 0 ? size : -size;
}

double round_to(double x, Half format) { return from_half_bits(to_half_bits(x, format), format); }

Matrix round_to(const Matrix& m, Half format) {
  Matrix rounded(m.rows(), m.cols());
  for (Index at = 0; at < m.size(); ++at) rounded.data()[at] = round_to(m.data()[at], format);
  return rounded;
}

std::optional<std::int32_t> units_between(double a, double b, Half format) {
  if (std::isnan(a) || std::isnan(b)) return std::nullopt;
  // Without the sign, the patterns stand in the order of their numbers, one step apart.
  const auto place = [format](double x) {
    const std::int32_t bits = to_half_bits(x, format);
    return bits < kSign ? bits : kSign - bits;
  };
  const std::int32_t steps = place(a) - place(b);
  return steps < 0 ? -steps : steps;
}

}  // namespace lesson
