// 2^x for four floats at once.
//
// x is split into a whole number n, the nearest, and f = x - n in [-1/2, 1/2], which is exact. 2^f is a polynomial of
// degree 5 with the smallest relative error on that interval (Remez): 7.5e-8. Rounding in its five steps, each of which
// takes at most half a unit in the last place of a number near 1, brings it to 2.6e-7 at most; 2^n is exact.
// tests/core/kernels_exp2_test.cpp measures it over the whole range.
#pragma once

#include "core/kernels/simd.hpp"

namespace lesson::kernels {

// Below this the result stays the smallest normal float, 2^-126, rather than 0: whoever wants exactly 0 writes it.
inline constexpr float kLeastExponent = -126;

// Constants, kept in memory that the compiler must take for changeable: constants of the code are built anew in each
// turn of a loop by the browsers' compilers.
struct Exp2Constants {
  float least = kLeastExponent;
  float magic = 12582912;  // 1.5 * 2^23: adding it rounds to the nearest whole number
  float c[6] = {1.00000012F, 0.693146944F, 0.240221202F, 0.0555071309F, 0.00967554096F, 0.00132764725F};
};
extern Exp2Constants exp2_constants;

struct Exp2 {
  Lanes least, magic, c0, c1, c2, c3, c4, c5;
};

inline Exp2 load_exp2() {
  const Exp2Constants& k = exp2_constants;
  return {splat_from(&k.least), splat_from(&k.magic), splat_from(k.c),     splat_from(k.c + 1),
          splat_from(k.c + 2),  splat_from(k.c + 3),  splat_from(k.c + 4), splat_from(k.c + 5)};
}

// x at most 127; NaN gives 2^-126: the callers keep it away.
inline Lanes exp2(Lanes x, const Exp2& k) {
  x = larger(k.least, x);
  const Lanes n = add(x, k.magic);
  const Lanes f = subtract(x, subtract(n, k.magic));
  const Lanes low = multiply_add(f, k.c1, k.c0);
  const Lanes middle = multiply_add(f, k.c3, k.c2);
  const Lanes high = multiply_add(f, k.c5, k.c4);
  const Lanes f2 = multiply(f, f);
  return add_exponent(multiply_add(f2, multiply_add(f2, high, middle), low), n);
}

}  // namespace lesson::kernels
