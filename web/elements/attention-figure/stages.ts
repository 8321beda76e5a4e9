/** The five stages from scores to output, in the order in which they are computed. */
import { html, nothing } from 'lit';
import type { AttentionTrace, CellMatrix } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { messages } from '../../messages/index.ts';
import '../grid/matrix-view.ts';
import type { Aside } from '../grid/matrix-view.ts';
import type { AttentionFigure } from './attention-figure.ts';
import type { Result } from './computation.ts';
import { MOST_WIDTH } from './state.ts';

const STAGE_NAMES = ['raw', 'scaled', 'masked', 'weights', 'output'] as const;
type StageName = (typeof STAGE_NAMES)[number];

const TONES = {
  raw: 'scores',
  scaled: 'scores',
  masked: 'scores',
  weights: 'weights',
  output: 'output',
} as const;

const COMPONENTS = Array.from({ length: MOST_WIDTH + 1 }, (_, width) =>
  Array.from({ length: width }, (__, c) => String(c)),
);
const componentNames = (width: number): readonly string[] => COMPONENTS[width] ?? [];

const NO_ASIDES: readonly Aside[] = [];

function asidesOf(trace: AttentionTrace): readonly Aside[] {
  return [
    { matrix: 'rowSums', name: messages.stages.rowSum, values: trace.rowSums },
    { matrix: 'spread', name: messages.stages.spread, values: trace.spread },
  ];
}

/** Beside the matrix stand its asides: their marks count on from its width. */
function marksOf(figure: AttentionFigure, name: StageName, width: number): ReadonlySet<number> {
  const own = figure.marksOf(name);
  if (name !== 'weights') return own;
  const beside = (['rowSums', 'spread'] as const).flatMap((aside, a) =>
    Array.from(figure.marksOf(aside), (key) => key + width + a),
  );
  return beside.length === 0 ? own : new Set([...own, ...beside]);
}

function selectedIn(figure: AttentionFigure, name: StageName, width: number): number {
  const cell = figure.opened;
  if (!cell) return -1;
  if (cell.matrix === name) return cell.row * 64 + cell.col;
  if (name !== 'weights') return -1;
  const aside = (['rowSums', 'spread'] as CellMatrix[]).indexOf(cell.matrix);
  return aside < 0 ? -1 : cell.row * 64 + width + aside;
}

function openedHere(figure: AttentionFigure, name: StageName): boolean {
  const matrix = figure.opened?.matrix;
  return matrix === name || (name === 'weights' && (matrix === 'rowSums' || matrix === 'spread'));
}

function stage(figure: AttentionFigure, { state, trace }: Result, name: StageName) {
  const text = messages.stages[name];
  const matrix = trace[name];
  const keyed = name !== 'output';
  const formula =
    name === 'scaled'
      ? messages.stages.scaledBy(formatNumber(trace.scale, figure.digits))
      : text.formula;
  return html`<div class="card stage ${name}">
      <h4>${text.name} <span class="shape">${messages.stages.shape(matrix.rows, matrix.cols)}</span></h4>
      <p class="formula">${formula}</p>
      <p class="about">${text.about}</p>
      <al-matrix
        name=${name}
        .label=${messages.stages.grid(text.name)}
        .tone=${TONES[name]}
        .matrix=${matrix}
        .blocked=${name === 'masked' || name === 'weights' ? trace.blocked : undefined}
        .rowNames=${figure.namesOf(state.queries)}
        .colNames=${keyed ? figure.namesOf(state.keys) : componentNames(matrix.cols)}
        .asides=${name === 'weights' && !figure.asking ? asidesOf(trace) : NO_ASIDES}
        .marks=${marksOf(figure, name, matrix.cols)}
        .selected=${selectedIn(figure, name, matrix.cols)}
        .digits=${figure.digits}
        .dense=${figure.dense}
        ?moving=${figure.moving}
        .veiled=${figure.asking && name !== 'raw' && name !== 'scaled'}
      ></al-matrix>
    </div>
    ${figure.narrow && openedHere(figure, name) ? figure.renderExplanation() : nothing}`;
}

export function renderStages(figure: AttentionFigure) {
  const { result } = figure;
  return html`<h3>${messages.figure.stages}</h3>
    ${
      result
        ? html`<p class="hint">${messages.figure.exactHint}</p>
          <div class="cards stages">${STAGE_NAMES.map((name) => stage(figure, result, name))}</div>`
        : html`<p class="loading" role="status">${messages.figure.loading}</p>`
    }`;
}
