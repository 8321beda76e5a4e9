// libFuzzer: any bytes as safetensors.
#include "core/tensor/safetensors.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace lesson::fuzz {

void one(Bytes input) {
  const auto made = parse_safetensors(input, "x");
  if (made.ok()) {
    for (const Tensor& one : *made) read_all(one);
  }
}

}  // namespace lesson::fuzz
