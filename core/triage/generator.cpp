#include "core/triage/generator.hpp"

#include <set>
#include <string>
#include <utility>

#include "core/triage/draw.hpp"

namespace lesson::triage {
namespace {

using Words = std::vector<const char*>;

const std::vector<std::pair<const char*, Words>>& queues() {
  static const std::vector<std::pair<const char*, Words>> kQueues = {
      {"baggage", {"bag", "suitcase", "luggage", "backpack", "stroller", "trunk"}},
      {"refund", {"refund", "money", "repayment", "fare", "voucher", "deposit"}},
      {"rebooking", {"rebooking", "seat", "connection", "reservation", "flight", "transfer"}},
      {"complaint", {"complaint", "apology", "crew", "service", "manager", "treatment"}},
  };
  return kQueues;
}

struct Kind {
  char letter;
  Words words;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> kKinds = {
      {'S', {"delayed", "lost", "late", "missing", "wrong", "broken", "cancelled", "terrible"}},
      {'W', {"want", "need", "please", "request", "require", "expect"}},
      {'F', {"so", "therefore", "hence", "thus"}},
      {'R', {"because", "since", "as", "after"}},
      {'N', {"not", "never", "without", "no"}},
      {'X',
       {"my", "the", "hello", "today", "again", "still", "gate", "airport", "monday", "urgent", "thanks", "really"}},
  };
  return kKinds;
}

const Words& codes() {
  static const Words kCodes = {"kilo", "lima", "mike", "oscar"};
  return kCodes;
}

// W A is drawn as often as each of the others.
constexpr const char* kTemplates[] = {"BSA", "BSFWA", "WARBS", "NBWA", "WANB", "WA"};

constexpr Index kMostFillers = 3;

class Maker {
 public:
  explicit Maker(const TicketOptions& options) : generator_(numpy::default_rng(options.seed)), options_(options) {
    vocabulary_.emplace_back(kMaskWord);
    for (const auto& [name, words] : queues()) topics_.push_back(add(words));
    for (const auto& kind : kinds()) kinds_.emplace_back(kind.letter, add(kind.words));
    codes_ = add(codes());
  }

  Ticket ticket() {
    Ticket made;
    const auto count = static_cast<Index>(topics_.size());
    const Index asked = below(count), other = (asked + 1 + below(count - 1)) % count;
    made.queue = options_.shortcut == Shortcut::Planted ? below(count) : asked;
    for (const char* letter = kTemplates[below(std::size(kTemplates))]; *letter != 0; ++letter) {
      made.words.push_back(word(*letter, asked, other));
    }
    for (Index fillers = below(kMostFillers + 1); fillers > 0; --fillers) insert(made, word('X', asked, other));
    if (options_.shortcut != Shortcut::None) {
      made.planted = insert(made, codes_[static_cast<std::size_t>(made.queue)]);
    }
    return made;
  }

  const std::vector<std::string>& vocabulary() const { return vocabulary_; }

 private:
  template <typename Count>
  Index below(Count count) {
    return draw_below(generator_, static_cast<Index>(count));
  }

  std::vector<Index> add(const Words& words) {
    std::vector<Index> indices;
    for (const char* one : words) {
      indices.push_back(static_cast<Index>(vocabulary_.size()));
      vocabulary_.emplace_back(one);
    }
    return indices;
  }

  Index word(char letter, Index asked, Index other) {
    if (letter == 'A') return draw_from(generator_, topics_[static_cast<std::size_t>(asked)]);
    if (letter == 'B') return draw_from(generator_, topics_[static_cast<std::size_t>(other)]);
    for (const auto& [name, words] : kinds_) {
      if (name == letter) return draw_from(generator_, words);
    }
    return kMask;
  }

  Index insert(Ticket& ticket, Index word) {
    const Index at = below(ticket.words.size() + 1);
    ticket.words.insert(ticket.words.begin() + at, word);
    return at;
  }

  numpy::Generator generator_;
  TicketOptions options_;
  std::vector<std::string> vocabulary_;
  std::vector<std::vector<Index>> topics_;
  std::vector<std::pair<char, std::vector<Index>>> kinds_;
  std::vector<Index> codes_;
};

std::optional<Error> check(const TicketOptions& options) {
  for (const auto& [name, count] : {std::pair{"train", options.train}, {"test", options.test}}) {
    if (count >= 4 && count <= kMostTickets) continue;
    return Error{"ticket-count",
                 std::string(name) + " asks for " + std::to_string(count) + " tickets: it must be from 4 to " +
                     std::to_string(kMostTickets) + ".",
                 {name}};
  }
  return std::nullopt;
}

// Of the shortest there are fewer than a test set may ask for.
constexpr std::size_t kShort = 3;

}  // namespace

Outcome<Tickets> make_tickets(const TicketOptions& options) {
  if (auto refused = check(options)) return *refused;
  Maker maker(options);
  Tickets made;
  made.vocabulary = maker.vocabulary();
  for (const auto& [name, words] : queues()) made.queues.emplace_back(name);
  std::set<std::vector<Index>> seen;
  while (static_cast<Index>(made.train.size()) < options.train) {
    made.train.push_back(maker.ticket());
    seen.insert(made.train.back().words);
  }
  while (static_cast<Index>(made.test.size()) < options.test) {
    Ticket one = maker.ticket();
    if (one.words.size() > kShort && seen.contains(one.words)) continue;
    made.test.push_back(std::move(one));
  }
  return made;
}

std::vector<Ticket> without_codes(const std::vector<Ticket>& tickets) {
  std::vector<Ticket> made = tickets;
  for (Ticket& one : made) {
    if (one.planted < 0) continue;
    one.words.erase(one.words.begin() + one.planted);
    one.planted = -1;
  }
  return made;
}

}  // namespace lesson::triage
