// Checks of the layer norm.
#pragma once

#include "core/invariants/probe.hpp"

namespace lesson::checks {

// A constant row has nothing to scale: its norm is 0 in every place, not 0/0. With eps = 0 it
// is 0/0 by right.
Finding constant_rows(const Probe& probe);

// Each normalised row has mean 0 and variance s / (s + eps), where s was the row's variance.
Finding row_statistics_normal(const Probe& probe);

}  // namespace lesson::checks
