// What the float32 kernels compute: softmax(q k^T scale + mask) v, head by head (Vaswani et al. 2017, section 3.2.1).
//
// The kernels allocate nothing and call no library, so that they stand alone as a WebAssembly module of a few
// kilobytes; their memory is the caller's. flash.hpp is the door that checks, allocates and calls them.
#pragma once

#include <cstdint>

namespace lesson::kernels {

struct Problem {
  const float* q = nullptr;  // (heads, queries, width), row-major
  const float* k = nullptr;  // (heads, keys, width)
  const float* v = nullptr;  // (heads, keys, width)
  float* output = nullptr;   // (heads, queries, width)
  std::int32_t heads = 1;    // H
  std::int32_t queries = 0;  // N
  std::int32_t keys = 0;     // M
  std::int32_t width = 0;    // K = V, 1 to kMostWidth
  float scale = 1;           // of the scores
  // Query i may read key j if j <= i + reach: 0 is causal from the top left, M - N from the bottom right. M: no mask.
  std::int32_t reach = 0;
  const std::uint8_t* padding = nullptr;  // (keys): 1 for a key that no query may read; null for none
};

// A part of the work, so that several workers may share it: rows [first, last) of heads [first_head, last_head).
struct Part {
  std::int32_t first_head, last_head;
  std::int32_t first, last;
};

inline constexpr std::int32_t kMostWidth = 256;

// 1 / sqrt(width): the scale where none is asked for (Vaswani et al. 2017, section 3.2.1). Not of <cmath>, which a
// module without a library lacks.
inline float usual_scale(std::int32_t width) { return 1 / __builtin_sqrtf(static_cast<float>(width)); }

inline constexpr std::int32_t up_to_multiple(std::int32_t n, std::int32_t of) { return (n + of - 1) / of * of; }

}  // namespace lesson::kernels
