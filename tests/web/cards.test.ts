/** The recall cards as data: their form, what they cover, where they lead, and how they stand in the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import { blocks, plain } from '../../.scripts/lesson/blocks.mjs';
import { coreSections, readLesson, renderSections } from '../../.scripts/lesson/lesson.mjs';

interface Card {
  readonly id: string;
  readonly title: string;
  readonly kind: 'write' | 'task' | 'predict';
  readonly minutes: number;
  readonly step: string;
  readonly exercise?: string;
  readonly front: string;
  readonly back: readonly unknown[];
  readonly points?: readonly string[];
}

const root = join(import.meta.dirname, '../..');
const lesson = readLesson();
const sections = lesson.parts.flatMap((part) => part.sections);
const section = sections.find(({ id }) => id === 'cards');
const cards: readonly Card[] =
  section?.blocks.flatMap((block) => ('cards' in block ? block.cards.items : [])) ?? [];
const page = renderSections(lesson);
const fixed = cards.filter(({ kind }) => kind === 'write');
const living = cards.filter(({ kind }) => kind !== 'write');

describe('what they cover', () => {
  test.each([
    ['the two core cards', ['card-shapes', 'card-quadratic']],
    ['the objectives', ['card-compute', 'card-causal', 'card-shapes', 'card-explanation']],
    ['the traps', ['card-trap-heat-map', 'card-trap-mask']],
    ['the questions of the opening', ['card-product', 'card-softmax', 'card-recurrent']],
  ])('%s', (_what, ids) => {
    expect(fixed.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  test('a card leads to each trap', () => {
    const traps = [...page.matchAll(/<h3 id="(trap-[\w-]+)"/g)].map(([, id]) => id);
    expect(traps.length).toBeGreaterThan(1);
    expect(cards.map(({ step }) => step)).toEqual(expect.arrayContaining(traps));
  });

  test('at least six have fresh numbers each time', () => {
    expect(living.length).toBeGreaterThanOrEqual(6);
    expect(new Set(living.map(({ kind }) => kind))).toEqual(new Set(['task', 'predict']));
  });

  test('ids are used once, and no two cards ask the same', () => {
    for (const of of [(card: Card) => card.id, (card: Card) => card.front])
      expect(new Set(cards.map(of)).size).toBe(cards.length);
  });
});

describe('where they lead', () => {
  test.each(cards)('$id: the step that teaches it stands in the page', ({ step }) => {
    expect(page).toContain(` id="${step}"`);
  });
});

describe('the schema', () => {
  const schema = JSON.parse(readFileSync(join(root, 'web/lessons/lesson.schema.json'), 'utf8'));
  const valid = new Ajv({ allowUnionTypes: true }).compile(schema);
  const [good] = fixed;
  const [drawn] = living;
  const inSection = (card: object) => ({
    id: 'cards',
    title: 'Cards',
    blocks: [{ cards: { id: 'recall-deck', items: [card] } }],
  });
  const without = (card: object | undefined, name: string) =>
    Object.fromEntries(Object.entries(card ?? {}).filter(([key]) => key !== name));

  test('takes a card of each kind', () => {
    expect([good, drawn].map((card) => valid(inSection(card ?? {})))).toEqual([true, true]);
  });

  test.each<[string, object]>([
    ['an id without its prefix', { ...good, id: 'shapes' }],
    ['an id with a quote', { ...good, id: 'card-"' }],
    ['an unknown kind', { ...good, kind: 'guess' }],
    ['no points to tick', without(good, 'points')],
    ['an exercise on a written card', { ...good, exercise: 'softmax-row' }],
    ['fresh numbers of nothing', without(drawn, 'exercise')],
    ['points on a graded card', { ...drawn, points: ['one'] }],
    ['no answer', { ...good, back: [] }],
    ['no step', without(good, 'step')],
    ['half a minute', { ...good, minutes: 0.5 }],
    ['an unknown field', { ...good, hint: 'none' }],
  ])('refuses %s', (_what, card) => {
    expect(valid(inSection(card))).toBe(false);
  });
});

describe('without JavaScript', () => {
  test.each(cards)('$id: question, answer and points stand in the page', (card) => {
    const [, item = ''] = new RegExp(`<li id="${card.id}"(.*?)</details>`, 's').exec(page) ?? [];
    expect(item).toContain('<div class="front"><p>');
    expect(item).toContain('<summary>Answer</summary><div class="back">');
    expect(item).toContain(`data-kind="${card.kind}"`);
    expect(item.match(/<li>/g)?.length ?? 0).toBeGreaterThanOrEqual(card.points?.length ?? 0);
    expect(page).toContain(plain(card.title).replaceAll('&', '&amp;'));
  });

  test('the data of a card cannot leave its attribute', () => {
    const card = { ...fixed[0], id: 'card-"><b>', step: '"><i>' };
    const html = blocks([{ cards: { id: 'deck', items: [card] } }], false);
    expect(html).not.toMatch(/<b>|<i>/);
  });
});

describe('the core path', () => {
  const ids = coreSections(lesson);

  test('is every section with its minutes, without what is optional and what is to come back to', () => {
    const optional = lesson.parts.filter((part) => part.optional).flatMap((part) => part.sections);
    expect(ids).toEqual(
      expect.arrayContaining(['start', 'application', 'traps', 'lab', 'interview']),
    );
    const labs = ['lab-mistakes', 'lab-scaling', 'lab-trial', 'lab-doctor'];
    for (const id of [...optional, ...labs, 'due', 'cards', 'references'])
      expect(ids).not.toContain(id);
  });

  test('names parts and sections of the lesson only', () => {
    const { parts, without } = lesson.corePath;
    expect(lesson.parts.map(({ id }) => id)).toEqual(expect.arrayContaining(parts));
    expect(sections.map(({ id }) => id)).toEqual(expect.arrayContaining(without));
  });

  test('is marked in the page', () => {
    const marked = [...page.matchAll(/<section id="([\w-]+)"[^>]* data-core/g)].map(([, id]) => id);
    expect(marked).toEqual(ids);
  });
});
