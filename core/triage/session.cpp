#include "core/triage/session.hpp"

#include <algorithm>
#include <utility>

namespace lesson::triage {
namespace {

constexpr std::size_t kSamples = 8;

double mean_of(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum / static_cast<double>(numbers.size());
}

Error out_of_turn(const char* message) { return {"session-order", message, {"session"}}; }

}  // namespace

Outcome<Started> Session::start(const SessionOptions& options) {
  Session fresh;
  Started started;
  if (options.csv) {
    auto table = read_csv(*options.csv, options.tickets.seed);
    if (!table) return table.error();
    started.shortened = table->shortened;
    started.unknown = table->unknown;
    fresh.tickets_ = std::move(table->tickets);
  } else {
    auto made = make_tickets(options.tickets);
    if (!made) return made.error();
    fresh.tickets_ = std::move(*made);
  }
  auto training = start_training(fresh.tickets_, options.model, options.training);
  if (!training) return training.error();
  fresh.options_ = options;
  fresh.options_.csv.reset();  // it is read
  fresh.training_ = std::move(*training);

  const Tickets& tickets = fresh.tickets_;
  const Baseline baseline = fit_baseline(tickets);
  started.queues = tickets.queues;
  started.train = static_cast<Index>(tickets.train.size());
  started.test = static_cast<Index>(tickets.test.size());
  started.vocabulary = static_cast<Index>(tickets.vocabulary.size());
  for (const Part& part : parts(fresh.training_->model)) started.parameters += static_cast<Index>(part.numbers.size());
  started.baseline_train = baseline.train_accuracy;
  started.baseline_test = baseline.test_accuracy;
  for (std::size_t i = 0; i < std::min(kSamples, tickets.test.size()); ++i) {
    started.samples.push_back({text_of(tickets.test[i], tickets.vocabulary), tickets.test[i].queue});
  }
  *this = std::move(fresh);
  return started;
}

Outcome<EpochReport> Session::epoch() {
  if (!training_) return out_of_turn("There is no training to go on with: start one first.");
  if (training_->epoch >= training_->options.epochs) {
    return out_of_turn("All epochs are done: start a new training for more.");
  }
  forget_others();
  return train_epoch(*training_, tickets_);
}

// What was tried was another model.
void Session::forget_others() {
  trials_.clear();
  peers_.clear();
  peer_.reset();
  uniform_accuracy_.reset();
  guided_.reset();
  for (auto& right : guided_right_) right.clear();
  adversary_.reset();
  adversary_trial_.reset();
}

Outcome<TicketReading> Session::read(const std::string& text) const {
  if (!training_ || training_->epoch == 0) return out_of_turn("The model is not trained yet: train an epoch first.");
  const std::vector<std::string> words = words_of(text);
  if (words.empty()) {
    return Error{"ticket-empty", "The ticket has no word: type letters or digits.", {"text"}};
  }
  TicketReading reading;
  const std::vector<Index> indices = indices_of(words, tickets_.vocabulary);
  for (std::size_t i = 0; i < words.size(); ++i) {
    reading.words.push_back({words[i], indices[i] != kMask || words[i] == kMaskWord});
  }
  reading.explanation = explain(training_->model, indices);
  for (std::size_t m = 0; m < reading.tau.size(); ++m) {
    const Vector& importance = reading.explanation.methods[m].importance;
    reading.tau[m] = kendall_tau_b(reading.explanation.map, importance);
    reading.top[m] = top_agreement(reading.explanation.map, importance);
  }
  reading.tampered = tamper(training_->model, reading.explanation, options_.model.seed);
  return reading;
}

Outcome<Progress> Session::try_tickets(Index count, Index of) {
  if (!training_ || training_->epoch == 0) return out_of_turn("The model is not trained yet: train an epoch first.");
  if (of < 1) {
    return Error{"ticket-count",
                 "The trial was asked for " + std::to_string(of) + " tickets: it needs at least 1.",
                 {"tickets"}};
  }
  const auto most = std::min(static_cast<std::size_t>(of), tickets_.test.size());
  for (Index i = 0; i < count && trials_.size() < most; ++i) {
    const std::size_t at = trials_.size();
    trials_.push_back(try_ticket(training_->model, tickets_.test[at], options_.model.seed + at));
    // Peers were asked about fewer tickets.
    peers_.clear();
  }
  return Progress{static_cast<Index>(trials_.size()), static_cast<Index>(most)};
}

Outcome<PeerProgress> Session::peer_epoch(bool uniform) {
  if (trials_.empty()) return out_of_turn("No ticket was tried yet: there is nothing to hold another model against.");
  if (!peer_ || peer_->model.options.uniform != uniform) {
    ModelOptions model = options_.model;
    model.uniform = uniform;
    if (!uniform) model.seed += peers_.size() + 1;
    peer_ = std::move(start_training(tickets_, model, options_.training).value());
  }
  const EpochReport report = train_epoch(*peer_, tickets_);
  // As long as the model itself was trained: it may have been stopped early.
  if (report.epoch < training_->epoch) return PeerProgress{report.epoch, training_->epoch, report.test_accuracy};
  if (uniform) {
    uniform_accuracy_ = report.test_accuracy;
  } else {
    peers_.push_back(try_peer(peer_->model, tickets_.test, trials_));
  }
  peer_.reset();
  return PeerProgress{report.epoch, report.epoch, report.test_accuracy};
}

Outcome<PeerProgress> Session::guide_epoch(Guide guide) {
  if (!training_ || training_->epoch == 0) return out_of_turn("The model is not trained yet: train an epoch first.");
  const bool of_adversary = guide == Guide::Adversary;
  if (of_adversary && !adversary_trial_) {
    return out_of_turn("No adversary was trained yet: its map cannot guide another model.");
  }
  if (!guided_ || guide_ != guide) {
    const auto shares = [&](const std::vector<Ticket>& tickets) {
      if (guide == Guide::Uniform) return flat_maps(tickets);
      return maps_of(of_adversary ? adversary_->training.model : training_->model, tickets);
    };
    std::optional<std::vector<Vector>> train;
    std::vector<Vector> test;
    if (guide != Guide::Learned) {
      train = shares(tickets_.train);
      test = shares(tickets_.test);
    }
    guided_ = start_guide(tickets_, options_.model.width, std::move(train), std::move(test), options_.model.seed);
    guide_ = guide;
  }
  train_guided(*guided_, tickets_);
  std::vector<double> right = guided_right(*guided_, tickets_);
  const PeerProgress progress{guided_->epoch, kGuideEpochs, mean_of(right)};
  if (progress.epoch == kGuideEpochs) {
    guided_right_[static_cast<std::size_t>(guide)] = std::move(right);
    guided_.reset();
  }
  return progress;
}

Outcome<PeerProgress> Session::adversary_epoch() {
  if (!training_ || training_->epoch == 0) return out_of_turn("The model is not trained yet: train an epoch first.");
  const Index of = training_->epoch;
  if (!adversary_ || adversary_->training.epoch == of) {
    TrainingOptions options = options_.training;
    options.epochs = of;
    adversary_ = start_adversary(tickets_, training_->model, options, options_.model.seed);
    adversary_trial_.reset();
    guided_right_[static_cast<std::size_t>(Guide::Adversary)].clear();
  }
  train_adversary(*adversary_, tickets_);
  const Index epoch = adversary_->training.epoch;
  const Classifier& adversary = adversary_->training.model;
  if (epoch == of) adversary_trial_ = try_adversary(training_->model, adversary, tickets_.test, options_.model.seed);
  return PeerProgress{epoch, of, accuracy(predict(adversary, tickets_.test), tickets_.test)};
}

GuideFigures Session::guide_figures() const {
  const auto right = [&](Guide guide) -> const std::vector<double>& {
    return guided_right_[static_cast<std::size_t>(guide)];
  };
  const auto share = [&](Guide guide) {
    return right(guide).empty() ? std::nullopt : std::optional<double>(mean_of(right(guide)));
  };
  const auto gain = [&](Guide guide) -> std::optional<Estimate> {
    const std::vector<double>&flat = right(Guide::Uniform), &guided = right(guide);
    if (flat.empty() || guided.empty()) return std::nullopt;
    std::vector<double> differences;
    for (std::size_t t = 0; t < flat.size(); ++t) differences.push_back(guided[t] - flat[t]);
    return bootstrap_mean(differences, options_.model.seed);
  };
  return {share(Guide::Uniform),   share(Guide::Learned), share(Guide::Frozen),
          share(Guide::Adversary), gain(Guide::Frozen),   gain(Guide::Adversary)};
}

Outcome<Judged> Session::judged(const std::vector<Rule>& rules) const {
  if (trials_.empty()) return out_of_turn("No ticket was tried yet: there is nothing to judge.");
  Judged made;
  made.figures = figures_of(trials_, peers_, options_.model.seed);
  auto verdict = judge(made.figures, rules);
  if (!verdict) return verdict.error();
  made.verdict = std::move(*verdict);
  made.accuracy = accuracy(predict(training_->model, tickets_.test), tickets_.test);
  if (tickets_.test.front().planted >= 0) {
    const std::vector<Ticket> bare = without_codes(tickets_.test);
    made.without_codes = accuracy(predict(training_->model, bare), bare);
  }
  made.uniform_accuracy = uniform_accuracy_;
  made.guides = guide_figures();
  made.adversary = adversary_trial_;
  return made;
}

}  // namespace lesson::triage
