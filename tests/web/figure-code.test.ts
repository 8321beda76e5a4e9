/** The NumPy programs that the figures hand out are run: under each caption they print the digits of the figure's table. */
import { describe, expect, test } from 'vitest';
import { ExperimentFigure } from '../../web/elements/lesson/build/experiment-figure.ts';
import {
  type Experiment,
  type ExperimentName,
  experiments,
  run,
} from '../../web/elements/lesson/build/experiments.ts';
import { MemoryFigure } from '../../web/elements/lesson/build/memory-figure.ts';
import { TicketRun } from '../../web/elements/lesson/build/ticket-run.ts';
import { BlockFigure } from '../../web/elements/lesson/concept/block-figure.ts';
import { PartsFigure } from '../../web/elements/lesson/concept/parts-figure.ts';
import { ShapesFigure } from '../../web/elements/lesson/concept/shapes-figure.ts';
import { ShareFigure } from '../../web/elements/lesson/concept/share-figure.ts';
import { SixTokens } from '../../web/elements/lesson/concept/six-tokens.ts';
import { LayoutFigure } from '../../web/elements/lesson/mistakes/layout-figure.ts';
import { MaskTranslator } from '../../web/elements/lesson/mistakes/mask-translator.ts';
import { ContextFigure } from '../../web/elements/lesson/practice/context-figure.ts';
import { LabFigure } from '../../web/elements/lesson/practice/lab-figure.ts';
import { ParametersFigure } from '../../web/elements/lesson/practice/parameters-figure.ts';
import { messages } from '../../web/messages/index.ts';
import { computed, expectTables, type FigureClass, printed } from './figure-programs.ts';

const { findings, right, changed } = messages.build.experiment;

// What a learner has done in the lab: every step has been run.
const steps = ['shape', 'norm', 'shuffle', 'positions', 'causal', 'scale', 'memory', 'residual'];
const allRun = (figure: object) =>
  Object.assign(figure, { answers: new Map(steps.map((id) => [id, 'skipped'])) });

/** An experiment of this name, run. */
const experiment = (name: string) => (figure: object) => {
  Object.assign(figure, { experiment: name });
};

interface Case {
  readonly Figure: FigureClass;
  readonly settings: readonly string[];
  readonly prepare?: (figure: object) => void;
}

const figures: Record<string, Case> = {
  'parts-figure': {
    Figure: PartsFigure,
    settings: ['', '1~~change~query', '1~~change~key', '1~~change~value'],
  },
  'shapes-figure': {
    Figure: ShapesFigure,
    settings: ['', '1~~n~5~~dModel~8~~dK~4~~dV~6~~batch~2~~heads~4', '1~~batch~7~~heads~1'],
  },
  'six-tokens': {
    Figure: SixTokens,
    settings: ['', '1~~seed~7', '1~~seed~18446744073709551615', '1~~seed~007'],
  },
  'block-figure': {
    Figure: BlockFigure,
    settings: ['', '1~~length~10~~heads~8~~seed~3~~order~pre', '1~~length~0'],
  },
  'share-figure': {
    Figure: ShareFigure,
    settings: ['', '1~~n~6144~~dModel~768', '1~~n~16777216~~dModel~1'],
  },
  'ticket-run': { Figure: TicketRun, settings: ['', '1~~causal~on'] },
  'memory-figure': {
    Figure: MemoryFigure,
    settings: ['', '1~~heads2~16~~n2~4096', '1~~batch1~3~~n1~1000~~n2~0~~elementBytes2~4'],
  },
  'parameters-figure': {
    Figure: ParametersFigure,
    settings: ['', '1~~dModel~768~~heads~12~~kvHeads~4~~headWidth~3'],
  },
  'context-figure': {
    Figure: ContextFigure,
    settings: ['', '1~~nBefore~3~~nAfter~1000~~dModel~4096~~heads~32~~elementBytes~4'],
  },
  'lab-figure': {
    Figure: LabFigure,
    settings: [
      '',
      ...['mask', 'positions', 'residual', 'scale', 'axis'].map((id) => `1~~change~${id}`),
      '1~~seed~7~~n~1~~dModel~4~~heads~1',
      '1~~n~40~~dModel~12~~heads~3',
    ],
    prepare: allRun,
  },
  'layout-figure': {
    Figure: LayoutFigure,
    settings: ['', ...['reshape', 'merge', 'batch', 'repeat', 'tile'].map((id) => `1~~flow~${id}`)],
  },
  'mask-translator': {
    Figure: MaskTranslator,
    settings: ['', '1~~to~keras', '1~~mask~1%200%3B1%201~~from~keras~~to~sdpa'],
  },
  'lab-figure before a step': { Figure: LabFigure, settings: ['', '1~~n~4'] },
};

describe.each(Object.entries(figures))('%s', (_name, { Figure, settings, prepare }) => {
  test.each(settings)('"%s": the program prints the tables', (text) => {
    const figure = computed(Figure, text, prepare);
    expect(expectTables(figure)).toBeGreaterThan(0);
  });
});

describe.each(Object.entries(experiments) as [ExperimentName, Experiment][])(
  'experiment-figure, %s',
  (name, { changes }) => {
    const { value0, value1, heads } = ExperimentFigure.settings;
    test.each(changes)('%s: the program prints both sides', (change) => {
      const figure = computed(ExperimentFigure, '', experiment(name));
      const result = run(figure.engine, name, change, {
        value: [Number(value0?.start), Number(value1?.start)],
        heads: Number(heads?.start),
      });
      Object.assign(figure, { change, result });
      expect(expectTables(figure, [findings])).toBeGreaterThan(0);
    });

    test('before the run the program has the right side alone', () => {
      const figure = computed(ExperimentFigure, '', experiment(name));
      const text = printed(figure.program(figure.engine) ?? '');
      expect(text).toContain(`${right}\n[`);
      expect(text).not.toContain(changed);
    });
  },
);
