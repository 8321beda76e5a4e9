// What the kernels refuse, said without strings of the standard library, since the module of the kernels has none.
#pragma once

#include <cstdint>

#include "core/kernels/problem.hpp"

namespace lesson::kernels {

// Sizes as a caller gives them; doubles, so that nothing is cut off before it is looked at.
struct Sizes {
  double heads, queries, keys, width;
  double q, k, v;  // how many numbers were given
  double padding;  // how many flags were given; 0 for none
  double scale;
};

// The sentence is: name " is " value ": " expected " was expected." A null code: nothing is refused.
//
//   kernel-size        heads, queries or keys is no whole number from 1 to 2^20, or width none from 1 to 256
//   data-length        q, k or v has another count of numbers than its shape asks for; `value` is the count given
//   padding-length     padding has another count than there are keys
//   scale-not-finite   NaN or an infinity, or beyond float32
struct Refusal {
  const char* code = nullptr;
  const char* name = nullptr;
  double value = 0;
  const char* expected = nullptr;
};
Refusal check(const Sizes& sizes);

}  // namespace lesson::kernels
