#include "core/kernels/naive.hpp"

#include <cstddef>

#include "core/kernels/row.hpp"

namespace lesson::kernels {

double naive_workspace(const Problem& p, const Part& part) {
  return static_cast<double>(part.last - part.first) * static_cast<double>(p.keys);
}

void naive(const Problem& p, const Part& part, float* workspace) {
  const auto row = [&](std::int32_t i) { return workspace + static_cast<std::ptrdiff_t>(i - part.first) * p.keys; };
  for (std::int32_t h = part.first_head; h < part.last_head; ++h) {
    for (std::int32_t i = part.first; i < part.last; ++i) score_row(p, h, i, row(i));
    for (std::int32_t i = part.first; i < part.last; ++i) softmax_row(row(i), p.keys);
    for (std::int32_t i = part.first; i < part.last; ++i) mix_row(p, h, i, row(i));
  }
}

}  // namespace lesson::kernels
