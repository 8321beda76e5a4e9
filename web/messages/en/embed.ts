/** Sentences of the lesson inside another page: for hosts that ask for what is not there, and for the learner. */
import type { Fault } from '../../storage/schema.ts';

const short = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? 'nothing';

const expects: Readonly<Partial<Record<Fault['keyword'], string>>> = {
  required: 'lacks',
  additionalProperties: 'may only have',
};

export const embed = {
  errors: {
    version: (found: unknown, known: number) =>
      `The message has version ${short(found)}; this lesson understands version ${known}.`,
    type: (found: unknown, known: readonly string[]) =>
      `The message has type ${short(found)}; expected is one of ${known.join(', ')}.`,
    invalid: (type: string, { where, keyword, expected, found }: Fault) => {
      const place = where === '' ? `The message ${type}` : `The message ${type}, at ${where}:`;
      const said = expects[keyword];
      return said
        ? `${place} ${said} ${expected}; found: ${found}.`
        : `${place} expected ${expected}, found ${found}.`;
    },
    section: (id: string) =>
      `No section "${id.slice(0, 60)}" is shown here: "ready" lists those that are.`,
    state: (why: string) => `The state cannot be read: ${why}`,
    theme: (name: string, value: string) =>
      `${name} is "${value.slice(0, 60)}"; expected is a CSS ${name === 'serif' || name === 'sans' ? 'list of font families' : 'colour'} without a reference.`,
    locale: (asked: string, known: string) =>
      `There is no text for "${asked}" here; there is "${known}".`,
    parameter: (name: string, value: string, known: readonly string[]) =>
      `${name} is "${value.slice(0, 60)}"; expected is one of ${known.join(', ')}.`,
    notHeld:
      'This frame was not opened with progress=host: what the learner does stays on the own device.',
    nothingHere: (what: string) => `This frame does not show ${what}.`,
  },
  attentionFigure: 'the attention figure',
  exercises: 'the exercises',
  lab: 'a figure with settings',
  noLab: (id: string) => `The lesson has no figure "${id.slice(0, 60)}".`,
  forReading:
    'Shown for reading: you can look, search and copy; nothing can be changed or answered, and nothing is recorded.',
  ways: 'Sections before and after',
  before: (title: string) => `← ${title}`,
  after: (title: string) => `${title} →`,
  hears: (host: string) => `${host} shows this lesson and hears what you answer and set here.`,
  keeps: (host: string) =>
    `${host} shows this lesson, hears what you answer and set here, and keeps your progress.`,
};
