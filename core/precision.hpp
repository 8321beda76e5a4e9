// Attention whose numbers are stored in a smaller format, and how far that moves them.
//
//   float64   53 digits of the significand, float32 24, bfloat16 8, float16 11 (half.hpp has the last two)
//
// The inputs are rounded to the format, and so is each result as it is stored: raw, scaled, masked, weights, output.
// Inside a step sums and exponentials run in double, as kernels do that accumulate wider than they store. Source:
// Micikevicius et al. 2018, "Mixed Precision Training", section 3.3 (sums in the wider format, storage in the smaller).
#pragma once

#include <optional>

#include "core/attention.hpp"
#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

enum class Precision { Float64, Float32, BFloat16, Float16 };

// The number of the format that is nearest to x, a tie to even; what is too large becomes infinite. NaN stays NaN.
double stored(double x, Precision precision);
Matrix stored(const Matrix& m, Precision precision);

// Units in the last place: how many steps of the format lie between a and b, each rounded to it before. 0 for the same
// number (also for 0 and -0), 1 for neighbours; infinity is one step beyond the largest number. None if a or b is NaN.
// A whole number, exact below 2^53.
std::optional<double> units_between(double a, double b, Precision precision);

// One step of the computation in the format, and for each cell the units from what double gives. Units are NaN where
// only one of the two is NaN, and 0 where both are.
struct StoredStep {
  Matrix stored;
  Matrix units;
};

struct StoredTrace {
  StoredStep raw;      // (N, M)
  StoredStep scaled;   // (N, M)
  StoredStep weights;  // (N, M)
  StoredStep output;   // (N, V)
  Vector row_sums;     // N, of the stored weights, summed in double: not 1 when many were rounded the same way
};

// Errors: those of attention.
Outcome<StoredTrace> attention_in(const AttentionInputs& inputs, Precision precision);

}  // namespace lesson
