// When a recall card comes back. A pure function of card, grade and day: there is no clock here.
//
//   stage      0  1  2   3   4   5      intervals passed in a row
//   interval   1  3  7  14  30  30      days from the last review that counted to the next one
//
// Days are whole numbers, days since 1970-01-01 in the learner's own calendar: the page takes year, month and day from
// the learner's clock and asks day_of. So a day ends at the learner's midnight, and a day that summer time makes an
// hour shorter or longer is still one day.
//
// Of one review:
//   pass, due or late    the next stage, counted from the day of the review
//   pass, early          nothing changes: neither the stage nor the day on which it is due
//   miss, at any time    stage 0, due the day after
// So of several passes in a day the first alone can advance the card, and a pass after a miss of the same day changes
// nothing: the card comes back the day after.
//   miss after a pass of the same day    a miss like any other
//   miss after a miss of the same day    nothing changes: several misses in a day are one
// A day before the last review (the clock was set back, or the learner travelled) is taken as the day of the last
// review.
//
// Source: intervals and the return to one day are the lesson's own; that wider gaps serve longer retention: Cepeda et
// al. 2008, "Spacing Effects in Learning".
#pragma once

#include <optional>

#include "core/outcome.hpp"
#include "core/types.hpp"

namespace lesson {

// 0001-01-01 and 9999-12-31: what people and every browser can write.
inline constexpr Index kFirstDay = -719162, kLastDay = 2932896;

inline constexpr Index kLastStage = 5;
inline constexpr Index kLongestInterval = 30;

// Counts stop there.
inline constexpr Index kMostReviews = 1000000;

struct ReviewCard {
  Index stage = 0;                 // 0 to kLastStage
  Index due = 0;                   // day
  std::optional<Index> last = {};  // day of the last review that counted; none for a new card
  Index reviews = 0;               // that counted, 0 to kMostReviews
  Index misses = 0;                // of these

  bool operator==(const ReviewCard&) const = default;
};

enum class Recall { Miss, Pass };

// Days from the review that led to `stage`, from 0 to kLastStage, to the next one.
Index interval_of(Index stage);

// A new card: stage 0, due the day after.
// The card after a review.
// Errors of both:
//   day-out-of-range   a day below kFirstDay, or above kLastDay - kLongestInterval: the next one would be beyond the
//                      calendar
//   card-invalid       a stage, day or count of the card is outside its range
Outcome<ReviewCard> start_card(Index day);
Outcome<ReviewCard> next_review(const ReviewCard& card, Recall grade, Index day);

// A date of the Gregorian calendar, as ISO 8601 extends it to earlier years.
struct CalendarDate {
  Index year = 1970;
  Index month = 1;  // 1 to 12
  Index day = 1;    // 1 to 31

  bool operator==(const CalendarDate&) const = default;
};

// Errors:
//   date-unknown       the calendar has no such date, or its year is not from 1 to 9999
Outcome<Index> day_of(const CalendarDate& date);

// Errors:
//   day-out-of-range   below kFirstDay or above kLastDay
Outcome<CalendarDate> date_of(Index day);

}  // namespace lesson
