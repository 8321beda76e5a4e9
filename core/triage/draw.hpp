// Whole numbers from NumPy's generator, for the files of this folder.
#pragma once

#include <vector>

#include "core/random/numpy.hpp"
#include "core/types.hpp"

namespace lesson::triage {

// 0 to count - 1, each equally likely but for 2^-64 or so: the product with a fraction of 53 bits, rounded down.
inline Index draw_below(numpy::Generator& generator, Index count) {
  const auto drawn = static_cast<Index>(numpy::next_double(generator) * static_cast<double>(count));
  return drawn < count ? drawn : count - 1;
}

template <typename T>
const T& draw_from(numpy::Generator& generator, const std::vector<T>& list) {
  return list[static_cast<std::size_t>(draw_below(generator, static_cast<Index>(list.size())))];
}

}  // namespace lesson::triage
