/** The steps of the lab: what each asks, what the core's trace answers, and the numbers that show it. */
import { html, type TemplateResult } from 'lit';
import type { Engine, LabBlock, LabChecks, LabTrace, Matrix } from '../../../engine/types.ts';
import { formatNumber, whole } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../grid/matrix-view.ts';
import { type DataTable, dataTable } from '../../shared/lesson-figure.ts';

const text = messages.practice.lab;

/** One run of the lab. */
export interface LabRun {
  readonly engine: Engine;
  readonly trace: LabTrace;
}

type StepName = keyof typeof text.steps;

export interface Step {
  readonly id: StepName;
  readonly name: string;
  question(run: LabRun): string;
  choices(run: LabRun): readonly string[];
  /** Which of the choices the core's numbers are. */
  answer(run: LabRun): number;
  why(run: LabRun): string;
  evidence(run: LabRun): TemplateResult;
  tables(run: LabRun): readonly DataTable[];
}

export const MOST_SHOWN = 256;
export const small = (value: number) =>
  value !== 0 && formatNumber(value, 3) === '0.000'
    ? value.toExponential(1).replaceAll('-', '−')
    : formatNumber(value);
const shape = (...sizes: number[]) => `(${sizes.join(', ')})`;
const numbersFrom0 = (count: number) => Array.from({ length: count }, (_, i) => String(i));
const tokens = (count: number) => Array.from({ length: count }, (_, i) => text.token(i));

function table(name: string, matrix: Matrix, rowNames = tokens(matrix.rows)): TemplateResult {
  const { rows, cols } = matrix;
  const content =
    rows * cols > MOST_SHOWN
      ? html`<p>${text.tooLarge(rows, cols)}</p>`
      : html`<al-matrix
          fixed
          dense
          tone="output"
          .label=${name}
          .matrix=${matrix}
          .digits=${2}
          .rowNames=${rowNames}
          .colNames=${numbersFrom0(cols)}
        ></al-matrix>`;
  return html`<div class="panel"><h6>${name}</h6>${content}</div>`;
}

function dataOf(caption: string, matrix: Matrix, rowNames = tokens(matrix.rows)): DataTable[] {
  const { rows, cols, data } = matrix;
  if (rows * cols > MOST_SHOWN) return [];
  return [
    {
      caption,
      head: [text.tokenHead, ...numbersFrom0(cols)],
      rows: rowNames.map((name, i) => [
        name,
        ...Array.from(data.subarray(i * cols, (i + 1) * cols), (value) => formatNumber(value)),
      ]),
    },
  ];
}

function statistics({ trace }: LabRun): DataTable {
  const { mean, deviation } = trace.plain.rows;
  return {
    caption: text.statistics,
    head: [text.tokenHead, text.mean, text.deviation],
    rows: Array.from(mean, (value, i) => [
      text.token(i),
      small(value),
      formatNumber(deviation[i] ?? Number.NaN, 6),
    ]),
  };
}

/** The cosine of each output row with its input row: row i of both, one under the other, at the offset n. */
function likeness(engine: Engine, { input, output }: LabBlock): number[] {
  const { rows: n, cols } = input;
  const data = new Float64Array(2 * n * cols);
  data.set(input.data);
  data.set(output.data, n * cols);
  const starts = Array.from({ length: n }, (_, i) => i);
  const codes = { rows: 2 * n, cols, data };
  const found = engine.similarityByOffset({ codes, starts, offsets: n + 1 });
  return starts.map((i) => found.data[i * (n + 1) + n] ?? Number.NaN);
}

function residualTable({ engine, trace }: LabRun): DataTable {
  const { plain, withoutResidual } = trace;
  const columns = [
    plain.norm.deviation,
    withoutResidual.norm.deviation,
    withoutResidual.rows.deviation,
    likeness(engine, plain),
    likeness(engine, withoutResidual),
  ];
  return {
    caption: text.residualTable,
    head: [
      text.tokenHead,
      text.beforeNorm,
      text.beforeNormWithout,
      text.afterNormWithout,
      text.cosine,
      text.cosineWithout,
    ],
    rows: tokens(plain.output.rows).map((name, i) => [
      name,
      ...columns.map((column) => formatNumber(column[i] ?? Number.NaN)),
    ]),
  };
}

const scaleTable = ({ trace: { scale } }: LabRun): DataTable => ({
  caption: text.scaleTable,
  head: ['', text.deviation],
  rows: [
    [text.raw, formatNumber(scale.rawSd)],
    [text.scaled, formatNumber(scale.scaledSd)],
  ],
});

const memoryTable = ({ trace: { memory } }: LabRun): DataTable => ({
  caption: text.memoryTable,
  head: [text.tokens, text.mb],
  rows: memory.map((one) => [whole.format(one.tokens), whole.format(one.mb)]),
});

/** Whether each check holds, and what it looked at. */
export const CHECKS = Object.keys(text.checkNames) as (keyof LabChecks)[];

const shuffledNames = ({ draws }: LabTrace) => draws.permutation.map(text.token);

/** Two blocks beside each other, and the largest difference between them as the core found it. */
const pair = (blocks: readonly TemplateResult[], ...lines: string[]) =>
  html`<div class="panels">${blocks}</div>
    ${lines.map((line) => html`<p>${line}</p>`)}`;

const PARTS: Record<StepName, Pick<Step, 'answer' | 'evidence' | 'tables'>> = {
  shape: {
    answer: ({ trace: { plain } }) =>
      plain.output.rows === plain.input.rows && plain.output.cols === plain.input.cols ? 0 : 1,
    evidence: ({ trace: { plain } }) =>
      pair([
        table(`${text.input} ${shape(plain.input.rows, plain.input.cols)}`, plain.input),
        table(`${text.output} ${shape(plain.output.rows, plain.output.cols)}`, plain.output),
      ]),
    tables: ({ trace: { plain } }) => [
      ...dataOf(text.input, plain.input),
      ...dataOf(text.output, plain.output),
    ],
  },
  norm: {
    answer: ({ trace }) => (trace.checks.rowMeansZero.holds ? 0 : 1),
    evidence: (run) => dataTable(statistics(run)),
    tables: (run) => [statistics(run)],
  },
  shuffle: {
    answer: ({ trace }) => (trace.checks.permutesWithoutPositions.holds ? 0 : 1),
    evidence: ({ trace }) =>
      pair(
        [
          table(text.output, trace.plain.output),
          table(text.outputShuffled, trace.permuted.output, shuffledNames(trace)),
        ],
        text.largest(text.withoutPositions, small(trace.checks.permutesWithoutPositions.largest)),
      ),
    tables: ({ trace }) => dataOf(text.outputShuffled, trace.permuted.output, shuffledNames(trace)),
  },
  positions: {
    answer: ({ trace }) => (trace.checks.permutesWithPositions.holds ? 0 : 1),
    evidence: ({ trace }) =>
      pair(
        [
          table(text.outputPositions, trace.withPositions.output),
          table(
            text.outputPositionsShuffled,
            trace.permutedWithPositions.output,
            shuffledNames(trace),
          ),
        ],
        text.largest(text.withoutPositions, small(trace.checks.permutesWithPositions.largest)),
      ),
    tables: ({ trace }) => [
      ...dataOf(text.outputPositions, trace.withPositions.output),
      ...dataOf(
        text.outputPositionsShuffled,
        trace.permutedWithPositions.output,
        shuffledNames(trace),
      ),
    ],
  },
  causal: {
    answer: ({ trace: { checks } }) => {
      if (!checks.causalKeepsEarlier.holds) return 1;
      return checks.unmaskedChangesEarlier.holds ? 0 : 2;
    },
    evidence: ({ trace }) =>
      pair(
        [
          table(text.outputCausal, trace.causal.output),
          table(text.outputCausalChanged, trace.causalLastChanged.output),
          table(text.outputUnmaskedChanged, trace.lastChanged.output),
        ],
        text.largest(text.causal, small(trace.checks.causalKeepsEarlier.largest)),
        text.largest(text.unmasked, small(trace.checks.unmaskedChangesEarlier.largest)),
      ),
    tables: ({ trace }) => [
      ...dataOf(text.outputCausal, trace.causal.output),
      ...dataOf(text.outputCausalChanged, trace.causalLastChanged.output),
      ...dataOf(text.outputUnmaskedChanged, trace.lastChanged.output),
    ],
  },
  scale: {
    answer: ({ trace: { scale } }) => (scale.scaledSd === scale.rawSd ? 1 : 0),
    evidence: (run) => dataTable(scaleTable(run)),
    tables: (run) => [scaleTable(run)],
  },
  memory: {
    answer: () => 2,
    evidence: (run) => dataTable(memoryTable(run)),
    tables: (run) => [memoryTable(run)],
  },
  residual: {
    answer: () => 0,
    evidence: (run) =>
      html`${dataTable(residualTable(run))}
        <p>${text.cosineNote}</p>
        <div class="panels">${table(text.outputNoResidual, run.trace.withoutResidual.output)}</div>`,
    tables: (run) => [
      residualTable(run),
      ...dataOf(text.outputNoResidual, run.trace.withoutResidual.output),
    ],
  },
};

const QUESTIONS: Record<StepName, Pick<Step, 'question' | 'choices'>> = {
  shape: {
    question: ({ trace: { draws } }) =>
      text.steps.shape.question(shape(draws.x.rows, draws.x.cols)),
    choices({ trace: { draws, plain } }) {
      const { shapes } = plain.attention;
      const [head] = plain.attention.heads;
      return text.steps.shape.choices(
        shape(draws.x.rows, draws.x.cols),
        shape(...(head?.shapes.output ?? [])),
        shape(draws.heads, ...shapes.weights),
      );
    },
  },
  shuffle: {
    question: ({ trace }) => text.steps.shuffle.question(shuffledNames(trace).join(', ')),
    choices: () => text.steps.shuffle.choices(),
  },
  memory: {
    question: ({ trace }) => text.steps.memory.question(String(trace.memory[0]?.mb)),
    choices: () => text.steps.memory.choices(),
  },
  norm: {
    question: () => text.steps.norm.question(),
    choices: () => text.steps.norm.choices(),
  },
  positions: {
    question: () => text.steps.positions.question(),
    choices: () => text.steps.positions.choices(),
  },
  causal: {
    question: () => text.steps.causal.question(),
    choices: () => text.steps.causal.choices(),
  },
  scale: {
    question: () => text.steps.scale.question(),
    choices: () => text.steps.scale.choices(),
  },
  residual: {
    question: () => text.steps.residual.question(),
    choices: () => text.steps.residual.choices(),
  },
};

/** What the lesson's own run answers: another answer has another reason. */
const USUAL: Record<StepName, number> = {
  ...{ shape: 0, norm: 0, shuffle: 0, positions: 1, causal: 0, scale: 0, memory: 2, residual: 0 },
};

export const steps: readonly Step[] = (Object.keys(text.steps) as StepName[]).map((id) => ({
  id,
  name: text.steps[id].name,
  ...QUESTIONS[id],
  ...PARTS[id],
  why(run) {
    const words = text.steps[id];
    const usual = PARTS[id].answer(run) === USUAL[id];
    return usual || !('otherwise' in words) ? words.why : words.otherwise;
  },
}));
