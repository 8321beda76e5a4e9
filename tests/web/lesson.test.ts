/** The lesson as data: its form, its links, its figures, and every number in its prose. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { createEngine } from 'attention-lesson/engine';
import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../../.scripts/lesson/blocks.mjs';
import { boundNumbers, inline, unchecked } from '../../.scripts/lesson/inline.mjs';
import { readLesson, renderContents, renderSections } from '../../.scripts/lesson/lesson.mjs';
import { mathml } from '../../.scripts/lesson/mathml.mjs';
import { numbersOf, says } from '../../.scripts/lesson/numbers.mjs';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'web/lessons/attention');
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

const lesson = readLesson();
const sections = lesson.parts.flatMap((part) => part.sections);
const page = renderContents(lesson) + renderSections(lesson);
const computations = Object.assign(
  {},
  ...readdirSync(join(folder, 'numbers')).map((name) => json(join(folder, 'numbers', name))),
);
const numbers = numbersOf(await createEngine(), computations);

describe('form', () => {
  const valid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
    json(join(root, 'web/lessons/lesson.schema.json')),
  );
  test.each(sections)('$id keeps to the schema', (section) => {
    expect(valid(section) ? [] : valid.errors).toEqual([]);
  });

  test('each file is a section of the lesson, and is called by its id', () => {
    const files = readdirSync(join(folder, 'en')).filter((name) => name !== 'lesson.json');
    expect(sections.map(({ id }) => `${id}.json`).sort()).toEqual(files.sort());
  });

  test('each id stands once', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  test('each link inside the page has its target', () => {
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('each element is in the registry', () => {
    const registry = readFileSync(join(root, 'web/elements/registry.ts'), 'utf8');
    const tags = new Set([...page.matchAll(/<([a-z]+(?:-[a-z]+)+)[\s>]/g)].map(([, tag]) => tag));
    expect(tags.size).toBeGreaterThan(1);
    for (const tag of tags) expect(registry).toContain(`'${tag}': () =>`);
  });

  test('it is valid HTML', async () => {
    const config = json(join(root, '.htmlvalidate.json'));
    const html = `<!doctype html>\n<html lang="en"><head><title>Lesson</title></head><body>${page}</body></html>`;
    const report = await new HtmlValidate({ ...config, root: true }).validateString(html);
    const messages = report.results.flatMap((result) =>
      result.messages.map((one) => `${one.ruleId}: ${one.message} (${one.selector})`),
    );
    expect(messages).toEqual([]);
  });

  test('no style attribute, which the policy would block', () => {
    expect(page).not.toMatch(/<[^>]+\sstyle=/);
  });
});

describe('numbers', () => {
  const bound = sections.flatMap((section) =>
    textsOf(section.blocks)
      .flatMap(boundNumbers)
      .map((one) => ({ ...one, section: section.id })),
  );

  test('the prose has some', () => {
    expect(bound.length).toBeGreaterThan(8);
  });

  test.each(bound)('$section: $text is $binding', ({ text, binding }) => {
    const value = numbers.value(binding);
    expect(says(text, value), `the core gives ${value}`).toBe(true);
  });

  test('formulas have some, too, and what follows a figure names one of the page', () => {
    const formulas = sections.flatMap((section) =>
      textsOf(section.blocks).flatMap((text) => text.match(/\$[^$]+\$/g) ?? []),
    );
    expect(formulas.flatMap(boundNumbers).length).toBeGreaterThan(20);
    const followed = [...page.matchAll(/data-live="([^"/]+)\/[^"]+"/g)].map(([, id]) => id);
    expect(new Set(followed)).toEqual(
      new Set(['figure-row', 'figure-row-causal', 'figure-scale', 'figure-spread']),
    );
    for (const id of followed) expect(page).toMatch(new RegExp(`<[a-z]+-[a-z-]+ id="${id}"`));
  });

  test.each(sections)('$id: every decimal is bound', (section) => {
    const loose = textsOf(section.blocks).flatMap(
      (text) => unchecked(text).match(/\d+\.\d+/g) ?? [],
    );
    expect(loose).toEqual([]);
  });
});

test.each([
  ['a shape, whole', 'of (2, 3) rows', 'of <span class="together">(2, 3)</span> rows'],
  ['40 and its %', 'takes 40 % of it', 'takes 40\u00a0% of it'],
  ['a bound number and its unit', '[64](=a) MiB', '<span class="n">64</span>\u00a0MiB'],
  ['n × n', 'the n × n scores', 'the n\u00a0×\u00a0n scores'],
  ['words that only begin like a unit', '5 MBs', '5 MBs'],
])('no line ends inside %s', (_what, text, html) => {
  expect(inline(text)).toBe(html);
});

describe('a number in a formula', () => {
  const tex = String.raw`$\sqrt{\live{0.5}{a.b.0}}+\live{-67{,}108}{c}{figure-row/weight.1}=0.25$`;

  test('is bound as one in prose is; a decimal that is not is loose', () => {
    expect(boundNumbers(tex)).toEqual([
      { text: '0.5', binding: 'a.b.0' },
      { text: '-67,108', binding: 'c' },
    ]);
    expect(unchecked(tex).match(/\d+\.\d+/g)).toEqual(['0.25']);
    expect(textsOf([{ math: 'x=0.25' }])).toEqual(['$x=0.25$']);
  });

  test('that disagrees with the core does not pass', () => {
    const [right, wrong] = boundNumbers(
      String.raw`$\live{0.576}{depth-bank.weights.2.1}\live{0.577}{depth-bank.weights.2.1}$`,
    ).map(({ text, binding }) => says(text, numbers.value(binding)));
    expect([right, wrong]).toEqual([true, false]);
  });

  test('stands as it is written, and says what it follows', () => {
    expect(inline(tex)).toContain('<mn>0.5</mn>');
    expect(inline(tex)).toContain('<mrow data-live="figure-row/weight.1">');
    expect(mathml(String.raw`\live{1}{a}{figure-row/sum}`)).toContain(
      '<mn data-live="figure-row/sum">1</mn>',
    );
  });

  test.each([
    ['no binding', String.raw`\live{0.5}`],
    ['no name behind the stroke', String.raw`\live{0.5}{a}{figure-row}`],
    ['a link', String.raw`\href{https://example.org}{x}`],
  ])('%s: is refused', (_what, wrong) => {
    expect(() => mathml(wrong)).toThrow();
  });

  test('may be one that goes in', () => {
    expect(numbers.value('given:depth-slopeSharp.weights.0')).toBe(0.98);
    expect(() => numbers.value('given:depth-slopeSharp.weights.9')).toThrow();
    expect(() => numbers.value('given:nothing.weights.0')).toThrow();
  });
});

describe('a number as written', () => {
  test.each<[string, number, boolean]>([
    ['0.576', 0.57612, true],
    ['0.576', 0.57651, false],
    ['40 %', 40.12, true],
    ['67,108,864', 67108864, true],
    ['−1', -1, true],
    ['−0.5', 0.5, false],
    ['0.40', 0.401, true],
    ['−∞', Number.NEGATIVE_INFINITY, true],
    ['−∞', Number.NaN, false],
    ['-∞', -1e300, false],
    ['about 3', 3, false],
  ])('%s of %d: %s', (text, value, is) => {
    expect(says(text, value)).toBe(is);
  });
});
