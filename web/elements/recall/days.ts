/** Days of the learner's own calendar: the device's date in, the core's day number, and dates as the learner writes them. */
import type { CalendarDay, Reviews } from '../../engine/types.ts';

/** The date that the device shows. Day boundaries are midnight where the learner is. */
export const dateHere = (now: Date = new Date()): CalendarDay => ({
  year: now.getFullYear(),
  month: now.getMonth() + 1,
  day: now.getDate(),
});

export const todayOf = (review: Reviews, now?: Date): number => review.dayOf(dateHere(now));

/** Noon, which every time zone has on every day. */
function noonOf({ year, month, day }: CalendarDay): Date {
  const date = new Date(2000, month - 1, day, 12);
  date.setFullYear(year); // the constructor takes years below 100 for those of the last century
  return date;
}

// The learner's own language and order of day and month: what the browser is set to.
const long = new Intl.DateTimeFormat(undefined, {
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
});
const short = new Intl.DateTimeFormat(undefined, {
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
});
const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });

export const longDate = (date: CalendarDay): string => long.format(noonOf(date));
export const shortDate = (date: CalendarDay): string => short.format(noonOf(date));
export const monthName = (date: CalendarDay): string => month.format(noonOf(date));

/** Names of the days of the week from Monday on. */
export function weekdays(form: 'long' | 'short'): readonly string[] {
  const format = new Intl.DateTimeFormat(undefined, { weekday: form });
  // 2001-01-01 was a Monday.
  return Array.from({ length: 7 }, (_, i) => format.format(new Date(2001, 0, 1 + i, 12)));
}

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (date: CalendarDay): number => (noonOf(date).getDay() + 6) % 7;

/** 1 for Monday to 7 for Sunday: how the learner's calendars begin; Monday where the browser does not say. */
export function firstWeekday(): number {
  const locale = new Intl.Locale(long.resolvedOptions().locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? 1;
}

/** Calls back at each midnight, and when the page is looked at again. Gives the end of it. */
export function onNewDay(listener: () => void): () => void {
  let timer = 0;
  const wait = () => {
    const now = new Date();
    const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 0, 0, 1);
    timer = window.setTimeout(() => {
      listener();
      wait();
    }, next.getTime() - now.getTime());
  };
  const seen = () => {
    if (!document.hidden) listener();
  };
  wait();
  // A device that slept through midnight may fire no timer.
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
