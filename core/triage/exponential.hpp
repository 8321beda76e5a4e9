// The exponential of the training: one implementation, so that a seed trains the same model on every machine.
//
// std::exp is the C library's, and glibc alone has several, chosen by the processor, that round the last bit
// differently. Through thousands of steps of an optimiser such a bit grows into another model.
#pragma once

namespace lesson::triage {

// e^x, from sums, products and a power of two alone, which IEEE 754 fixes to the last bit: x = k ln 2 + r with |r| at
// most ln 2 / 2, then the Taylor series of e^r to degree 13, whose next term is below 5e-18 (Cody and Waite 1980,
// chapter 6, for the reduction with ln 2 in two parts). Within 2 units in the last place of the exact value.
// Result: 0 for -infinity and below -745.2, infinity above 709.79, exactly 1 for 0; NaN for NaN.
double exponential(double x);

}  // namespace lesson::triage
