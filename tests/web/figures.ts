/** Figures for tests: the presets, and random states from a seed; and what the engine makes of them. */
import { createEngine } from 'attention-lesson/engine';
import {
  entryReader,
  type FigureNumbers,
  inputsOf,
  numbersOf,
} from '../../web/elements/attention-figure/numbers.ts';
import type { FigureState, Preset } from '../../web/elements/attention-figure/state.ts';
import * as change from '../../web/elements/attention-figure/state.ts';
import presetsJson from '../../web/lessons/attention/presets.json' with { type: 'json' };

export const engine = await createEngine();
const read = entryReader(engine);

/** A state's numbers, read by the core as the figure reads them. */
export const numbersIn = (state: FigureState): FigureNumbers => numbersOf(state, read);

/** What the figure draws from. */
export const traceOf = (state: FigureState) => engine.attention(inputsOf(numbersIn(state)));

export const presets: readonly Preset[] = presetsJson;

export function presetState(id: string): FigureState {
  const preset = presets.find((candidate) => candidate.id === id);
  if (!preset) throw new Error(`no preset ${id}`);
  return change.stateOf(preset);
}

/** mulberry32: small, seeded, the same everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NAMES = [
  'flight',
  'a b',
  'ünï',
  '~_~',
  '.',
  '',
  '100%',
  "it's",
  '"""',
  '日本',
  'x&y=z',
  '#',
  '(a)',
  'line\nbreak',
  '1',
];
const ENTRIES = [
  '0',
  '1',
  '-2',
  '0.5',
  '1/3',
  'sqrt(2)/2',
  '-√3',
  '1e-3',
  '2^3',
  '12.75',
  '-0.125',
];

export function randomState(seed: number): FigureState {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const size = (most: number) => 1 + Math.floor(random() * most);
  const linked = random() < 0.5;
  const keys = Array.from({ length: size(change.MOST_TOKENS) }, () => pick(NAMES));
  const queries = linked
    ? keys
    : Array.from({ length: size(change.MOST_TOKENS) }, () => pick(NAMES));
  const [keyWidth, valueWidth] = [size(change.MOST_WIDTH), size(change.MOST_WIDTH)];
  const table = (rows: number, cols: number) =>
    Array.from({ length: rows }, () => Array.from({ length: cols }, () => pick(ENTRIES)));
  const scale = pick(['sqrt', 'off', 'custom'] as const);
  return {
    linked,
    queries,
    keys,
    q: table(queries.length, keyWidth),
    k: table(keys.length, keyWidth),
    v: table(keys.length, valueWidth),
    scale,
    customScale: scale === 'custom' ? pick(ENTRIES) : '1',
    causal: pick(['off', 'top-left', 'bottom-right'] as const),
    blocked: queries.map(() => keys.map(() => random() < 0.15)),
    emptyRow: pick(['nan', 'zero'] as const),
  };
}
