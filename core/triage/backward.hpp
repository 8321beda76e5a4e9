// The way back: how the loss, or any number made of the probabilities, moves with each number of the classifier.
//
//   loss     = -1/B sum_b log probabilities(b, queue of b)     cross-entropy, in nats (Goodfellow et al. 2016, 6.2.2.2)
//   d_logits = (probabilities - [queue]) / B                   (B, C)
//
// Every sum runs in index order, so that a machine computes what another does.
#pragma once

#include <vector>

#include "core/triage/classifier.hpp"
#include "core/types.hpp"

namespace lesson::triage {

struct Gradient {
  Classifier weights;            // the derivative by each number of the classifier, in its shape
  Matrix rows;                   // (T, D), by the rows that went in
  std::vector<Reading> reading;  // B, by the weights of the reading layer, as if each were free
};

// d_logits: (B, C). With `given`, the run is reread's: nothing flows into what would have made the weights.
// of_reading: B, how the number moves with the weights of the reading layer by another way than the logits; or null.
Gradient backward(const Classifier& model, const Run& run, const Matrix& d_logits, bool given = false,
                  const std::vector<Reading>* of_reading = nullptr);

// forward: x = words[id] + places[position]. Adds up gradient.rows into the two tables of gradient.weights.
void into_tables(const Classifier& model, const std::vector<std::vector<Index>>& tickets, Gradient& gradient);

// The same from the reading layer on, for its weights alone: reading of the above, and nothing else.
std::vector<Reading> reading_gradient(const Classifier& model, const Run& run, const Matrix& d_logits);

// queues: B, below C.
double loss_of(const Run& run, const std::vector<Index>& queues);
Matrix loss_gradient(const Run& run, const std::vector<Index>& queues);  // d_logits, (B, C)

// d_logits of the sum over b of probabilities(b, queues[b]): what explains a prediction.
Matrix probability_gradient(const Run& run, const std::vector<Index>& queues);

// back through layer_norm: d_x_ic = (g_ic - mean_c g_ic - xhat_ic mean_c (g_ic xhat_ic)) / sqrt(variance_i + eps) with
// g = upstream * weight and xhat the normalised row (Ba et al. 2016). Adds to d_weight and d_bias, D each.
Matrix norm_backward(const NormTrace& trace, const NormWeights& weights, const Matrix& upstream, NormWeights& d);

}  // namespace lesson::triage
