/**
 * What a learner sets in a figure, each thing declared once: where it starts, and how it stands in a link. From the
 * declarations come the figure's properties, its reset, and its state in the address, version 1:
 *
 *   1~~n~4096~~order~pre        a name and its value, for each setting that is not as it starts
 *
 * Pieces of one value are joined by "_". A link with a setting or a value that the figure does not have is broken as a
 * whole: half of it would be another figure than the one that was shared.
 */
import { BrokenLink, decode, encode } from './link-text.ts';

export interface Setting<T> {
  readonly start: T;
  /** The pieces of a value that is not the start's. */
  write(value: T): readonly string[];
  /** Nothing where the pieces are no value of this setting. */
  read(pieces: readonly string[]): T | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: a figure's settings are of different types, each read and written by its own.
export type Settings = Readonly<Record<string, Setting<any>>>;
export type Values = Readonly<Record<string, unknown>>;

const VERSION = '1';
/** Letters of a number that is typed: those of the longest seed and more. */
const MOST_TYPED = 24;
/** Characters of a link: more is no link of these figures. */
const MOST_LINK = 4000;

/** A text as typed: the core reads it, when it is computed with. */
export const typed = (start: string, most = MOST_TYPED): Setting<string> => ({
  start,
  write: (value) => [value],
  read: ([text = '', ...more]) => (more.length > 0 || text.length > most ? undefined : text),
});

/** Texts as typed, each of them a setting under its own name. */
export const typedEach = <Name extends string>(
  starts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, Setting<string>>> =>
  Object.fromEntries(
    Object.entries<string>(starts).map(([name, start]) => [name, typed(start)]),
  ) as Record<Name, Setting<string>>;

/** One of a list. `start` may be none of them: nothing is chosen yet. */
export const oneOf = <T extends string, Start extends T | undefined>(
  list: readonly T[],
  start: Start,
): Setting<T | Start> => ({
  start,
  write: (value) => [value ?? ''],
  read: ([text, ...more]) => (more.length > 0 ? undefined : list.find((one) => one === text)),
});

export const onOff = <Start extends boolean | undefined>(
  start: Start,
): Setting<boolean | Start> => ({
  start,
  write: (value) => [value ? 'on' : 'off'],
  read: ([text, ...more]) =>
    more.length === 0 && (text === 'on' || text === 'off') ? text === 'on' : undefined,
});

/** A whole number that is chosen from a list or counted in steps, so that it is never typed. */
export const wholeFrom = <Start extends number | undefined>(
  least: number,
  most: number,
  start: Start,
): Setting<number | Start> => ({
  start,
  write: (value) => [String(value)],
  read: ([text = '', ...more]) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return more.length === 0 && value >= least && value <= most ? value : undefined;
  },
});

/** A table of texts as typed, of the size of the start. */
export const typedTable = (
  start: readonly (readonly string[])[],
): Setting<readonly (readonly string[])[]> => {
  const width = start[0]?.length ?? 0;
  return {
    start,
    write: (value) => value.flat(),
    read: (pieces) =>
      pieces.length === start.length * width && pieces.every((text) => text.length <= MOST_TYPED)
        ? start.map((_line, row) => pieces.slice(row * width, (row + 1) * width))
        : undefined,
  };
};

/** A table of yes and no, of fixed size; nothing before the learner has made one. */
export const painted = (
  rows: number,
  cols: number,
): Setting<readonly (readonly boolean[])[] | undefined> => ({
  start: undefined,
  write: (value) => (value ?? []).map((line) => line.map((cell) => (cell ? '1' : '0')).join('')),
  read: (lines) =>
    lines.length === rows && lines.every((line) => line.length === cols && /^[01]+$/.test(line))
      ? lines.map((line) => Array.from(line, (cell) => cell === '1'))
      : undefined,
});

const codeOf = (setting: Setting<unknown>, value: unknown): string =>
  value === undefined ? '' : setting.write(value).map(encode).join('_');

export const startsOf = (settings: Settings): Values =>
  Object.fromEntries(Object.entries(settings).map(([name, { start }]) => [name, start]));

/** The text of these values for a link; empty when all is as it starts. */
export function encodeSettings(settings: Settings, values: Values): string {
  const changed = Object.entries(settings).flatMap(([name, setting]) => {
    const code = codeOf(setting, values[name]);
    return code === codeOf(setting, setting.start) ? [] : [`${name}~${code}`];
  });
  return changed.length === 0 ? '' : [VERSION, ...changed].join('~~');
}

/** All values of a link, those that it leaves out as they start. Throws `BrokenLink`. */
export function decodeSettings(settings: Settings, text: string): Values {
  if (text.length > MOST_LINK) throw new BrokenLink('value');
  const [version, ...given] = text.split('~~');
  if (version !== VERSION) throw new BrokenLink('version');
  const values: Record<string, unknown> = { ...startsOf(settings) };
  const seen = new Set<string>();
  for (const one of given) {
    const [name = '', code = '', ...rest] = one.split('~');
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (!setting || seen.has(name)) throw new BrokenLink('choice');
    seen.add(name);
    const value = rest.length === 0 ? setting.read(code.split('_').map(decode)) : undefined;
    if (value === undefined) throw new BrokenLink('value');
    values[name] = value;
  }
  return values;
}
