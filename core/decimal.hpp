// From decimal digits to binary64, without the C library: its strtod is a sixth of the compiled module, and reads the
// decimal sign of whatever locale a program has set.
#pragma once

#include <string_view>

namespace lesson {

// The binary64 nearest to digits * 10^exponent, a tie to the even one (IEEE 754 roundTiesToEven): what strtod gives.
// Beyond 1.8e308: infinity; below 2.5e-324: 0. Exact for every input, since the quotient is taken with whole numbers.
//
// digits: at most 64 of '0' to '9', any number of zeros in front; none stands for 0.
double nearest_double(std::string_view digits, int exponent);

}  // namespace lesson
