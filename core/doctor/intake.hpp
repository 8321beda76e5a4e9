// From tensors with roles to what can be computed: one setup for each sequence of the batch, and what was seen of it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/doctor/layout.hpp"
#include "core/doctor/role.hpp"
#include "core/mistakes/diagnose.hpp"
#include "core/mistakes/setup.hpp"

namespace lesson {

// What a 1 or True in a mask says. Numbers that are added to scores need no such choice.
enum class MaskMeaning { MayRead, MayNotRead };

// The tensors of a case by their roles; null: not there.
struct Given {
  const Tensor *q = nullptr, *k = nullptr, *v = nullptr, *mask = nullptr, *positions = nullptr, *scores = nullptr,
               *weights = nullptr, *output = nullptr;
};

// What was meant: the computation that the tensors are compared with. What is left open is guessed.
struct Meant {
  std::optional<Layout> layout;
  std::optional<Index> heads;     // where no axis says it: by the weights, else 1
  std::optional<Index> kv_heads;  // where no axis says it: by the widths
  std::optional<double> scale;    // none: 1 / sqrt(K)
  std::optional<MaskMeaning> mask;
  std::optional<double> tolerance;
  Causal causal = Causal::None;
  Positions positions = Positions::None;
  Pairing pairing = Pairing::Interleaved;
  double base = 10000;
  EmptyRow empty_row = EmptyRow::Nan;
};

// A range [first, first + count) of each axis.
struct Range {
  Index first = 0, count = 0;
};
struct Slice {
  Range batch, heads, queries, keys, values;  // values: columns of each head's v
};

// What is in the tensors, all of it.
struct Sizes {
  Index batch = 1, heads = 1, kv_heads = 1, queries = 0, keys = 0, width = 0, value_width = 0;
  bool has_scores = false, has_weights = false, has_output = false;
};

// The largest part that diagnose() takes in each of its computations: fewer sequences first, then the heads of one
// key-value head, then fewer queries (the first, or under a mask by the last key the last).
Slice searchable(const Sizes& sizes, Causal causal);

// Of large tensors only the searchable part is read.
struct Case {
  std::vector<Setup> batch;
  std::vector<Observed> observed;  // one for each of `batch`; empty where nothing was seen
  Layout layout = Layout::SeqDim;
  bool layout_sure = true;
  std::optional<MaskMeaning> mask;  // how a mask of yes and no was read
  bool mask_sure = true;            // a token that may not read itself would be rare: the diagonal tells
  double tolerance = 0;             // of Observed
  Sizes sizes;
  Slice slice;  // which part of the tensors this is
};

// The tolerance that a format asks for: what a computation in it may be off by, relative to numbers above 1. float64
// 1e-9, float32 1e-4, float16 4e-3, bfloat16 3e-2: some hundred, and for the halves four, units of the last place,
// since sums of many products round many times.
double tolerance_of(Element element);

// Reads and arranges everything. Queries that were seen at fewer positions than keys are the last ones where positions
// are needed.
//
// Errors: those of possible_layouts and check_setup for each sequence, and
//   role-missing      q, k or v is not there
//   case-empty        q, k or v has an axis of 0
//   layout-not-possible   the layout that was asked for does not fit the shapes
//   heads-unknown     heads is not a whole number of at least 1 that the widths divide by
//   mask-shape        the mask is neither of the keys, nor of queries and keys, with heads and batch or without
//   mask-per-head     heads have masks of their own: show one head alone
//   mask-bias         the mask adds numbers that are neither 0 nor very low, as ALiBi does: nothing here computes that
//   mask-numbers      the mask holds NaN, or numbers that are neither 0 and 1 nor added ones
//   positions-shape   positions are not one for each query, of each sequence or of all
//   positions-steps   positions do not count up by one
//   seen-shape        scores, weights or output are not of the shapes that q, k and v give
Outcome<Case> take_in(const Given& given, const Meant& meant);

}  // namespace lesson
