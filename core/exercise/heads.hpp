// Tasks about one head: scores, weights and outputs of a row, by hand.
//
// Numbers are small and whole, and the key width is 1, 2 or 4, whose roots a pocket calculator has: 3 tokens, or 4
// where a mask takes some away.
#pragma once

#include "core/exercise/draw.hpp"
#include "core/exercise/task.hpp"

namespace lesson::exercises {

// The row of q k^T. K is 2 or 4.
AnswerKey raw_scores(Draw& draw);

// The row of q k^T / sqrt(K). K is 2 or 4.
AnswerKey scaled_scores(Draw& draw);

// The weights of a row whose scores are given.
AnswerKey softmax_row(Draw& draw);

// The weights of a row that may read itself and what comes before, from q and k.
AnswerKey causal_row(Draw& draw);

// The weights of a row whose scores are given and some of whose keys are padding.
AnswerKey padding_row(Draw& draw);

// Weights and output of a row, from q, k and v.
AnswerKey output_row(Draw& draw);

}  // namespace lesson::exercises
