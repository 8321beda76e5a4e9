// The whole module: every call that there is.
#include <iterator>

#include "wasm/calls.hpp"

namespace wire {

Parts parts() {
  static constexpr Part kParts[] = {attention_calls, multihead_calls, block_calls,  stack_calls,    position_calls,
                                    cost_calls,      gradient_calls,  half_calls,   mistake_calls,  random_calls,
                                    lab_calls,       review_calls,    puzzle_calls, exercise_calls, blind_calls};
  return {std::begin(kParts), std::end(kParts)};
}

}  // namespace wire
