// Tasks that count: shapes, bytes, multiply-adds, parameters, effective keys. The right numbers come from cost.hpp and
// softmax.hpp.
#pragma once

#include "core/exercise/draw.hpp"
#include "core/exercise/task.hpp"

namespace lesson::exercises {

// Shapes through a layer of H heads over a memory of M tokens: queries (B, H, N, D / H), scores (B, H, N, M), output
// (B, N, D).
AnswerKey layer_shapes(Draw& draw);

// B H N^2 bytes, in MiB.
AnswerKey score_memory(Draw& draw);

// N / (N + 6 D) in percent, and 6 D.
AnswerKey share(Draw& draw);

// Weights of the attention with G of H key-value heads, and of the feed-forward part.
AnswerKey parameters(Draw& draw);

// The entropy of a row of weights in bits, and 2 to that power. Weights are tenths or eighths.
AnswerKey effective_keys(Draw& draw);

}  // namespace lesson::exercises
