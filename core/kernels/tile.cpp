#include "core/kernels/tile.hpp"

#include "core/kernels/exp2.hpp"
#include "core/kernels/simd.hpp"

// Exported, or wasm-opt would put them back into their caller.
#if defined(__wasm_simd128__)
#define LESSON_EXPORTED(name) __attribute__((noinline, export_name(name)))
// The addresses advance here: as one base with many offsets they would take registers that the sums need.
#define LESSON_OPAQUE(pointer) __asm__ volatile("" : "+r"(pointer)::"memory")
#else
#define LESSON_EXPORTED(name) __attribute__((noinline))
#define LESSON_OPAQUE(pointer) (void)(pointer)
#endif

namespace lesson::kernels {
namespace {

struct Accumulator {
  Lanes left, right;
};

// The two products first and then the two sums: the other order waits for each product. A fused instruction has no
// order to keep.
inline __attribute__((always_inline)) void accumulate(Accumulator& sum, Lanes factor, Lanes left, Lanes right) {
#if defined(__wasm_simd128__) && !defined(__wasm_relaxed_simd__)
  Lanes a = multiply(factor, left);
  Lanes b = multiply(factor, right);
  __asm__ volatile("" : "+r"(a), "+r"(b));
  sum.left = add(sum.left, a);
  sum.right = add(sum.right, b);
#else
  sum.left = multiply_add(factor, left, sum.left);
  sum.right = multiply_add(factor, right, sum.right);
#endif
}

}  // namespace

extern "C" {

LESSON_EXPORTED("score_tile")
void lesson_score_tile(const float* queries, const float* keys, float* scores, float* maxima, std::int32_t width,
                       std::int32_t panels) {
  for (; panels > 0; --panels, scores += kPanel) {
    Accumulator sums[kRows];
    for (Accumulator& sum : sums) sum.left = sum.right = splat(0);
    const float* query = queries;
    std::int32_t left = width;
    do {
      const Lanes a = load(keys);
      const Lanes b = load(keys + 4);
#pragma GCC unroll 6
      for (int r = 0; r < kRows; ++r) accumulate(sums[r], splat_from(query + r), a, b);
      keys += kPanel;
      query += kRows;
      LESSON_OPAQUE(keys);
      LESSON_OPAQUE(query);
    } while (--left > 0);
#pragma GCC unroll 6
    for (int r = 0; r < kRows; ++r) {
      store(scores + r * kBlock, sums[r].left);
      store(scores + r * kBlock + 4, sums[r].right);
      store(maxima + 4 * r, larger(load(maxima + 4 * r), larger(sums[r].left, sums[r].right)));
    }
  }
}

LESSON_EXPORTED("softmax_tile")
void lesson_softmax_tile(float* scores, std::int32_t keys, float* maximum, float* total, float* rescale,
                         const float* maxima) {
  const Exp2 k = load_exp2();
  for (int r = 0; r < kRows; ++r) {
    const float before = maximum[r];
    const float here = largest(load(maxima + 4 * r));
    const float after = before > here ? before : here;
    maximum[r] = after;
    // Exactly 1 where the maximum stays, which exp2 is not at 0: else each block of keys would make all earlier ones
    // weigh a unit in the last place more, and a row's digits depend on the rows beside it.
    rescale[r] = before == after ? 1 : first(exp2(splat(before - after), k));
  }
  for (int r = 0; r < kRows; ++r, scores += kBlock) {
    const Lanes most = splat_from(maximum + r);
    Lanes left = splat(0);
    Lanes right = splat(0);
    float* score = scores;
    const float* const end = scores + keys;
    do {
      const Lanes a = exp2(subtract(load(score), most), k);
      const Lanes b = exp2(subtract(load(score + 4), most), k);
      store(score, a);
      store(score + 4, b);
      left = add(left, a);
      right = add(right, b);
      score += kPanel;
    } while (score < end);
    total[r] = total[r] * rescale[r] + sum(add(left, right));
  }
}

LESSON_EXPORTED("value_tile")
void lesson_value_tile(const float* weights, const float* values, float* output, std::int32_t columns,
                       const float* rescale, std::int32_t keys, std::int32_t stride) {
  for (std::int32_t c = 0; c < columns; c += kPanel, output += kPanel, values += stride) {
    Accumulator sums[kRows];
#pragma GCC unroll 6
    for (int r = 0; r < kRows; ++r) {
      const Lanes factor = splat_from(rescale + r);
      sums[r].left = multiply(factor, load(output + r * columns));
      sums[r].right = multiply(factor, load(output + r * columns + 4));
    }
    const float* weight = weights;
    const float* value = values;
    std::int32_t left = keys;
    do {
      const Lanes a = load(value);
      const Lanes b = load(value + 4);
#pragma GCC unroll 6
      for (int r = 0; r < kRows; ++r) accumulate(sums[r], splat_from(weight + r * kBlock), a, b);
      value += kPanel;
      ++weight;
      LESSON_OPAQUE(value);
      LESSON_OPAQUE(weight);
    } while (--left > 0);
#pragma GCC unroll 6
    for (int r = 0; r < kRows; ++r) {
      store(output + r * columns, sums[r].left);
      store(output + r * columns + 4, sums[r].right);
    }
  }
}

}  // extern "C"

}  // namespace lesson::kernels
