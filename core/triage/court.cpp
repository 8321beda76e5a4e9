#include "core/triage/court.hpp"

#include "core/triage/training.hpp"

namespace lesson::triage {
namespace {

// One number of each trial.
template <typename Trials, typename Pick>
std::vector<double> each(const Trials& trials, Pick pick) {
  std::vector<double> numbers;
  for (const auto& one : trials) numbers.push_back(pick(one));
  return numbers;
}

double mean_of(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum / static_cast<double>(numbers.size());
}

}  // namespace

TicketTrial try_ticket(const Classifier& model, const Ticket& ticket, std::uint64_t seed) {
  const Explanation explanation = explain(model, ticket.words);
  TicketTrial trial;
  trial.map = explanation.map;
  trial.queue = explanation.queue;
  trial.chance = 1 / static_cast<double>(ticket.words.size());
  for (std::size_t m = 0; m < trial.tau.size(); ++m) {
    trial.tau[m] = kendall_tau_b(explanation.map, explanation.methods[m].importance);
    trial.top[m] = top_agreement(explanation.map, explanation.methods[m].importance);
  }
  const Vector& change = explanation.methods[static_cast<std::size_t>(Method::Mask)].change;
  const std::vector<Index> tops = largest_places(explanation.map);
  for (const Index at : tops) trial.drop_top += change(at) / static_cast<double>(tops.size());
  for (Index i = 0; i < change.size(); ++i) trial.drop_random += change(i) * trial.chance;
  trial.tampered = tamper(model, explanation, seed);
  return trial;
}

PeerTrial try_peer(const Classifier& peer, const std::vector<Ticket>& tickets, const std::vector<TicketTrial>& trials) {
  PeerTrial made;
  for (std::size_t t = 0; t < trials.size(); ++t) {
    const Run run = forward(peer, embed(peer, {tickets[t].words}));
    const Vector map = map_of(peer, reading_of(peer, run, 0));
    const Index queue = largest_of(run.probabilities, 0);
    made.accuracy += queue == tickets[t].queue;
    made.agreement += queue == trials[t].queue;
    made.tau.push_back(kendall_tau_b(trials[t].map, map));
    made.top.push_back(top_agreement(trials[t].map, map));
    made.divergence.push_back(jensen_shannon(trials[t].map, map));
  }
  made.accuracy /= static_cast<double>(trials.size());
  made.agreement /= static_cast<double>(trials.size());
  return made;
}

Figures figures_of(const std::vector<TicketTrial>& trials, const std::vector<PeerTrial>& peers, std::uint64_t seed) {
  const auto estimate = [&](auto pick) { return bootstrap_mean(each(trials, pick), seed); };
  const auto mean = [&](auto pick) { return mean_of(each(trials, pick)); };
  using T = TicketTrial;
  Figures made;
  made.tickets = static_cast<Index>(trials.size());
  for (std::size_t m = 0; m < made.methods.size(); ++m) {
    made.methods[m].tau = estimate([m](const T& one) { return one.tau[m]; });
    made.methods[m].top = estimate([m](const T& one) { return one.top[m]; });
  }
  made.chance = mean([](const T& one) { return one.chance; });
  made.drop_top = estimate([](const T& one) { return one.drop_top; });
  made.drop_random = estimate([](const T& one) { return one.drop_random; });
  made.drop_difference = estimate([](const T& one) { return one.drop_top - one.drop_random; });
  made.uniform_move = estimate([](const T& one) { return one.tampered.uniform_move; });
  made.permuted_move = estimate([](const T& one) { return one.tampered.permuted_move; });
  made.adversary = estimate([](const T& one) { return one.tampered.adversary_divergence; });
  made.uniform_changes = mean([](const T& one) { return one.tampered.uniform_changes ? 1.0 : 0.0; });
  made.permuted_changes = mean([](const T& one) { return one.tampered.permuted_changes; });
  made.adversary_far = mean([](const T& one) { return one.tampered.adversary_divergence >= kFar ? 1.0 : 0.0; });
  if (peers.empty()) return made;

  PeerFigures together;
  together.peers = static_cast<Index>(peers.size());
  together.accuracy = mean_of(each(peers, [](const PeerTrial& one) { return one.accuracy; }));
  together.agreement = mean_of(each(peers, [](const PeerTrial& one) { return one.agreement; }));
  const auto all = [&](std::vector<double> PeerTrial::*which) {
    std::vector<double> numbers;
    for (const PeerTrial& one : peers) numbers.insert(numbers.end(), (one.*which).begin(), (one.*which).end());
    return bootstrap_mean(numbers, seed);
  };
  together.tau = all(&PeerTrial::tau);
  together.top = all(&PeerTrial::top);
  together.divergence = all(&PeerTrial::divergence);
  made.peers = std::move(together);
  return made;
}

}  // namespace lesson::triage
