// Exponential and logarithm of the training: one implementation, so that a seed trains the same model on every machine.
//
// std::exp and std::log are the C library's, and glibc alone has several, chosen by the processor, that round the last
// bit differently. Through thousands of steps of an optimiser such a bit grows into another model.
#pragma once

namespace lesson::triage {

// e^x, from sums, products and a power of two alone, which IEEE 754 fixes to the last bit: x = k ln 2 + r with |r| at
// most ln 2 / 2, then the Taylor series of e^r to degree 13, whose next term is below 5e-18 (Cody and Waite 1980,
// chapter 6, for the reduction with ln 2 in two parts). Within 2 units in the last place of the exact value.
// Result: 0 for -infinity and below -745.2, infinity above 709.79, exactly 1 for 0; NaN for NaN.
double exponential(double x);

// The natural logarithm of a normal number above 0: x = 2^k m with m between sqrt(1/2) and sqrt(2), then the series of
// 2 artanh((m - 1) / (m + 1)) to degree 21, whose next term is below 2e-19. Within 4 units in the last place of the
// exact value.
double logarithm(double x);

}  // namespace lesson::triage
