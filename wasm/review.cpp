// Recall cards and days at the border. Numbers go to the core as whole numbers; a fraction is refused by its name.
#include "core/review.hpp"

#include "wasm/calls.hpp"

namespace wire {
namespace {

using lesson::Outcome;

struct Day {
  Index day = 0;
};
void write(Sink& sink, const Day& one) { sink.field("day", static_cast<double>(one.day)); }

Day read_day(Reader& in) { return {in.size("day")}; }

lesson::CalendarDate read_date(Reader& in) { return {in.size("year"), in.size("month"), in.size("day")}; }

struct Reviewed {
  lesson::ReviewCard card;
  lesson::Recall grade;
  Index day;
};
Reviewed read_reviewed(Reader& in) {
  lesson::ReviewCard card;
  card.stage = in.size("card.stage");
  card.due = in.size("card.due");
  card.last = in.size_or_none("card.last");
  card.reviews = in.size("card.reviews");
  card.misses = in.size("card.misses");
  return {card, static_cast<lesson::Recall>(in.choice(2)), in.size("day")};
}

Outcome<lesson::ReviewCard> start(const Day& in) { return lesson::start_card(in.day); }
Outcome<lesson::ReviewCard> next(const Reviewed& in) { return lesson::next_review(in.card, in.grade, in.day); }
Outcome<lesson::CalendarDate> date_of(const Day& in) { return lesson::date_of(in.day); }

Outcome<Day> day_of(const lesson::CalendarDate& in) {
  const auto day = lesson::day_of(in);
  if (!day) return day.error();
  return Day{*day};
}

}  // namespace

void write(Sink& sink, const lesson::ReviewCard& card) {
  sink.field("stage", static_cast<double>(card.stage));
  sink.field("due", static_cast<double>(card.due));
  sink.field("last", card.last ? std::optional<double>(static_cast<double>(*card.last)) : std::nullopt);
  sink.field("reviews", static_cast<double>(card.reviews));
  sink.field("misses", static_cast<double>(card.misses));
}

void write(Sink& sink, const lesson::CalendarDate& date) {
  sink.field("year", static_cast<double>(date.year));
  sink.field("month", static_cast<double>(date.month));
  sink.field("day", static_cast<double>(date.day));
}

Calls review_calls() {
  static constexpr Call kCalls[] = {call<read_day, start>("reviewStart"), call<read_reviewed, next>("reviewNext"),
                                    call<read_date, day_of>("dayOf"), call<read_day, date_of>("dateOf")};
  return table(kCalls);
}

}  // namespace wire
