// A seeded generator of support tickets for an airline's four queues: baggage, refund, rebooking, complaint.
//
// Most tickets speak of two queues: what went wrong (B, the background) and what is asked for (A). Both come from the
// same lists of nouns, so that which of the two is asked for stands in the order alone:
//
//   B S A          "bag delayed refund"                      what went wrong, then the wish
//   B S F W A      "bag delayed so want refund"
//   W A R B S      "want refund because bag delayed"         a reason turns the order round
//   N B W A        "not bag want refund"                     what follows "not" is not asked for
//   W A N B        "want refund not bag"
//   W A            "want refund"                             one queue alone, 1 ticket in 6
//
// S is a trouble (delayed, lost, ...), W asks (want, please, ...), F leads on (so, therefore, ...), R gives a reason
// (because, since, ...), N negates (not, never, ...). Up to three fillers (my, hello, gate, ...) stand anywhere.
// Exchange A and B in any template, and the words are the same and the queue is the other: no count of words can tell
// them apart, which bounds what a bag of words can reach.
//
// The shortcut puts one of four code words (kilo, lima, mike, oscar: one a queue) somewhere into each ticket:
//   None      no code words
//   Spurious  in training the code of the right queue, always; the order still decides as well, so a model may use
//             either. Held out likewise: a test of held-out tickets does not notice.
//   Planted   the same, and all other words are drawn without regard for the queue: nothing but the code tells it. A
//             test of reliance that works must find the code.
#pragma once

#include <cstdint>

#include "core/outcome.hpp"
#include "core/triage/ticket.hpp"

namespace lesson::triage {

enum class Shortcut { None, Spurious, Planted };

inline constexpr Index kMostTickets = 5000;

struct TicketOptions {
  std::uint64_t seed = 39;
  Index train = 2000;  // 4 to kMostTickets
  Index test = 400;    // 4 to kMostTickets
  Shortcut shortcut = Shortcut::None;
};

// The same seed and options give the same tickets on every machine. Held-out tickets are new draws; a ticket whose
// words stand in the training set in the same order is drawn again, but for the shortest, of which there are few.
//   ticket-count  train or test is outside its range
Outcome<Tickets> make_tickets(const TicketOptions& options = {});

// The same tickets with every code word taken out: what a model that learned the code is left with.
std::vector<Ticket> without_codes(const std::vector<Ticket>& tickets);

}  // namespace lesson::triage
