/** The trainable classifier through the published package: the same digits as natively, and what it refuses. */
import type { LessonError } from 'attention-lesson/engine';
import {
  createTriage,
  type Guide,
  METHODS,
  type OtherEpoch,
  type TriageOptions,
} from 'attention-lesson/triage';
import { expect, test } from 'vitest';

const SMALL: TriageOptions = {
  ...{ seed: 3, train: 200, test: 40, width: 8, heads: 2, modelSeed: 5, epochs: 3 },
};

async function trained(options: TriageOptions = SMALL) {
  const triage = await createTriage();
  await triage.start(options);
  for (let epoch = 1; epoch <= (options.epochs ?? 0); epoch++) {
    const report = await triage.epoch();
    expect(report.epoch).toBe(epoch);
    expect(report.loss).toBeGreaterThan(0);
  }
  return triage;
}

async function refusal(call: () => Promise<unknown>): Promise<LessonError> {
  try {
    await call();
  } catch (reason) {
    // The package has its own class of the same name.
    expect((reason as Error).name).toBe('LessonError');
    return reason as LessonError;
  }
  throw new Error('not refused');
}

test('a training natively and as WebAssembly gives the same model, to the last digit', async () => {
  const triage = await trained();
  const { probabilities, map } = await triage.read('bag delayed refund');
  // tests/core/triage_session_test.cpp has the same digits.
  expect([...probabilities]).toEqual([
    0.22699778763724221, 0.19070789954236633, 0.30386081502024631, 0.2784334978001452,
  ]);
  expect([...map]).toEqual([0.33049039485102105, 0.34578739273514952, 0.32372221241382942]);
});

test('a ticket is read: words, maps and tests in their shapes', async () => {
  const triage = await trained({ ...SMALL, blocks: 2, pooling: 'mean' });
  const reading = await triage.read('Bag delayed, unicorn!');
  expect(reading.words).toEqual([
    { word: 'bag', known: true },
    { word: 'delayed', known: true },
    { word: 'unicorn', known: false },
  ]);
  expect(reading.blocks.map(({ heads }) => heads.map(({ rows, cols }) => [rows, cols]))).toEqual([
    [
      [3, 3],
      [3, 3],
    ],
    [
      [3, 3],
      [3, 3],
    ],
  ]);
  const [block] = reading.blocks;
  // Its halves are exact.
  block?.mean.data.forEach((mean, at) => {
    expect(mean).toBe(((block.heads[0]?.data[at] ?? 0) + (block.heads[1]?.data[at] ?? 0)) / 2);
  });
  expect(reading.methods).toHaveLength(METHODS.length);
  for (const { change, importance, tau } of reading.methods) {
    expect(change).toHaveLength(3);
    expect(importance.every((one) => one >= 0)).toBe(true);
    expect(Math.abs(tau)).toBeLessThanOrEqual(1);
  }
  expect(typeof reading.tampered.uniformChanges).toBe('boolean');
  expect(reading.tampered.adversaryMove).toBeLessThanOrEqual(0.01);
});

test('a trial, other models, and the verdict by changed rules', async () => {
  const triage = await trained();
  expect(await triage.tryTickets(3, 5)).toEqual({ done: 3, of: 5 });
  expect(await triage.tryTickets(30, 5)).toEqual({ done: 5, of: 5 });
  const rules = await triage.rules();
  const before = await triage.judge(rules);
  expect(before.figures.peers).toBeUndefined();
  expect(before.uniformAccuracy).toBeUndefined();
  expect(before.withoutCodes).toBeUndefined();
  for (let epoch = 1; epoch <= 3; epoch++)
    expect((await triage.peerEpoch(false)).epoch).toBe(epoch);
  for (let epoch = 1; epoch <= 3; epoch++) await triage.peerEpoch(true);
  const after = await triage.judge(rules);
  expect(after.figures.peers?.peers).toBe(1);
  expect(after.uniformAccuracy).toBeGreaterThanOrEqual(0);
  expect(after.findings.map(({ rule }) => rule)).toEqual(rules);
  const lax = rules.map((rule) => ({ ...rule, threshold: rule.atLeast ? -2 : 2 }));
  expect((await triage.judge(lax)).reliance).toBe(true);
  const strict = rules.map((rule) => ({ ...rule, threshold: rule.atLeast ? 2 : -2 }));
  expect((await triage.judge(strict)).reliance).toBe(false);
  const none = rules.map((rule) => ({ ...rule, inForce: false }));
  expect((await refusal(() => triage.judge(none))).code).toBe('rule-none');
});

test('guided models and the adversary give the same numbers natively and as WebAssembly', async () => {
  const triage = await trained({ ...SMALL, pooling: 'mean' });
  expect((await refusal(() => triage.guideEpoch('adversary'))).code).toBe('session-order');
  const rules = await triage.rules();
  await triage.tryTickets(2, 2);
  const before = await triage.judge(rules);
  expect(before.adversary).toBeUndefined();
  expect(before.guides.frozen).toBeUndefined();
  expect(before.guides.gain).toBeUndefined();
  const toTheEnd = async (next: () => Promise<OtherEpoch>) => {
    for (let over = false; !over; ) {
      const { epoch, of, testAccuracy } = await next();
      expect(testAccuracy).toBeGreaterThanOrEqual(0);
      over = epoch === of;
    }
  };
  for (const guide of ['uniform', 'learned', 'frozen'] as const)
    await toTheEnd(() => triage.guideEpoch(guide));
  await toTheEnd(() => triage.adversaryEpoch());
  await toTheEnd(() => triage.guideEpoch('adversary'));
  const { guides, adversary, findings } = await triage.judge(rules);
  // tests/core/triage_session_test.cpp has the same digits.
  const { uniform, learned, frozen, adversary: opposed, gain } = guides;
  expect({ uniform, learned, frozen, opposed }).toEqual({
    ...{ uniform: 0.275, learned: 0.2, frozen: 0.4, opposed: 0.4 },
  });
  expect(gain?.mean).toBe(0.125);
  expect(adversary?.move.mean).toBe(0.03390861250036948);
  expect(adversary?.divergence.count).toBe(40);
  // They stand beside the verdict.
  expect(findings).toHaveLength(rules.length);
  expect((await refusal(() => triage.guideEpoch('most' as Guide))).code).toBe('unknown-choice');
});

const csvOf = (text: string) => new TextEncoder().encode(text);

test('own tickets, and those that are refused with row and column', async () => {
  const triage = await createTriage();
  const rows = Array.from({ length: 40 }, (_, i) =>
    i % 2 === 0 ? '"my bag, lost",bag' : 'please pay,refund',
  );
  const started = await triage.start({ csv: csvOf(['text,label', ...rows].join('\r\n')) });
  expect(started.queues).toEqual(['bag', 'refund']);
  expect(started.train + started.test).toBe(40);
  expect(started.baselineTest).toBe(1);

  const cases: [string | Uint8Array, string, number, number][] = [
    ['', 'csv-empty', -1, -1],
    ['text,label\n"bag,a\n', 'csv-quotes', 1, 0],
    [Uint8Array.of(0xff, 0xfe, 0x74, 0), 'csv-encoding', 0, 0],
    [`text,label\n${'x'.repeat(2 ** 20)},a\n`, 'csv-cell-large', 1, 0],
    [`text,label\n${'bag,a\n'.repeat(30)}`, 'csv-one-label', -1, -1],
  ];
  for (const [given, code, row, col] of cases) {
    const csv = typeof given === 'string' ? csvOf(given) : given;
    const error = await refusal(() => triage.start({ csv }));
    expect(error.code).toBe(code);
    expect(error.where).toEqual({ name: 'csv', row, col });
  }
  // The session from before is still there.
  expect((await triage.epoch()).epoch).toBe(1);
});

test.each([
  [{ heads: 3 }, 'heads-divide', 'heads'],
  [{ heads: 0 }, 'heads-below-one', 'heads'],
  [{ width: 128 }, 'model-size', 'width'],
  [{ train: 1 }, 'ticket-count', 'train'],
  [{ epochs: 0 }, 'training-size', 'epochs'],
  [{ seed: -1 }, 'seed-range', 'seed'],
  [{ pooling: 'most' }, 'unknown-choice', 'pooling'],
  [{ csv: 'text,label' }, 'not-a-vector', 'csv'],
] as const)('%o is refused', async (options, code, name) => {
  const triage = await createTriage();
  const error = await refusal(() => triage.start(options as TriageOptions));
  expect(error.code).toBe(code);
  expect(error.where.name).toBe(name);
});

test('out of turn', async () => {
  const triage = await createTriage();
  for (const call of [
    () => triage.epoch(),
    () => triage.read('bag'),
    () => triage.tryTickets(1, 1),
    () => triage.peerEpoch(true),
    () => triage.guideEpoch('frozen'),
    () => triage.adversaryEpoch(),
    () => triage.judge([]),
  ])
    expect((await refusal(call)).code).toBe('session-order');
});
