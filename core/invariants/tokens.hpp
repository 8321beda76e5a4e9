// Checks that change tokens which must not be read: later ones, padding, other sequences, and the cache.
#pragma once

#include "core/invariants/probe.hpp"

namespace lesson::checks {

// Tokens that a causal mask hides are changed, in keys, values and queries: the outputs of earlier rows stay.
Finding future_isolation(const Probe& probe);

// Keys that no query may read are changed, and their queries where they are the same tokens: no other output moves.
Finding padding_isolation(const Probe& probe);

// One more token of padding on the left moves no output.
Finding padding_length(const Probe& probe);

// The other sequence of a batch is changed: this one's outputs stay.
Finding batch_independence(const Probe& probe);

// Decoding row by row gives the rows of the whole. A fault of the cache shows only where there is one, so the whole is
// computed without it.
Finding cache_equals_recompute(const Probe& probe);

}  // namespace lesson::checks
