// The puzzles at the border.
#include "core/puzzle.hpp"

#include "wasm/attention.hpp"
#include "wasm/calls.hpp"

namespace wire {
namespace {

struct Nothing {};
Nothing read_nothing(Reader&) { return {}; }

struct Tried {
  std::string id;
  lesson::AttentionInputs inputs;
};
Tried read_tried(Reader& in) { return {in.text(), read_attention(in)}; }

lesson::Outcome<std::vector<lesson::Puzzle>> list(const Nothing&) { return lesson::puzzles(); }
lesson::Outcome<lesson::PuzzleVerdict> check(const Tried& in) { return lesson::check_puzzle(in.id, in.inputs); }

}  // namespace

void write(Sink& sink, const lesson::Puzzle& one) {
  sink.text("id", one.id ? one.id : "");
  sink.text("editable", one.editable ? one.editable : "");
  sink.field("fewest", static_cast<double>(one.fewest));
  sink.field("q", one.start.q);
  sink.field("k", one.start.k);
  sink.field("v", one.start.v);
  sink.field("scale", one.start.scale);
  sink.field("causal", static_cast<double>(one.start.causal));
  sink.field("emptyRow", static_cast<double>(one.start.empty_row));
  sink.field("blocked", one.start.blocked);
}

void write(Sink& sink, const std::vector<lesson::Puzzle>& puzzles) { sink.list("list", puzzles); }

void write(Sink& sink, const lesson::PuzzleVerdict& verdict) {
  sink.field("solved", verdict.solved ? 1.0 : 0.0);
  sink.field("edits", static_cast<double>(verdict.edits));
  sink.text("notAllowed", verdict.not_allowed);
  sink.field("now", verdict.now);
  sink.field("goal", verdict.goal);
}

Calls puzzle_calls() {
  static constexpr Call kCalls[] = {call<read_nothing, list>("listPuzzles"), call<read_tried, check>("checkPuzzle")};
  return table(kCalls);
}

}  // namespace wire
