// What a caller may ask of a generator of random numbers. Everything is looked at before the generator is touched: a
// refused request draws nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

// Whose seeds: numpy.random.default_rng(seed) takes whole numbers from 0 (here below 2^64; NumPy itself has no upper
// end), torch.manual_seed(seed) those from -2^63 to 2^64 - 1, where -1 means 2^64 - 1.
enum class SeedOf { Numpy, Torch };

// A seed as text: digits, perhaps a sign in front ("-" or U+2212), spaces around. A dynamic language whose numbers are
// doubles passes its larger seeds this way.
//   seed-not-whole  anything else than that, such as "", "1.5" or "1e3"
//   seed-range      a whole number that the library does not take
Outcome<std::uint64_t> seed_from_text(std::string_view text, SeedOf library);

// A seed as a double.
//   seed-not-whole  NaN, an infinity or a fraction
//   seed-range      a whole number that the library does not take
//   seed-inexact    beyond 2^53 - 1 = 9,007,199,254,740,991, where doubles skip whole numbers: it may not be what was
//                   written. It belongs in text.
Outcome<std::uint64_t> seed_from_number(double number, SeedOf library);

// A bound of whole random numbers, as text or as a double, from -2^63 to 2^63 - 1. `name` is what the caller calls it.
//   bound-not-whole  no whole number, as for seeds
//   bound-range      beyond 64 bits
//   bound-inexact    a double beyond 2^53 - 1, as for seeds
Outcome<std::int64_t> bound_from_text(std::string_view text, std::string_view name);
Outcome<std::int64_t> bound_from_number(double number, std::string_view name);

// The sizes of an array; its numbers are drawn in row-major order. No size at all: one number.
using Shape = std::vector<Index>;

// How many numbers an array of this shape has, at most kMostNumbers.
//   negative-size  a size is below 0 (NumPy's permutation takes that for 0; here it is refused everywhere)
//   too-large      the product is above kMostNumbers (computed without overflow)
Outcome<Index> numbers_in(const Shape& shape);

// A double for a message: whole numbers below 2^64 with all their digits, others to six decimals, the smallest and the
// largest to one digit.
std::string shown(double number);

}  // namespace lesson
