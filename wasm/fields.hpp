// What each result holds, name beside value: the only list of field names in C++.
//
// `Sink` is one of wire::Names, wire::Room and wire::Writer.
#pragma once

#include <array>

#include "core/check.hpp"
#include "core/explain.hpp"
#include "core/project.hpp"
#include "wasm/wire.hpp"

namespace wire {

inline auto column(const std::vector<Index>& numbers) {
  return table<1>(numbers.size(), [&numbers](std::size_t i) { return std::array{static_cast<double>(numbers[i])}; });
}

inline std::array<double, 3> cell_row(const lesson::Cell& cell) {
  return {static_cast<double>(cell.stage), static_cast<double>(cell.row), static_cast<double>(cell.col)};
}

template <typename Sink>
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
  sink.field("emptyRows", column(trace.empty_rows));
  // output row, cause, row and column of the cell to blame
  sink.field("nonFinite", table<4>(trace.non_finite.size(), [&trace](std::size_t i) {
               const lesson::NonFinite& found = trace.non_finite[i];
               return std::array{static_cast<double>(found.output_row), static_cast<double>(found.cause),
                                 static_cast<double>(found.row), static_cast<double>(found.col)};
             }));
}

template <typename Sink>
void write(Sink& sink, const lesson::Projections& made) {
  sink.field("q", made.q);
  sink.field("k", made.k);
  sink.field("v", made.v);
}

template <typename Sink>
void write(Sink& sink, const lesson::Explanation& open) {
  // The sources of every term in one list, each with the term that it belongs to.
  std::vector<std::pair<std::size_t, std::size_t>> of_terms;
  for (std::size_t t = 0; t < open.terms.size(); ++t) {
    for (std::size_t s = 0; s < open.terms[t].sources.size(); ++s) of_terms.emplace_back(t, s);
  }
  sink.field("cell", table<3>(1, [&open](std::size_t) { return cell_row(open.cell); }));
  sink.field("terms", table<3>(open.terms.size(), [&open](std::size_t t) {
               return std::array{open.terms[t].a, open.terms[t].b, open.terms[t].value};
             }));
  sink.field("termSources", table<4>(of_terms.size(), [&open, &of_terms](std::size_t i) {
               const auto [term, source] = of_terms[i];
               const std::array<double, 3> cell = cell_row(open.terms[term].sources[source]);
               return std::array{static_cast<double>(term), cell[0], cell[1], cell[2]};
             }));
  sink.field("max", open.max);
  sink.field("sum", open.sum);
  sink.field("result", open.result);
  sink.field("sources", table<3>(open.sources.size(), [&open](std::size_t i) { return cell_row(open.sources[i]); }));
}

template <typename Sink>
void write(Sink& sink, const lesson::BatchShapes& shapes) {
  sink.field("scores", column(shapes.scores));
  sink.field("weights", column(shapes.weights));
  sink.field("output", column(shapes.output));
}

}  // namespace wire
