// Decoding step by step: keys and values of earlier rows are kept, so that each step projects its new rows alone.
//
//   q, k, v of the new rows, turned at their own positions if rotary     multihead.hpp
//   K <- [K; k], V <- [V; v]                                             (T + N, G K)
//   output of the new rows = heads over all T + N keys, causal by the bottom right, then wo
//
// Each row equals that of the whole sequence computed at once under a causal mask, whatever the steps were: earlier
// rows do not read later ones, so their keys and values never change. Source: Shazeer 2019, "Fast Transformer
// Decoding", section 2.4.
#pragma once

#include "core/multihead.hpp"
#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

// What one self-attention keeps between steps. Empty at the start.
struct Cache {
  Matrix k;          // (T, G K), turned if rotary
  Matrix v;          // (T, G K)
  Index offset = 0;  // the position of the first row kept, at least 0
};

// The position of the next row: offset + T. Rows that are coded by sinusoids must be coded at it; to start again from 0
// is the classic mistake, and no shape shows it.
Index next_position(const Cache& cache);

struct CacheStep {
  MultiheadTrace trace;  // of the new rows: queries N, keys T + N
  Cache cache;           // for the next step; the one given is left alone
};

// x (N, D): the rows that follow those in the cache. `rotary`, if set, turns them at next_position; its own offset is
// not looked at. The same weights and rotary must be given at every step: nothing shows if they are not.
//
// Errors: those of multihead, and
//   cache-shape      k or v of the cache has another width than the new keys (unless both are empty), or other rows
//   negative-offset  cache.offset is below 0
//   too-large        (T + N) G K > kMostNumbers, or cache.offset is above 2^30
Outcome<CacheStep> decode(const Matrix& x, const MultiheadWeights& weights, const Cache& cache,
                          const std::optional<PositionOptions>& rotary = {});

}  // namespace lesson
