// What else says which words of a ticket a prediction hangs on: five ways to ask, against which the map is held.
//
//   c          the predicted queue, p its probability
//   replaced   word i is put out, the others stay: change_i = p - p', importance_i = the total variation distance of
//              both predictions. Three choices of what stands in its place: [mask], which training knew; nothing (its
//              row of `words` becomes 0, its place stays); the mean of all rows of `words`
//              (Zeiler and Fergus 2014, section 4.2, for images; Li et al. 2016, "Understanding Neural Networks
//              through Representation Erasure", for words)
//   left out   the ticket without word i, the rest moved up (Jain and Wallace 2019, section 4.1)
//   gradient x input   change_i = sum_d x_id dp/dx_id, x the row of `words`, importance_i its magnitude
//              (Shrikumar et al. 2017, section 2)
//   integrated gradients   change_i = sum_d (x_id - x'_id) mean_k dp/dx_id at x' + (k - 1/2)/m (x - x'), k = 1 to m:
//              the path from [mask] in each place, in m = 32 steps. The changes sum to p(x) - p(x')
//              (Sundararajan, Taly and Yan 2017, eq. 1 and proposition 1)
//   rollout    reading (1/2 A_L + 1/2 I) ... (1/2 A_1 + 1/2 I), A_l the mean of the heads of block l: how much of
//              each first row is mixed into what the head reads (Abnar and Zuidema 2020, section 3). It is made of
//              weights alone, so its changes are its shares.
#pragma once

#include <vector>

#include "core/triage/classifier.hpp"

namespace lesson::triage {

enum class Method { Mask, Zero, MeanWord, LeaveOneOut, GradientInput, Integrated, Rollout };
inline constexpr Index kMethods = 7;

struct Attribution {
  Vector change;      // n
  Vector importance;  // n, at least 0: what rankings compare
};

struct Explanation {
  std::vector<Index> words;                // n
  Index queue = 0;                         // the predicted one
  Vector probabilities;                    // C
  Vector map;                              // n
  Reading reading;                         // the weights that the map is made of
  std::vector<std::vector<Matrix>> heads;  // of each block, H of (n, n)
  std::vector<Matrix> mean_heads;          // of each block, (n, n): a map that no head has
  std::vector<Attribution> methods;        // in the order of Method
  double integrated_from = 0;              // p(x'), where the path of the integrated gradients starts
};

// words: 1 to kMostWords, within the vocabulary. A ticket of one word cannot be left without it: what is left out is
// then replaced by [mask].
Explanation explain(const Classifier& model, const std::vector<Index>& words);

}  // namespace lesson::triage
