#include "core/mask.hpp"

#include <limits>

namespace lesson {

Flags causal_mask(Index queries, Index keys, Causal causal) {
  Flags blocked = Flags::Zero(queries, keys);
  if (causal == Causal::None) return blocked;
  const Index shift = causal == Causal::BottomRight ? keys - queries : 0;
  for (Index i = 0; i < queries; ++i) {
    for (Index j = 0; j < keys; ++j) blocked(i, j) = j > i + shift;
  }
  return blocked;
}

Flags either(const Flags& a, const Flags& b) {
  const auto absent = [](const Flags& table) { return table.rows() == 0 && table.cols() == 0; };
  if (absent(a)) return b;
  if (absent(b)) return a;
  Flags joined(a.rows(), a.cols());
  for (Index at = 0; at < joined.size(); ++at) joined.data()[at] = a.data()[at] != 0 || b.data()[at] != 0;
  return joined;
}

Matrix apply_mask(const Matrix& scores, const Flags& blocked) {
  Matrix masked = scores;
  for (Index at = 0; at < blocked.size(); ++at) {
    if (blocked.data()[at] != 0) masked.data()[at] = -std::numeric_limits<double>::infinity();
  }
  return masked;
}

}  // namespace lesson
