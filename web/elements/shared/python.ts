/** Pieces of the Python programs that figures hand out. */

/** The shortest form that reads back to the same binary64, so that a notebook starts from exactly what the core has. */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** A nested list, one row a line. */
export function pythonRows(
  name: string,
  call: string,
  rows: readonly (readonly string[])[],
  tail = '',
): string {
  const lines = rows.map((row) => `[${row.join(', ')}]`);
  return `${name} = ${call}([${lines.join(`,\n${' '.repeat(name.length + 3 + call.length + 2)}`)}]${tail})`;
}

/** Names in a comment: one line, whatever a learner typed. */
export function commentOf(words: readonly string[]): string {
  return words.map((word) => word.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')).join(', ');
}

export const floatRows = (rows: readonly (readonly number[])[]) =>
  rows.map((row) => row.map(pythonFloat));
export const flagRows = (rows: readonly (readonly boolean[])[]) =>
  rows.map((row) => row.map((cell) => (cell ? 'True' : 'False')));

export const NUMPY = `import numpy as np

np.set_printoptions(precision=3, suppress=True, linewidth=120)
`;

export const SOFTMAX = `
def softmax(scores):  # over the last axis; the largest score is taken away, so that nothing overflows
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exps / exps.sum(axis=-1, keepdims=True)

`;

/** Prints each expression under its name: the tables of a figure, by their captions and in their order. */
export const printTables = (
  tables: readonly (readonly [caption: string, expression: string])[],
): string =>
  `${tables.map(([caption, expression]) => `print(${JSON.stringify(caption)})\nprint(${expression})`).join('\n')}\n`;

export const LAYER_NORM = `
def layer_norm(x):  # each row by itself; nothing is learned here
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)

`;

/** A line of the program's output: a name and what follows it. */
export const printLine = (name: string, expression: string): string =>
  `print(${JSON.stringify(`${name}:`)}, ${expression})`;
