#include "core/triage/session.hpp"
#include "tests/core/triage_support.hpp"

namespace lesson::test {

using namespace lesson::triage;

namespace {

SessionOptions small() {
  SessionOptions options;
  options.tickets = {.seed = 3, .train = 60, .test = 12};
  options.model = {.width = 4, .heads = 1, .pooling = Pooling::Mean};
  options.training.epochs = 2;
  return options;
}

}  // namespace

TEST_CASE("triage session: from the tickets to the verdict") {
  Session session;
  const auto started = session.start(small());
  REQUIRE(started.ok());
  REQUIRE(started->train == 60);
  REQUIRE(started->test == 12);
  REQUIRE(started->vocabulary >= 61);
  REQUIRE(started->samples.size() == 8);
  REQUIRE(started->parameters > 4 * started->vocabulary);
  REQUIRE(session.epoch().value().epoch == 1);
  REQUIRE(session.epoch().value().epoch == 2);
  require_refused(session.epoch(), "session-order", {"session"}, {"start"});

  const auto reading = session.read("Bag delayed unicorn");
  REQUIRE(reading.ok());
  REQUIRE(reading->words.size() == 3);
  REQUIRE(reading->words[0].known);
  REQUIRE(!reading->words[2].known);
  REQUIRE(reading->words[2].word == "unicorn");
  require_refused(session.read("..."), "ticket-empty", {"text"}, {"word"});

  require_refused(session.judged(default_rules()), "session-order", {"session"}, {"ticket"});
  require_refused(session.try_tickets(5, 0), "ticket-count", {"tickets"}, {"0"});
  REQUIRE(session.try_tickets(5, 8).value().done == 5);
  REQUIRE(session.try_tickets(5, 8).value().done == 8);
  REQUIRE(session.try_tickets(50, 100).value().done == 12);

  REQUIRE(!session.judged(default_rules()).value().uniform_accuracy.has_value());
  for (Index e = 1; e <= 2; ++e) REQUIRE(session.peer_epoch(false).value().epoch == e);
  for (Index e = 1; e <= 2; ++e) REQUIRE(session.peer_epoch(true).value().epoch == e);
  const auto judged = session.judged(default_rules());
  REQUIRE(judged.ok());
  REQUIRE(judged->figures.tickets == 12);
  REQUIRE(judged->figures.peers->peers == 1);
  REQUIRE(judged->uniform_accuracy.has_value());
  REQUIRE(!judged->without_codes.has_value());
  REQUIRE(judged->verdict.findings.size() == default_rules().size());
}

TEST_CASE("triage session: the same model everywhere, to the last digit") {
  // tests/web/engine-triage.test.ts has the same digits from WebAssembly: they were made once, natively.
  Session session;
  SessionOptions options;
  options.tickets = {.seed = 3, .train = 200, .test = 40};
  options.model = {.width = 8, .heads = 2, .seed = 5};
  options.training.epochs = 3;
  REQUIRE(session.start(options).ok());
  for (int e = 0; e < 3; ++e) REQUIRE(session.epoch().ok());
  const Explanation made = session.read("bag delayed refund").value().explanation;
  REQUIRE(same(made.probabilities.transpose(),
               rows({{0.22699778763724221, 0.19070789954236633, 0.30386081502024631, 0.2784334978001452}})));
  REQUIRE(same(made.map.transpose(), rows({{0.33049039485102105, 0.34578739273514952, 0.32372221241382942}})));
}

TEST_CASE("triage session: guided models and the adversary, the same everywhere") {
  Session session;
  SessionOptions options;
  options.tickets = {.seed = 3, .train = 200, .test = 40};
  options.model = {.width = 8, .heads = 2, .pooling = Pooling::Mean, .seed = 5};
  options.training.epochs = 3;
  REQUIRE(session.start(options).ok());
  for (int e = 0; e < 3; ++e) REQUIRE(session.epoch().ok());
  REQUIRE(session.try_tickets(2, 2).ok());
  Judged judged = session.judged(default_rules()).value();
  REQUIRE(!judged.guides.uniform.has_value());
  REQUIRE(!judged.guides.gain.has_value());
  REQUIRE(!judged.adversary.has_value());

  require_refused(session.guide_epoch(Guide::Adversary), "session-order", {"session"}, {"adversary"});
  const auto guide = [&](Guide which) {
    for (Index e = 1; e <= kGuideEpochs; ++e) {
      const PeerProgress progress = session.guide_epoch(which).value();
      REQUIRE(progress.epoch == e);
      REQUIRE(progress.of == kGuideEpochs);
    }
  };
  for (const Guide which : {Guide::Uniform, Guide::Learned, Guide::Frozen}) guide(which);
  for (Index e = 1; e <= 3; ++e) REQUIRE(session.adversary_epoch().value().epoch == e);
  guide(Guide::Adversary);
  judged = session.judged(default_rules()).value();
  // tests/web/engine-triage.test.ts has the same digits from WebAssembly: they were made once, natively.
  const GuideFigures& guides = judged.guides;
  REQUIRE(same(rows({{*guides.uniform, *guides.learned, *guides.frozen, *guides.adversary}}),
               rows({{0.275, 0.2, 0.4, 0.4}})));
  REQUIRE(same(guides.gain->mean, 0.125));
  REQUIRE(guides.gain->count == 40);
  REQUIRE(std::abs(guides.gain->mean - (*guides.frozen - *guides.uniform)) <= 1e-15);
  REQUIRE(std::abs(guides.adversary_gain->mean - (*guides.adversary - *guides.uniform)) <= 1e-15);
  REQUIRE(same(judged.adversary->move.mean, 0.03390861250036948));
  REQUIRE(judged.adversary->divergence.count == 40);

  // Asked again, it starts anew and comes to the same; another epoch of the model takes all of it away.
  REQUIRE(session.adversary_epoch().value().epoch == 1);
  REQUIRE(!session.judged(default_rules()).value().guides.adversary.has_value());
}

TEST_CASE("triage session: another epoch of the model takes away what was held against it") {
  Session session;
  SessionOptions options = small();
  options.training.epochs = 2;
  REQUIRE(session.start(options).ok());
  REQUIRE(session.epoch().ok());
  REQUIRE(session.adversary_epoch().value().of == 1);
  for (Index e = 1; e <= kGuideEpochs; ++e) REQUIRE(session.guide_epoch(Guide::Frozen).ok());
  REQUIRE(session.epoch().ok());
  REQUIRE(session.try_tickets(1, 1).ok());
  const Judged judged = session.judged(default_rules()).value();
  REQUIRE(!judged.adversary.has_value());
  REQUIRE(!judged.guides.frozen.has_value());
}

TEST_CASE("triage session: out of turn") {
  Session session;
  require_refused(session.epoch(), "session-order", {"session"}, {"start"});
  require_refused(session.read("bag"), "session-order", {"session"}, {"train"});
  require_refused(session.try_tickets(1, 1), "session-order", {"session"}, {"train"});
  require_refused(session.peer_epoch(false), "session-order", {"session"}, {"ticket"});
  require_refused(session.guide_epoch(Guide::Uniform), "session-order", {"session"}, {"train"});
  require_refused(session.adversary_epoch(), "session-order", {"session"}, {"train"});
  REQUIRE(session.start(small()).ok());
  require_refused(session.read("bag"), "session-order", {"session"}, {"train"});
}

TEST_CASE("triage session: what is refused takes nothing away") {
  Session session;
  REQUIRE(session.start(small()).ok());
  REQUIRE(session.epoch().ok());
  SessionOptions bad = small();
  bad.csv = "text,label\n";
  require_refused(session.start(bad), "csv-empty", {"csv"}, {"row"});
  bad = small();
  bad.model.heads = 9;
  require_refused(session.start(bad), "model-size", {"heads"}, {"9"});
  REQUIRE(session.read("bag delayed refund").ok());
}

TEST_CASE("triage session: a code word is taken away from held-out tickets") {
  SessionOptions options = small();
  options.tickets.shortcut = Shortcut::Spurious;
  options.tickets.train = 300;
  options.training.epochs = 4;
  Session session;
  REQUIRE(session.start(options).ok());
  for (int e = 0; e < 4; ++e) REQUIRE(session.epoch().ok());
  REQUIRE(session.try_tickets(2, 2).ok());
  const auto judged = session.judged(default_rules());
  REQUIRE(judged.ok());
  REQUIRE(judged->without_codes.has_value());
  REQUIRE(*judged->without_codes < judged->accuracy);
}

TEST_CASE("triage session: own tickets") {
  SessionOptions options = small();
  std::string text = "text,label\n";
  for (int i = 0; i < 40; ++i) text += i % 2 == 0 ? "my bag is lost,bag\n" : "please pay me back,refund\n";
  options.csv = text;
  Session session;
  const auto started = session.start(options);
  REQUIRE(started.ok());
  REQUIRE(started->queues == std::vector<std::string>{"bag", "refund"});
  REQUIRE(started->train == 32);
  REQUIRE(started->baseline_test == 1);
  REQUIRE(session.epoch().ok());
}

}  // namespace lesson::test
