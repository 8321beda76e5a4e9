#include "core/kernels/row.hpp"

#include <limits>

#include "core/kernels/exp2.hpp"
#include "core/kernels/simd.hpp"

namespace lesson::kernels {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kLog2E = 1.44269504F;

float dot(const float* a, const float* b, std::int32_t n) {
  Lanes sums = splat(0);
  std::int32_t i = 0;
  for (; i + 4 <= n; i += 4) sums = multiply_add(load(a + i), load(b + i), sums);
  float total = sum(sums);
  for (; i < n; ++i) total += a[i] * b[i];
  return total;
}

bool padded(const Problem& p, std::int32_t j) { return p.padding != nullptr && p.padding[j] != 0; }

}  // namespace

void score_row(const Problem& p, std::int32_t head, std::int32_t i, float* scores) {
  const float* q = p.q + (static_cast<std::ptrdiff_t>(head) * p.queries + i) * p.width;
  const float* k = p.k + static_cast<std::ptrdiff_t>(head) * p.keys * p.width;
  const std::int32_t readable = keys_of(p, i);
  const float factor = p.scale * kLog2E;
  for (std::int32_t j = 0; j < p.keys; ++j, k += p.width)
    scores[j] = j < readable && !padded(p, j) ? dot(q, k, p.width) * factor : -kInfinity;
}

void softmax_row(float* scores, std::int32_t keys) {
  float most = -kInfinity;
  bool nan = false;
  for (std::int32_t j = 0; j < keys; ++j) {
    nan = nan || scores[j] != scores[j];
    most = scores[j] > most ? scores[j] : most;
  }
  if (nan || most == kInfinity || most == -kInfinity) {
    for (std::int32_t j = 0; j < keys; ++j) scores[j] = kNan;
    return;
  }
  const Exp2 k = load_exp2();
  float total = 0;
  for (std::int32_t j = 0; j < keys; ++j) {
    scores[j] = scores[j] == -kInfinity ? 0 : first(exp2(splat(scores[j] - most), k));
    total += scores[j];
  }
  for (std::int32_t j = 0; j < keys; ++j) scores[j] /= total;
}

void mix_row(const Problem& p, std::int32_t head, std::int32_t i, const float* weights) {
  float* out = p.output + (static_cast<std::ptrdiff_t>(head) * p.queries + i) * p.width;
  const float* v = p.v + static_cast<std::ptrdiff_t>(head) * p.keys * p.width;
  const std::int32_t readable = keys_of(p, i);
  // Without a key to read there is nothing to mix: 0 / 0, as softmax has it.
  for (std::int32_t c = 0; c < p.width; ++c) out[c] = weights[0] != weights[0] ? kNan : 0;
  if (weights[0] != weights[0]) return;
  for (std::int32_t j = 0; j < readable; ++j, v += p.width) {
    if (padded(p, j)) continue;
    const Lanes weight = splat(weights[j]);
    std::int32_t c = 0;
    for (; c + 4 <= p.width; c += 4) store(out + c, multiply_add(weight, load(v + c), load(out + c)));
    for (; c < p.width; ++c) out[c] += weights[j] * v[c];
  }
}

}  // namespace lesson::kernels
