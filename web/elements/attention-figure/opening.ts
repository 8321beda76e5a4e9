/** The state that a figure opens with: that of the address if it is a good one, else the preset's, with the reason. */
import { LessonError } from '../../engine/error.ts';
import type { AttentionEngine } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import type { AddressState } from './address.ts';
import { decodeState } from './link.ts';
import { inputsOf, numbersOf } from './numbers.ts';
import { presetNamed, presets } from './presets.ts';
import { type FigureState, stateOf } from './state.ts';

export interface Opening {
  readonly state: FigureState;
  /** Why the link could not be followed; empty when there is nothing to say. */
  readonly notice: string;
}

const readableBy = (engine: AttentionEngine) => (text: string) => {
  try {
    engine.parseNumber(text);
    return true;
  } catch (reason) {
    if (reason instanceof LessonError) return false;
    throw reason;
  }
};

const check = (engine: AttentionEngine, state: FigureState) =>
  engine.attention(inputsOf(numbersOf(state, (text) => engine.parseNumber(text))));

/** The state of a link's text. Throws `BrokenLink`, or the `LessonError` of a state that the core refuses. */
export function stateOfLink(engine: AttentionEngine, text: string): FigureState {
  const state = decodeState(text, presets, readableBy(engine));
  check(engine, state);
  return state;
}

export function openingOf(engine: AttentionEngine, address: AddressState, preset: string): Opening {
  const fallback = stateOf(presetNamed(preset));
  const found = address.read(presets, readableBy(engine));
  if (found?.problem) return { state: fallback, notice: messages.link[found.problem] };
  if (!found?.state) return { state: fallback, notice: '' };
  try {
    check(engine, found.state);
    return { state: found.state, notice: '' };
  } catch (reason) {
    if (!(reason instanceof LessonError)) throw reason;
    return { state: fallback, notice: `${messages.link.core} ${reason.message}` };
  }
}
