// The checks of the lesson that look at weights and outputs alone, made on what was seen and not on what the core
// computes.
#pragma once

#include <string>
#include <vector>

#include "core/doctor/intake.hpp"
#include "core/invariants/report.hpp"

namespace lesson {

struct SeenFinding {
  const char* id = "";  // of invariants()
  Index sequence = -1;  // the first that fails it, or where it is furthest off
  Finding finding;
};

// rows-sum-to-one, columns-free, forbidden-mass, empty-rows, convex-mixing and weights-mix-values, over every sequence.
// A check whose numbers were not seen does not apply. Errors: those of compute.
Outcome<std::vector<SeenFinding>> check_seen(const Case& one);

}  // namespace lesson
