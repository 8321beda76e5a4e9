// One attention head at the border: what other parts read and write too.
#pragma once

#include <vector>

#include "core/check.hpp"
#include "core/explain.hpp"
#include "core/project.hpp"
#include "wasm/sink.hpp"
#include "wasm/wire.hpp"

namespace wire {

struct ExplainInputs {
  lesson::AttentionInputs attention;
  lesson::Cell cell;
};

struct BatchInputs {
  std::vector<Index> q, k, v;
};

// The order in which each call's inputs stand in the inbox is that of web/engine/module.d.ts.
lesson::AttentionInputs read_attention(Reader& in);
lesson::ProjectInputs read_project(Reader& in);
ExplainInputs read_explain(Reader& in);
BatchInputs read_batch(Reader& in);

void write(Sink& sink, const lesson::AttentionTrace& trace);
void write(Sink& sink, const lesson::Projections& made);
void write(Sink& sink, const lesson::Explanation& open);
void write(Sink& sink, const lesson::BatchShapes& shapes);

}  // namespace wire
