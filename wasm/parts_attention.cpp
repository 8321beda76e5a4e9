// The small module: what the attention figure calls.
#include "wasm/calls.hpp"

namespace wire {

Parts parts() {
  static constexpr Part kParts[] = {attention_calls};
  return {kParts, kParts + 1};
}

}  // namespace wire
