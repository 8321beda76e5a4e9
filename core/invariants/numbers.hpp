// Checks that change numbers: values shifted, keys shifted, queries emptied, heads reordered.
#pragma once

#include "core/invariants/probe.hpp"

namespace lesson::checks {

// v + c moves every output by c, because the weights of a row sum to 1.
Finding value_shift(const Probe& probe);

// One vector added to all keys adds one number to all scores of a row, here 100 to the longest query's and less to the
// others': no weight may change. 100 is more than float32 code without the maximum bears.
Finding score_shift(const Probe& probe);

// A query of zeros finds every key alike: its output is the plain mean of the values that it may read.
Finding zero_queries(const Probe& probe);

// Keys of unit variance give scaled scores of standard deviation 1, whatever the width K (to 2 H K^2 = 65,536). The
// keys are +-sqrt(K) times each unit vector, 2 K of them: every coordinate has mean 0 and mean square 1. A query of
// ones then scores +-sqrt(K).
Finding unit_scores(const Probe& probe);

// With the heads in reverse, their weights and their parts of the result are those of before, in reverse.
Finding head_order(const Probe& probe);

}  // namespace lesson::checks
