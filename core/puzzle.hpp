// Goals for the attention figure: reach what is asked with as few edits as you can. Three tokens, keys of width 2,
// values of width 2; each puzzle says what may be edited, and is about one quantity of the trace.
//
//   id                 what is asked                                                         may be edited     fewest
//   one-key            token 2 reads token 0 with a weight of at least 0.99                  k                   1
//   swap-readers       tokens 0 and 1 read each other with at least 0.9                      k                   2
//   even-row           token 2 reads all three evenly: at least 2.999 effective keys         q                   2
//   two-keys           token 0 shares its weight between two: 1.99 to 2.01 effective keys    q                   1
//   equal-rows         the weights of tokens 0 and 1 agree within 0.005, all at least 0.1    k                   2
//   copy-value         the output of token 1 is the value of token 2, within 0.01            q                   2
//   hit-the-mix        the output of token 0 begins with 20, within 0.01                     v                   1
//   sharp-by-scale     token 2 has at most 1.01 effective keys                               scale               1
//   only-themselves    every token reads itself alone, with weight 1                         blocked, causal     4
//   break-a-row        token 1 may read no key: its output is NaN                            blocked, causal     3
//   repair-a-row       no output is NaN, and tokens 1 and 2 still may not read token 0       blocked, causal     1
//
// tests/core/puzzle_test.cpp solves each with `fewest` edits and says why fewer do not do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/attention.hpp"
#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

// How near a trace is: `now` is the quantity that the goal is about, `goal` what it has to be.
struct PuzzleState {
  double now = 0;
  double goal = 0;
  bool reached = false;
};

struct Puzzle {
  const char* id;        // stable
  const char* editable;  // of q, k, v, scale, causal, blocked, separated by ", "
  Index fewest;          // edits
  AttentionInputs start;
  PuzzleState (*measure)(const AttentionInputs& inputs, const AttentionTrace& trace);
};

// In the order above; the same on every call.
const std::vector<Puzzle>& puzzles();

struct PuzzleVerdict {
  bool solved = false;  // the goal is reached, and nothing was edited that may not be
  // Numbers of q, k and v, marks of blocked, and the switches scale, causal and emptyRow that differ from the start. A
  // scale that is written out is no edit where it is the number that was used.
  Index edits = 0;
  std::string not_allowed;  // what was edited although it may not be, separated by ", "
  double now = 0;           // NaN where the quantity is
  double goal = 0;
};

// Errors:
//   unknown-puzzle   no puzzle has that id
//   puzzle-shape     q, k or v has another shape than the puzzle's
//   and those of attention
Outcome<PuzzleVerdict> check_puzzle(std::string_view id, const AttentionInputs& inputs);

}  // namespace lesson
