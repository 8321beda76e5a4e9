// Multi-head attention at the border: its weights and masks, which blocks and stacks read too, and its trace.
//
// Places are named as the engine's callers write them; `part` stands before them: "layers[2].attention.".
#pragma once

#include <optional>
#include <string>

#include "core/cache.hpp"
#include "core/multihead.hpp"
#include "wasm/sink.hpp"
#include "wasm/wire.hpp"

namespace wire {

// heads, kvHeads?, wq, wk, wv, wo, bq?, bk?, bv?, bo?
lesson::MultiheadWeights read_multihead_weights(Reader& in, const std::string& part = "");

// The number 0, or 1 and: layout, base?, offset?
std::optional<lesson::PositionOptions> read_rotary(Reader& in, const std::string& part = "");

// causal?, emptyRow, blocked (0 x 0: none), rotary. `causal` holds where the caller says nothing.
lesson::MultiheadOptions read_multihead_options(Reader& in, lesson::Causal causal, const std::string& part = "");

void write(Sink& sink, const lesson::HeadTrace& head);
void write(Sink& sink, const lesson::MultiheadTrace& trace);
void write(Sink& sink, const lesson::Cache& cache);
void write(Sink& sink, const lesson::CacheStep& step);

}  // namespace wire
