#include "core/review.hpp"

#include <algorithm>
#include <chrono>

#include "tests/core/support.hpp"

namespace lesson::test {
namespace {

ReviewCard reviewed(const ReviewCard& card, Recall grade, Index day) {
  const auto next = next_review(card, grade, day);
  REQUIRE(next.ok());
  return *next;
}
ReviewCard pass(const ReviewCard& card, Index day) { return reviewed(card, Recall::Pass, day); }
ReviewCard miss(const ReviewCard& card, Index day) { return reviewed(card, Recall::Miss, day); }

// From 1000 on: stage, due, last, reviews, misses.
const ReviewCard kNew{0, 1001, std::nullopt, 0, 0};

// The rules again, from nothing but a diary: every review of the card in the order in which it was made, with the day
// that it was taken to be. A card is worked out from the whole diary each time.
class Diary {
 public:
  explicit Diary(Index started) : started_(started) {}

  void add(Recall grade, Index day) {
    const Index today = std::max(day, counted_.empty() ? day : counted_.back().day);
    const Index due = next();
    if (grade == Recall::Pass && today < due) return;
    const bool again = !counted_.empty() && counted_.back().day == today && counted_.back().grade == Recall::Miss;
    if (grade == Recall::Miss && again) return;
    counted_.push_back({grade, today});
  }

  // Passes since the last miss.
  Index row() const {
    Index passes = 0;
    for (auto at = counted_.rbegin(); at != counted_.rend() && at->grade == Recall::Pass; ++at) ++passes;
    return passes;
  }

  Index next() const {
    if (counted_.empty()) return started_ + 1;
    const Index days[] = {1, 3, 7, 14, 30};
    return counted_.back().day + days[std::min<Index>(row(), 4)];
  }

  ReviewCard card() const {
    ReviewCard card{std::min<Index>(row(), 5), next(), std::nullopt, static_cast<Index>(counted_.size()), 0};
    if (!counted_.empty()) card.last = counted_.back().day;
    for (const Entry& one : counted_) card.misses += one.grade == Recall::Miss;
    return card;
  }

 private:
  struct Entry {
    Recall grade;
    Index day;
  };
  Index started_;
  std::vector<Entry> counted_;
};

}  // namespace

TEST_CASE("review: a card passed whenever it is due comes back after 1, 3, 7, 14, 30, 30 days") {
  const auto started = start_card(1000);
  REQUIRE(started.ok());
  REQUIRE(*started == kNew);
  // Day of the review, stage and due day after it, counted on by hand.
  const Index table[][3] = {{1001, 1, 1004}, {1004, 2, 1011}, {1011, 3, 1025},
                            {1025, 4, 1055}, {1055, 5, 1085}, {1085, 5, 1115}};
  ReviewCard card = *started;
  Index reviews = 0;
  for (const auto& [day, stage, due] : table) {
    REQUIRE(card.due == day);
    card = pass(card, day);
    REQUIRE(card == ReviewCard{stage, due, day, ++reviews, 0});
  }
}

TEST_CASE("review: a miss returns the card to one day, whenever it happens") {
  const ReviewCard card{3, 1025, 1011, 3, 0};
  REQUIRE(miss(card, 1025) == ReviewCard{0, 1026, 1025, 4, 1});  // due
  REQUIRE(miss(card, 1018) == ReviewCard{0, 1019, 1018, 4, 1});  // early
  REQUIRE(miss(card, 1031) == ReviewCard{0, 1032, 1031, 4, 1});  // late
  REQUIRE(miss(card, 1011) == ReviewCard{0, 1012, 1011, 4, 1});  // after the pass of the same day
  REQUIRE(miss(kNew, 1000) == ReviewCard{0, 1001, 1000, 1, 1});  // on the day of the start
  // And from there it climbs again.
  REQUIRE(pass(miss(card, 1025), 1026) == ReviewCard{1, 1029, 1026, 5, 1});
}

TEST_CASE("review: a pass before the card is due changes nothing") {
  const ReviewCard card{2, 1011, 1004, 2, 1};
  for (Index day = 1004; day < 1011; ++day) REQUIRE(pass(card, day) == card);
  REQUIRE(pass(kNew, 1000) == kNew);
  REQUIRE(pass(card, 1011) == ReviewCard{3, 1025, 1011, 3, 1});
}

TEST_CASE("review: a late pass advances from the day of the review") {
  const ReviewCard card{1, 1004, 1001, 1, 0};
  REQUIRE(pass(card, 1005) == ReviewCard{2, 1012, 1005, 2, 0});
  REQUIRE(pass(card, 1400) == ReviewCard{2, 1407, 1400, 2, 0});
}

TEST_CASE("review: several reviews in one day") {
  const ReviewCard due{1, 1004, 1001, 1, 0};
  const ReviewCard passed = pass(due, 1004), missed = miss(due, 1004);
  REQUIRE(pass(passed, 1004) == passed);                           // the first pass alone advances
  REQUIRE(miss(missed, 1004) == missed);                           // several misses are one
  REQUIRE(pass(missed, 1004) == missed);                           // learnt again, and asked the day after
  REQUIRE(miss(pass(missed, 1004), 1004) == missed);               // still the same day's miss
  REQUIRE(miss(passed, 1004) == ReviewCard{0, 1005, 1004, 3, 1});  // a miss after a pass counts
  REQUIRE(miss(missed, 1005) == ReviewCard{0, 1006, 1005, 3, 2});  // of two days: two
  REQUIRE(pass(miss(passed, 1004), 1005) == ReviewCard{1, 1008, 1005, 4, 1});
}

TEST_CASE("review: a clock that was set back stands at the day of the last review") {
  const ReviewCard card{2, 1011, 1004, 2, 0};
  for (const Index day : {1003, 900, -5}) {
    REQUIRE(pass(card, day) == card);
    REQUIRE(miss(card, day) == miss(card, 1004));
    REQUIRE(miss(miss(card, 1004), day) == miss(card, 1004));
  }
  // Set forward, a pass counts for that day; set right again, the card waits until then.
  const ReviewCard ahead = pass(card, 1500);
  REQUIRE(ahead == ReviewCard{3, 1514, 1500, 3, 0});
  REQUIRE(pass(ahead, 1012) == ahead);
  REQUIRE(miss(ahead, 1012) == ReviewCard{0, 1501, 1500, 4, 1});
}

TEST_CASE("review: any diary gives what its rules give when they are worked out from its beginning") {
  Random random(11);
  int missed = 0, early = 0, late = 0, back = 0, longest = 0;
  for (int run = 0; run < 3000; ++run) {
    Index day = random.integer(-1000, 30000);
    Diary diary(day);
    auto started = start_card(day);
    REQUIRE(started.ok());
    ReviewCard card = *started;
    for (int review = 0; review < 25; ++review) {
      // Mostly when it is due, else some days off, also backwards.
      day = random.chance(0.6) ? std::max(card.due, day) : day + random.integer(-3, 20);
      const Recall grade = random.chance(0.2) ? Recall::Miss : Recall::Pass;
      missed += grade == Recall::Miss;
      early += day < card.due;
      late += day > card.due;
      back += card.last && day < *card.last;
      const ReviewCard before = card;
      card = reviewed(card, grade, day);
      diary.add(grade, day);
      INFO("run " << run << ", review " << review << ", day " << day);
      REQUIRE(card == diary.card());
      REQUIRE((card == before || card.reviews == before.reviews + 1));
      REQUIRE(card.due > card.last.value_or(card.due - 1));
      longest += card.stage == kLastStage;
    }
  }
  // Every kind of day came up often.
  for (const int count : {missed, early, late, back, longest}) REQUIRE(count > 1000);
}

TEST_CASE("review: counts stop at their most") {
  const ReviewCard card{0, 1001, std::nullopt, kMostReviews, kMostReviews};
  REQUIRE(miss(card, 1001) == ReviewCard{0, 1002, 1001, kMostReviews, kMostReviews});
}

TEST_CASE("review: intervals") {
  const Index days[] = {1, 3, 7, 14, 30, 30};
  for (Index stage = 0; stage <= kLastStage; ++stage) REQUIRE(interval_of(stage) == days[stage]);
}

TEST_CASE("review: what is outside its range is refused, and its neighbour is not") {
  const Index last = kLastDay - kLongestInterval;
  REQUIRE(start_card(kFirstDay).ok());
  REQUIRE(start_card(last).ok());
  require_refused(start_card(kFirstDay - 1), "day-out-of-range", {"day"}, {"-719163", "-719162"});
  require_refused(start_card(last + 1), "day-out-of-range", {"day"}, {"2932867", "2932866"});
  require_refused(next_review(kNew, Recall::Pass, last + 1), "day-out-of-range", {"day"}, {"2932867"});

  const ReviewCard good{5, 1031, 1001, 9, 2};
  REQUIRE(pass(ReviewCard{5, last, last, 9, 2}, last).due == kLastDay);
  const auto refused = [&good](Index ReviewCard::*part, Index value, const char* name) {
    ReviewCard card = good;
    card.*part = value;
    require_refused(next_review(card, Recall::Pass, 1031), "card-invalid", {name}, {std::to_string(value)});
  };
  refused(&ReviewCard::stage, -1, "card.stage");
  refused(&ReviewCard::stage, 6, "card.stage");
  refused(&ReviewCard::due, kFirstDay - 1, "card.due");
  refused(&ReviewCard::due, kLastDay + 1, "card.due");
  refused(&ReviewCard::reviews, -1, "card.reviews");
  refused(&ReviewCard::reviews, kMostReviews + 1, "card.reviews");
  refused(&ReviewCard::misses, -1, "card.misses");
  refused(&ReviewCard::misses, kMostReviews + 1, "card.misses");
  ReviewCard card = good;
  card.last = last + 1;
  require_refused(next_review(card, Recall::Miss, 1031), "card-invalid", {"card.last"}, {"2932867"});
  card.last = kFirstDay - 1;
  require_refused(next_review(card, Recall::Miss, 1031), "card-invalid", {"card.last"}, {"-719163"});
}

TEST_CASE("review: days that everybody can count") {
  const auto day = [](Index year, Index month, Index of_month) {
    const auto made = day_of({year, month, of_month});
    REQUIRE(made.ok());
    return *made;
  };
  REQUIRE(day(1970, 1, 1) == 0);
  REQUIRE(day(1970, 1, 2) == 1);
  REQUIRE(day(1969, 12, 31) == -1);
  REQUIRE(day(1971, 1, 1) == 365);
  REQUIRE(day(1973, 1, 1) == 3 * 365 + 1);  // 1972 was a leap year
  REQUIRE(day(2000, 3, 1) == 11017);
  REQUIRE(day(1, 1, 1) == kFirstDay);
  REQUIRE(day(9999, 12, 31) == kLastDay);
  // The days on which clocks change are days like others: Europe's last Sundays of March and October 2025.
  REQUIRE(day(2025, 3, 31) - day(2025, 3, 30) == 1);
  REQUIRE(day(2025, 10, 27) - day(2025, 10, 26) == 1);
}

TEST_CASE("review: every day of the calendar is that of the standard library, and comes back") {
  for (Index day = kFirstDay; day <= kLastDay; ++day) {
    const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day}}};
    const auto made = date_of(day);
    const CalendarDate expected{static_cast<int>(date.year()), static_cast<Index>(static_cast<unsigned>(date.month())),
                                static_cast<Index>(static_cast<unsigned>(date.day()))};
    const bool agrees = made.ok() && *made == expected;
    const auto back = day_of(expected);
    // One assertion, as there are 3.6 million days.
    if (!agrees || !back.ok() || *back != day) FAIL("day " << day);
  }
  SUCCEED();
}

TEST_CASE("review: a date that the calendar lacks is refused") {
  const CalendarDate unknown[] = {{2023, 2, 29}, {1900, 2, 29}, {2024, 2, 30}, {2024, 4, 31},
                                  {2024, 0, 1},  {2024, 13, 1}, {2024, 1, 0},  {2024, 1, 32},
                                  {0, 12, 31},   {10000, 1, 1}, {-2024, 1, 1}, {2024, -1, 1}};
  for (const CalendarDate& date : unknown) {
    require_refused(day_of(date), "date-unknown", {"date"},
                    {std::to_string(date.year), std::to_string(date.month), std::to_string(date.day)});
  }
  for (const CalendarDate& date : {CalendarDate{2024, 2, 29}, {2000, 2, 29}, {2023, 2, 28}, {2024, 12, 31}}) {
    REQUIRE(day_of(date).ok());
  }
  require_refused(date_of(kFirstDay - 1), "day-out-of-range", {"day"}, {"-719163"});
  require_refused(date_of(kLastDay + 1), "day-out-of-range", {"day"}, {"2932897"});
}

}  // namespace lesson::test
