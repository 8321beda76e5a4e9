// The tables of NumPy's ziggurat for the normal distribution: 256 layers of equal area under exp(-x^2 / 2).
#pragma once

#include <array>
#include <cstdint>

namespace lesson::ziggurat {

inline constexpr std::size_t kLayers = 256;

// Where the tail begins, and 1 over that.
inline constexpr double kTail = 3.6541528853610088;
inline constexpr double kInverseTail = 0.27366123732975828;

// Let x_255 = kTail > x_254 > ... > x_1 > 0 be the right ends of the layers, v their common area and x_0 = v /
// f(x_255), with f(x) = exp(-x^2 / 2) (Marsaglia and Tsang 2000, "The ziggurat method for generating random
// variables"). Then
//   kWidth[i]    x_i / 2^52: a draw of 52 bits times this is x
//   kHeight[i]   f(x_i); kHeight[0] is f(0) = 1
//   kInside[i]   floor(2^52 x_{i-1} / x_i), below which x is under the curve for certain; kInside[0] has x_255 / x_0,
//   and
//                kInside[1] is 0
// Their last digits are those of NumPy (numpy/random/src/distributions/ziggurat_constants.h, as compiled in
// NumPy 1.24), which no construction that we know gives bit for bit: so they stand here as numbers.
extern const std::array<double, kLayers> kWidth;
extern const std::array<double, kLayers> kHeight;
extern const std::array<std::uint64_t, kLayers> kInside;

}  // namespace lesson::ziggurat
