// Checks of order.
#pragma once

#include "core/invariants/probe.hpp"

namespace lesson::checks {

// Without positions attention reads a set: keys in reverse change no output, queries in reverse reverse the outputs. A
// causal mask is an order, so there must be none.
Finding permutation_equivariance(const Probe& probe);

// With positions order matters: keys in reverse change outputs. Setups whose order rightly does not show, such as two
// equal keys, are not judged. The tolerance of the finding is the least movement that passes.
Finding position_sensitivity(const Probe& probe);

// Rotary scores depend on distances alone: all positions moved by 4 change nothing.
Finding position_shift(const Probe& probe);

}  // namespace lesson::checks
