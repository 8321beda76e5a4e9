#include "wasm/calls.hpp"

namespace wire {

Calls calls() {
  Calls all;
  for (const auto part : {attention_calls}) {
    const Calls some = part();
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::string fields(const std::string& call) {
  for (const Call& one : calls()) {
    if (call == one.name) return one.fields();
  }
  return "";
}

}  // namespace wire
