/** The examples that the figure starts from. */
import presetsJson from '../../lessons/attention/presets.json' with { type: 'json' };
import { type FigureState, type Preset, sameState, stateOf } from './state.ts';

export const presets: readonly Preset[] = presetsJson;
const states: readonly FigureState[] = presets.map(stateOf);

/** The preset of that name, else the first. */
export function presetNamed(id: string): Preset {
  return presets.find((preset) => preset.id === id) ?? (presets[0] as Preset);
}

/** The preset that a state is, untouched; undefined for a learner's own numbers. */
export function presetOf(state: FigureState): Preset | undefined {
  return presets.find((_, i) => sameState(states[i] as FigureState, state));
}
