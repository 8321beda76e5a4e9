// The fault library: every mistake with attention that the lesson knows, once. The bench switches them on, the grader
// names slips by them, and the doctor searches them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/mistakes/recipe.hpp"
#include "core/mistakes/setup.hpp"
#include "core/outcome.hpp"

namespace lesson {

struct Mistake {
  const char* id;           // stable: pages link to it
  const char* stage;        // where in the computation it acts: batch, split, positions, scale, mask, softmax, weights,
                            // mix, merge, norm or cache
  const char* description;  // one line
  const char* references;   // public reports, separated by ", ": owner/repository#number; empty if it is folklore
  bool harmless;            // named because it is taken for a mistake: used throughout, it changes nothing that matters
  void (*edit)(Recipe&);    // turns the switches
  bool (*meant_for)(const Setup&);  // the setups in which making it means something; null: all
};

// All of them, in the order of the computation; the same on every call.
const std::vector<Mistake>& mistakes();

// The recipe of one mistake, or of several made together; none: the right one. "none" stands for no mistake too.
//   unknown-mistake         an id is not in the library
//   mistakes-incompatible   two of them turn the same switch
Outcome<Recipe> recipe_of(const std::vector<std::string>& ids);

}  // namespace lesson
