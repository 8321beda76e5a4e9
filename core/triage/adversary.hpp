// A trained adversary (Wiegreffe and Pinter 2019, section 4, "Training an Adversary"): a second model of the same
// architecture, trained over the whole training set to predict what the model predicts while its map is another.
//
//   loss = 1/B sum_b ( TVD(p_b, q_b) - lambda KL(beta_b | alpha_b) )
//
// p_b and alpha_b are the model's probabilities and map of ticket b, q_b and beta_b the adversary's, and
// KL(beta | alpha) = sum_j beta_j log(beta_j / alpha_j) in nats. Unlike the adversary of tamper.hpp, whose weights are
// set ticket by ticket, this one makes all its maps by one set of weights that learned to. It starts as a copy of the
// model with a little noise, so that it begins with the predictions that it is to keep; the paper says nothing of the
// start, and chooses lambda for each data set. What it finds is what a search found: a farther map may exist.
//
// What is reported are the total variation distance of the predictions and the Jensen-Shannon divergence of the maps on
// held-out tickets.
#pragma once

#include <cstdint>
#include <vector>

#include "core/triage/agreement.hpp"
#include "core/triage/training.hpp"

namespace lesson::triage {

// What a nat of divergence between the maps weighs against the movement of the prediction.
inline constexpr double kAdversaryLambda = 0.05;

// The training tickets as the model sees them.
struct Target {
  Matrix probabilities;      // (N, C)
  std::vector<Vector> maps;  // N
};

struct AdversaryTraining {
  Training training;  // its model is the adversary; words are not masked, as the targets are of whole tickets
  Target target;
};

// seed: of the noise and of the order. `options.epochs` is how long it is trained.
AdversaryTraining start_adversary(const Tickets& tickets, const Classifier& model, const TrainingOptions& options,
                                  std::uint64_t seed);

// The next epoch. After the last: undefined.
void train_adversary(AdversaryTraining& adversary, const Tickets& tickets);

// The loss of some tickets, and how it moves: d_logits (B, C), and by the weights of the reading layer.
double adversary_loss(const Classifier& model, const Run& run, const Matrix& probabilities,
                      const std::vector<Vector>& maps);
struct AdversarySlope {
  Matrix d_logits;
  std::vector<Reading> reading;
};
AdversarySlope adversary_slope(const Classifier& model, const Run& run, const Matrix& probabilities,
                               const std::vector<Vector>& maps);

// The adversary against the model on held-out tickets.
struct AdversaryTrial {
  double accuracy = 0;   // of the adversary
  double agreement = 0;  // share of the tickets with the same prediction
  double far = 0;        // share with a divergence of kFar (court.hpp) or more
  Estimate move;         // total variation distance of the predictions
  Estimate divergence;   // JSD of the maps, in nats
};
AdversaryTrial try_adversary(const Classifier& model, const Classifier& adversary, const std::vector<Ticket>& tickets,
                             std::uint64_t seed);

}  // namespace lesson::triage
