#include <algorithm>
#include <map>
#include <set>

#include "core/triage/generator.hpp"
#include "tests/core/triage_support.hpp"

namespace lesson::test {

using namespace lesson::triage;

TEST_CASE("triage generator: what is asked for") {
  const Tickets made = tickets_of({.seed = 1, .train = 500, .test = 100});
  REQUIRE(made.vocabulary.size() >= 61);  // 60 words and [mask]
  REQUIRE(std::set<std::string>(made.vocabulary.begin(), made.vocabulary.end()).size() == made.vocabulary.size());
  REQUIRE(made.queues == std::vector<std::string>{"baggage", "refund", "rebooking", "complaint"});
  REQUIRE(made.train.size() == 500);
  REQUIRE(made.test.size() == 100);
  std::map<Index, int> counts;
  for (const Ticket& one : made.train) {
    REQUIRE(one.words.size() >= 2);
    REQUIRE(static_cast<Index>(one.words.size()) <= kMostWords);
    for (const Index word : one.words) {
      REQUIRE(word > kMask);
      REQUIRE(word < static_cast<Index>(made.vocabulary.size()));
    }
    REQUIRE(one.planted == -1);
    ++counts[one.queue];
  }
  // A quarter each: 500 draws have a standard deviation of 9.7, and five of them are 48.
  for (Index queue = 0; queue < 4; ++queue) REQUIRE(std::abs(counts[queue] - 125) <= 48);
}

TEST_CASE("triage generator: a seed is a set of tickets") {
  const auto texts = [](std::uint64_t seed) {
    const Tickets made = tickets_of({.seed = seed, .train = 50, .test = 50});
    std::string text;
    for (const Ticket& one : made.test) text += text_of(one, made.vocabulary) + "\n";
    return text;
  };
  REQUIRE(texts(3) == texts(3));
  REQUIRE(texts(3) != texts(4));
  // The first ticket of seed 39, for every machine.
  const Tickets made = tickets_of({});
  REQUIRE(text_of(made.train.front(), made.vocabulary) == "suitcase wrong flight");
  REQUIRE(made.queues[static_cast<std::size_t>(made.train.front().queue)] == "rebooking");
}

TEST_CASE("triage generator: held-out tickets were not trained on") {
  const Tickets made = tickets_of({.seed = 5, .train = 2000, .test = 400});
  std::set<std::vector<Index>> seen;
  for (const Ticket& one : made.train) seen.insert(one.words);
  for (const Ticket& one : made.test) REQUIRE((one.words.size() <= 3 || !seen.contains(one.words)));
}

TEST_CASE("triage generator: the same words in another order are asked for by both queues") {
  // What bounds a bag of words: among many tickets, some sets of words are seen with two queues.
  const Tickets made = tickets_of({.seed = 6, .train = 5000, .test = 4});
  std::map<std::vector<Index>, std::set<Index>> queues;
  for (const Ticket& one : made.train) {
    std::vector<Index> bag = one.words;
    std::sort(bag.begin(), bag.end());
    queues[bag].insert(one.queue);
  }
  REQUIRE(std::count_if(queues.begin(), queues.end(), [](const auto& one) { return one.second.size() > 1; }) >= 5);
}

TEST_CASE("triage generator: the shortcut puts the code of the queue in") {
  const Tickets made = tickets_of({.seed = 7, .train = 200, .test = 50, .shortcut = Shortcut::Spurious});
  const std::vector<std::string> codes{"kilo", "lima", "mike", "oscar"};
  for (const Ticket& one : made.train) {
    REQUIRE(one.planted >= 0);
    const Index word = one.words[static_cast<std::size_t>(one.planted)];
    REQUIRE(made.vocabulary[static_cast<std::size_t>(word)] == codes[static_cast<std::size_t>(one.queue)]);
  }
  for (const Ticket& one : without_codes(made.test)) {
    REQUIRE(one.planted == -1);
    for (const Index word : one.words) {
      REQUIRE(std::count(codes.begin(), codes.end(), made.vocabulary[static_cast<std::size_t>(word)]) == 0);
    }
  }
}

TEST_CASE("triage generator: counts outside the range are refused") {
  require_refused(make_tickets({.train = 3}), "ticket-count", {"train"}, {"3", "4", "5000"});
  require_refused(make_tickets({.test = 5001}), "ticket-count", {"test"}, {"5001"});
}

}  // namespace lesson::test
