// A model that a map guides: its way back, what must help and what must not.
#include "core/triage/backward.hpp"
#include "core/triage/guide.hpp"
#include "tests/core/triage_slope.hpp"
#include "tests/core/triage_support.hpp"

namespace lesson::test {

using namespace lesson::triage;

namespace {

double accuracy_of(const GuideTraining& training, const Tickets& tickets) {
  double sum = 0;
  const std::vector<double> right = guided_right(training, tickets);
  for (const double one : right) sum += one;
  return sum / static_cast<double>(right.size());
}

GuideTraining guided(const Tickets& tickets, std::optional<std::vector<Vector>> train, std::vector<Vector> test) {
  GuideTraining training = start_guide(tickets, 8, std::move(train), std::move(test), 5);
  for (Index e = 0; e < kGuideEpochs; ++e) train_guided(training, tickets);
  return training;
}

// Two words of four in each ticket, and the first of them is the queue: their order decides, which no bag of words
// sees.
Tickets first_word_decides() {
  Tickets tickets;
  tickets.vocabulary = {"[mask]", "a", "b", "c", "d"};
  tickets.queues = {"a", "b", "c", "d"};
  Random random(71);
  for (const auto& [list, count] : {std::pair{&tickets.train, 400}, {&tickets.test, 100}}) {
    for (int i = 0; i < count; ++i) {
      const Index queue = random.integer(0, 3), other = (queue + random.integer(1, 3)) % 4;
      list->push_back({{queue + 1, other + 1}, queue});
    }
  }
  return tickets;
}

std::vector<Vector> all_on_the_first(const std::vector<Ticket>& tickets) {
  std::vector<Vector> maps;
  for (const Ticket& one : tickets) maps.push_back(Vector::Unit(static_cast<Index>(one.words.size()), 0));
  return maps;
}

}  // namespace

TEST_CASE("triage guide: every number against finite differences") {
  Random random(72);
  const std::vector<std::vector<Index>> tickets{{1, 2, 3, 2}, {4, 0}, {5}};
  const std::vector<Index> queues{0, 2, 1};
  for (const bool learned : {false, true}) {
    Simple model = make_simple(4, 6, 3, learned, 1);
    for (const Part& part : parts(model)) {
      for (double& number : part.numbers) number = random.between(-0.8, 0.8);
    }
    std::vector<Vector> guide;
    for (const auto& words : tickets) {
      Vector shares(static_cast<Index>(words.size()));
      for (Index i = 0; i < shares.size(); ++i) shares(i) = random.between(0.1, 1);
      if (!learned) guide.push_back(shares / shares.sum());
    }
    const auto loss = [&] {
      const SimpleRun run = forward(model, tickets, guide);
      double sum = 0;
      for (std::size_t b = 0; b < queues.size(); ++b) {
        sum -= std::log(run.probabilities(static_cast<Index>(b), queues[b])) / static_cast<double>(queues.size());
      }
      return sum;
    };
    const SimpleRun run = forward(model, tickets, guide);
    Matrix d_logits = run.probabilities;
    for (std::size_t b = 0; b < queues.size(); ++b) d_logits(static_cast<Index>(b), queues[b]) -= 1;
    Simple gradient = backward(model, run, tickets, d_logits / 3);
    const auto x = parts(model), d = parts(gradient);
    REQUIRE(x.size() == (learned ? 6 : 5));
    REQUIRE(x.size() == d.size());
    for (std::size_t p = 0; p < x.size(); ++p) {
      REQUIRE(x[p].name == d[p].name);
      REQUIRE(x[p].numbers.size() == d[p].numbers.size());
      for (std::size_t i = 0; i < x[p].numbers.size(); ++i) {
        INFO(x[p].name << " " << i);
        REQUIRE(relative(d[p].numbers[i], slope(x[p].numbers[i], loss)) < 1e-6);
      }
    }
  }
}

TEST_CASE("triage guide: shares on the word that decides must help, and a bag of words cannot know") {
  const Tickets tickets = first_word_decides();
  const GuideTraining frozen = guided(tickets, all_on_the_first(tickets.train), all_on_the_first(tickets.test));
  REQUIRE(accuracy_of(frozen, tickets) == 1);
  // Of both words either may be the first: a half is the best that counts of words allow.
  const GuideTraining uniform = guided(tickets, flat_maps(tickets.train), flat_maps(tickets.test));
  REQUIRE(accuracy_of(uniform, tickets) <= 0.65);
  const GuideTraining learned = guided(tickets, std::nullopt, {});
  REQUIRE(accuracy_of(learned, tickets) <= 0.65);
  REQUIRE(learned.model.reader.size() == 8);
  REQUIRE(learned.model.reader.norm() > 0);
}

TEST_CASE("triage guide: the map of a model with uniform weights is no guide, to the last bit") {
  for (const Pooling pooling : {Pooling::Attention, Pooling::Mean}) {
    const Trained base = trained({.seed = 3, .train = 60, .test = 20},
                                 {.width = 4, .heads = 1, .pooling = pooling, .uniform = true}, {.epochs = 1});
    const Tickets& tickets = base.tickets;
    const std::vector<Vector> train = maps_of(base.training.model, tickets.train);
    REQUIRE(train.size() == 60);
    const GuideTraining frozen = guided(tickets, train, maps_of(base.training.model, tickets.test));
    const GuideTraining uniform = guided(tickets, flat_maps(tickets.train), flat_maps(tickets.test));
    if (pooling == Pooling::Attention) REQUIRE(same(frozen.model.words, uniform.model.words));
    // A mean of n times 1/n may round.
    REQUIRE(difference(frozen.model.words, uniform.model.words) <= 1e-6);
    REQUIRE(guided_right(frozen, tickets) == guided_right(uniform, tickets));
  }
}

TEST_CASE("triage guide: words alone, without places") {
  const Simple model = make_simple(4, 6, 3, true, 2);
  const SimpleRun one = forward(model, {{1, 2}}, {}), other = forward(model, {{2, 1}}, {});
  REQUIRE(same(one.h.row(0), other.h.row(1)));
  REQUIRE(same(one.h.row(1), other.h.row(0)));
  // The reader starts at 0: all words weigh the same.
  REQUIRE(same(one.guide[0].transpose(), rows({{0.5, 0.5}})));
}

TEST_CASE("triage guide: the same digits on every machine") {
  // Made once, natively; the same test runs as WebAssembly.
  const Tickets tickets = first_word_decides();
  Simple model = guided(tickets, std::nullopt, {}).model;
  double sum = 0;
  for (const Part& part : parts(model)) {
    for (const double number : part.numbers) sum += number * number;
  }
  REQUIRE(same(sum, 0x1.eb51dd2c469d5p+5));
}

}  // namespace lesson::test
