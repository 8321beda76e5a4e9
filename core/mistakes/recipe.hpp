// How a setup is computed, switch by switch. All switches at their first value is the right computation; a mistake
// turns one or two of them. Two mistakes can be made together when neither touches a switch of the other.
#pragma once

#include <optional>

#include "core/mask.hpp"

namespace lesson {

enum class Scaling { Right, Missing, Twice, ByWidth, ByModelWidth, AfterSoftmax };

// What is done to a cell that may not be read.
enum class Fill {
  MinusInfinity,
  PlusInfinity,
  Zero,
  AllowedPlusOne,   // the table of permitted cells is added as 0 and 1
  SmallestFloat32,  // the lowest float32 is added, in float32
  SmallestFloat16,  // the lowest float16 is added in float16, once for each mask that blocks the cell
  AfterSoftmax,     // weights are set to zero, and not normalised again
};

enum class Exponential {
  MaximumSubtracted,
  Plain32,  // in float32, the maximum not subtracted
};

enum class Keys { Read, Shifted, Swapped };

enum class Normalisation { Right, SampleVariance, OverTokens, NoEpsilon };

struct Recipe {
  Keys keys = Keys::Read;  // Shifted: one cache slot late; Swapped: keys and values exchanged
  bool batch_and_sequence_swapped = false;
  bool split_by_reshape = false;
  bool merge_without_transpose = false;
  bool groups_interleaved = false;  // ABAB for AABB
  bool positions_missing = false;
  bool positions_count_padding = false;
  bool other_layout = false;   // sinusoids concatenated where interleaved was asked, and the other way round
  bool mixed_pairing = false;  // keys turned by the other pairing
  Scaling scaling = Scaling::Right;
  std::optional<Causal> causal = {};  // in place of the setup's
  bool triangle_reversed = false;     // each row reads its own position and later ones
  bool mask_dropped = false;          // causal and blocked; padding stays
  bool mask_inverted = false;
  bool padding_on_queries = false;
  bool half_of_each_tile_skipped = false;
  Fill fill = Fill::MinusInfinity;
  bool empty_rows_forgotten = false;  // the policy for empty rows is not applied
  Exponential exponential = Exponential::MaximumSubtracted;
  bool over_queries = false;
  bool softmax_twice = false;
  bool dropout = false;
  bool heads_averaged = false;
  Normalisation normalisation = Normalisation::Right;

  bool operator==(const Recipe&) const = default;
};

}  // namespace lesson
