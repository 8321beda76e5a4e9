// The baseline that a model with attention must beat: logistic regression on a bag of words, which counts words and
// knows nothing of their order.
//
//   logits = counts w + b        counts (B, V), w (V, C), b C
//   loss   = cross-entropy + decay / 2 |w|^2
//
// Fitted by gradient descent over all tickets with Adam's steps until it no longer moves, or for `steps` at most: the
// loss is convex, so the start does not matter (Hastie, Tibshirani and Friedman 2009, section 4.4). It sees what the
// classifier sees: the same words, cut at the same length.
#pragma once

#include "core/triage/ticket.hpp"
#include "core/types.hpp"

namespace lesson::triage {

struct Baseline {
  Matrix weights;  // (V, C)
  Vector bias;     // C
  double train_accuracy = 0;
  double test_accuracy = 0;
};

// decay at least 0.
Baseline fit_baseline(const Tickets& tickets, Index steps = 150, double decay = 1e-3);

// Its probabilities, (B, C).
Matrix predict(const Baseline& baseline, const std::vector<Ticket>& tickets);

}  // namespace lesson::triage
