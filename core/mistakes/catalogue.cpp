#include "core/mistakes/catalogue.hpp"

namespace lesson {
namespace {

constexpr bool kHarmless = true;

bool causal(const Setup& setup) { return setup.causal != Causal::None; }

bool not_causal(const Setup& setup) { return !causal(setup); }

// Both masks: one of who reads whom, one of padding.
bool padded_and_masked(const Setup& setup) {
  return setup.padding.size() > 0 && (causal(setup) || setup.blocked.size() > 0);
}

bool with_mask(const Setup& setup) { return (blocked_by(setup).array() != 0).any(); }

bool with_empty_row(const Setup& setup) { return !empty_rows(blocked_by(setup)).empty(); }

bool with_zero_row(const Setup& setup) { return setup.empty_row == EmptyRow::Zero && with_empty_row(setup); }

std::vector<Mistake> all() {
  return {
      {"batch-and-sequence-swapped", "batch",
       "Axes (batch, sequence) are taken for (sequence, batch): tokens read the same place of other sequences.",
       "IBM/TabFormer#14", false, [](Recipe& r) { r.batch_and_sequence_swapped = true; }, nullptr},
      {"heads-split-by-reshape", "split",
       "Heads are cut from memory in one piece each, without a transpose: a head holds whole tokens, not its columns.",
       "reczoo/FuxiCTR#30, pytorch/opacus#825", false, [](Recipe& r) { r.split_by_reshape = true; }, nullptr},
      {"group-repeat-order", "split", "Key-value heads are repeated ABAB where the query heads expect AABB.",
       "onnx/onnx#7274", false, [](Recipe& r) { r.groups_interleaved = true; }, nullptr},
      {"keys-and-values-swapped", "split",
       "Keys and values are exchanged: queries are compared with what should be mixed.", "", false,
       [](Recipe& r) { r.keys = Keys::Swapped; }, nullptr},
      {"position-missing", "positions", "No position reaches queries and keys: order is lost.", "", false,
       [](Recipe& r) { r.positions_missing = true; }, nullptr},
      {"left-padding-positions", "positions",
       "Padding on the left is counted: the first real token does not stand at position 0.",
       "huggingface/transformers#21080, huggingface/transformers#18478", false,
       [](Recipe& r) { r.positions_count_padding = true; }, nullptr},
      {"sinusoid-order", "positions",
       "Sines and cosines stand in the other order. Used throughout it is no mistake: the columns are permuted.",
       "tensorflow/tensor2tensor#391", kHarmless, [](Recipe& r) { r.other_layout = true; }, nullptr},
      {"rotary-pairing-mixed", "positions",
       "Queries are turned by one pairing of columns, keys by the other: scores depend on absolute positions.",
       "jzhang38/TinyLlama#24, ggml-org/llama.cpp#22611", false, [](Recipe& r) { r.mixed_pairing = true; }, nullptr},
      {"cache-offset", "cache", "Keys and values are written one slot late: slot 0 is read and was never written.",
       "microsoft/onnxruntime-genai#2354, skyzh/tiny-llm#46", false, [](Recipe& r) { r.keys = Keys::Shifted; }, causal},
      {"scale-missing", "scale", "Scores are not divided by the root of the key width.",
       "huggingface/transformers#38290", false, [](Recipe& r) { r.scaling = Scaling::Missing; }, nullptr},
      {"scale-twice", "scale", "Scores are divided by the root of the key width twice, say in the query and again.",
       "huggingface/transformers#38290", false, [](Recipe& r) { r.scaling = Scaling::Twice; }, nullptr},
      {"scale-by-width", "scale", "Scores are divided by the key width, not by its root.", "delzac/cntkx#10", false,
       [](Recipe& r) { r.scaling = Scaling::ByWidth; }, nullptr},
      {"scale-by-model-width", "scale", "Scores are divided by the root of the model width, not of one head's.",
       "karpathy/ng-video-lecture#6, lucidrains/vit-pytorch#65", false,
       [](Recipe& r) { r.scaling = Scaling::ByModelWidth; }, nullptr},
      {"scale-after-softmax", "scale", "The scale is applied to the weights, after softmax.",
       "FrancescoSaverioZuppichini/ViT#2", false, [](Recipe& r) { r.scaling = Scaling::AfterSoftmax; }, nullptr},
      {"mask-polarity-inverted", "mask", "True means \"may read\" to one side and \"may not\" to the other.",
       "rasbt/LLMs-from-scratch#1061, pytorch/pytorch#120668", false, [](Recipe& r) { r.mask_inverted = true; },
       nullptr},
      {"mask-added-as-numbers", "mask", "A table of yes and no is added to the scores as 1 and 0.",
       "pytorch/pytorch#103963, pytorch/pytorch#117939", false, [](Recipe& r) { r.fill = Fill::AllowedPlusOne; },
       with_mask},
      {"causal-top-left-instead-of-bottom-right", "mask",
       "With fewer queries than keys, positions are counted from the first key, not to the last.",
       "pytorch/pytorch#103082, pytorch/pytorch#108108, Dao-AILab/flash-attention#282", false,
       [](Recipe& r) { r.causal = Causal::TopLeft; },
       [](const Setup& setup) { return setup.causal == Causal::BottomRight; }},
      {"causal-bottom-right-instead-of-top-left", "mask",
       "With unequal lengths, the last query is laid on the last key where the first belongs on the first.",
       "Dao-AILab/flash-attention#951, Dao-AILab/flash-attention#1778", false,
       [](Recipe& r) { r.causal = Causal::BottomRight; },
       [](const Setup& setup) { return setup.causal == Causal::TopLeft; }},
      {"causal-mask-added", "mask", "A causal mask is applied that nobody asked for: a default, or a flag left on.",
       "Dao-AILab/flash-attention#282", false, [](Recipe& r) { r.causal = Causal::TopLeft; }, not_causal},
      {"causal-mask-reversed", "mask",
       "The triangle is turned over: a position reads itself and what comes later, and never the past.",
       "pytorch/pytorch#28272, pytorch/pytorch#29546, pytorch/pytorch#34908", false,
       [](Recipe& r) { r.triangle_reversed = true; }, causal},
      {"causal-mask-dropped", "mask", "The mask is accepted and not applied.",
       "keras-team/keras#23038, facebookresearch/xformers#103, facebookresearch/xformers#1185", false,
       [](Recipe& r) { r.mask_dropped = true; }, nullptr},
      {"padding-on-query-axis", "mask",
       "The padding mask is laid on the queries: rows are blocked in place of columns.", "keras-team/keras-io#1046",
       false, [](Recipe& r) { r.padding_on_queries = true; }, nullptr},
      {"mask-fill-zero", "mask", "Blocked scores are set to 0: exp(0) is 1, and the key is read.",
       "awslabs/gluonts#1401", false, [](Recipe& r) { r.fill = Fill::Zero; }, nullptr},
      {"mask-fill-in-half-precision", "mask",
       "The lowest float16 is added for each mask: two of them, or one and a low score, are minus infinity.",
       "google/flax#982, facebookresearch/fairseq#3575", false, [](Recipe& r) { r.fill = Fill::SmallestFloat16; },
       padded_and_masked},
      {"mask-plus-infinity", "mask", "Blocked scores become plus infinity: the row is NaN.",
       "lucidrains/memory-compressed-attention#2", false, [](Recipe& r) { r.fill = Fill::PlusInfinity; }, nullptr},
      {"empty-row", "mask", "A row that may read no key is left as 0/0 where zeros were promised.",
       "pytorch/pytorch#41508, pytorch/pytorch#103749, pytorch/pytorch#160064", false,
       [](Recipe& r) { r.empty_rows_forgotten = true; }, with_zero_row},
      {"empty-row-hidden", "mask",
       "The lowest float32 is added in place of minus infinity: a row that may read nothing reads all keys alike.",
       "huggingface/transformers#17306", false, [](Recipe& r) { r.fill = Fill::SmallestFloat32; }, with_empty_row},
      {"softmax-over-queries", "softmax", "Softmax runs over the wrong axis: columns sum to 1, rows do not.",
       "PetrochukM/PyTorch-NLP#2, labmlai/annotated_deep_learning_paper_implementations#146", false,
       [](Recipe& r) { r.over_queries = true; }, nullptr},
      {"softmax-twice", "softmax", "Softmax is applied to weights that already are one: they come out nearly even.",
       "meta-llama/llama3#155", false, [](Recipe& r) { r.softmax_twice = true; }, nullptr},
      {"no-max-subtraction", "softmax",
       "The largest score is not subtracted: in float32, exp of 89 or more is infinite and the row NaN.",
       "ggml-org/llama.cpp#2665", false, [](Recipe& r) { r.exponential = Exponential::Plain32; }, nullptr},
      {"gpu-differs", "softmax",
       "A kernel steps over four keys at a time and computes two: the other two are never read.",
       "microsoft/onnxruntime#26766, microsoft/onnxruntime#26715, microsoft/onnxruntime#28520", false,
       [](Recipe& r) { r.half_of_each_tile_skipped = true; }, nullptr},
      {"mask-after-softmax", "weights", "Weights are set to zero after softmax and not normalised again.",
       "huggingface/pytorch-image-models#2236", false, [](Recipe& r) { r.fill = Fill::AfterSoftmax; }, nullptr},
      {"dropout-in-evaluation", "weights", "Dropout stays on: weights vanish at random, the others grow.",
       "pytorch/pytorch#124464", false, [](Recipe& r) { r.dropout = true; }, nullptr},
      {"heads-merged-without-transpose", "merge",
       "The outputs of the heads are laid end to end, without a transpose: a row mixes several tokens.",
       "reczoo/FuxiCTR#30, pytorch/opacus#825", false, [](Recipe& r) { r.merge_without_transpose = true; }, nullptr},
      {"heads-averaged", "merge", "The weights shown are the mean over heads: a map that no head has.",
       "pytorch/pytorch#34537, pytorch/pytorch#47583", false, [](Recipe& r) { r.heads_averaged = true; }, nullptr},
      {"layernorm-sample-variance", "norm", "The variance is divided by D - 1, not by D.",
       "harvardnlp/annotated-transformer#119", false,
       [](Recipe& r) { r.normalisation = Normalisation::SampleVariance; }, nullptr},
      {"layernorm-over-tokens", "norm", "Each feature is normalised over the tokens, not each token over its features.",
       "", false, [](Recipe& r) { r.normalisation = Normalisation::OverTokens; }, nullptr},
      {"layernorm-no-eps", "norm", "Nothing is added to the variance: a constant row is 0/0.", "", false,
       [](Recipe& r) { r.normalisation = Normalisation::NoEpsilon; }, nullptr},
  };
}

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

}  // namespace

const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> library = all();
  return library;
}

Outcome<Recipe> recipe_of(const std::vector<std::string>& ids) {
  Recipe recipe;
  std::vector<const Mistake*> made;
  for (const std::string& id : ids) {
    if (id == "none") continue;
    const Mistake* found = nullptr;
    for (const Mistake& one : mistakes()) {
      if (id == one.id) found = &one;
    }
    if (!found) {
      return Error{"unknown-mistake",
                   quoted(id) + " is not in the library: it has " + std::to_string(mistakes().size()) +
                       " mistakes, from " + quoted(mistakes().front().id) + " to " + quoted(mistakes().back().id) + ".",
                   {"mistake"}};
    }
    for (const Mistake* other : made) {
      Recipe one, both;
      other->edit(one);
      found->edit(both);
      // Applied after the other it must leave the other's switch alone: then the order does not matter.
      found->edit(one);
      other->edit(both);
      if (one == both && other != found) continue;
      return Error{"mistakes-incompatible",
                   quoted(other->id) + " and " + quoted(id) + " cannot be made together: both change the same step.",
                   {"mistake"}};
    }
    found->edit(recipe);
    made.push_back(found);
  }
  return recipe;
}

}  // namespace lesson
