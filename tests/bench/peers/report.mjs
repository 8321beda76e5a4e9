// Tables in Markdown, and whether the targets were met.
export const fixed = (value, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : '–');

const row = (cells) => `| ${cells.join(' | ')} |`;
export const table = (head, rows) =>
  [row(head), row(head.map(() => '-')), ...rows.map(row)].join('\n');

const verdicts = [];

function verdict(what, sign, bound, got, met) {
  if (got === undefined) return;
  verdicts.push([what, `${sign} ${bound}`, fixed(got), met ? 'met' : '**missed**']);
}

/** Nothing is said of what was not measured; NaN misses. */
export const atLeast = (bound, what, got) => verdict(what, '≥', bound, got, got >= bound);
export const atMost = (bound, what, got) => verdict(what, '≤', bound, got, got <= bound);

export const targets = () => table(['target', 'bound', 'got', ''], verdicts);
