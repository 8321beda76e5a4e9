/** What a host may set and read of a figure: its state, as the text of its link, and the attention figure's numbers. */
import type { AttentionFigure } from '../elements/attention-figure/attention-figure.ts';
import { encodeState } from '../elements/attention-figure/link.ts';
import { stateOfLink } from '../elements/attention-figure/opening.ts';
import { presets } from '../elements/attention-figure/presets.ts';
import type { FigureState } from '../elements/attention-figure/state.ts';
import { sharedEngine } from '../elements/shared/engine.ts';
import type { LessonFigure } from '../elements/shared/lesson-figure.ts';
import { BrokenLink } from '../elements/shared/link-text.ts';
import type { AttentionTrace, Matrix } from '../engine/types.ts';
import { messages } from '../messages/index.ts';
import { Refusal } from './link.ts';
import { MATRICES, type PlainMatrix, type PlainTrace, VECTORS } from './protocol.ts';

/** The text of a link that leaves every setting out. */
const AS_IT_STARTS = '1';

const broken = (reason: BrokenLink['reason']) =>
  new Refusal('state-broken', messages.embed.errors.state(messages.link[reason]), '/state');

/**
 * Shows a state in the attention figure, as a step that the learner can undo. Throws, with the figure as it was:
 *   state-broken   the text is no link of this figure
 *   a `LessonError` of the core, which refuses its numbers
 */
export async function showState(figure: AttentionFigure, text: string): Promise<void> {
  const engine = await sharedEngine();
  try {
    figure.show(stateOfLink(engine, text));
  } catch (reason) {
    throw reason instanceof BrokenLink ? broken(reason.reason) : reason;
  }
  await figure.updateComplete;
}

/**
 * The same for another figure of the lesson. What the core refuses is taken back; a `LessonError` says why.
 *   state-broken   the text is no link of this figure
 */
export async function restoreFigure(figure: LessonFigure, text: string): Promise<void> {
  const before = figure.state();
  const reason = figure.restore(text || AS_IT_STARTS);
  if (reason) throw broken(reason);
  await figure.updateComplete;
  const { failure } = figure;
  if (!failure) return;
  figure.restore(before || AS_IT_STARTS);
  await figure.updateComplete;
  throw failure;
}

export const codeOf = (state: FigureState): string => encodeState(state, presets);

const plain = ({ rows, cols, data }: Matrix): PlainMatrix => ({
  rows,
  cols,
  data: Array.from(data),
});

export const plainTrace = (trace: AttentionTrace): PlainTrace =>
  Object.fromEntries([
    ...MATRICES.map((name) => [name, plain(trace[name])]),
    ...VECTORS.map((name) => [name, Array.from(trace[name])]),
  ]) as PlainTrace;
