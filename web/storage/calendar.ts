/**
 * Days on which cards are due as a file of iCalendar (RFC 5545). Each is an event of a whole day, written as a date: it has
 * no time zone, and stands on that date wherever the learner is.
 */
import type { CalendarDay } from '../engine/types/review.ts';

export interface DueDay {
  readonly date: CalendarDay;
  readonly summary: string;
  readonly description?: string | undefined;
}

/** `at`: now, in milliseconds since 1970. With no days there is no such file: RFC 5545 asks for one event at least. */
export function calendarOf(days: readonly DueDay[], at: number): string {
  const stamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//attention-lesson//recall//EN',
    'CALSCALE:GREGORIAN',
    ...days.flatMap((day) => eventOf(day, stamp)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventOf({ date, summary, description }: DueDay, stamp: string): string[] {
  const { year, month, day } = date;
  const digits = [year.toString().padStart(4, '0'), ...[month, day].map(two)].join('');
  return [
    'BEGIN:VEVENT',
    // One for each day: a calendar that has it already updates it.
    `UID:due-${digits}@attention-lesson`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${digits}`,
    `SUMMARY:${textOf(summary)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${textOf(description)}`]),
    // It does not make the learner busy.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const two = (number: number) => number.toString().padStart(2, '0');

/** RFC 5545, 3.3.11. Control characters have no place in it. */
function textOf(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n')
  );
}

/** RFC 5545, 3.1: lines of at most 75 bytes; the next line goes on after a space. No character is cut. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let text = '';
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > 75) {
      text += '\r\n ';
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return text;
}
