/**
 * Generated tasks, their chooser and the goal puzzles: right answers from the engine are accepted and counted, wrong ones
 * are named, what is typed stays, and all of it works by keyboard.
 */
import type { Locator, Page } from '@playwright/test';
import { createEngine } from 'attention-lesson/engine';
import { faults } from './axe.ts';
import { find } from './every-figure.ts';
import { comeNear, expect, LIGHT_ALONE, test, type } from './lesson.ts';

const engine = await createEngine();
type Task = ReturnType<typeof engine.exercise.make>;
/** For each ask, its cells row by row. */
type Answers = readonly (readonly string[])[];
type Cells = readonly number[];

const kinds = engine.exercise.kinds().map(({ id }) => id);
const descriptionOf = (id: string): string => {
  const slip = engine.exercise.slips().find((one) => one.id === id);
  if (!slip) throw new Error(`no slip is called ${id}`);
  return slip.description;
};

const rowOf = (matrix: { cols: number; data: Float64Array }, row: number): Cells =>
  Array.from(matrix.data.subarray(row * matrix.cols, (row + 1) * matrix.cols));
const sizeOf = (task: Task, name: string): number =>
  task.sizes.find((size) => size.name === name)?.value ?? Number.NaN;

/** Numbers as somebody types them who keeps four decimals. */
const typedAs = (task: Task, cells: readonly Cells[]): Answers =>
  task.asks.map((ask, a) =>
    (cells[a] ?? []).map((value) => {
      if (ask.kind === 'choice') return ask.choices[value] ?? '';
      return ask.kind === 'whole' ? String(value) : value.toFixed(4);
    }),
  );

const right = (task: Task): Cells[] =>
  engine.exercise.solve({ kind: task.kind, seed: task.seed }).map(({ data }) => [...data]);

function faulty(task: Task, mistake: string, stages: readonly ('scaled' | 'weights' | 'output')[]) {
  if (!task.inputs) throw new Error(`${task.kind} is about no head`);
  const trace = engine.mistakes.apply(mistake, task.inputs);
  const row = task.sizes.some(({ name }) => name === 'row') ? sizeOf(task, 'row') : 0;
  return stages.map((stage) => rowOf(trace[stage], row));
}

function scaledBy(task: Task, scale: number, stages: readonly ('scaled' | 'weights')[]) {
  if (!task.inputs) throw new Error(`${task.kind} is about no head`);
  const trace = engine.attention({ ...task.inputs, scale });
  const row = task.sizes.some(({ name }) => name === 'row') ? sizeOf(task, 'row') : 0;
  return stages.map((stage) => rowOf(trace[stage], row));
}

interface Wrong {
  readonly slip: string;
  readonly cells: (task: Task) => readonly Cells[];
}

/** Of each kind an answer with one slip, worked out here. */
const wrong: Readonly<Record<string, Wrong>> = {
  'raw-scores': {
    slip: 'wrong-row',
    cells: (task) => {
      if (!task.inputs) throw new Error('raw scores are about a head');
      const { raw } = engine.attention(task.inputs);
      return [rowOf(raw, (sizeOf(task, 'row') + 1) % raw.rows)];
    },
  },
  'scaled-scores': {
    slip: 'scale-missing',
    cells: (task) => faulty(task, 'scale-missing', ['scaled']),
  },
  'softmax-row': {
    slip: 'softmax-twice',
    cells: (task) => faulty(task, 'softmax-twice', ['weights']),
  },
  'causal-row': {
    slip: 'causal-mask-dropped',
    cells: (task) => faulty(task, 'causal-mask-dropped', ['weights']),
  },
  'padding-row': {
    slip: 'mask-fill-zero',
    cells: (task) => faulty(task, 'mask-fill-zero', ['weights']),
  },
  'output-row': {
    slip: 'softmax-over-queries',
    cells: (task) => faulty(task, 'softmax-over-queries', ['weights', 'output']),
  },
  'layer-shapes': {
    slip: 'heads-not-joined',
    cells: (task) => {
      const [queries = [], scores = [], [batch = 0, n = 0] = []] = right(task);
      return [queries, scores, [batch, n, sizeOf(task, 'dModel') / sizeOf(task, 'heads')]];
    },
  },
  'score-memory': {
    slip: 'bytes-forgotten',
    cells: (task) => right(task).map((cells) => cells.map((v) => v / sizeOf(task, 'elementBytes'))),
  },
  share: {
    slip: 'other-part',
    cells: (task) => {
      const [[share = 0] = [], crossover = []] = right(task);
      return [[100 - share], crossover];
    },
  },
  parameters: {
    slip: 'feed-forward-unwidened',
    cells: (task) => {
      const [attention = [], [feedForward = 0] = []] = right(task);
      return [attention, [feedForward / 4]];
    },
  },
  'effective-keys': {
    slip: 'entropy-for-keys',
    cells: (task) => {
      const [entropy = []] = right(task);
      return [entropy, entropy];
    },
  },
  'broken-invariant': {
    slip: 'check-passes',
    cells: (task) => {
      const choices = task.asks[0]?.choices ?? [];
      const passes = choices.findIndex((choice) => {
        const answers = [[choice]];
        const { slips } = engine.exercise.grade({ kind: task.kind, seed: task.seed, answers });
        return slips[0]?.id === 'check-passes';
      });
      return [[passes]];
    },
  },
  'mask-convention': {
    slip: 'mask-polarity-inverted',
    cells: (task) => right(task).map((cells) => cells.map((choice) => 1 - choice)),
  },
};

/** More slips, each in a kind where it is likely. */
const more: readonly (readonly [kind: string, error: Wrong])[] = [
  [
    'softmax-row',
    {
      slip: 'powers-of-two',
      // 2 to a score is e to ln 2 times the score.
      cells: (task) => scaledBy(task, Math.LN2, ['weights']),
    },
  ],
  [
    'scaled-scores',
    {
      slip: 'scale-by-keys',
      cells: (task) => scaledBy(task, 1 / Math.sqrt(task.asks[0]?.cols ?? 0), ['scaled']),
    },
  ],
  [
    'output-row',
    {
      slip: 'largest-alone',
      cells: (task) => {
        const [weights = []] = right(task);
        const v = task.matrices.find(({ name }) => name === 'v')?.value;
        if (!v) throw new Error('an output has values');
        return [weights, rowOf(v, weights.indexOf(Math.max(...weights)))];
      },
    },
  ],
];

/** The first task of the kind on which the core names that slip alone. */
function taskFor(kind: string, { slip, cells }: Wrong): Task {
  for (let seed = 1; seed < 200; seed++) {
    const task = engine.exercise.make({ kind, seed });
    const answers = typedAs(task, cells(task));
    const { slips } = engine.exercise.grade({ kind, seed, answers });
    if (slips.length === 1 && slips[0]?.id === slip) return task;
  }
  throw new Error(`no task of ${kind} tells ${slip} apart`);
}

const SET = 'practice-set';

async function open(page: Page, { kind, seed }: { kind: string; seed: number }): Promise<Locator> {
  await page.goto(`./?${SET}=1~~kind~${kind}~~seed~${seed}#practice`);
  return near(page);
}

async function near(page: Page): Promise<Locator> {
  const task = page.locator(`#${SET} exercise-task`);
  await comeNear(task, task.getByRole('button', { name: 'Check', exact: true }));
  return task;
}

/** Another kind of task, from the chooser of the page that is open. */
async function choose(page: Page, kind: string): Promise<Locator> {
  const start = page.locator(`#${SET} [data-kind="${kind}"]`);
  if (!(await start.isVisible())) await page.locator(`#${SET} details.chooser > summary`).click();
  await start.click();
  return near(page);
}

async function fill(task: Locator, answers: Answers): Promise<void> {
  for (const [a, cells] of answers.entries()) {
    for (const [at, text] of cells.entries()) {
      const choice = task.locator(`input[type="radio"][data-ask="${a}"][value="${text}"]`);
      const cell = task.locator(`[data-ask="${a}"][data-row]`).nth(at);
      if ((await choice.count()) > 0) await choice.check();
      else if ((await cell.evaluate((one) => one.localName)) === 'select')
        await cell.selectOption(text);
      else await cell.fill(text);
    }
  }
}

const check = (task: Locator) => task.getByRole('button', { name: 'Check', exact: true }).click();
const result = (task: Locator) => task.locator('.result');

/** The task, answered with the slip, which is named as the one that explains it. */
async function named(page: Page, made: Task, { slip, cells }: Wrong): Promise<Locator> {
  const task = await open(page, made);
  await fill(task, typedAs(made, cells(made)));
  await check(task);
  await expect(result(task)).toContainText(`One slip explains your answer: ${descriptionOf(slip)}`);
  return task;
}

test.describe('each kind of task', () => {
  for (const kind of kinds) {
    test(`${kind}: a wrong answer is named, the right one accepted`, async ({ page }) => {
      const error = wrong[kind];
      if (!error) throw new Error(`this test knows no wrong answer of ${kind}`);
      const made = taskFor(kind, error);
      const task = await named(page, made, error);
      await expect(task.locator('.mark.wrong').first()).toContainText(/not so|close/);
      await fill(task, typedAs(made, right(made)));
      await expect(result(task)).not.toContainText('slip');
      await check(task);
      await expect(result(task)).toHaveText(/All right\./);
      await expect(task.locator('.mark.wrong')).toHaveText([]);
      // The chooser has counted both.
      await page.locator(`#${SET}`).getByText('Choose a kind of task').click();
      const card = page.locator(`#${SET} li`, { has: page.locator(`[data-kind="${kind}"]`) });
      await expect(card).toContainText('2 attempts, 1 all right.');
    });
  }
});

test.describe('more slips', () => {
  for (const [kind, error] of more) {
    test(`${kind}: ${error.slip} is named alone`, async ({ page }) => {
      await named(page, taskFor(kind, error), error);
    });
  }
});

test.describe('what is typed', () => {
  const made = engine.exercise.make({ kind: 'softmax-row', seed: 5 });
  const [weights = []] = right(made);

  test('a row in one cell fills the others; fractions, commas and percent signs are read', async ({
    page,
  }) => {
    const task = await open(page, made);
    const cells = task.getByRole('textbox', { name: /^Weights, key/ });
    await cells.first().fill(`(${weights.map((one) => one.toFixed(3)).join(', ')})`);
    await page.keyboard.press('Enter');
    await expect(result(task)).toHaveText(/All right\./);
    await expect(cells.nth(2)).toHaveValue((weights[2] ?? 0).toFixed(3));
    await cells.first().fill((weights[0] ?? 0).toFixed(3).replace('.', ','));
    await cells.nth(1).fill(`${Math.round((weights[1] ?? 0) * 1000)}/1000`);
    await check(task);
    await expect(result(task)).toHaveText(/All right\./);
  });

  test('what is no number is refused in the core’s words, what is missing is said', async ({
    page,
  }) => {
    const task = await open(page, made);
    const cells = task.getByRole('textbox', { name: /^Weights, key/ });
    await check(task);
    await expect(result(task)).toContainText('0 of 3 answers are right. 3 are missing.');
    await cells.first().fill('many');
    await cells.nth(1).fill((weights[1] ?? 0).toFixed(2));
    await check(task);
    await expect(result(task)).toContainText('1 of 3 answers are right. 1 is missing.');
    await expect(result(task)).toContainText('many');
    await expect(cells.first()).toHaveAttribute('aria-invalid', 'true');
    await expect(cells.first()).toHaveAccessibleDescription(/not readable/);
    await expect(cells.nth(1)).toHaveAttribute('aria-invalid', 'false');
    await expect(cells.first()).toHaveValue('many');
  });

  test('where no slip explains the answer, none is named', async ({ page }) => {
    const answers = [['0.91', '0.05', '0.04']];
    expect(engine.exercise.grade({ ...made, answers }).slips).toEqual([]);
    const task = await open(page, made);
    await fill(task, answers);
    await check(task);
    await expect(result(task)).toContainText('No slip that is known here gives these numbers.');
  });

  test('a slip in one term of a sum says which term', async ({ page }) => {
    const found = termTask();
    const task = await open(page, found.task);
    await fill(task, found.answers);
    await check(task);
    await expect(result(task)).toContainText('The whole difference lies in one term of a sum.');
    await expect(result(task)).toContainText(`term ${found.term + 1} is`);
  });

  test('stays over a reload, with its marks; another number is another task', async ({ page }) => {
    let task = await open(page, made);
    await fill(task, [['0.5', '', '1/3']]);
    await check(task);
    const marks = await task.locator('.mark').allTextContents();
    expect(marks.join('')).toContain('missing');
    await page.reload();
    task = await near(page);
    const cells = task.getByRole('textbox', { name: /^Weights, key/ });
    await expect(cells.nth(2)).toHaveValue('1/3');
    await expect(task.locator('.mark')).toHaveText(marks.map((mark) => mark.trim()));

    await type(task.getByLabel('Task number'), '77');
    await page.keyboard.press('Enter');
    await expect(result(task)).toHaveText(/Task 77: new numbers\./);
    await expect(cells.nth(2)).toHaveValue('');
    await expect(page).toHaveURL(/practice-set=1~~kind~softmax-row~~seed~77/);
    const scores = engine.exercise.make({ kind: 'softmax-row', seed: 77 }).matrices[0]?.value;
    const shown = task.locator('al-matrix td[data-row="0"]');
    await expect(shown).toHaveCount(3);
    const given = (await shown.allTextContents()).map((text) => Number(text.replace('−', '-')));
    expect(given).toEqual(Array.from(scores?.data ?? []));

    await type(task.getByLabel('Task number'), '1.5');
    await page.keyboard.press('Enter');
    await expect(task.getByRole('alert')).toContainText('1.5');
    await expect(page).toHaveURL(/seed~77/);
    await task.getByRole('button', { name: 'New numbers' }).click();
    await expect(task.getByRole('alert')).toHaveCount(0);
    await expect(page).not.toHaveURL(/seed~77$/);
  });

  test('the solution is shown when asked for, and then no attempt counts', async ({ page }) => {
    const task = await open(page, made);
    await task.getByRole('button', { name: 'Show the solution' }).click();
    const numbers = weights.map((one) => one.toFixed(4)).join(', ');
    await expect(task.locator('.solution')).toContainText(`Weights: (${numbers})`);
    await fill(task, typedAs(made, [weights]));
    await check(task);
    await expect(result(task)).toHaveText(/All right\./);
    await page.locator(`#${SET}`).getByText('Choose a kind of task').click();
    await expect(page.locator(`#${SET} li`).nth(2)).toContainText('Not tried yet.');
  });
});

/** An answer in which one term of one score was left out. */
function termTask() {
  const kind = 'raw-scores';
  for (let seed = 1; seed < 200; seed++) {
    const task = engine.exercise.make({ kind, seed });
    if (!task.inputs) continue;
    const row = sizeOf(task, 'row');
    const explained = engine.explain({ ...task.inputs, what: 'raw', row, col: 0 });
    for (const [term, { value }] of explained.terms.entries()) {
      const [scores = []] = right(task);
      const answers = [scores.map((score, j) => String(j === 0 ? score - value : score))];
      const found = engine.exercise.grade({ kind, seed, answers });
      if (found.term?.term === term && found.slips.length === 1) return { task, answers, term };
    }
  }
  throw new Error('no term can be told apart');
}

test('a wrong answer leads to its step in the figure, with the numbers of the task, and back', async ({
  page,
}) => {
  const made = taskFor('scaled-scores', wrong['scaled-scores'] as Wrong);
  const { step } = engine.exercise.grade({
    ...made,
    answers: typedAs(made, (wrong['scaled-scores'] as Wrong).cells(made)),
  });
  if (!step || !made.inputs) throw new Error('the grade leads nowhere');
  const task = await open(page, made);
  await fill(task, typedAs(made, (wrong['scaled-scores'] as Wrong).cells(made)));
  await check(task);
  await task.getByRole('button', { name: /See this step in the figure/ }).click();
  const figure = page.locator('#figure-attention');
  const heading = figure.locator('al-explain h4');
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(heading).toContainText(`Scaled score: token ${step.row} to token ${step.col}`);
  const { scaled } = engine.attention(made.inputs);
  const value = rowOf(scaled, step.row)[step.col] ?? Number.NaN;
  const text = Number.isInteger(value) ? String(value) : value.toFixed(3);
  await expect(heading).toContainText(`= ${text.replace('-', '−')}`);
  await page.goBack();
  await expect(task.getByRole('button', { name: 'Check', exact: true })).toBeInViewport();
});

test('the chooser and a task by keyboard alone', async ({ page }) => {
  const made = engine.exercise.make({ kind: 'raw-scores', seed: 1 });
  await page.goto('./#practice');
  const start = page.locator(`#${SET}`).getByRole('button', { name: 'Start: Raw scores' });
  await start.scrollIntoViewIfNeeded();
  await start.focus();
  await page.keyboard.press('Enter');
  const task = page.locator(`#${SET} exercise-task`);
  await expect(task.getByRole('heading', { name: 'Raw scores' })).toBeFocused();
  const [scores = []] = right(made);
  const cells = task.getByRole('textbox', { name: /^Raw scores, key/ });
  for (let i = 0; i < 12 && !(await cells.first().evaluate(isFocused)); i++)
    await page.keyboard.press('Tab');
  for (const [i, score] of scores.entries()) {
    await expect(cells.nth(i)).toBeFocused();
    await page.keyboard.type(String(score));
    await page.keyboard.press('Tab');
  }
  await expect(task.getByRole('button', { name: 'Check', exact: true })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(result(task)).toHaveText(/All right\./);
});

/** Whether the element has the focus, also inside the roots of elements. */
function isFocused(element: Element): boolean {
  return (element.getRootNode() as Document | ShadowRoot).activeElement === element;
}

test('exercises stand in the sections too, each with a task of its own', async ({ page }) => {
  await page.goto('./');
  const found = page.locator('exercise-task[id]');
  const ids = await found.evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.length).toBeGreaterThanOrEqual(12);
  for (const id of ids) {
    const task = await find(page, { tag: 'exercise-task', id, deeds: [] });
    await expect(task.getByRole('button', { name: 'New numbers' })).toBeVisible();
    await task.getByRole('button', { name: 'New numbers' }).click();
    const number = await task.getByLabel('Task number').inputValue();
    await expect(page).toHaveURL(new RegExp(`${id}=1~~seed~${number}`));
  }
});

test.describe('puzzles', () => {
  const PUZZLES = 'goal-puzzles';
  const puzzles = (page: Page) => page.locator(`#${PUZZLES}`);

  async function start(page: Page, id: string): Promise<Locator> {
    await page.goto(`./?${PUZZLES}=1~~puzzle~${id}#puzzles`);
    const root = puzzles(page);
    await root.scrollIntoViewIfNeeded();
    await expect(root.locator('al-matrix[name="output"] td').first()).toBeVisible();
    return root;
  }

  const entry = (root: Locator, name: string) => root.getByRole('textbox', { name, exact: true });

  async function put(page: Page, field: Locator, text: string): Promise<void> {
    await field.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }

  test('there are at least eight, each with its words', async ({ page }) => {
    await page.goto('./#puzzles');
    const cards = puzzles(page).locator('li');
    const list = engine.puzzle.list();
    expect(list.length).toBeGreaterThanOrEqual(8);
    await expect(cards).toHaveCount(list.length);
    for (const { id } of list) {
      const card = cards.filter({ has: page.locator(`[data-puzzle="${id}"]`) });
      // An id in place of a name would be a puzzle without words.
      await expect(card.getByRole('heading')).not.toHaveText(id);
      await expect(card).toContainText('Not solved yet.');
    }
  });

  test('one is solved by keyboard, said, counted and kept', async ({ page }) => {
    await page.goto('./#puzzles');
    const root = puzzles(page);
    const begin = root.getByRole('button', { name: 'Start: One key alone' });
    await begin.scrollIntoViewIfNeeded();
    await begin.focus();
    await page.keyboard.press('Enter');
    await expect(root.getByRole('heading', { name: 'One key alone' })).toBeFocused();
    const status = root.locator('.board [role="status"]');
    await expect(status).toContainText('Not there yet: 0 edits so far.');
    const first = entry(root, 'key of token 0, component 0');
    for (let i = 0; i < 40 && !(await first.evaluate(isFocused)); i++)
      await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await expect(status).toContainText('Not there yet: 1 edit so far.');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await expect(status).toContainText('Solved with 1 edit, the fewest known.');
    await expect(root.locator('.board')).toContainText('weight of token 2 on token 0, now');
    await page.reload();
    await root.scrollIntoViewIfNeeded();
    await root.getByText('Choose a puzzle').click();
    await expect(root.locator('li').first()).toContainText('Solved, best with 1 edit.');
  });

  test('what may not be edited is reported, and Undo and Reset lead back', async ({ page }) => {
    const root = await start(page, 'one-key');
    await put(page, entry(root, 'query of token 2, component 0'), '20');
    await expect(root.getByRole('alert')).toContainText('This puzzle leaves queries as they were');
    await expect(root.locator('.board [role="status"]')).not.toContainText('Solved');
    await root.getByRole('button', { name: 'Undo' }).click();
    await expect(root.getByRole('alert')).toHaveCount(0);
    await root
      .getByRole('button', { name: 'Make the Values width one column wider' })
      .or(root.getByRole('button', { name: /Make the Values one column wider/ }))
      .first()
      .click();
    await expect(root.getByRole('alert')).toHaveAttribute('data-code', 'puzzle-shape');
    await root.getByRole('button', { name: 'Reset' }).click();
    await expect(root.getByRole('alert')).toHaveCount(0);
    await expect(root.locator('.board [role="status"]')).toContainText('0 edits');
    await expect(root.getByLabel('Start from')).toHaveCount(0);
  });

  test('one that is left unfinished goes on where it was left, and its start is kept too', async ({
    page,
  }) => {
    let root = await start(page, 'swap-readers');
    const status = root.locator('.board [role="status"]');
    const key = entry(root, 'key of token 0, component 0');
    const before = await key.inputValue();
    await put(page, key, '-7/2');
    await expect(status).toContainText('Not there yet: 1 edit so far.');
    await page.reload();
    await root.scrollIntoViewIfNeeded();
    await expect(status).toContainText('Not there yet: 1 edit so far.');
    await expect(key).toHaveValue('-7/2');
    // Another one between, and this one from the list.
    root = await start(page, 'one-key');
    await expect(status).toContainText('0 edits');
    await root.getByText('Choose a puzzle').click();
    await root.getByRole('button', { name: 'Go on: Read each other' }).click();
    await expect(key).toHaveValue('-7/2');
    await expect(status).toContainText('1 edit so far');
    await root.getByRole('button', { name: 'Reset' }).click();
    await expect(key).toHaveValue(before);
    await root.getByText('Choose a puzzle').click();
    await expect(root.getByRole('button', { name: 'Start: Read each other' })).toBeVisible();
  });

  test('a solution that is found again after a reload is counted once', async ({ page }) => {
    const root = await start(page, 'one-key');
    const key = entry(root, 'key of token 0, component 0');
    await put(page, key, '12');
    const status = root.locator('.board [role="status"]');
    await expect(status).toContainText('Solved with 1 edit');
    await page.reload();
    await root.scrollIntoViewIfNeeded();
    await expect(status).toContainText('Solved with 1 edit');
    const solved = async () =>
      (await attemptsOf(page)).filter(({ source }) => source === 'puzzle').length;
    await expect.poll(solved).toBe(1);
    await put(page, entry(root, 'key of token 1, component 0'), '1');
    await put(page, key, '13');
    await expect(status).toContainText(/^\s*✓ Solved/);
    expect(await solved()).toBe(1);
    // Begun from the list it is begun anew.
    await root.getByText('Choose a puzzle').click();
    await root.getByRole('button', { name: 'Start: One key alone' }).click();
    await expect(status).toContainText('Not there yet: 0 edits so far.');
  });

  test('masks: a row is broken, and repaired', async ({ page }) => {
    let root = await start(page, 'break-a-row');
    for (const key of ['token 0', 'token 1', 'token 2'])
      await root.getByRole('switch', { name: `token 1 may read ${key}` }).click();
    await expect(root.locator('.board')).toContainText('Solved with 3 edits, the fewest known.');
    await expect(root.locator('.words').first()).toContainText('its row is 0/0, NaN');
    root = await start(page, 'repair-a-row');
    await root.getByRole('switch', { name: 'token 0 may not read token 0' }).click();
    await expect(root.locator('.board')).toContainText('Solved with 1 edit, the fewest known.');
  });

  test('a link to a puzzle that does not exist says so', async ({ page }) => {
    await page.goto(`./?${PUZZLES}=1~~puzzle~no-such#puzzles`);
    await puzzles(page).scrollIntoViewIfNeeded();
    await expect(puzzles(page).getByRole('status').first()).toContainText(
      'The link could not be read',
    );
  });
});

/** What the store keeps of attempts. */
const attemptsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ source: string; kind: string; score: number; slips: string[] }[]>(
        (resolve, reject) => {
          const opening = indexedDB.open('attention-lesson');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const all = opening.result.transaction('attempts').objectStore('attempts').getAll();
            all.onerror = () => reject(all.error);
            all.onsuccess = () => {
              opening.result.close();
              resolve(all.result);
            };
          };
        },
      ),
  );

test('predictions, points ticked and the task by hand are noted in the same place', async ({
  page,
}) => {
  await page.goto('./#interview-question');
  const choose = page.locator('#interview-factor');
  await choose.scrollIntoViewIfNeeded();
  await choose.getByRole('radio').nth(1).check();
  await choose.getByRole('button', { name: 'Commit my answer' }).click();
  const write = page.locator('#interview-outline');
  await write.scrollIntoViewIfNeeded();
  await write.getByRole('textbox').fill('Shapes first.');
  await write.locator('summary').click();
  for (const i of [0, 1, 3]) await write.getByRole('checkbox').nth(i).check();
  await write.getByRole('button', { name: 'Keep this as my score' }).click();
  await expect(write.getByRole('status')).toHaveText(/Your score: 3 of 7 points\./);
  await write.getByRole('button', { name: 'Keep this as my score' }).click();
  const hand = page.locator('#application-task');
  await hand.scrollIntoViewIfNeeded();
  const step = hand.locator('[data-step="raw"]');
  for (const [i, text] of ['1', '1', '0'].entries())
    await step.getByRole('textbox').nth(i).fill(text);
  await step.getByRole('button', { name: 'Check this step' }).click();
  await expect(step).toContainText('All right.');
  await expect
    .poll(async () =>
      (await attemptsOf(page))
        .map(({ source, kind, score }) => `${source} ${kind} ${score.toFixed(2)}`)
        .sort(),
    )
    .toEqual([
      'choice interview-factor 1.00',
      'hand-task bag-raw 1.00',
      'write interview-outline 0.43',
    ]);
  await page.reload();
  await write.scrollIntoViewIfNeeded();
  await write.locator('summary').click();
  await expect(write.getByRole('status')).toHaveText(/Your score: 3 of 7 points\./);
});

const violations = (page: Page, ids: readonly string[]) =>
  faults(page, { parts: ids.map((id) => `#${id}`) });

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('no violation in the chooser, in each kind of task, in a puzzle', async ({
      page,
      browserName,
    }) => {
      test.skip(browserName === 'firefox' && colorScheme === 'dark', LIGHT_ALONE);
      test.setTimeout(600_000); // a scan looks at every cell
      await page.goto('./#practice');
      const set = page.locator(`#${SET}`);
      await set.scrollIntoViewIfNeeded();
      await expect(set.locator('li').first()).toBeVisible();
      expect(await violations(page, ['practice'])).toEqual([]);
      for (const kind of kinds) {
        const made = engine.exercise.make({ kind, seed: 1 });
        const task = await choose(page, kind);
        const answers = typedAs(made, right(made)).map((cells, a) =>
          made.asks[a]?.kind === 'choice' ? cells : ['x', ...cells.slice(1)],
        );
        await fill(task, answers);
        await check(task);
        await task.getByRole('button', { name: 'Show the solution' }).click();
        await task.locator('details.data > summary').click();
        expect(await violations(page, [SET]), kind).toEqual([]);
      }
      await page.goto('./?goal-puzzles=1~~puzzle~break-a-row#puzzles');
      const root = page.locator('#goal-puzzles');
      await root.scrollIntoViewIfNeeded();
      await expect(root.locator('al-matrix[name="output"] td').first()).toBeVisible();
      await root.getByRole('switch', { name: 'token 1 may read token 0' }).click();
      expect(await violations(page, ['puzzles'])).toEqual([]);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });
  test('no task and no puzzle is wider than the screen', async ({ page }) => {
    test.setTimeout(240_000);
    const wide = () =>
      page.evaluate(() =>
        ['practice', 'puzzles', 'application', 'build-select'].filter(
          (id) => (document.getElementById(id)?.scrollWidth ?? 0) > innerWidth,
        ),
      );
    await page.goto('./#practice');
    const set = page.locator(`#${SET}`);
    await set.scrollIntoViewIfNeeded();
    await expect(set.locator('li').first()).toBeVisible();
    for (const kind of kinds) {
      await check(await choose(page, kind));
      expect(await wide(), kind).toEqual([]);
    }
    await page.goto('./?goal-puzzles=1~~puzzle~one-key#puzzles');
    const root = page.locator('#goal-puzzles');
    await root.scrollIntoViewIfNeeded();
    await expect(root.locator('al-matrix[name="output"] td').first()).toBeVisible();
    expect(await wide()).toEqual([]);
  });
});
