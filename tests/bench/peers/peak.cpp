// What the machine can do at most: float32 multiply-adds on registers alone, no memory. Counted as two operations each.
//   peak        12 chains of a = a m + c in vectors of 4, four steps unrolled: 384 operations a turn
//   peak_apart  6 chains of products beside 6 chains of sums, none of which waits for the other: 192 operations a turn
// Which is the faster differs from processor to processor; the benchmark takes the better of both in each round. The
// sums are returned, so that nothing is left out as unused.
#include <wasm_simd128.h>

extern "C" __attribute__((export_name("peak"), used)) float peak(int turns, float factor, float term) {
  constexpr int kChains = 12;
  const v128_t m = wasm_f32x4_splat(factor);
  const v128_t c = wasm_f32x4_splat(term);
  v128_t a[kChains];
  for (int i = 0; i < kChains; i++) a[i] = wasm_f32x4_splat(1.0F + static_cast<float>(i));
  for (int turn = 0; turn < turns; turn++) {
#pragma unroll
    for (int step = 0; step < 4; step++) {
#pragma unroll
      for (int i = 0; i < kChains; i++) {
#ifdef __wasm_relaxed_simd__
        a[i] = wasm_f32x4_relaxed_madd(a[i], m, c);
#else
        a[i] = wasm_f32x4_add(wasm_f32x4_mul(a[i], m), c);
#endif
      }
    }
  }
  float sum = 0;
  for (int i = 0; i < kChains; i++) sum += wasm_f32x4_extract_lane(a[i], 0);
  return sum;
}

extern "C" __attribute__((export_name("peak_apart"), used)) float peak_apart(int turns, float factor, float term) {
  constexpr int kChains = 6;
  const v128_t m = wasm_f32x4_splat(factor);
  const v128_t c = wasm_f32x4_splat(term);
  v128_t a[kChains];
  v128_t b[kChains];
  for (int i = 0; i < kChains; i++) {
    a[i] = wasm_f32x4_splat(1.0F + static_cast<float>(i));
    b[i] = wasm_f32x4_splat(2.0F + static_cast<float>(i));
  }
  for (int turn = 0; turn < turns; turn++) {
#pragma unroll
    for (int step = 0; step < 4; step++) {
#pragma unroll
      for (int i = 0; i < kChains; i++) {
        a[i] = wasm_f32x4_mul(a[i], m);
        b[i] = wasm_f32x4_add(b[i], c);
      }
    }
  }
  float sum = 0;
  for (int i = 0; i < kChains; i++) sum += wasm_f32x4_extract_lane(a[i], 0) + wasm_f32x4_extract_lane(b[i], 0);
  return sum;
}
