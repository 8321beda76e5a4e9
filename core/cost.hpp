// What attention costs, counted exactly: entries, bytes, multiply-adds and parameters.
//
// Sizes arrive as double, because callers in a dynamic language have no other number; each must be a whole number from
// 1 to kMostSize (numbers of tokens from 0 where this says so, bytes per element to kMostElementBytes). No count
// overflows: the largest is a cache, 2 x four sizes x the bytes, at most 2 x 2^96 x 2^4 = 2^101, and counts are kept in
// 128 bits.
//
// Errors of every function, in the order of the fields; `where` names the size as the engine's callers write it (batch,
// heads, n, m, dModel, kvHeads, layers, headWidth, elementBytes), the message the number given:
//   size-not-whole  NaN, an infinity or a fraction
//   negative-size   below 0
//   size-zero       0, where there must be one at least
//   size-too-large  above the limit
#pragma once

#include <optional>
#include <string>

#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

inline constexpr double kMostSize = 0x1p24;  // 16,777,216
inline constexpr double kMostElementBytes = 16;

// A whole number that may be too large for a double, which holds every one up to 2^53 but not all beyond.
struct Count {
  std::string text;   // all its digits, in decimal, without separators
  double number = 0;  // the nearest double (a tie goes to the even one)
  bool exact = true;  // number is the count itself

  bool operator==(const Count&) const = default;
};

struct Bytes {
  Count bytes;
  double mib = 0;  // bytes.number / 2^20: mebibytes
  double mb = 0;   // bytes.number / 10^6: megabytes
};

// The scores of one layer as one tensor, (B, H, N, M), as the naive form stores them.
struct ScoreSizes {
  double batch = 1;
  double heads = 1;
  double n = 0;             // queries; may be 0
  std::optional<double> m;  // keys; may be 0; none: as many as queries
  double element_bytes = 2;
};
struct ScoreCost {
  Count entries;  // B H N M. A mask changes nothing: blocked entries are stored like others
  Bytes memory;   // entries * element_bytes
};
Outcome<ScoreCost> score_cost(const ScoreSizes& sizes);

// The multiply-adds of one layer's forward pass on N tokens of width D, batch 1: one multiplication and one addition is
// one. Without softmax, normalisation, biases and activation, and without the saving of a causal mask. The number of
// heads changes nothing when they share the width D.
//
//   projections     4 N D^2   x W_Q, x W_K, x W_V and the mix by W_O, each (N, D) by (D, D)
//   feed_forward    8 N D^2   (N, D) by (D, 4 D) and back
//   scores_and_mix  2 N^2 D   q k^T and weights v: the part that grows with N^2
//   total           their sum
//   share           scores_and_mix / total = N / (N + 6 D), rounded once; in (0, 1)
//   crossover       N = 6 D, where 2 N^2 D = 12 N D^2: there the share is 1/2; exact
//
// Source: Vaswani et al. 2017, table 1 (n^2 d), and sections 3.2.2 and 3.3 (four projections; inner width 4 d_model).
struct LayerSizes {
  double n = 0;  // tokens; at least 1, since there is no share of nothing
  double d_model = 0;
};
struct LayerCost {
  Count projections;
  Count feed_forward;
  Count scores_and_mix;
  Count total;
  double share = 0;
  double crossover = 0;
};
Outcome<LayerCost> layer_cost(const LayerSizes& sizes);

// The weights of one layer, without biases and normalisation; none of them depends on the number of tokens.
//
//   wq, wo        D^2 each
//   wk, wv        D^2 G / H each: G key-value heads of the width D / H, each serving H / G query heads
//   attention     their sum: 4 D^2 for G = H, whatever H is
//   feed_forward  8 D^2: (D, 4 D) and (4 D, D)
//   total         attention + feed_forward
//
// Source: Vaswani et al. 2017, sections 3.2.2 and 3.3; Ainslie et al. 2023, "GQA", section 2.2, for G < H.
// Errors beside those above:
//   heads-divide     heads do not divide d_model
//   kv-heads-divide  kv_heads do not divide heads
struct ParameterSizes {
  double d_model = 0;
  double heads = 1;
  std::optional<double> kv_heads;  // none: as many as heads
};
struct ParameterCost {
  Count wq;
  Count wk;
  Count wv;
  Count wo;
  Count attention;
  Count feed_forward;
  Count total;
};
Outcome<ParameterCost> parameter_cost(const ParameterSizes& sizes);

// The key-value cache of a decoder for one sequence: 2 * layers * kv_heads * head_width * n * element_bytes, a key and
// a value of every token for every layer and key-value head. Against one with as many key-value heads as query heads it
// is smaller by heads / kv_heads.
//
// Source: Shazeer 2019, "Fast Transformer Decoding", sections 2.4 and 3.
struct CacheSizes {
  double layers = 1;
  double kv_heads = 1;
  double head_width = 0;
  double n = 0;  // tokens in the cache; may be 0: generation starts there
  double element_bytes = 2;
};
Outcome<Bytes> cache_cost(const CacheSizes& sizes);

// How many steps it takes, one after the other, until what stands in the first of N tokens has reached the last: the
// longest way in one layer.
//
//   recurrent       N - 1: each state is made from the one before it
//   self_attention  1, or 0 where the first token is the last: every token reads every token directly
//
// Source: Vaswani et al. 2017, table 1, maximum path length (O(n) and O(1)).
struct PathCost {
  Count recurrent;
  Count self_attention;
};
Outcome<PathCost> path_cost(double n);  // n: at least 1

}  // namespace lesson
