#include "core/tensor/digits.hpp"

#include <array>
#include <string>

#include "core/decimal.hpp"
#include "core/scan.hpp"

namespace lesson {
namespace {

constexpr int kEnough = 100000;  // beyond every exponent that matters
constexpr std::size_t kMostDigits = 64;

// Exact powers of ten: with up to 15 digits, one product or quotient is the nearest double (Clinger 1990).
constexpr std::array<double, 23> kTens = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                          1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

double nearest(const std::string& digits, int power) {
  if (digits.size() <= 15 && power >= -22 && power <= 22) {
    double whole = 0;
    for (const char digit : digits) whole = whole * 10 + (digit - '0');
    return power < 0 ? whole / kTens[static_cast<std::size_t>(-power)] : whole * kTens[static_cast<std::size_t>(power)];
  }
  return nearest_double(digits, power);
}

}  // namespace

std::optional<Digits> read_digits(std::string_view text) {
  std::size_t at = 0;
  const auto peek = [&](std::size_t ahead = 0) { return at + ahead < text.size() ? text[at + ahead] : '\0'; };
  const bool minus = peek() == '-';
  if (minus || peek() == '+') ++at;
  std::string digits;
  int power = 0, behind = 0;
  bool any = false, point = false;
  for (; is_digit(peek()) || (peek() == '.' && !point); ++at) {
    if (peek() == '.') {
      point = true;
      continue;
    }
    any = true;
    if (point && behind < kEnough) ++behind;
    if (digits.empty() && peek() == '0') {
      if (point && power > -kEnough) --power;
    } else if (digits.size() < kMostDigits) {
      digits += peek();
      if (point && power > -kEnough) --power;
    } else if (!point && power < kEnough) {
      ++power;
    }
  }
  if (!any) return std::nullopt;
  Digits found;
  int exponent = 0;
  if (peek() == 'e' || peek() == 'E') {
    const std::size_t sign = peek(1) == '-' || peek(1) == '+' ? 1 : 0;
    if (is_digit(peek(1 + sign))) {
      const bool negative = peek(1) == '-';
      found.scientific = true;
      for (at += 1 + sign; is_digit(peek()); ++at) {
        if (exponent < kEnough) exponent = exponent * 10 + (peek() - '0');
      }
      if (negative) exponent = -exponent;
    }
  }
  const double value = nearest(digits, power + exponent);
  found.value = minus ? -value : value;
  found.length = at;
  if (point || found.scientific) found.step = nearest("1", exponent - behind);
  return found;
}

}  // namespace lesson
