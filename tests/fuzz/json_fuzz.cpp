// libFuzzer: any bytes as json.
#include "core/tensor/json.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace lesson::fuzz {

void one(Bytes input) {
  const auto made = parse_json(text_of(input), "q");
  if (made.ok()) {
    for (const Tensor& one : *made) read_all(one);
  }
}

}  // namespace lesson::fuzz
