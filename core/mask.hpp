// Who may read whom. In every table here, non-zero means "this query may NOT read this key".
#pragma once

#include <vector>

#include "core/types.hpp"

namespace lesson {

// A causal mask lets position i read positions up to i. With as many queries as keys there is one such mask; with
// fewer queries than keys (a cache) or more, two conventions are in use and give different answers:
enum class Causal {
  None,
  TopLeft,      // query i reads keys 0..i (counted from the first key)
  BottomRight,  // query i reads keys 0..i + (M - N): the last query reads every key; early queries may read none
};

// (N, M): 1 where key j > i (top-left) or j > i + (M - N) (bottom-right); all 0 for None.
Flags causal_mask(Index queries, Index keys, Causal causal);

// (N, M): 1 where either table blocks. A table of 0 x 0 stands for "blocks nothing"; otherwise the shapes agree.
Flags either(const Flags& a, const Flags& b);

// The rows, in order, whose every key is blocked. A table without columns has only such rows.
std::vector<Index> empty_rows(const Flags& blocked);

// scores with -inf where blocked. A blocked NaN or inf is replaced too: that key is not read.
Matrix apply_mask(const Matrix& scores, const Flags& blocked);

}  // namespace lesson
