// The three loops in which a tiled kernel spends its time. Each works on kRows queries, and on 8 keys or 8 columns of
// values at once: kRows * 2 accumulators, which with their operands are as many as a processor has registers.
//
// They are functions of their own, and exported: browsers replace a function by its optimised form between calls, never
// in the middle of one.
#pragma once

#include <cstdint>

namespace lesson::kernels {

// With a fused multiply-add the product needs no register of its own.
#if defined(__wasm_relaxed_simd__)
inline constexpr std::int32_t kRows = 6;
#else
inline constexpr std::int32_t kRows = 5;
#endif
inline constexpr std::int32_t kPanel = 8;    // keys, or columns of values, side by side
inline constexpr std::int32_t kBlock = 128;  // keys at a time
// What a score starts from before any key was read; below every finite score (pack.hpp).
inline constexpr float kNoScore = -1e30F;

extern "C" {

// scores (kRows, kBlock), the first 8 * panels columns: packed queries [width][kRows] times packed keys
// [panel][width][8]. maxima (kRows, 4): the larger of what stood there and, lane by lane, of the new scores.
void lesson_score_tile(const float* queries, const float* keys, float* scores, float* maxima, std::int32_t width,
                       std::int32_t panels);

// For each of the kRows rows: the new running maximum is the larger of `maximum` and `maxima`; scores become
// 2^(score - maximum) in the first `keys` (a multiple of 8) columns, and are added to `total`, rescaled; `rescale` is
// 2^(old maximum - new maximum).
void lesson_softmax_tile(float* scores, std::int32_t keys, float* maximum, float* total, float* rescale,
                         const float* maxima);

// output (kRows, columns) = rescale * output + weights (kRows, kBlock) times packed values [columns / 8][key][8], whose
// panels are `stride` floats apart. `keys` and `columns` are multiples of 8.
void lesson_value_tile(const float* weights, const float* values, float* output, std::int32_t columns,
                       const float* rescale, std::int32_t keys, std::int32_t stride);

}  // extern "C"

}  // namespace lesson::kernels
