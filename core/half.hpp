// The two 16-bit formats of machine learning, emulated in double: what a number becomes when it is stored in one.
//
//            sign  exponent  fraction  largest       smallest normal  smallest   significant digits
//   float16   1       5        10      65,504        2^-14            2^-24      about 3.3
//   bfloat16  1       8         7      about 3.4e38  2^-126           2^-133     about 2.4
//
// Rounding is to nearest, ties to even, from double in one step: through float32 it would be rounded twice, and a
// number just above a tie could fall to the wrong side. A magnitude of at least half a unit above the largest becomes
// infinite; small ones become subnormal, then zero; the sign stays, also that of zero. NaN stays NaN (quiet, with its
// sign and as much of its payload as fits). Every bit pattern of either format is a double, exactly.
//
// Source: IEEE 754-2019, sections 3.4 (binary16), 4.3.1 (rounding) and 6.2 (NaN); bfloat16: Intel 2018, "BFLOAT16
// Hardware Numerics Definition", whose format is the upper half of a float32.
#pragma once

#include <cstdint>
#include <optional>

#include "core/types.hpp"

namespace lesson {

enum class Half { Float16, BFloat16 };

// The bit pattern of the number of the format that is nearest to x, and the number of a bit pattern.
std::uint16_t to_half_bits(double x, Half format);
double from_half_bits(std::uint16_t bits, Half format);

// Nearest number of the format, as a double: from_half_bits(to_half_bits(x)). Each number of a matrix on its own.
double round_to(double x, Half format);
Matrix round_to(const Matrix& m, Half format);

// How many steps of the format lie between a and b, each rounded to it before: 0 for the same number (also for 0 and
// -0), 1 for neighbours. Infinity is one step beyond the largest number. At most 65,280. None if a or b is NaN.
std::optional<std::int32_t> units_between(double a, double b, Half format);

}  // namespace lesson
