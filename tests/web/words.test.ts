/** The words that a learner reads: spelled as a dictionary of British English has them, in sentences that are easy to read. */
import { describe, expect, test } from 'vitest';
import {
  allPieces,
  gradeOf,
  grades,
  HARDEST,
  LEAST_WORDS,
  ownWords,
  proseOf,
  readable,
  stringsOf,
  unknownWords,
} from '../../.scripts/words.mjs';

describe('spelling', () => {
  const pieces = allPieces();

  test('there is something to read in the lesson, the interface and the core', () => {
    for (const part of ['start.json', 'references.json', 'web/messages/en.ts', 'core/check.cpp'])
      expect(pieces.find(({ where }) => where === part)?.text.length).toBeGreaterThan(100);
  });

  test('every word is in the dictionary or in web/lessons/words.txt', async () => {
    expect(await unknownWords(pieces)).toEqual([]);
  });

  test('a wrong word is found, an American one too', async () => {
    const text = 'You recieve teh softmax of a color.';
    expect(await unknownWords([{ where: 'here', text }])).toEqual([
      'recieve (here)',
      'teh (here)',
      'color (here)',
    ]);
  });

  test('every word of our own list is used, and needed', async () => {
    const all = pieces.map(({ text }) => text).join('\n');
    expect(ownWords().filter((word) => !new RegExp(word, 'i').test(all))).toEqual([]);
    const alone = ownWords().map((word) => ({ where: word, text: word }));
    const unknown = await unknownWords(alone, []);
    const needed = new Set(unknown.map((line) => /\((.*)\)/.exec(line)?.[1]));
    expect(ownWords().filter((word) => !needed.has(word))).toEqual([]);
  });
});

describe('what is read', () => {
  test('formulas, code and marks are not', () => {
    expect(readable('A **bold** _word_ of $x^2$, [0.5](=a.b) and `code`.', 'x')).toBe(
      'A bold word of x, 0.5 and x.',
    );
  });

  test('strings of a program are, without what it imports', () => {
    const source = `import a from 'no-words';
      const b: 'type' = 'one';
      const c = (n: number) => \`two \${n} three\`;
      if (b === 'compared') d['key'];`;
    expect(stringsOf(source)).toEqual(['one', 'two  …  three']);
  });

  test('prose is what stands in sentences', () => {
    const blocks = [
      { p: 'One.' },
      { table: { caption: 'No.', head: [], rows: [] } },
      { figure: { tag: 'no-tag', fallback: [{ p: 'Two.' }] } },
      { choose: { id: 'no', question: 'Three?', choices: [{ text: 'Four.', why: 'Five.' }] } },
      { code: { language: 'no', title: 'No.', text: 'no' } },
    ];
    expect(proseOf(blocks)).toEqual(['One.', 'Two.', 'Three?', 'Four.', 'Five.']);
  });
});

describe('reading grade', () => {
  test('is the formula of Flesch and Kincaid', () => {
    // 100 words of one syllable in 10 sentences: 0.39 * 10 + 11.8 * 1 - 15.59.
    const easy = Array.from({ length: 10 }, () => 'The cat sat on the mat and the dog ran.');
    const { words, sentences, grade } = gradeOf(easy);
    expect([words, sentences]).toEqual([100, 10]);
    expect(Math.abs((grade ?? Number.NaN) - 0.11)).toBeLessThanOrEqual(1e-9);
  });

  test('is above the limit for hard prose', () => {
    const hard =
      'Notwithstanding considerable methodological heterogeneity, contemporary investigations consistently demonstrate that interpretability necessitates supplementary experimental verification.';
    expect(gradeOf(Array.from({ length: 5 }, () => hard)).grade).toBeGreaterThan(HARDEST);
  });

  test.each(grades())('$id asks for at most the limit', ({ words, grade }) => {
    // A list of sources has hardly any prose.
    if (grade === undefined) expect(words).toBeLessThan(LEAST_WORDS);
    else expect(grade).toBeLessThanOrEqual(HARDEST);
  });
});
