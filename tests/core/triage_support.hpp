// What the tests of the classifier share: small models, and one that was trained.
#pragma once

#include "core/triage/court.hpp"
#include "core/triage/generator.hpp"
#include "core/triage/training.hpp"
#include "tests/core/support.hpp"

namespace lesson::test {

namespace triage = lesson::triage;

inline triage::Tickets tickets_of(const triage::TicketOptions& options) {
  auto made = triage::make_tickets(options);
  REQUIRE(made.ok());
  return std::move(made.value());
}

// With every number drawn, so that no derivative is 0 by the way it starts.
inline triage::Classifier random_classifier(Random& random, const triage::ModelOptions& options, Index words = 7,
                                            Index queues = 3) {
  triage::Classifier model = triage::make_classifier(options, words, queues);
  for (const triage::Part& part : triage::parts(model)) {
    for (double& number : part.numbers) number = random.between(-0.8, 0.8);
  }
  return model;
}

struct Trained {
  triage::Tickets tickets;
  triage::Training training;
  triage::EpochReport last;
};

inline Trained trained(const triage::TicketOptions& of, const triage::ModelOptions& model,
                       const triage::TrainingOptions& how) {
  Trained made{tickets_of(of), {}, {}};
  auto training = triage::start_training(made.tickets, model, how);
  REQUIRE(training.ok());
  made.training = std::move(training.value());
  for (Index e = 0; e < how.epochs; ++e) made.last = triage::train_epoch(made.training, made.tickets);
  return made;
}

}  // namespace lesson::test
