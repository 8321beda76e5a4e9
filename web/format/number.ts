/**
 * How numbers look on the page. A whole number is shown as one and is exact; a number with decimals is rounded to
 * `digits` of them, so "1" is exactly 1 and "1.000" is near it. NaN and infinities are never rounded away.
 */
const MINUS = '−';

/**
 * A way to write numbers that no reader types back: per cent, bytes, counts. With a decimal point and commas between
 * thousands in every language, as the formulas and fields have it.
 */
export const numberFormat = (options?: Intl.NumberFormatOptions): Intl.NumberFormat =>
  new Intl.NumberFormat('en', options);

/** Whole numbers, with commas between thousands. */
export const whole = numberFormat();

/** The sign as the text of the lesson has it, behind a space: "40 %". No line breaks there. */
export const PERCENT = '\u00a0%';

/** Shares as per cent, of as many decimals at most. */
export function percentFormat(decimals = 0): (share: number) => string {
  const format = numberFormat({ style: 'percent', maximumFractionDigits: decimals });
  return (share) => format.format(share).replace('%', PERCENT);
}

export function formatNumber(value: number, digits = 3): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${MINUS}∞`;
  const size = Math.abs(value);
  let text: string;
  if (size >= 1e6) text = size.toExponential(2).replace('e+', 'e');
  else if (Number.isInteger(value)) text = String(size);
  else text = size.toFixed(digits);
  // What rounds to zero has no sign.
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}

/** Every digit of a number: what the core holds, shortest form that reads back the same. */
export function formatExact(value: number): string {
  if (!Number.isFinite(value)) return formatNumber(value);
  return String(value).replace('-', MINUS).replace('e-', `e${MINUS}`);
}

/** For a screen reader, which may say nothing or "dash" for the signs. */
export function speakNumber(value: number, digits = 3): string {
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return value > 0 ? 'infinity' : 'minus infinity';
  return formatNumber(value, digits).replace(MINUS, 'minus ');
}

export function formatVector(values: ArrayLike<number>, digits = 3): string {
  return `(${Array.from(values, (value) => formatNumber(value, digits)).join(', ')})`;
}

/** "a", "a and b", "a, b and c". */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
