// The fault library and the checks at the border.
#include <utility>

#include "core/mistakes/bench.hpp"
#include "core/mistakes/diagnose.hpp"
#include "wasm/calls.hpp"
#include "wasm/multihead.hpp"

namespace wire {
namespace {

using lesson::Outcome;
using lesson::Setup;

struct Nothing {};
Nothing read_nothing(Reader&) { return {}; }

// From queries, keys and values, or from tokens and weights.
struct SetupInputs {
  Setup setup;
  std::optional<std::pair<Matrix, lesson::MultiheadWeights>> projected;
};

SetupInputs read_setup(Reader& in) {
  SetupInputs inputs;
  Setup& setup = inputs.setup;
  if (in.choice(2) == 0) {
    setup.q = in.matrix();
    setup.k = in.matrix();
    setup.v = in.matrix();
    setup.heads = in.size_or_none("heads").value_or(1);
    setup.kv_heads = in.size_or_none("kvHeads").value_or(setup.heads);
    setup.wo = in.matrix();
    setup.bo = in.vector_or_none();
  } else {
    Matrix x = in.matrix();
    inputs.projected = {std::move(x), read_multihead_weights(in)};
  }
  setup.scale = in.number_or_none();
  setup.causal = static_cast<lesson::Causal>(in.choice(3));
  setup.empty_row = static_cast<lesson::EmptyRow>(in.choice(2));
  setup.blocked = in.flags();
  setup.padding = in.flags();
  setup.positions = static_cast<lesson::Positions>(in.choice(3));
  setup.pairing = static_cast<lesson::Pairing>(in.choice(2));
  setup.base = in.number_or_none().value_or(setup.base);
  setup.query_offset = in.size_or_none("positions.queryOffset").value_or(0);
  setup.key_offset = in.size_or_none("positions.keyOffset").value_or(0);
  setup.norm_eps = in.number_or_none();
  return inputs;
}

Outcome<Setup> made(const SetupInputs& inputs) {
  if (!inputs.projected) return inputs.setup;
  auto projected = lesson::setup_of(inputs.projected->first, inputs.projected->second);
  if (!projected) return projected;
  Setup setup = inputs.setup;
  setup.q = std::move(projected.value().q);
  setup.k = std::move(projected.value().k);
  setup.v = std::move(projected.value().v);
  setup.heads = projected->heads;
  setup.kv_heads = projected->kv_heads;
  setup.wo = std::move(projected.value().wo);
  setup.bo = std::move(projected.value().bo);
  return setup;
}

std::vector<std::string> read_ids(Reader& in) {
  std::vector<std::string> ids;
  for (std::size_t left = in.length(); left > 0 && in.ok(); --left) ids.push_back(in.text());
  return ids;
}

struct Made {
  std::vector<std::string> ids;
  SetupInputs inputs;
};

Made read_made(Reader& in) {
  Made made;
  made.ids = read_ids(in);
  made.inputs = read_setup(in);
  return made;
}

struct Applied {
  bool changed = false;
  lesson::LayerTrace trace;
};

Outcome<Applied> apply(const Made& in) {
  constexpr double kSame = 1e-12;
  const auto recipe = lesson::recipe_of(in.ids);
  if (!recipe) return recipe.error();
  const auto setup = made(in.inputs);
  if (!setup) return setup.error();
  auto wrong = lesson::compute(*setup, *recipe);
  if (!wrong) return wrong.error();
  const bool changed = lesson::differ(*lesson::compute(*setup), *wrong, kSame);
  return Applied{changed, std::move(wrong.value())};
}

struct NormInputs {
  std::vector<std::string> ids;
  Matrix x;
  double eps = 0;
};

NormInputs read_norm(Reader& in) {
  NormInputs inputs;
  inputs.ids = read_ids(in);
  inputs.x = in.matrix();
  inputs.eps = in.number_or_none().value_or(1e-5);
  return inputs;
}

struct Normed {
  Matrix normalised;
  Matrix output;
};

Outcome<Normed> apply_to_norm(const NormInputs& in) {
  const auto recipe = lesson::recipe_of(in.ids);
  if (!recipe) return recipe.error();
  auto norm = lesson::normalise(in.x, in.eps, *recipe);
  if (!norm) return norm.error();
  return Normed{std::move(norm.value().normalised), std::move(norm.value().output)};
}

Outcome<std::vector<lesson::Finding>> run_invariants(const Made& in) {
  const auto recipe = lesson::recipe_of(in.ids);
  if (!recipe) return recipe.error();
  const auto setup = made(in.inputs);
  if (!setup) return setup.error();
  return lesson::check_invariants(*setup, *recipe);
}

struct Question {
  SetupInputs inputs;
  lesson::Observed observed;
};

std::vector<Matrix> read_tables(Reader& in) {
  std::vector<Matrix> tables;
  for (std::size_t left = in.length(); left > 0 && in.ok(); --left) tables.push_back(in.matrix());
  return tables;
}

Question read_question(Reader& in) {
  Question question;
  question.inputs = read_setup(in);
  question.observed.scores = read_tables(in);
  question.observed.weights = read_tables(in);
  if (in.choice(2) == 1) question.observed.output = in.matrix();
  question.observed.tolerance = in.number_or_none().value_or(question.observed.tolerance);
  return question;
}

Outcome<lesson::Diagnosis> diagnose(const Question& question) {
  const auto setup = made(question.inputs);
  if (!setup) return setup.error();
  return lesson::diagnose(*setup, question.observed);
}

Outcome<std::vector<lesson::Mistake>> list_mistakes(const Nothing&) { return lesson::mistakes(); }
Outcome<std::vector<lesson::Invariant>> list_invariants(const Nothing&) { return lesson::invariants(); }
Outcome<std::vector<lesson::BenchSetup>> list_bench(const Nothing&) { return lesson::bench(); }
Outcome<std::vector<lesson::Caught>> mistake_table(const Nothing&) { return lesson::which_check_catches_which(); }

}  // namespace

void write(Sink& sink, const lesson::LayerTrace& trace) {
  sink.list("heads", trace.heads);
  sink.field("concatenated", trace.concatenated);
  sink.field("output", trace.output);
}

void write(Sink& sink, const lesson::Mistake& one) {
  const auto text = [&sink](const char* name, const char* words) { sink.text(name, words ? words : ""); };
  text("id", one.id);
  text("stage", one.stage);
  text("description", one.description);
  text("references", one.references);
  sink.field("harmless", one.harmless ? 1.0 : 0.0);
}

void write(Sink& sink, const lesson::Invariant& one) {
  const auto text = [&sink](const char* name, const char* words) { sink.text(name, words ? words : ""); };
  text("id", one.id);
  text("description", one.description);
  text("needs", one.needs);
}

void write(Sink& sink, const lesson::Finding& finding) {
  sink.field("verdict", static_cast<double>(finding.verdict));
  sink.field("largest", finding.largest);
  sink.field("tolerance", finding.tolerance);
  sink.field("expected", finding.expected);
  sink.field("got", finding.got);
  sink.field("head", static_cast<double>(finding.head));
  sink.field("row", static_cast<double>(finding.row));
  sink.field("col", static_cast<double>(finding.col));
}

void write(Sink& sink, const lesson::BenchSetup& one) {
  sink.text("name", one.name ? one.name : "");
  sink.field("q", one.setup.q);
  sink.field("k", one.setup.k);
  sink.field("v", one.setup.v);
  sink.field("heads", static_cast<double>(one.setup.heads));
  sink.field("kvHeads", static_cast<double>(one.setup.kv_heads));
  sink.field("causal", static_cast<double>(one.setup.causal));
  sink.field("emptyRow", static_cast<double>(one.setup.empty_row));
  sink.field("blocked", one.setup.blocked);
  sink.field("padding", one.setup.padding);
  sink.field("positions", static_cast<double>(one.setup.positions));
  sink.field("normEps", one.setup.norm_eps);
}

void write(Sink& sink, const lesson::Caught& row) {
  sink.field("setup", static_cast<double>(row.setup));
  std::vector<Index> verdicts;
  for (const lesson::Verdict verdict : row.verdicts) verdicts.push_back(static_cast<Index>(verdict));
  sink.field("verdicts", verdicts);
}

void write(Sink& sink, const lesson::Hypothesis& one) {
  sink.field("mistakes", one.mistakes);
  sink.field("reproduces", one.reproduces ? 1.0 : 0.0);
  sink.field("largestDifference", one.largest_difference);
  sink.field("matching", static_cast<double>(one.matching));
  sink.field("cells", std::vector<Index>(one.cells.begin(), one.cells.end()));
  sink.field("tiedWith", one.tied_with);
}

void write(Sink& sink, const lesson::Diagnosis& diagnosis) {
  sink.list("hypotheses", diagnosis.hypotheses);
  sink.field("silent", diagnosis.silent);
  sink.field("cells", static_cast<double>(diagnosis.cells));
  sink.field("pairsSearched", diagnosis.pairs_searched ? 1.0 : 0.0);
}

template <typename Part>
void write(Sink& sink, const std::vector<Part>& parts) {
  sink.list("list", parts);
}

namespace {

void write(Sink& sink, const Applied& made) {
  sink.field("changed", made.changed ? 1.0 : 0.0);
  write(sink, made.trace);
}

void write(Sink& sink, const Normed& made) {
  sink.field("normalised", made.normalised);
  sink.field("output", made.output);
}

}  // namespace

Calls mistake_calls() {
  static constexpr Call kCalls[] = {call<read_nothing, list_mistakes>("listMistakes"),
                                    call<read_nothing, list_invariants>("listInvariants"),
                                    call<read_nothing, list_bench>("listBench"),
                                    call<read_nothing, mistake_table>("mistakeTable"),
                                    call<read_made, apply>("applyMistake"),
                                    call<read_norm, apply_to_norm>("applyToNorm"),
                                    call<read_made, run_invariants>("runInvariants"),
                                    call<read_question, diagnose>("diagnose")};
  return table(kCalls);
}

}  // namespace wire
