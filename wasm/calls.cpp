#include "wasm/calls.hpp"

namespace wire {

std::string fields(const std::string& call) {
  for (const auto part : parts()) {
    for (const Call& one : part()) {
      if (call == one.name) return one.fields();
    }
  }
  return "";
}

}  // namespace wire
