/** The state that a figure opens with: that of the address if it is a good one, else the preset's, with the reason. */
import { LessonError } from '../../engine/error.ts';
import type { AttentionEngine } from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import type { AddressState } from './address.ts';
import { inputsOf, numbersOf } from './numbers.ts';
import { presetNamed, presets } from './presets.ts';
import { type FigureState, stateOf } from './state.ts';

export interface Opening {
  readonly state: FigureState;
  /** Why the link could not be followed; empty when there is nothing to say. */
  readonly notice: string;
}

export function openingOf(engine: AttentionEngine, address: AddressState, preset: string): Opening {
  const fallback = stateOf(presetNamed(preset));
  const found = address.read(presets, (text) => {
    try {
      engine.parseNumber(text);
      return true;
    } catch (reason) {
      if (reason instanceof LessonError) return false;
      throw reason;
    }
  });
  if (found?.problem) return { state: fallback, notice: messages.link[found.problem] };
  if (!found?.state) return { state: fallback, notice: '' };
  try {
    engine.attention(inputsOf(numbersOf(found.state, (text) => engine.parseNumber(text))));
    return { state: found.state, notice: '' };
  } catch (reason) {
    if (!(reason instanceof LessonError)) throw reason;
    return { state: fallback, notice: `${messages.link.core} ${reason.message}` };
  }
}
