// Parts of a case: the smallest that still shows a difference.
#pragma once

#include "core/doctor/intake.hpp"
#include "core/mistakes/recipe.hpp"

namespace lesson {

Slice whole(const Case& all);

// The part of a case, with its masks and positions, and what was seen in it. The slice lies inside; heads are whole
// groups, or one head; wo and layer norm must not be there.
Case part_of(const Case& all, const Slice& slice);

// The smallest part in which the right computation still misses what was seen and, where `recipe` is given, that recipe
// still reproduces it: sequences, heads, queries, keys and columns of the values are left out one half after the other
// as long as this holds. Where the whole does not show it, the whole.
Slice smallest(const Case& all, const std::optional<Recipe>& recipe);

}  // namespace lesson
