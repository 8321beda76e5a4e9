// Small setups in which each mistake shows, and the table "which check catches which mistake", computed from them.
#pragma once

#include <string_view>
#include <vector>

#include "core/invariants/invariants.hpp"
#include "core/mistakes/catalogue.hpp"
#include "core/mistakes/compute.hpp"
#include "core/mistakes/setup.hpp"

namespace lesson {

struct BenchSetup {
  const char* name;  // stable: plain, causal, fewer-queries, fewer-queries-top-left, empty-row, sinusoid, padded,
                     // heads, grouped, rotary, normed, large-scores
  Setup setup;
};

// The same on every call. Inputs have one decimal, so that a page can show them.
const std::vector<BenchSetup>& bench();

// The first setup of the bench that a mistake is meant for and whose scores, weights or output it changes by more than
// 1e-4, as an index; -1 if there is none.
Index smallest_reproduction(const Mistake& mistake);

// The same of an id.
//   unknown-mistake   as recipe_of; "none" is no mistake either
Outcome<Index> shown_on(std::string_view id);

struct Caught {
  const Mistake* mistake;
  Index setup;                    // smallest_reproduction
  std::vector<Verdict> verdicts;  // of each of invariants(), over the whole bench: Fail if a setup fails it, else Pass
                                  // if it applies to one
};

// A row for each of mistakes(). About 5,000 small computations.
std::vector<Caught> which_check_catches_which();

// Whether two results differ anywhere by more than `tolerance` (of the larger of 1 and the number), NaN being equal to
// NaN alone.
bool differ(const LayerTrace& a, const LayerTrace& b, double tolerance);

}  // namespace lesson
