/** Numbers in the text of the page agree with the core. */
import { readFileSync } from 'node:fs';
import { createEngine } from 'attention-lesson/engine';
import { expect, test } from 'vitest';
import { entryReader, inputsOf, numbersOf } from '../../web/elements/attention-figure/numbers.ts';
import { presetState } from './figures.ts';

const engine = await createEngine();
const page = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8').replace(
  /\s+/g,
  ' ',
);

test('“refund” takes 40 % of one token’s weight: that of delayed', () => {
  const ticket = presetState('ticket');
  const { weights } = engine.attention(inputsOf(numbersOf(ticket, entryReader(engine))));
  const said = /“Refund” takes (\d+) % of one token’s weight/.exec(page)?.[1];
  const [query, key] = [ticket.queries.indexOf('delayed'), ticket.keys.indexOf('refund')];
  const share = weights.data[query * weights.cols + key] ?? Number.NaN;
  expect(said).toBe((100 * share).toFixed(0));
});
