// The lab at the border.
#include "core/lab.hpp"

#include "wasm/block.hpp"
#include "wasm/calls.hpp"
#include "wasm/multihead.hpp"
#include "wasm/random.hpp"

namespace wire {

void write(Sink& sink, const lesson::LabDraws& draws) {
  sink.field("wq", draws.weights.wq);
  sink.field("wk", draws.weights.wk);
  sink.field("wv", draws.weights.wv);
  sink.field("wo", draws.weights.wo);
  sink.field("heads", static_cast<double>(draws.weights.heads));
  sink.field("x", draws.x);
  sink.field("permutation", draws.permutation);
}

void write(Sink& sink, const lesson::LabBlock& block) {
  sink.field("input", block.input);
  sink.part("attention", block.attention);
  sink.field("sum", block.sum);
  sink.part("norm", block.norm);
  sink.field("output", block.output);
  sink.part("rows", block.rows);
}

void write(Sink& sink, const lesson::LabCheck& check) {
  sink.field("holds", check.holds ? 1.0 : 0.0);
  sink.field("largest", check.largest);
}

void write(Sink& sink, const lesson::LabChecks& checks) {
  sink.part("rowMeansZero", checks.row_means_zero);
  sink.part("permutesWithoutPositions", checks.permutes_without_positions);
  sink.part("permutesWithPositions", checks.permutes_with_positions);
  sink.part("causalKeepsEarlier", checks.causal_keeps_earlier);
  sink.part("unmaskedChangesEarlier", checks.unmasked_changes_earlier);
}

void write(Sink& sink, const lesson::LabScale& scale) {
  sink.field("raw", scale.raw);
  sink.field("scaled", scale.scaled);
  sink.field("rawSd", scale.raw_sd);
  sink.field("scaledSd", scale.scaled_sd);
}

void write(Sink& sink, const lesson::LabMemory& memory) {
  sink.field("tokens", static_cast<double>(memory.tokens));
  sink.field("mb", memory.mb);
}

void write(Sink& sink, const lesson::LabTrace& trace) {
  sink.part("draws", trace.draws);
  sink.field("positions", trace.positions);
  sink.part("plain", trace.plain);
  sink.part("permuted", trace.permuted);
  sink.part("withPositions", trace.with_positions);
  sink.part("permutedWithPositions", trace.permuted_with_positions);
  sink.part("causal", trace.causal);
  sink.part("causalLastChanged", trace.causal_last_changed);
  sink.part("lastChanged", trace.last_changed);
  sink.part("withoutResidual", trace.without_residual);
  sink.part("checks", trace.checks);
  sink.part("scale", trace.scale);
  sink.list("memory", trace.memory);
}

namespace {

struct LabInputs {
  std::optional<Whole> seed;
  lesson::LabOptions options;
};

// What is left out stays as the core has it.
LabInputs read_lab(Reader& in) {
  LabInputs inputs;
  lesson::LabOptions& options = inputs.options;
  if (in.choice(2) == 1) inputs.seed = read_whole(in);
  options.n = in.size_or_none("n").value_or(options.n);
  options.d_model = in.size_or_none("dModel").value_or(options.d_model);
  options.heads = in.size_or_none("heads").value_or(options.heads);
  if (const auto causal = in.choice_or_none(3)) options.causal = static_cast<lesson::Causal>(*causal);
  if (const auto residual = in.choice_or_none(2)) options.residual = *residual == 1;
  options.scale = in.number_or_none();
  if (const auto layout = in.choice_or_none(3)) {
    options.positions.reset();
    if (*layout > 0) options.positions = static_cast<lesson::Pairing>(*layout - 1);
  }
  if (const auto axis = in.choice_or_none(2)) options.axis = static_cast<lesson::Axis>(*axis);
  return inputs;
}

lesson::Outcome<lesson::LabTrace> lab(const LabInputs& in) {
  lesson::LabOptions options = in.options;
  if (in.seed) {
    const auto seed = seed_of(*in.seed, lesson::SeedOf::Numpy);
    if (!seed) return seed.error();
    options.seed = *seed;
  }
  return lesson::lab(options);
}

}  // namespace

Calls lab_calls() {
  static constexpr Call kCalls[] = {call<read_lab, lab>("lab")};
  return table(kCalls);
}

}  // namespace wire
