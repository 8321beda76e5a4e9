// The trial of the map, over many tickets: what each ticket says, and what all of them say together.
//
// For each ticket: the rank agreement (tau-b) and the agreement on the first word between the map and each method of
// attribution.hpp; how the probability of the prediction drops when the map's first word is replaced by [mask], and
// when a word drawn at random is; and how the prediction moves when the weights are others (tamper.hpp). Peers are the
// same model from other seeds: does the map agree with itself (Wiegreffe and Pinter 2019, section 3.3)?
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/triage/agreement.hpp"
#include "core/triage/attribution.hpp"
#include "core/triage/tamper.hpp"
#include "core/triage/ticket.hpp"

namespace lesson::triage {

// A divergence from here on counts as far: half of ln 2, the largest that there is.
inline constexpr double kFar = 0.34657359027997264;

struct TicketTrial {
  Vector map;                        // n
  Index queue = 0;                   // predicted
  std::array<double, kMethods> tau;  // with each method
  std::array<double, kMethods> top;
  double chance = 0;       // 1/n: the agreement on the first word that blind guessing reaches
  double drop_top = 0;     // of the probability, by [mask] for the map's first word; the mean of several first words
  double drop_random = 0;  // the mean over all words: what a word drawn at random would do
  Tampered tampered;
};

TicketTrial try_ticket(const Classifier& model, const Ticket& ticket, std::uint64_t seed);

// The same model from another seed, on the same tickets.
struct PeerTrial {
  double accuracy = 0;      // on these tickets
  double agreement = 0;     // share of the tickets with the same prediction
  std::vector<double> tau;  // of both maps, one for each ticket
  std::vector<double> top;
  std::vector<double> divergence;  // JSD of both maps, in nats
};
PeerTrial try_peer(const Classifier& peer, const std::vector<Ticket>& tickets, const std::vector<TicketTrial>& trials);

struct MethodFigures {
  Estimate tau, top;
};

struct PeerFigures {
  Index peers = 0;
  double accuracy = 0, agreement = 0;  // means
  Estimate tau, top, divergence;       // over all tickets of all peers
};

struct Figures {
  Index tickets = 0;
  std::array<MethodFigures, kMethods> methods;
  double chance = 0;  // mean
  Estimate drop_top, drop_random, drop_difference;
  Estimate uniform_move, permuted_move, adversary;
  double uniform_changes = 0, permuted_changes = 0;  // shares that change the predicted queue
  double adversary_far = 0;                          // share of the tickets with a divergence of kFar or more
  std::optional<PeerFigures> peers;
};

// seed: of the bootstrap. No trials: means are NaN.
Figures figures_of(const std::vector<TicketTrial>& trials, const std::vector<PeerTrial>& peers, std::uint64_t seed);

}  // namespace lesson::triage
