#include "core/kernels/pack.hpp"

#include <cstddef>

#include "core/kernels/simd.hpp"
#include "core/kernels/tile.hpp"

namespace lesson::kernels {
namespace {

bool padded(const Problem& p, std::int32_t j) { return p.padding != nullptr && p.padding[j] != 0; }

// The next key from `j` on that is no padding, or p.keys.
std::int32_t next_key(const Problem& p, std::int32_t j) {
  while (j < p.keys && padded(p, j)) ++j;
  return j;
}

const float* rows_of(const float* all, std::int32_t head, std::int32_t rows, std::int32_t width) {
  return all + static_cast<std::ptrdiff_t>(head) * rows * width;
}

struct Magnitude {
  float largest;
  bool finite;
};

Magnitude magnitude(const float* numbers, std::ptrdiff_t count) {
  Lanes most = splat(0);
  Lanes zero = splat(0);
  std::ptrdiff_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const Lanes x = load(numbers + i);
    most = larger(most, larger(x, subtract(splat(0), x)));
    zero = add(zero, subtract(x, x));  // NaN if x is infinite or NaN, and 0 otherwise
  }
  float largest_number = largest(most);
  float zeros = sum(zero);
  for (; i < count; ++i) {
    const float x = numbers[i] < 0 ? -numbers[i] : numbers[i];
    largest_number = x > largest_number ? x : largest_number;
    zeros += x - x;
  }
  return {largest_number, zeros == 0};
}

}  // namespace

std::int32_t count_keys(const Problem& p, std::int32_t* counts) {
  counts[0] = 0;
  for (std::int32_t j = 0; j < p.keys; ++j) counts[j + 1] = counts[j] + (padded(p, j) ? 0 : 1);
  return counts[p.keys];
}

void pack_keys(const Problem& p, std::int32_t head, std::int32_t first_keys, float* packed) {
  const float* const keys = rows_of(p.k, head, p.keys, p.width);
  std::int32_t j = 0;
  for (std::int32_t panel = 0; panel < first_keys; panel += kPanel, packed += kPanel * p.width) {
    const float* key[kPanel];
    for (const float*& one : key) {
      j = next_key(p, j);
      one = j < p.keys ? keys + static_cast<std::ptrdiff_t>(j++) * p.width : nullptr;
    }
    std::int32_t c = 0;
    if (key[kPanel - 1] != nullptr) {
      for (; c + 4 <= p.width; c += 4) {
        for (int half = 0; half < kPanel; half += 4) {
          Lanes rows[4] = {load(key[half] + c), load(key[half + 1] + c), load(key[half + 2] + c),
                           load(key[half + 3] + c)};
          transpose(rows);
          for (int r = 0; r < 4; ++r) store(packed + (c + r) * kPanel + half, rows[r]);
        }
      }
    }
    for (; c < p.width; ++c)
      for (int r = 0; r < kPanel; ++r) packed[c * kPanel + r] = key[r] != nullptr ? key[r][c] : 0;
  }
}

void pack_values(const Problem& p, std::int32_t head, std::int32_t first_keys, std::int32_t stride, float* packed) {
  const float* const values = rows_of(p.v, head, p.keys, p.width);
  const std::int32_t rows = up_to_multiple(first_keys, kPanel);
  std::int32_t j = 0;
  for (std::int32_t row = 0; row < rows; ++row, packed += kPanel) {
    j = next_key(p, j);
    const float* const value =
        j < p.keys && row < first_keys ? values + static_cast<std::ptrdiff_t>(j++) * p.width : nullptr;
    float* to = packed;
    std::int32_t c = 0;
    for (; value != nullptr && c + kPanel <= p.width; c += kPanel, to += stride) {
      store(to, load(value + c));
      store(to + 4, load(value + c + 4));
    }
    for (; c < p.width; c += kPanel, to += stride)
      for (int r = 0; r < kPanel; ++r) to[r] = value != nullptr && c + r < p.width ? value[c + r] : 0;
  }
}

void pack_queries(const Problem& p, std::int32_t head, std::int32_t first, std::int32_t last, float factor,
                  float* packed) {
  const float* const queries = rows_of(p.q, head, p.queries, p.width);
  for (std::int32_t group = first; group < last; group += kRows, packed += kRows * p.width) {
    for (std::int32_t r = 0; r < kRows; ++r) {
      const float* const query =
          group + r < last ? queries + static_cast<std::ptrdiff_t>(group + r) * p.width : nullptr;
      for (std::int32_t c = 0; c < p.width; ++c) packed[c * kRows + r] = query != nullptr ? query[c] * factor : 0;
    }
  }
}

bool is_tame(const Problem& p, std::int32_t head) {
  const auto of = [&p, head](const float* all, std::int32_t rows) {
    return magnitude(rows_of(all, head, rows, p.width), static_cast<std::ptrdiff_t>(rows) * p.width);
  };
  const Magnitude q = of(p.q, p.queries);
  const Magnitude k = of(p.k, p.keys);
  const Magnitude v = of(p.v, p.keys);
  const float scale = p.scale < 0 ? -p.scale : p.scale;
  // Infinite, or NaN for 0 times infinity, when it is too large: then the comparison fails. The scaled query itself
  // must be finite too; scores in units of log2 e are half as large again.
  const float query = q.largest * scale * 1.5F;
  const float most = query * k.largest * static_cast<float>(p.width);
  return q.finite && k.finite && v.finite && query < -kNoScore && most < -kNoScore;
}

}  // namespace lesson::kernels
