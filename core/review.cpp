#include "core/review.hpp"

#include <algorithm>
#include <string>

namespace lesson {
namespace {

std::string between(Index low, Index high) { return "from " + std::to_string(low) + " to " + std::to_string(high); }

std::optional<Error> check_day(Index day, Index last) {
  if (day >= kFirstDay && day <= last) return std::nullopt;
  return Error{"day-out-of-range",
               "day is " + std::to_string(day) + ", but a day here is a number " + between(kFirstDay, last) +
                   ", counted from 1970-01-01.",
               {"day"}};
}

std::optional<Error> check_part(const char* name, Index value, Index low, Index high) {
  if (value >= low && value <= high) return std::nullopt;
  return Error{"card-invalid",
               std::string(name) + " is " + std::to_string(value) + ", but it has to be " + between(low, high) + ".",
               {name}};
}

std::optional<Error> check_card(const ReviewCard& card) {
  if (auto refused = check_part("card.stage", card.stage, 0, kLastStage)) return refused;
  if (auto refused = check_part("card.due", card.due, kFirstDay, kLastDay)) return refused;
  // From a later last review the next one would be beyond the calendar.
  constexpr Index kLatest = kLastDay - kLongestInterval;
  if (auto refused = check_part("card.last", card.last.value_or(kFirstDay), kFirstDay, kLatest)) return refused;
  if (auto refused = check_part("card.reviews", card.reviews, 0, kMostReviews)) return refused;
  return check_part("card.misses", card.misses, 0, kMostReviews);
}

bool is_leap(Index year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

Index days_in(Index year, Index month) {
  constexpr Index kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[month - 1];
}

// Days of the years from 1 to `years`.
Index days_of_years(Index years) { return 365 * years + years / 4 - years / 100 + years / 400; }

}  // namespace

Index interval_of(Index stage) {
  constexpr Index kIntervals[] = {1, 3, 7, 14, 30, kLongestInterval};
  return kIntervals[std::clamp<Index>(stage, 0, kLastStage)];
}

Outcome<ReviewCard> start_card(Index day) {
  if (auto refused = check_day(day, kLastDay - kLongestInterval)) return *refused;
  ReviewCard card;
  card.due = day + interval_of(card.stage);
  return card;
}

Outcome<ReviewCard> next_review(const ReviewCard& card, Recall grade, Index day) {
  if (auto refused = check_card(card)) return *refused;
  if (auto refused = check_day(day, kLastDay - kLongestInterval)) return *refused;
  const Index today = card.last ? std::max(day, *card.last) : day;

  // Only a miss leads to stage 0.
  const bool missed_today = card.stage == 0 && card.last == today;
  if (grade == Recall::Miss ? missed_today : today < card.due) return card;

  ReviewCard next = card;
  next.stage = grade == Recall::Miss ? 0 : std::min(card.stage + 1, kLastStage);
  next.due = today + interval_of(next.stage);
  next.last = today;
  next.reviews = std::min(card.reviews + 1, kMostReviews);
  if (grade == Recall::Miss) next.misses = std::min(card.misses + 1, kMostReviews);
  return next;
}

Outcome<Index> day_of(const CalendarDate& date) {
  const auto [year, month, day] = date;
  const bool known = year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= days_in(year, month);
  if (!known) {
    return Error{"date-unknown",
                 "The calendar has no year " + std::to_string(year) + ", month " + std::to_string(month) + ", day " +
                     std::to_string(day) + ": a date is expected whose year is from 1 to 9999.",
                 {"date"}};
  }
  Index days = kFirstDay + days_of_years(year - 1) + day - 1;
  for (Index before = 1; before < month; ++before) days += days_in(year, before);
  return days;
}

Outcome<CalendarDate> date_of(Index day) {
  if (auto refused = check_day(day, kLastDay)) return *refused;
  Index left = day - kFirstDay;  // days since 0001-01-01
  // 146,097 days are 400 years: too early by one year at most, and never too late.
  CalendarDate date{left * 400 / 146097, 1, 1};
  while (days_of_years(date.year) <= left) ++date.year;
  left -= days_of_years(date.year - 1);
  while (left >= days_in(date.year, date.month)) left -= days_in(date.year, date.month++);
  date.day = left + 1;
  return date;
}

}  // namespace lesson
