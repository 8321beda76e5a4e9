/** From a wrong answer to the number of the attention figure whose arithmetic would have given the right one. */
import type { AttentionInputs, CellRef, FigureStep } from '../../engine/types.ts';
import type { AttentionFigure } from '../attention-figure/attention-figure.ts';
import { stateFrom } from '../attention-figure/given.ts';
import { openTarget } from '../lesson/open-target.ts';

export const cellOfStep = ({ what, row, col }: FigureStep): CellRef => ({
  matrix: what === 'weight' ? 'weights' : what,
  row,
  col,
});

/** The figure of the page that steps are opened in, if there is one. */
export const pageFigure = (id: string): AttentionFigure | undefined =>
  (document.getElementById(id) as AttentionFigure | null) ?? undefined;

/**
 * Shows the task's numbers in the page's figure and opens the step. The browser's "back" returns to the task, which the
 * page finds by the id `from`.
 */
export async function openStep(
  figure: AttentionFigure,
  inputs: AttentionInputs,
  step: FigureStep,
  from: string,
): Promise<void> {
  await import('../attention-figure/attention-figure.ts');
  leave(figure.id, from);
  figure.show(stateFrom(inputs));
  // At once: a smooth scroll over many screens would load every figure on the way.
  figure.scrollIntoView({ behavior: 'instant' });
  await figure.openCell(cellOfStep(step));
}

/** A step in the history from the task to the figure, so that "back" leads to the task again. */
function leave(to: string, from: string): void {
  try {
    if (from) history.replaceState(history.state, '', `#${from}`);
    // Figures above the task grow meanwhile: where it was scrolled to is then elsewhere.
    history.scrollRestoration = 'manual';
    history.pushState(null, '', `#${to}`);
    history.scrollRestoration = 'auto';
  } catch {
    return; // a file or a sandboxed frame may refuse; the reader scrolls back
  }
  // The figure's state in the address makes the way back no mere change of the hash, which the page follows by itself.
  const back = () => {
    if (location.hash !== `#${from}`) return;
    removeEventListener('popstate', back);
    history.scrollRestoration = 'auto';
    openTarget();
  };
  addEventListener('popstate', back);
}
