#include "core/kernels/tiled.hpp"

#include <cstddef>
#include <limits>

#include "core/kernels/pack.hpp"
#include "core/kernels/row.hpp"
#include "core/kernels/simd.hpp"
#include "core/kernels/tile.hpp"

namespace lesson::kernels {
namespace {

constexpr std::int32_t kQueries = 80 / kRows * kRows;  // queries at a time: what is read of a block of keys stays near
constexpr float kLog2E = 1.44269504F;

// Where each piece stands in the workspace. All are whole numbers of four floats.
struct Layout {
  std::int32_t columns;      // the width, filled up
  std::int32_t packed_keys;  // filled up
  float* keys;
  float* values;
  float* queries;        // (kQueries, width), packed
  float* output;         // (kQueries, columns)
  float* scores;         // (kRows, kBlock)
  float* maximum;        // kQueries
  float* total;          // kQueries
  float* rescale;        // 8
  float* maxima;         // (8, 4)
  std::int32_t* counts;  // keys + 1
};

constexpr std::int32_t kGroups = 8;  // at least kRows, and a multiple of 4

Layout lay_out(const Problem& p, float* workspace) {
  Layout at{};
  at.columns = up_to_multiple(p.width, kPanel);
  at.packed_keys = up_to_multiple(p.keys, kPanel);
  float* next = workspace;
  const auto take = [&next](std::ptrdiff_t count) {
    float* const here = next;
    next += count;
    return here;
  };
  at.keys = take(static_cast<std::ptrdiff_t>(at.packed_keys) * p.width);
  at.values = take(static_cast<std::ptrdiff_t>(at.packed_keys) * at.columns);
  at.queries = take(up_to_multiple(kQueries * p.width, 4));
  at.output = take(kQueries * at.columns);
  at.scores = take(kRows * kBlock);
  at.maximum = take(up_to_multiple(kQueries, 4));
  at.total = take(up_to_multiple(kQueries, 4));
  at.rescale = take(kGroups);
  at.maxima = take(kGroups * 4);
  at.counts = reinterpret_cast<std::int32_t*>(next);
  return at;
}

// Scores beyond `valid` of each row become such that they weigh nothing, and the maxima forget them.
void forget_masked(float* scores, float* maxima, const std::int32_t* valid, std::int32_t keys) {
  for (std::int32_t r = 0; r < kRows; ++r, scores += kBlock) {
    for (std::int32_t c = valid[r]; c < keys; ++c) scores[c] = kNoScore;
    Lanes most = load(scores);
    for (std::int32_t c = 4; c < keys; c += 4) most = larger(most, load(scores + c));
    store(maxima + 4 * r, most);
  }
}

void clear_masked(float* weights, const std::int32_t* valid, std::int32_t keys) {
  for (std::int32_t r = 0; r < kRows; ++r, weights += kBlock)
    for (std::int32_t c = valid[r]; c < keys; ++c) weights[c] = 0;
}

class Head {
 public:
  Head(const Problem& problem, const Layout& layout, std::int32_t head) : p_(problem), at_(layout), head_(head) {}

  // Packs what queries up to `last` read.
  void pack(std::int32_t last) {
    const std::int32_t keys = readable(last - 1);
    pack_keys(p_, head_, keys, at_.keys);
    pack_values(p_, head_, keys, at_.packed_keys * kPanel, at_.values);
  }

  void queries(std::int32_t first, std::int32_t last) {
    pack_queries(p_, head_, first, last, p_.scale * kLog2E, at_.queries);
    for (std::int32_t r = 0; r < kQueries; ++r) {
      at_.maximum[r] = kNoScore;
      at_.total[r] = 0;
    }
    for (std::int32_t i = 0; i < kQueries * at_.columns; ++i) at_.output[i] = 0;
    const std::int32_t most = readable(last - 1);
    for (std::int32_t key = 0; key < most; key += kBlock)
      for (std::int32_t i = first; i < last; i += kRows) tile(i, i - first, last, key);
    finish(first, last);
  }

 private:
  // Packed keys that query i reads.
  std::int32_t readable(std::int32_t i) const { return at_.counts[keys_of(p_, i)]; }

  void tile(std::int32_t i, std::int32_t slot, std::int32_t last, std::int32_t first_key) {
    std::int32_t valid[kRows];
    std::int32_t most = 0;
    std::int32_t least = kBlock;
    for (std::int32_t r = 0; r < kRows; ++r) {
      // Rows beyond the last are zeros, whose results nobody reads.
      const std::int32_t row = i + r < last ? i + r : last - 1;
      const std::int32_t keys = readable(row) - first_key;
      valid[r] = keys < 0 ? 0 : keys > kBlock ? kBlock : keys;
      most = valid[r] > most ? valid[r] : most;
      least = valid[r] < least ? valid[r] : least;
    }
    if (most == 0) return;  // all later than these queries may read
    const std::int32_t keys = up_to_multiple(most, kPanel);
    for (std::int32_t r = 0; r < kRows; ++r) store(at_.maxima + 4 * r, splat(kNoScore));
    lesson_score_tile(at_.queries + slot * p_.width, at_.keys + first_key * p_.width, at_.scores, at_.maxima, p_.width,
                      keys / kPanel);
    const bool partly = least < keys;
    if (partly) forget_masked(at_.scores, at_.maxima, valid, keys);
    lesson_softmax_tile(at_.scores, keys, at_.maximum + slot, at_.total + slot, at_.rescale, at_.maxima);
    if (partly) clear_masked(at_.scores, valid, keys);
    lesson_value_tile(at_.scores, at_.values + first_key * kPanel, at_.output + slot * at_.columns, at_.columns,
                      at_.rescale, keys, at_.packed_keys * kPanel);
  }

  void finish(std::int32_t first, std::int32_t last) {
    float* out = p_.output + (static_cast<std::ptrdiff_t>(head_) * p_.queries + first) * p_.width;
    for (std::int32_t i = first; i < last; ++i, out += p_.width) {
      const float* const mixed = at_.output + (i - first) * at_.columns;
      // A row whose every key was masked has summed weights of masked scores, which are none.
      const float factor = readable(i) == 0 ? std::numeric_limits<float>::quiet_NaN() : 1 / at_.total[i - first];
      for (std::int32_t c = 0; c < p_.width; ++c) out[c] = mixed[c] * factor;
    }
  }

  const Problem& p_;
  const Layout& at_;
  std::int32_t head_;
};

void by_rows(const Problem& p, std::int32_t head, const Part& part, float* scores) {
  for (std::int32_t i = part.first; i < part.last; ++i) {
    score_row(p, head, i, scores);
    softmax_row(scores, p.keys);
    mix_row(p, head, i, scores);
  }
}

}  // namespace

double tiled_workspace(const Problem& p) {
  const double columns = up_to_multiple(p.width, kPanel);
  const double keys = up_to_multiple(p.keys, kPanel);
  return keys * (p.width + columns) + up_to_multiple(kQueries * p.width, 4) + kQueries * columns + kRows * kBlock +
         2 * up_to_multiple(kQueries, 4) + kGroups * 5 + p.keys + 1;
}

void tiled(const Problem& p, const Part& part, float* workspace) {
  if (part.first >= part.last) return;
  const Layout at = lay_out(p, workspace);
  count_keys(p, at.counts);
  for (std::int32_t h = part.first_head; h < part.last_head; ++h) {
    if (!is_tame(p, h)) {
      by_rows(p, h, part, at.keys);  // the keys' place has room for a row of scores
      continue;
    }
    Head head(p, at, h);
    head.pack(part.last);
    for (std::int32_t i = part.first; i < part.last; i += kQueries)
      head.queries(i, i + kQueries < part.last ? i + kQueries : part.last);
  }
}

}  // namespace lesson::kernels
