// 2^x for four floats at once.
//
// x is split into a whole number n, the nearest, and f = x - n in [-1/2, 1/2], which is exact. 2^f is a polynomial of
// degree 5 with the smallest relative error on that interval among those that are 1 at 0: 9.2e-8. Its coefficients are
// the floats beside the best real ones for which the rounding in its five steps brings it to no more than 2e-7.
// tests/core/kernels_exp2_test.cpp measures it over the whole range.
//
// 1 at 0, and so exact at whole numbers: where a running maximum stays, what was summed before must keep its weight.
// With a unit in the last place more, keys of the first block weigh 64 units more than those of the 64th, and a row's
// digits depend on which rows it is computed beside.
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
  float c[6] = {1, 0.693147063F, 0.240222394F, 0.0555069F, 0.00967151765F, 0.0013264711F};
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
