// What every fuzz target shares: an input is parsed, and what was accepted is read to its end. A refusal must say
// which and why. Run by `npm run fuzz`.
#pragma once

#include <cstdlib>
#include <string_view>

#include "core/tensor/tensor.hpp"

namespace lesson::fuzz {

// Defined by each target.
void one(Bytes input);

inline std::string_view text_of(Bytes input) { return {reinterpret_cast<const char*>(input.data()), input.size()}; }

// Every number, and the shape that they must fill.
inline void read_all(const Tensor& tensor) {
  std::uint64_t wanted = 1;
  for (const Index size : tensor.shape) {
    if (size < 0) std::abort();
    wanted = size == 0 ? 0 : wanted * static_cast<std::uint64_t>(size);
  }
  if (static_cast<std::uint64_t>(size_of(tensor)) != wanted) std::abort();
  double sum = 0;
  for (Index at = 0; at < size_of(tensor); ++at) sum += number_at(tensor, at);
  static volatile double kept;
  kept = sum;
}

}  // namespace lesson::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lesson::fuzz::one({data, size});
  return 0;
}
