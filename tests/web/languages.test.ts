/** Another language needs its tables and its folder of text, and no change in an element. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { pageWords } from '../../.scripts/lesson/blocks.mjs';
import { lessonPages } from '../../.scripts/lesson/lesson.mjs';
import { en } from '../../web/messages/en.ts';
import { type Messages, messages, messagesOf } from '../../web/messages/index.ts';

const folder = join(import.meta.dirname, '../../web/elements');

/** Attributes that a person hears or reads. */
const SPOKEN =
  /\s(aria-label|aria-description|aria-roledescription|title|placeholder|alt|label)="([^"$]*)"/g;
const WORD = /\p{L}{2,}/u;
const SENTENCE = /\p{L}{2,},? \p{L}{2,}/u;
/** What an expression writes in a template, unless it stands in an attribute, such as names of classes. */
const IN_ATTRIBUTE = /[\s.?@][\w-]+=(?:"[^"]*)?$/;

/** Stands for what is put into a template: a character that no text has. */
const GAP = '\ue000';
const GAPS = /[\n\ue000]/;

/** English in the templates of an element: words of their own text, spoken attributes, and sentences put in. */
function wordsInTemplates(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node, inTemplate: boolean): void => {
    if (ts.isTaggedTemplateExpression(node) && /^(html|svg)$/.test(node.tag.getText())) {
      const { template } = node;
      const simple = ts.isNoSubstitutionTemplateLiteral(template);
      const spans = simple ? [] : [...template.templateSpans];
      const parts = simple
        ? [template.text]
        : [template.head.text, ...spans.map(({ literal }) => literal.text)];
      const markup = parts.join(GAP).replaceAll(/<!--.*?-->/gs, '');
      const text = markup.replaceAll(/<[^>]*>/g, '\n').split(GAPS);
      found.push(...text.filter((line) => WORD.test(line)).map((line) => line.trim()));
      found.push(
        ...[...markup.matchAll(SPOKEN)]
          .map(([, , words = '']) => words)
          .filter((words) => WORD.test(words)),
      );
      let before = '';
      for (const [i, { expression }] of spans.entries()) {
        before += parts[i];
        visit(expression, !IN_ATTRIBUTE.test(before));
        before += GAP;
      }
      return;
    }
    if (inTemplate && ts.isStringLiteralLike(node) && SENTENCE.test(node.text))
      found.push(node.text);
    ts.forEachChild(node, (child) => visit(child, inTemplate));
  };
  visit(ts.createSourceFile('element.ts', source, ts.ScriptTarget.Latest, true), false);
  return found;
}

describe('elements', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort();

  test('there are some', () => {
    expect(files.length).toBeGreaterThan(60);
  });

  test.each(files)('%s says nothing of its own', (name) => {
    expect(wordsInTemplates(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
  });

  test('words are found in text, in what is spoken and in what is put in', () => {
    const source = `
      const a = html\`<p class="two words" title="A title">Hello <b>\${text.name}</b></p>\`;
      const b = html\`<p>\${is ? 'some words' : text.other}<i class=\${'two words'}></i><i class="a \${'two words'}"></i></p>\`;
      const c = html\`<p>\${x} × \${y}</p>\`;
      const d = css\`p { color: red; }\`;`;
    expect(wordsInTemplates(source)).toEqual(['Hello', 'A title', 'some words']);
  });
});

describe('one setting', () => {
  const { transformIndexHtml } = lessonPages();
  const { handler } = transformIndexHtml as { handler: (html: string) => string };
  const page = (language: string) =>
    handler(
      `<html lang="${language}"><main><!-- lesson:contents --><!-- lesson:sections --></main></html>`,
    );

  test('the language of the page chooses the folder of the text', () => {
    expect(page('en')).toContain('Is this map the reason?');
    expect(() => page('xx')).toThrow('lessons/attention/xx/lesson.json');
  });

  test('the build’s own words are in the table, and none in its code', () => {
    const words = Object.values(pageWords('en'));
    for (const word of words) expect(page('en')).toContain(word);
    expect(() => pageWords('xx')).toThrow('messages/xx/page.json');
    for (const name of ['blocks', 'lesson']) {
      const file = join(folder, `../../.scripts/lesson/${name}.mjs`);
      const source = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
      const said = [...source.matchAll(/>([^<>`]*)</g)].map(([, text = '']) =>
        text.replaceAll(/\$\{[^}]*\}/g, ''),
      );
      expect(said.filter((text) => /^[\p{L} ,.:]*\p{L}{2,}[\p{L} ,.:]*$/u.test(text))).toEqual([]);
    }
  });

  test('it chooses the table of messages; a language without one gets English', () => {
    expect(messages).toBe(en);
    expect(messagesOf('en')).toBe(en);
    expect(messagesOf('xx')).toBe(en);
  });

  test('a table of other words is of the same type', () => {
    const translated: Messages = { ...en, figure: { ...en.figure, undo: 'Annuler' } };
    expect(translated.figure.undo).toBe('Annuler');
  });
});
