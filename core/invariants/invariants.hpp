// The checks of the lesson: what must hold for any attention, whatever its numbers. The page lets a learner run them,
// and the tests run them over random shapes.
//
// A check changes inputs and compares results, and a few look at the scores on the way. The implementation is a setup
// and a recipe; with the right recipe every check passes or does not apply.
#pragma once

#include <vector>

#include "core/invariants/report.hpp"
#include "core/mistakes/recipe.hpp"
#include "core/mistakes/setup.hpp"
#include "core/outcome.hpp"

namespace lesson {

struct Invariant {
  const char* id;           // stable
  const char* description;  // one line: what must hold
  const char* needs;        // what a setup must have for it to apply; empty: nothing
};

// All checks, in the order of the findings.
const std::vector<Invariant>& invariants();

// One finding for each of invariants().
//
// Tolerance of weights: two float32 steps of the largest scaled score (at least 100, which score-shift adds), so that
// an implementation in float32 is not blamed for its format: 2.4e-5 for scores up to 100, at most 1e-3. Of weights
// times values: the same, times the largest value; of outputs: times the largest output. Two checks state their own:
// unit-scores 0.01, and position-sensitivity, where it is the least movement that passes.
//
// Errors: those of check_setup and compute (mistake-undefined), and
//   not-comparable      q, k, v, wo or bo holds a NaN, an infinity or a number above 1e100 at `where`
//   scores-too-large    a right scaled score is NaN or beyond 1e11
//   too-much-work       H N M is above 65,536, or H N M (K + V) above 2^22 = 4,194,304: each check computes the layer
//                       several times
Outcome<std::vector<Finding>> check_invariants(const Setup& setup, const Recipe& recipe = {});

}  // namespace lesson
