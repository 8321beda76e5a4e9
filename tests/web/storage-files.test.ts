// The files that a learner takes to other programs: Anki's text and iCalendar.
import { describe, expect, test } from 'vitest';
import { ankiDeck } from '../../web/storage/anki.ts';
import { calendarOf } from '../../web/storage/calendar.ts';

/** Reads lines as Anki does: fields with tabs between, quoted ones with doubled quotes. */
function readAnki(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      for (at++; !(text[at] === '"' && text[at + 1] !== '"'); at++) {
        if (at >= text.length) throw new Error('a quote that does not end');
        if (text[at] === '"') at++;
        field += text[at];
      }
      at++;
    } else {
      while (at < text.length && text[at] !== '\t' && text[at] !== '\n') field += text[at++];
    }
    row.push(field);
    if (text[at] !== '\t') {
      rows.push(row);
      row = [];
    }
    at++;
  }
  return rows;
}

describe('Anki', () => {
  const headers = [
    '#separator:tab',
    '#html:true',
    '#notetype:Basic',
    '#deck:Attention lesson',
    '#guid column:1',
    '#tags column:4',
  ];
  const notesOf = (text: string) => {
    const lines = text.split('\n');
    expect(lines.slice(0, headers.length)).toEqual(headers);
    return readAnki(lines.slice(headers.length).join('\n'));
  };

  test('headers, then a note a line with its guid, front, back and tags', () => {
    const card = {
      id: 'shapes',
      front: '<b>Shape?</b>',
      back: '(n, n)',
      tags: ['attention', 'a b'],
    };
    expect(ankiDeck([card, { ...card, id: 'softmax', tags: [] }])).toBe(
      `${headers.join('\n')}\nattention-lesson:shapes\t<b>Shape?</b>\t(n, n)\tattention a_b\n` +
        'attention-lesson:softmax\t<b>Shape?</b>\t(n, n)\t\n',
    );
    expect(ankiDeck([])).toBe(`${headers.join('\n')}\n`);
    expect(ankiDeck([], 'My\n#html:false\tdeck')).toContain('#deck:My #html:false deck\n');
  });

  test('whatever stands in a card, it stays in its field', () => {
    const hostile = [
      'a\tb',
      'a\nb',
      'a\r\nb',
      '"',
      '""',
      '"quoted" first',
      'last "quoted"',
      '#html:false',
      '\t',
      '<pre>1\n2</pre>',
      'é 漢 🙂',
      '',
    ];
    const cards = hostile.map((front, i) => ({
      id: `card ${i}`,
      front,
      back: hostile.at(-1 - i) ?? '',
      tags: ['x'],
    }));
    const unix = (text: string) => text.replaceAll('\r\n', '\n');
    expect(notesOf(ankiDeck(cards))).toEqual(
      cards.map(({ id, front, back }) => [`attention-lesson:${id}`, unix(front), unix(back), 'x']),
    );
  });

  test('the guid of a card does not depend on its words or its place', () => {
    const card = { id: 'shapes', front: 'a', back: 'b', tags: [] };
    const guids = (text: string) => notesOf(text).map(([guid]) => guid);
    expect(guids(ankiDeck([card, { ...card, id: 'x' }]))).toEqual(
      guids(
        ankiDeck([
          { ...card, id: 'x' },
          { ...card, front: 'c' },
        ]),
      ).reverse(),
    );
  });
});

/** Reads a file of iCalendar back: lines put together again, then names and values. */
function readCalendar(text: string): [string, string][] {
  expect(text.endsWith('\r\n')).toBe(true);
  const raw = text.slice(0, -2).split('\r\n');
  for (const line of raw) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(new TextEncoder().encode(line).length <= 75).toBe(true);
  }
  return text
    .replaceAll('\r\n ', '')
    .slice(0, -2)
    .split('\r\n')
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1)];
    });
}
const plain = (text: string) =>
  text.replace(/\\([\\;,nN])/g, (_all, one: string) => (/n/i.test(one) ? '\n' : one));

describe('iCalendar', () => {
  const at = Date.UTC(2025, 2, 9, 23, 59, 58, 999);
  const date = { year: 2025, month: 3, day: 10 };

  test('an event of a whole day, without a time zone', () => {
    expect(readCalendar(calendarOf([{ date, summary: '2 cards' }], at))).toEqual([
      ['BEGIN', 'VCALENDAR'],
      ['VERSION', '2.0'],
      ['PRODID', '-//attention-lesson//recall//EN'],
      ['CALSCALE', 'GREGORIAN'],
      ['BEGIN', 'VEVENT'],
      ['UID', 'due-20250310@attention-lesson'],
      ['DTSTAMP', '20250309T235958Z'],
      ['DTSTART;VALUE=DATE', '20250310'],
      ['SUMMARY', '2 cards'],
      ['TRANSP', 'TRANSPARENT'],
      ['END', 'VEVENT'],
      ['END', 'VCALENDAR'],
    ]);
  });

  test('a day keeps its UID, whatever is due and whenever it is exported', () => {
    const uids = (text: string) => readCalendar(text).filter(([name]) => name === 'UID');
    const other = { date: { year: 33, month: 12, day: 1 }, summary: 'x' };
    const text = calendarOf([{ date, summary: 'x' }, other], at);
    expect(uids(text)).toEqual(uids(calendarOf([{ date, summary: 'y' }, other], at + 1e9)));
    expect(new Set(uids(text).map(([, uid]) => uid)).size).toBe(2);
    expect(text).toContain('DTSTART;VALUE=DATE:00331201\r\n');
  });

  test('text is escaped and folded, and comes back', () => {
    const texts = [
      'a, b; c: d',
      'back\\slash \\n',
      'two\nlines\r\nthree',
      'x'.repeat(300),
      'ä'.repeat(120),
      '🙂'.repeat(60),
      `${'x'.repeat(66)}🙂y`,
      'END:VEVENT\r\nBEGIN:VALARM',
    ];
    for (const summary of texts) {
      const lines = readCalendar(calendarOf([{ date, summary, description: summary }], at));
      const textOf = (name: string) => plain(lines.find(([one]) => one === name)?.[1] ?? '');
      expect(textOf('SUMMARY')).toBe(summary.replaceAll('\r\n', '\n'));
      expect(textOf('DESCRIPTION')).toBe(summary.replaceAll('\r\n', '\n'));
      expect(lines.filter(([name]) => name === 'BEGIN')).toHaveLength(2);
    }
    expect(calendarOf([{ date, summary: 'a\u0000\u0007b' }], at)).toContain('SUMMARY:ab\r\n');
  });
});
