// libFuzzer: any bytes as text.
#include "core/tensor/text.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace lesson::fuzz {

void one(Bytes input) {
  const auto made = parse_printed(text_of(input));
  if (made.ok()) {
    for (const Tensor& one : *made) read_all(one);
  }
}

}  // namespace lesson::fuzz
