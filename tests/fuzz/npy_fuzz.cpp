// libFuzzer: any bytes as npy.
#include "core/tensor/npy.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace lesson::fuzz {

void one(Bytes input) {
  const auto made = parse_npy(input, "q");
  if (made.ok()) read_all(*made);
}

}  // namespace lesson::fuzz
