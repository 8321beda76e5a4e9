// A number in a formula that is bound to the core, as [0.576](=path) is in prose: \live{0.576}{select.weights.0.0}. With a
// third part, \live{0.576}{select.weights.0.0}{figure-row/weight.0}, it follows what the figure of that id shows now, under
// the name after the stroke: web/elements/shared/live-numbers.ts.

const NUMBER = String.raw`((?:[^{}]|\{[^{}]*\})+)`;
const LIVE = new RegExp(String.raw`\\live\{${NUMBER}\}\{([^{}\s]+)\}(?:\{([^{}]*)\})?`, 'g');
const FOLLOWED = /^[\w-]+\/[\w.-]+$/;

/** TeX in which each number that follows a figure says so in an attribute, and the others stand as they are. @param {string} tex */
export function withoutBindings(tex) {
  const plain = tex.replaceAll(LIVE, (all, number, _binding, follows) => {
    if (follows === undefined) return `{${number}}`;
    return FOLLOWED.test(follows) ? `\\data{live=${follows}}{${number}}` : all;
  });
  if (plain.includes('\\live')) throw new Error(`A \\live that cannot be read in "${tex}".`);
  return plain;
}

/** @param {string} text @returns {import('./inline.mjs').Bound[]} */
export const liveNumbers = (text) =>
  [...text.matchAll(LIVE)].map(([, number = '', binding = '']) => ({
    text: number
      .replaceAll('{,}', ',')
      .replaceAll(/\\[,;:! ]/g, ' ')
      .replaceAll('\\infty', '∞'),
    binding,
  }));

/** @param {string} text */
export const withoutLiveNumbers = (text) => text.replaceAll(LIVE, ' ');
