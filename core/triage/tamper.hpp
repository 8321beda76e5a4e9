// Does the prediction move when the weights of the reading layer are others? The rest of the model stays as it is.
//
//   uniform    1/n everywhere: one more counterfactual in the sense of Jain and Wallace 2019, section 4.2. Wiegreffe
//   and
//              Pinter 2019, section 3.2, train with it from the start instead: ModelOptions::uniform
//   permuted   the same shares in another order, the same for each row and head: the median over kPermutations of the
//              total variation distance of both predictions       (Jain and Wallace 2019, section 4.2.1: 100 of them)
//   adversary  maximise JSD(map, map') while the total variation distance of both predictions is at most epsilon and
//              the predicted queue stays                          (Jain and Wallace 2019, section 4.2.2, eq. 1: one
//              adversary, epsilon = 0.01)
//
// The adversary is searched for by gradient ascent on the scores behind map', from several random starts, with the
// paper's relaxation, JSD - lambda max(0, TVD - epsilon). What it gives is the largest divergence *found*: a larger one
// may exist. Wiegreffe and Pinter 2019, section 2.1, hold against it that weights set by hand belong to no model.
#pragma once

#include <cstdint>
#include <vector>

#include "core/triage/attribution.hpp"

namespace lesson::triage {

inline constexpr Index kPermutations = 20;
inline constexpr double kEpsilon = 0.01;

struct Tampered {
  double uniform_move = 0;          // total variation distance, in [0, 1]
  bool uniform_changes = false;     // whether another queue is predicted
  double permuted_move = 0;         // the median
  double permuted_changes = 0;      // share of the permutations
  Vector adversary;                 // n: the map that was found; the map itself if none
  double adversary_divergence = 0;  // JSD of both maps, in nats
  double adversary_move = 0;        // total variation distance of both predictions, at most kEpsilon
};

// seed: of the permutations and of the starts. steps: of the ascent; 0 for no adversary.
Tampered tamper(const Classifier& model, const Explanation& explanation, std::uint64_t seed, Index steps = 60);

}  // namespace lesson::triage
