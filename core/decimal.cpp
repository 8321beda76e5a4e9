#include "core/decimal.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace lesson {
namespace {

// A natural number below 2^2048. The largest here is 10^394 * 2^53, below 2^1363.
class Natural {
 public:
  void multiply_add(std::uint32_t factor, std::uint32_t addend) {
    std::uint64_t carry = addend;
    for (std::uint32_t& word : words_) {
      carry += std::uint64_t{word} * factor;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }

  void shift_left(int bits) {
    const auto whole = static_cast<std::size_t>(bits / 32);
    for (std::size_t i = kWords; i-- > 0;) words_[i] = i >= whole ? words_[i - whole] : 0;
    multiply_add(std::uint32_t{1} << (bits % 32), 0);
  }

  // Bits up to the highest that is set.
  int bits() const {
    for (std::size_t i = kWords; i-- > 0;) {
      if (words_[i] == 0) continue;
      int count = static_cast<int>(i) * 32;
      for (std::uint32_t word = words_[i]; word != 0; word >>= 1) ++count;
      return count;
    }
    return 0;
  }

  // Negative, 0 or positive as this is below, equal to or above `other`.
  int compare(const Natural& other) const {
    for (std::size_t i = kWords; i-- > 0;) {
      if (words_[i] != other.words_[i]) return words_[i] < other.words_[i] ? -1 : 1;
    }
    return 0;
  }

  // `other` is not above this.
  void subtract(const Natural& other) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < kWords; ++i) {
      const std::uint64_t difference = std::uint64_t{words_[i]} - other.words_[i] - borrow;
      words_[i] = static_cast<std::uint32_t>(difference);
      borrow = difference >> 63;
    }
  }

 private:
  static constexpr std::size_t kWords = 64;
  std::array<std::uint32_t, kWords> words_{};
};

// floor(log2(top / bottom)), both positive.
int binary_exponent(const Natural& top, const Natural& bottom) {
  const int guess = top.bits() - bottom.bits();  // or one less
  Natural a = top, b = bottom;
  (guess < 0 ? a : b).shift_left(guess < 0 ? -guess : guess);
  return a.compare(b) < 0 ? guess - 1 : guess;
}

}  // namespace

double nearest_double(std::string_view digits, int exponent) {
  while (!digits.empty() && digits.front() == '0') digits.remove_prefix(1);
  if (digits.empty()) return 0;
  const auto count = static_cast<int>(digits.size());
  // Below 2^53 the digits are a double, and so are powers of ten up to 10^22: one operation, rounded once, is exact
  // (Clinger 1990, "How to read floating point numbers accurately"). Most of what people type is short.
  if (count <= 15 && exponent <= 22 && exponent >= -22) {
    double number = 0, power = 1;
    for (const char digit : digits) number = number * 10 + (digit - '0');
    for (int i = 0; i < (exponent < 0 ? -exponent : exponent); ++i) power *= 10;
    return exponent < 0 ? number / power : number * power;
  }
  // The number lies between 10^(count - 1 + exponent) and 10^(count + exponent).
  if (exponent > 310 - count) return std::numeric_limits<double>::infinity();
  if (exponent < -330 - count) return 0;

  Natural top, bottom;
  for (const char digit : digits) top.multiply_add(10, static_cast<std::uint32_t>(digit - '0'));
  bottom.multiply_add(1, 1);
  for (int i = 0; i < exponent; ++i) top.multiply_add(10, 0);
  for (int i = 0; i > exponent; --i) bottom.multiply_add(10, 0);

  // The unit in the last place of the result is 2^unit: 53 bits, fewer below the smallest normal number.
  const int highest = binary_exponent(top, bottom);
  if (highest > 1023) return std::numeric_limits<double>::infinity();
  const int unit = highest - 52 > -1074 ? highest - 52 : -1074;
  (unit < 0 ? top : bottom).shift_left(unit < 0 ? -unit : unit);

  // Long division, one bit of the quotient at a time.
  const int steps = highest > unit ? highest - unit : 0;
  bottom.shift_left(steps);
  std::uint64_t quotient = 0;
  for (int i = 0; i <= steps; ++i) {
    if (i > 0) top.shift_left(1);
    quotient <<= 1;
    if (top.compare(bottom) < 0) continue;
    top.subtract(bottom);
    quotient |= 1;
  }
  // What is left, against half a unit.
  top.shift_left(1);
  const int half = top.compare(bottom);
  if (half > 0 || (half == 0 && quotient % 2 == 1)) ++quotient;
  return std::ldexp(static_cast<double>(quotient), unit);
}

}  // namespace lesson
