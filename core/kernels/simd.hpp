// Four floats side by side: SIMD128 in WebAssembly, GCC's and Clang's vectors elsewhere. Only what the kernels need, so
// that they are written once.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace lesson::kernels {

#if defined(__wasm_simd128__)

using Lanes = v128_t;

inline Lanes load(const float* p) { return wasm_v128_load(p); }
inline void store(float* p, Lanes a) { wasm_v128_store(p, a); }
inline Lanes splat_from(const float* p) { return wasm_v128_load32_splat(p); }
inline Lanes splat(float x) { return wasm_f32x4_splat(x); }
inline Lanes add(Lanes a, Lanes b) { return wasm_f32x4_add(a, b); }
inline Lanes subtract(Lanes a, Lanes b) { return wasm_f32x4_sub(a, b); }
inline Lanes multiply(Lanes a, Lanes b) { return wasm_f32x4_mul(a, b); }
// One instruction of the processor; f32x4.max, which treats NaN and -0 with care, is several. No NaN comes here.
inline Lanes larger(Lanes a, Lanes b) { return wasm_f32x4_pmax(a, b); }
inline float first(Lanes a) { return wasm_f32x4_extract_lane(a, 0); }
// Adds `n`, which lies in the low bits of each lane, to the exponent.
inline Lanes add_exponent(Lanes a, Lanes n) { return wasm_i32x4_add(a, wasm_i32x4_shl(n, 23)); }

#if defined(__wasm_relaxed_simd__)
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) { return wasm_f32x4_relaxed_madd(a, b, c); }
#else
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) { return add(multiply(a, b), c); }
#endif

#else

typedef float Lanes __attribute__((vector_size(16)));  // NOLINT: an attribute of a typedef

inline Lanes load(const float* p) {
  Lanes a;
  std::memcpy(&a, p, sizeof a);
  return a;
}
inline void store(float* p, Lanes a) { std::memcpy(p, &a, sizeof a); }
inline Lanes splat(float x) { return Lanes{x, x, x, x}; }
inline Lanes splat_from(const float* p) { return splat(*p); }
inline Lanes add(Lanes a, Lanes b) { return a + b; }
inline Lanes subtract(Lanes a, Lanes b) { return a - b; }
inline Lanes multiply(Lanes a, Lanes b) { return a * b; }
inline Lanes larger(Lanes a, Lanes b) { return a < b ? b : a; }
inline float first(Lanes a) { return a[0]; }
inline Lanes add_exponent(Lanes a, Lanes n) {
  typedef std::uint32_t Bits __attribute__((vector_size(16)));  // NOLINT: unsigned, since the sum may wrap
  return reinterpret_cast<Lanes>(reinterpret_cast<Bits>(a) + (reinterpret_cast<Bits>(n) << 23));
}
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) { return a * b + c; }

#endif

inline float largest(Lanes a) {
  a = larger(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
  return first(larger(a, __builtin_shufflevector(a, a, 1, 0, 3, 2)));
}
inline float sum(Lanes a) {
  a = add(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
  return first(add(a, __builtin_shufflevector(a, a, 1, 0, 3, 2)));
}

// Rows become columns.
inline void transpose(Lanes (&a)[4]) {
  const Lanes low01 = __builtin_shufflevector(a[0], a[1], 0, 4, 1, 5);
  const Lanes high01 = __builtin_shufflevector(a[0], a[1], 2, 6, 3, 7);
  const Lanes low23 = __builtin_shufflevector(a[2], a[3], 0, 4, 1, 5);
  const Lanes high23 = __builtin_shufflevector(a[2], a[3], 2, 6, 3, 7);
  a[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  a[1] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  a[2] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  a[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}

}  // namespace lesson::kernels
