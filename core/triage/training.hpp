// Training, one epoch at a time, so that whoever trains can show the loss and stop in between.
#pragma once

#include <vector>

#include "core/outcome.hpp"
#include "core/random/numpy.hpp"
#include "core/triage/adam.hpp"
#include "core/triage/classifier.hpp"
#include "core/triage/ticket.hpp"

namespace lesson::triage {

struct TrainingOptions {
  Index epochs = 16;         // 1 to 200
  Index batch = 16;          // tickets a step, 1 to 256
  double rate = 0.01;        // at the start, in (0, 1]; it falls in a straight line, to 0 after the last step
  double mask_share = 0.05;  // of the words, replaced by [mask] in training, so that the model knows it; 0 to 0.5
};

struct EpochReport {
  Index epoch = 0;             // from 1
  std::vector<double> losses;  // of each step, in nats, before it
  double loss = 0;             // their mean
  double train_accuracy = 0;   // share of the training tickets with the right queue, as they went through, in [0, 1]
  double test_accuracy = 0;    // of the held-out tickets, after the epoch
};

struct Training {
  TrainingOptions options;
  Classifier model;
  Adam adam;
  numpy::Generator generator;  // of the order and of the masks
  Index epoch = 0;             // done so far
};

//   the codes of check_model
//   training-size    epochs, batch, rate or mask_share is outside its range
Outcome<Training> start_training(const Tickets& tickets, const ModelOptions& model, const TrainingOptions& options);

// The next epoch. After the last, or on tickets of another vocabulary: undefined.
EpochReport train_epoch(Training& training, const Tickets& tickets);

// The probabilities of each ticket, (B, C), computed in batches.
Matrix predict(const Classifier& model, const std::vector<Ticket>& tickets);

// The column of the largest number of a row, the first of several.
Index largest_of(const Matrix& m, Index row);

// Share of the tickets whose largest probability is their queue's. NaN for no tickets.
double accuracy(const Matrix& probabilities, const std::vector<Ticket>& tickets);

}  // namespace lesson::triage
