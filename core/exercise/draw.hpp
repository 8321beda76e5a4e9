// Small numbers for tasks, from NumPy's stream of a seed: the same on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/random/numpy.hpp"
#include "core/types.hpp"

namespace lesson {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : generator_(numpy::default_rng(seed)) {}

  // low to high, both included: low + floor(u * count) for one u of [0, 1), which leaves no bias that anybody could
  // see in so small a range.
  Index integer(Index low, Index high) {
    const double count = static_cast<double>(high - low + 1);
    return low + static_cast<Index>(numpy::next_double(generator_) * count);
  }

  bool chance(double probability) { return numpy::next_double(generator_) < probability; }

  template <typename T, std::size_t Count>
  T pick(const std::array<T, Count>& from) {
    return from[static_cast<std::size_t>(integer(0, static_cast<Index>(Count) - 1))];
  }

  // Whole numbers from low to high.
  Matrix matrix(Index rows, Index cols, Index low, Index high) {
    Matrix m(rows, cols);
    for (Index at = 0; at < m.size(); ++at) m.data()[at] = static_cast<double>(integer(low, high));
    return m;
  }

 private:
  numpy::Generator generator_;
};

}  // namespace lesson
