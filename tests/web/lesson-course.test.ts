/** References with anchors, and facts of the course put into a lesson's text. */
import { describe, expect, test } from 'vitest';
import { blocks } from '../../.scripts/lesson/blocks.mjs';
import {
  lessonPages,
  readLesson,
  renderContents,
  withCourse,
  withMinutes,
} from '../../.scripts/lesson/lesson.mjs';

describe('facts of the course', () => {
  const course = { day: 39, days: { decoders: [42, 45], name: 'B' } };
  test('stand wherever a text names them', () => {
    const given = {
      p: 'Day {course.day}, later {course.days.decoders.0} to {course.days.decoders.1}',
      list: [['{course.days.name}', 3, null]],
    };
    expect(withCourse(given, course)).toEqual({
      p: 'Day 39, later 42 to 45',
      list: [['B', 3, null]],
    });
  });
  test.each(['{course.week}', '{course.days}', '{course.days.decoders.2}', '{course.day.more}'])(
    '%s: the course does not say it',
    (mark) => {
      expect(() => withCourse({ p: mark }, course)).toThrow(mark);
    },
  );
  test('braces of formulas are left alone', () => {
    expect(withCourse('$\\frac{course}{n}$ {other.day}', course)).toBe(
      '$\\frac{course}{n}$ {other.day}',
    );
  });
  test('another course sets its own days', () => {
    const text = JSON.stringify(readLesson().parts);
    expect(text).not.toContain('{course.');
    expect(text).toContain(`day ${readLesson().course.days.recurrent}`);
  });
});

describe('the minutes of a part', () => {
  const section = (id: string, minutes?: number) => ({
    ...{ id, title: id, blocks: [] },
    ...(minutes === undefined ? {} : { minutes }),
  });
  const sections = [section('one', 2), section('two'), section('three', 3), section('later', 20)];
  test('are those of its sections, but for what is to come back to', () => {
    expect(withMinutes({ title: 'Part' }, sections, ['later'])).toEqual({
      title: 'Part',
      minutes: 5,
    });
  });
  test('are said where no section has any, and nowhere else', () => {
    const said = { title: 'Part', minutes: 7 };
    expect(withMinutes(said, [section('two')], [])).toEqual(said);
    expect(withMinutes({ title: 'Part' }, [section('two')], [])).toEqual({ title: 'Part' });
    expect(() => withMinutes(said, sections, [])).toThrow('25');
  });
  test('stand in the contents: six questions of two minutes are twelve', () => {
    const lesson = readLesson();
    const build = lesson.parts.find(({ id }) => id === 'build');
    expect(build?.sections.map(({ minutes }) => minutes)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(renderContents(lesson)).toContain(`${build?.title} <span class="minutes">12 `);
  });
});

describe('a page', () => {
  const { transformIndexHtml } = lessonPages();
  const { handler } = transformIndexHtml as { handler: (html: string) => string };
  const page = (attributes: string) =>
    handler(`<html lang="en"${attributes}><main><!-- lesson:sections --></main></html>`);
  test('gets the lesson that it names, and this one when it names none', () => {
    expect(page('')).toContain('<section id="lab"');
    expect(page(' data-lesson="attention"')).toContain('<section id="lab"');
    expect(() => page(' data-lesson="no-such-lesson"')).toThrow('no-such-lesson');
  });
});

describe('references', () => {
  const one = {
    id: 'ref-a-2020',
    authors: 'A. Author & B. Other',
    year: 2020,
    title: 'On <Things>',
    venue: 'Proceedings',
    gives: 'The _word_.',
  };
  test('each has its anchor, its links and what it gives', () => {
    const html = blocks(
      [{ references: [{ ...one, doi: '10.1000/x1', arxiv: '2001.00001' }] }],
      false,
    );
    expect(html).toBe(
      '<ul class="references"><li id="ref-a-2020"><p>A. Author &amp; B. Other (2020). <cite>On &lt;Things&gt;</cite>. Proceedings. <a href="https://doi.org/10.1000/x1" rel="noopener">doi:10.1000/x1</a>, <a href="https://arxiv.org/abs/2001.00001" rel="noopener">arXiv:2001.00001</a></p><p>The <em>word</em>.</p></li></ul>',
    );
  });
  test('a page that is neither paper nor preprint is named by its host', () => {
    const html = blocks(
      [{ references: [{ ...one, url: 'https://docs.example.org/a?b=1&c' }] }],
      false,
    );
    expect(html).toContain(
      '<a href="https://docs.example.org/a?b=1&amp;c" rel="noopener">docs.example.org</a>',
    );
  });
});
