// The module of the trainable classifier.
#include "wasm/calls.hpp"

namespace wire {

Parts parts() {
  static constexpr Part kParts[] = {triage_calls};
  return {kParts, kParts + 1};
}

}  // namespace wire
