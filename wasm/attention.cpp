#include "wasm/attention.hpp"

#include <utility>

#include "wasm/calls.hpp"

namespace wire {
namespace {

double* put(double* to, const lesson::Cell& cell) {
  *to++ = static_cast<double>(cell.stage);
  *to++ = static_cast<double>(cell.row);
  *to++ = static_cast<double>(cell.col);
  return to;
}

void cells(Sink& sink, const char* name, const std::vector<lesson::Cell>& cells) {
  if (double* at = sink.table(name, cells.size(), 3)) {
    for (const lesson::Cell& cell : cells) at = put(at, cell);
  }
}

lesson::Outcome<lesson::Explanation> explain(const ExplainInputs& in) {
  return lesson::explain(in.attention, in.cell.stage, in.cell.row, in.cell.col);
}

lesson::Outcome<lesson::BatchShapes> batch_shapes(const BatchInputs& in) {
  return lesson::batch_shapes(in.q, in.k, in.v);
}

}  // namespace

lesson::AttentionInputs read_attention(Reader& in) {
  lesson::AttentionInputs inputs;
  inputs.q = in.matrix();
  inputs.k = in.matrix();
  inputs.v = in.matrix();
  inputs.scale = in.number_or_none();
  inputs.causal = static_cast<lesson::Causal>(in.choice(3));
  inputs.empty_row = static_cast<lesson::EmptyRow>(in.choice(2));
  inputs.blocked = in.flags();
  return inputs;
}

lesson::ProjectInputs read_project(Reader& in) {
  lesson::ProjectInputs inputs;
  inputs.x = in.matrix();
  inputs.wq = in.matrix();
  inputs.wk = in.matrix();
  inputs.wv = in.matrix();
  return inputs;
}

ExplainInputs read_explain(Reader& in) {
  constexpr double kStages = static_cast<double>(lesson::Stage::Spread) + 1;
  ExplainInputs inputs{read_attention(in), {}};
  const Matrix cell = in.matrix();
  if (cell.rows() != 1 || cell.cols() != 3) return in.fail(), inputs;
  const double stage = cell(0, 0), row = cell(0, 1), col = cell(0, 2);
  if (!is_whole(stage) || stage < 0 || stage >= kStages || !is_whole(row) || !is_whole(col)) return in.fail(), inputs;
  inputs.cell = {static_cast<lesson::Stage>(stage), to_index(row), to_index(col)};
  return inputs;
}

BatchInputs read_batch(Reader& in) {
  BatchInputs inputs;
  inputs.q = in.sizes("q");
  inputs.k = in.sizes("k");
  inputs.v = in.sizes("v");
  return inputs;
}

void write(Sink& sink, const lesson::AttentionTrace& trace) {
  sink.field("scale", trace.scale);
  sink.field("blocked", trace.blocked);
  sink.field("raw", trace.raw);
  sink.field("scaled", trace.scaled);
  sink.field("masked", trace.masked);
  sink.field("weights", trace.weights);
  sink.field("output", trace.output);
  sink.field("rowSums", trace.row_sums);
  sink.field("columnSums", trace.column_sums);
  sink.field("spread", trace.spread);
  sink.field("strongest", trace.strongest);
  sink.field("emptyRows", trace.empty_rows);
  // output row, cause, row and column of the cell to blame
  if (double* at = sink.table("nonFinite", trace.non_finite.size(), 4)) {
    for (const lesson::NonFinite& found : trace.non_finite) {
      *at++ = static_cast<double>(found.output_row);
      *at++ = static_cast<double>(found.cause);
      *at++ = static_cast<double>(found.row);
      *at++ = static_cast<double>(found.col);
    }
  }
}

void write(Sink& sink, const lesson::Projections& made) {
  sink.field("q", made.q);
  sink.field("k", made.k);
  sink.field("v", made.v);
}

void write(Sink& sink, const lesson::Explanation& open) {
  cells(sink, "cell", {open.cell});
  std::size_t of_terms = 0;
  if (double* at = sink.table("terms", open.terms.size(), 3)) {
    for (const lesson::Term& term : open.terms) *at++ = term.a, *at++ = term.b, *at++ = term.value;
  }
  for (const lesson::Term& term : open.terms) of_terms += term.sources.size();
  // The sources of every term in one list, each with the term that it belongs to.
  if (double* at = sink.table("termSources", of_terms, 4)) {
    for (std::size_t t = 0; t < open.terms.size(); ++t) {
      for (const lesson::Cell& source : open.terms[t].sources) *at++ = static_cast<double>(t), at = put(at, source);
    }
  }
  sink.field("max", open.max);
  sink.field("sum", open.sum);
  sink.field("result", open.result);
  cells(sink, "sources", open.sources);
}

void write(Sink& sink, const lesson::BatchShapes& shapes) {
  sink.field("scores", shapes.scores);
  sink.field("weights", shapes.weights);
  sink.field("output", shapes.output);
}

Calls attention_calls() {
  static constexpr Call kCalls[] = {
      call<read_attention, lesson::attention>("attention"), call<read_project, lesson::project>("project"),
      call<read_explain, explain>("explain"), call<read_batch, batch_shapes>("batchShapes")};
  return table(kCalls);
}

}  // namespace wire
