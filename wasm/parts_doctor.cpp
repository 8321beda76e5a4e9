// The module of the tensor doctor, and its box of bytes. It has no other call.
#include <emscripten/bind.h>

#include "wasm/calls.hpp"
#include "wasm/doctor.hpp"

namespace wire {

Parts parts() {
  static constexpr Part kParts[] = {doctor_calls};
  return {kParts, kParts + 1};
}

}  // namespace wire

EMSCRIPTEN_BINDINGS(doctor) { emscripten::function("byteBox", &wire::byte_box); }
