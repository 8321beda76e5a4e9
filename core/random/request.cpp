#include "core/random/request.hpp"

#include <cmath>
#include <optional>

#include "core/check.hpp"
#include "core/scan.hpp"

namespace lesson {
namespace {

constexpr double kFirstInexact = 0x1p53;

std::string range_of(SeedOf library) {
  return library == SeedOf::Numpy ? "default_rng takes whole numbers from 0 to 18446744073709551615 (2^64 - 1) here."
                                  : "torch.manual_seed takes whole numbers from -9223372036854775808 (-2^63) to "
                                    "18446744073709551615 (2^64 - 1).";
}

Error not_whole(const std::string& seed) {
  return {"seed-not-whole",
          "The seed is " + seed + ": a seed is a whole number, written in digits alone, such as 39.",
          {"seed"}};
}

Error out_of_range(const std::string& seed, SeedOf library) {
  return {"seed-range", "The seed is " + seed + ": " + range_of(library), {"seed"}};
}

// The magnitude with its sign, or nothing if the library does not take it.
std::optional<std::uint64_t> signed_seed(std::uint64_t magnitude, bool negative, SeedOf library) {
  if (!negative || magnitude == 0) return magnitude;
  if (library == SeedOf::Numpy || magnitude > std::uint64_t{1} << 63) return std::nullopt;
  return 0 - magnitude;
}

// A sign and digits, spaces around. `fits` is false beyond 64 bits.
struct Whole {
  bool negative = false, fits = true;
  std::uint64_t magnitude = 0;
};

std::optional<Whole> scan_whole(std::string_view text) {
  Scan scan(text);
  scan.skip_spaces();
  Whole whole{.negative = scan.eat("-") || scan.eat("−")};
  if (!whole.negative) scan.eat("+");
  bool digits = false;
  for (; is_digit(scan.peek()); scan.skip()) {
    const auto digit = static_cast<std::uint64_t>(scan.peek() - '0');
    digits = true;
    whole.fits = whole.fits && whole.magnitude <= (UINT64_MAX - digit) / 10;
    whole.magnitude = whole.magnitude * 10 + digit;
  }
  scan.skip_spaces();
  if (!digits || !scan.done()) return std::nullopt;
  return whole;
}

Error bound_range(std::string_view name, const std::string& bound) {
  const std::string given(name);
  return {"bound-range",
          given + " is " + bound +
              ": bounds of whole random numbers lie from -9223372036854775808 (-2^63) to 9223372036854775807 "
              "(2^63 - 1).",
          {given}};
}

std::string shown_shape(const Shape& shape) {
  constexpr std::size_t kMostShown = 8;
  std::string text;
  for (std::size_t axis = 0; axis < shape.size() && axis < kMostShown; ++axis) {
    text += (axis == 0 ? "" : ", ") + std::to_string(shape[axis]);
  }
  if (shape.size() > kMostShown) text += ", ...";
  return "(" + text + ")";
}

}  // namespace

Outcome<std::uint64_t> seed_from_text(std::string_view text, SeedOf library) {
  const auto whole = scan_whole(text);
  if (!whole) return not_whole(quoted(text));
  const auto seed = signed_seed(whole->magnitude, whole->negative, library);
  if (!whole->fits || !seed) return out_of_range(quoted(text), library);
  return *seed;
}

Outcome<std::uint64_t> seed_from_number(double number, SeedOf library) {
  if (!std::isfinite(number) || number != std::trunc(number)) return not_whole(shown(number));
  const bool negative = number < 0;
  const double magnitude = std::abs(number);
  if (magnitude >= 0x1p64) return out_of_range(shown(number), library);
  const auto seed = signed_seed(static_cast<std::uint64_t>(magnitude), negative, library);
  if (!seed) return out_of_range(shown(number), library);
  if (magnitude >= kFirstInexact) {
    return Error{
        "seed-inexact",
        "The seed is " + shown(number) +
            ": numbers of this kind skip whole numbers beyond 9007199254740991 (2^53 - 1), so it may not be the "
            "seed that was written. Give it as text.",
        {"seed"}};
  }
  return *seed;
}

Outcome<std::int64_t> bound_from_text(std::string_view text, std::string_view name) {
  const auto whole = scan_whole(text);
  if (!whole) {
    const std::string given(name);
    return Error{
        "bound-not-whole", given + " is " + quoted(text) + ": it must be a whole number in digits alone.", {given}};
  }
  const std::uint64_t most = whole->negative ? std::uint64_t{1} << 63 : INT64_MAX;
  if (!whole->fits || whole->magnitude > most) return bound_range(name, quoted(text));
  return static_cast<std::int64_t>(whole->negative ? 0 - whole->magnitude : whole->magnitude);
}

Outcome<std::int64_t> bound_from_number(double number, std::string_view name) {
  const std::string given(name);
  if (!std::isfinite(number) || number != std::trunc(number)) {
    return Error{"bound-not-whole", given + " is " + shown(number) + ": it must be a whole number.", {given}};
  }
  if (number < -0x1p63 || number >= 0x1p63) return bound_range(name, shown(number));
  if (std::abs(number) >= kFirstInexact) {
    return Error{"bound-inexact",
                 given + " is " + shown(number) +
                     ": numbers of this kind skip whole numbers beyond 9007199254740991 (2^53 - 1), so it may not be "
                     "the one that was written. Give it as text.",
                 {given}};
  }
  return static_cast<std::int64_t>(number);
}

Outcome<Index> numbers_in(const Shape& shape) {
  bool empty = false;
  for (const Index size : shape) {
    if (size < 0) {
      return Error{
          "negative-size",
          "The shape " + shown_shape(shape) + " has a size of " + std::to_string(size) + ": no size can be below 0.",
          {"shape"}};
    }
    empty = empty || size == 0;
  }
  if (empty) return Index{0};
  Index count = 1;
  for (const Index size : shape) {
    if (count > kMostNumbers / size) {
      return Error{"too-large",
                   "The shape " + shown_shape(shape) + " asks for more than the " + std::to_string(kMostNumbers) +
                       " random numbers that one call may draw here.",
                   {"shape"}};
    }
    count *= size;
  }
  return count;
}

std::string shown(double number) {
  if (std::isnan(number)) return "NaN";
  const std::string sign = std::signbit(number) ? "-" : "";
  double rest = std::abs(number);
  if (std::isinf(rest)) return sign + "infinity";
  if (rest >= 0x1p64) {
    int exponent = 0;
    for (; rest >= 10; rest /= 10) ++exponent;
    return "about " + sign + std::to_string(static_cast<int>(rest)) + "e" + std::to_string(exponent);
  }
  if (rest > 0 && rest < 1e-6) {
    int exponent = 0;
    for (; rest < 1; rest *= 10) ++exponent;
    return "about " + sign + std::to_string(static_cast<int>(rest)) + "e-" + std::to_string(exponent);
  }
  const auto whole = static_cast<std::uint64_t>(rest);
  std::string text = sign + std::to_string(whole);
  rest -= static_cast<double>(whole);
  if (rest == 0) return text;
  text += '.';
  for (int place = 0; place < 6 && rest > 0; ++place) {
    const int digit = static_cast<int>(rest *= 10);
    text += static_cast<char>('0' + digit);
    rest -= digit;
  }
  return rest > 0 ? text + "..." : text;
}

}  // namespace lesson
