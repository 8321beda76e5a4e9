// One trial from the tickets to the verdict, step by step: what a page asks for in turn. Every step is short (an epoch,
// some tickets), so that whoever runs it may show how far it is, and stop by asking for no more.
//
//   start          tickets are made or read, the baseline is fitted, the first weights are drawn
//   epoch          as often as wanted, until all are done
//   read           any ticket, from then on
//   try_tickets    the trial, some held-out tickets at a time
//   peer_epoch     the same model from another seed, or with uniform attention, epoch by epoch
//   guide_epoch    a simpler model that the map guides, or another guide does, epoch by epoch
//   adversary_epoch  a second model that predicts the same by another map, epoch by epoch
//   judged         the figures of all that was tried, and the verdict by any rules
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/triage/adversary.hpp"
#include "core/triage/baseline.hpp"
#include "core/triage/court.hpp"
#include "core/triage/csv.hpp"
#include "core/triage/generator.hpp"
#include "core/triage/guide.hpp"
#include "core/triage/training.hpp"
#include "core/triage/verdict.hpp"

namespace lesson::triage {

struct SessionOptions {
  TicketOptions tickets;
  std::optional<std::string> csv;  // own tickets instead; tickets.seed then says which are held out
  ModelOptions model;
  TrainingOptions training;
};

struct Sample {
  std::string text;
  Index queue = 0;
};

struct Started {
  std::vector<std::string> queues;
  Index train = 0, test = 0;  // tickets
  Index vocabulary = 0;       // words, with [mask]
  Index parameters = 0;       // numbers that learn
  Index shortened = 0;        // see Table; 0 for tickets that were made
  Index unknown = 0;
  double baseline_train = 0, baseline_test = 0;  // accuracies
  std::vector<Sample> samples;                   // the first held-out tickets
};

struct WordReading {
  std::string word;
  bool known = true;
};

struct TicketReading {
  std::vector<WordReading> words;
  Explanation explanation;
  std::array<double, kMethods> tau;
  std::array<double, kMethods> top;
  Tampered tampered;
};

// How far a step of several is.
struct Progress {
  Index done = 0, of = 0;
};

struct PeerProgress {
  Index epoch = 0, of = 0;   // epoch = of: this peer is done, and counts from now on
  double test_accuracy = 0;  // of all held-out tickets, after the epoch
};

// Accuracies of the guided models on all held-out tickets; none before they were trained.
struct GuideFigures {
  std::optional<double> uniform, learned, frozen, adversary;
  std::optional<Estimate> gain;            // of the frozen map over uniform shares, ticket by ticket
  std::optional<Estimate> adversary_gain;  // of the adversary's map, likewise
};

struct Judged {
  Figures figures;
  double accuracy = 0;                     // of the model on all held-out tickets
  std::optional<double> without_codes;     // on the same without their code words; none where there are none
  std::optional<double> uniform_accuracy;  // of the model that was trained with uniform attention; none before
  GuideFigures guides;                     // beside the verdict: no rule counts them
  std::optional<AdversaryTrial> adversary;
  Verdict verdict;
};

// A plain value that holds all there is; a copy goes its own way.
class Session {
 public:
  // What was there before is gone, unless it refuses.
  // Errors: of make_tickets, read_csv, check_model and start_training.
  Outcome<Started> start(const SessionOptions& options);

  //   session-order   asked for out of turn: says what must come first
  Outcome<EpochReport> epoch();

  //   session-order   nothing was trained yet
  //   ticket-empty    the text has no word
  Outcome<TicketReading> read(const std::string& text) const;

  // Tries up to `count` more of the first `of` held-out tickets, or of all if there are fewer.
  //   session-order   nothing was trained yet
  //   ticket-count    of is below 1
  Outcome<Progress> try_tickets(Index count, Index of);

  // The next epoch of the peer that is being trained, or the first of a new one. `uniform`: its reading layer is 1/n,
  // and it is no peer but the comparison of accuracies (Wiegreffe and Pinter 2019, section 3.2).
  //   session-order   no ticket was tried yet
  Outcome<PeerProgress> peer_epoch(bool uniform);

  // The next epoch of the model with this guide, or the first of a new one.
  //   session-order   nothing was trained yet; the guide is the adversary's map, and no adversary was trained
  Outcome<PeerProgress> guide_epoch(Guide guide);

  // The next epoch of the adversary, or the first of a new one. It is trained for as many as the model was.
  //   session-order   nothing was trained yet
  Outcome<PeerProgress> adversary_epoch();

  //   session-order   no ticket was tried yet
  // Errors: of judge.
  Outcome<Judged> judged(const std::vector<Rule>& rules) const;

 private:
  void forget_others();
  GuideFigures guide_figures() const;

  SessionOptions options_;
  Tickets tickets_;
  std::optional<Training> training_;
  std::vector<TicketTrial> trials_;
  std::vector<PeerTrial> peers_;
  std::optional<Training> peer_;  // on its way
  std::optional<double> uniform_accuracy_;
  std::optional<GuideTraining> guided_;                    // on its way
  Guide guide_ = Guide::Uniform;                           // its
  std::array<std::vector<double>, kGuides> guided_right_;  // see guided_right
  std::optional<AdversaryTraining> adversary_;             // kept for its maps
  std::optional<AdversaryTrial> adversary_trial_;
};

}  // namespace lesson::triage
