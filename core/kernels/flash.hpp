// The door to the float32 kernels: checks, makes room, computes. For C++ alone and for the tests; the WebAssembly
// module of the kernels has its memory laid out by its caller.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mask.hpp"
#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson::kernels {

enum class Kernel { Naive, Tiled };

struct FlashInputs {
  std::vector<float> q;  // (heads, queries, width), row-major
  std::vector<float> k;  // (heads, keys, width)
  std::vector<float> v;  // (heads, keys, width)
  Index heads = 1;
  Index queries = 0;
  Index keys = 0;
  Index width = 0;             // 1 to 256
  std::optional<float> scale;  // none: 1 / sqrt(width)
  Causal causal = Causal::None;
  std::vector<std::uint8_t> padding;  // (keys), 1 for a key that no query may read; empty for none
};

// The output (heads, queries, width). For inputs of standard normal size the differences from attention() in binary64
// stay around 1e-6: at most 1.5e-6 up to a width of 64 and 3e-6 at 256, since scores are sums of `width` rounded
// products. A query without any key to read gives NaN.
//
// Errors: those of check.hpp, and
//   too-large          more than 2^28 numbers in all, with those that the kernel keeps
Outcome<std::vector<float>> flash(const FlashInputs& in, Kernel kernel = Kernel::Tiled);

}  // namespace lesson::kernels
