// The numbers of a lesson's prose: each is bound to a computation in the files of numbers/, and must be what the core gives.

/**
 * A computation: a call of the engine, by its path, with its inputs, or several of them.
 * @typedef {{ call: string, inputs?: unknown, arguments?: unknown[] }} Computation
 */

/**
 * @param {unknown} value
 * @param {string[]} path
 * @returns {unknown}
 */
function follow(value, path) {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null)
    throw new Error(`nothing is at ${path.join('.')}`);
  const thing = /** @type {Record<string, any>} */ (value);
  if (
    'rows' in thing &&
    'cols' in thing &&
    thing.data instanceof Float64Array &&
    /^\d+$/.test(name)
  ) {
    const [col = '', ...after] = rest;
    const [i, j] = [Number(name), Number(col)];
    if (!(i < thing.rows && j < thing.cols)) throw new Error(`no cell is at ${path.join('.')}`);
    return follow(thing.data[i * thing.cols + j], after);
  }
  if (!(name in thing)) throw new Error(`nothing is called ${name}`);
  return follow(thing[name], rest);
}

/** How a number is written, not what it is. */
const MAPS = /** @type {Record<string, (x: number) => number>} */ ({
  percent: (x) => 100 * x,
});

/**
 * @param {any} engine
 * @param {Record<string, Computation>} computations
 */
export function numbersOf(engine, computations) {
  /** @type {Map<string, unknown>} */
  const known = new Map();

  /** @param {string} name @returns {unknown} */
  function result(name) {
    const computation = computations[name];
    if (!computation) throw new Error(`no file of numbers/ has "${name}"`);
    if (!known.has(name)) {
      const steps = computation.call.split('.');
      const last = steps.pop() ?? '';
      const owner = follow(engine, steps);
      const given = (computation.arguments ?? [computation.inputs]).map(filled);
      known.set(name, /** @type {any} */ (owner)[last](...given));
    }
    return known.get(name);
  }

  /**
   * Inputs in which {"from": "codes.output"} stands for a result, and {"text": ["e^", {"from": "bank.scaled.2.0"}]} for a
   * text with results in it.
   * @param {unknown} value @returns {unknown}
   */
  function filled(value) {
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    if ('text' in value && Array.isArray(value.text)) return value.text.map(filled).join('');
    if ('from' in value) {
      const [name = '', ...rest] = String(value.from).split('.');
      return follow(result(name), rest);
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one)]));
  }

  /** @param {string} name @returns {unknown} */
  function inputs(name) {
    const computation = computations[name];
    if (!computation) throw new Error(`no file of numbers/ has "${name}"`);
    return filled(computation.inputs);
  }

  return {
    /**
     * The number of a binding: "select.weights.0.1", "share.share|percent", and "given:select.q.0.0" for one that goes in.
     * @param {string} binding
     * @returns {number}
     */
    value(binding) {
      const [, given, path = '', after = ''] = /^(given:)?([^|]*)(.*)$/.exec(binding) ?? [];
      const [name = '', ...rest] = path.split('.');
      const found = follow(given ? inputs(name) : result(name), rest);
      let number = Number(found);
      for (const map of after.split('|').slice(1)) {
        const apply = MAPS[map];
        if (!apply) throw new Error(`no map is called ${map}`);
        number = apply(number);
      }
      if (Number.isNaN(number)) throw new Error(`${binding} is no number`);
      return number;
    },
  };
}

/** How many digits stand after the point of a number as people write it. @param {string} text */
const decimals = (text) => /[.](\d+)/.exec(text)?.[1]?.length ?? 0;

/**
 * Whether a text is the number, rounded to the digits that the text has: "0.576", "67,108,864", "40 %", "−1", "−∞".
 * @param {string} text
 * @param {number} value
 */
export function says(text, value) {
  const digits = decimals(text);
  const bare = text.replaceAll(/[\s%,]/g, '').replace('−', '-');
  if (bare === '-∞') return value === Number.NEGATIVE_INFINITY;
  if (!/^-?\d+(\.\d+)?$/.test(bare)) return false;
  return Number(bare).toFixed(digits) === value.toFixed(digits).replace(/^-(0(\.0+)?)$/, '$1');
}
