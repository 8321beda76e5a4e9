#include "core/mask.hpp"

#include <algorithm>
#include <limits>

namespace lesson {

Flags causal_mask(Index queries, Index keys, Causal causal) {
  Flags blocked = Flags::Zero(queries, keys);
  if (causal == Causal::None) return blocked;
  const Index shift = causal == Causal::BottomRight ? keys - queries : 0;
  for (Index i = 0; i < queries; ++i) {
    std::uint8_t* const row = row_of(blocked, i);
    for (Index j = 0; j < keys; ++j) row[j] = j > i + shift;
  }
  return blocked;
}

Flags either(const Flags& a, const Flags& b) {
  const auto absent = [](const Flags& table) { return table.rows() == 0 && table.cols() == 0; };
  if (absent(a)) return b;
  if (absent(b)) return a;
  Flags joined(a.rows(), a.cols());
  const std::uint8_t *from_a = a.data(), *from_b = b.data();
  std::uint8_t* const to = joined.data();
  for (Index at = 0; at < joined.size(); ++at) to[at] = from_a[at] != 0 || from_b[at] != 0;
  return joined;
}

std::vector<Index> empty_rows(const Flags& blocked) {
  std::vector<Index> rows;
  for (Index i = 0; i < blocked.rows(); ++i) {
    const std::uint8_t* const row = row_of(blocked, i);
    if (std::all_of(row, row + blocked.cols(), [](std::uint8_t flag) { return flag != 0; })) rows.push_back(i);
  }
  return rows;
}

Matrix apply_mask(const Matrix& scores, const Flags& blocked) {
  Matrix masked = scores;
  const std::uint8_t* const flags = blocked.data();
  double* const to = masked.data();
  for (Index at = 0; at < blocked.size(); ++at) {
    if (flags[at] != 0) to[at] = -std::numeric_limits<double>::infinity();
  }
  return masked;
}

}  // namespace lesson
