// Checks of one computation: what its weights and its mix must be.
#pragma once

#include "core/invariants/probe.hpp"

namespace lesson::checks {

// The weights of a query that may read anything sum to 1.
Finding rows_sum_to_one(const Probe& probe);

// Columns may sum to anything from 0 to N. That all of them sum to 1 while rows do not is the mark of a softmax over
// queries; the finding shows the column that is furthest from 1, which is far when all is well.
Finding columns_free(const Probe& probe);

// A blocked cell has weight 0.
Finding forbidden_mass(const Probe& probe);

// A query that may read nothing has NaN or zeros, as the setup says.
Finding empty_rows_follow_policy(const Probe& probe);

// Each output lies between the smallest and the largest value that its query may read.
Finding convex_mixing(const Probe& probe);

// What is shown as a head's weights is what was mixed with its values.
Finding weights_mix_values(const Probe& probe);

}  // namespace lesson::checks
