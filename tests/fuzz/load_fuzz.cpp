// libFuzzer: any bytes as load.
#include "core/tensor/load.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace lesson::fuzz {

void one(Bytes input) {
  const auto made = load(input, "x");
  if (made.ok()) {
    for (const Tensor& one : *made) read_all(one);
  }
}

}  // namespace lesson::fuzz
