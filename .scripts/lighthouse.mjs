// npm run lighthouse [-- runs]: Lighthouse on the built page as our server sends it, for a phone and for a desk. Prints the
// scores and what failed; ends with 1 when one lies below the floor. Speed varies with the machine, so that each form is
// measured several times and the median of each score counts.
import { browsers } from './browsers.mjs';
import { build } from './build.mjs';
import { Failure, isMain, main, say } from './run.mjs';
import { freePort, serve } from './serve.mjs';
import { setup } from './setup.mjs';

/** The least score of every category, out of 100. */
export const FLOOR = 95;

export const forms = /** @type {const} */ (['mobile', 'desktop']);
export const categories = /** @type {const} */ (['performance', 'accessibility', 'best-practices']);

/** @typedef {(typeof forms)[number]} Form */
/** @typedef {(typeof categories)[number]} Category */
/** @typedef {{ scores: Partial<Record<Category, number>>, failed: string[] }} Report */

/**
 * One run of Lighthouse, in a browser of its own: nothing is cached from the run before.
 * @param {string} url
 * @param {Form} form
 * @param {readonly Category[]} [wanted]
 * @returns {Promise<Report>}
 */
export async function audit(url, form, wanted = categories) {
  const { default: lighthouse } = await import('lighthouse');
  const { default: desktop } = await import('lighthouse/core/config/desktop-config.js');
  const { chromium } = await import('playwright-core');
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: browsers.chromium,
    args: ['--no-sandbox', '--disable-quic', `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(
      url,
      { port, output: 'json', logLevel: 'error', onlyCategories: [...wanted] },
      form === 'desktop' ? desktop : undefined,
    );
    if (!result) throw new Failure(`Lighthouse gave no result for ${url}.`);
    return read(result.lhr);
  } finally {
    await browser.close();
  }
}

/**
 * The scores, out of 100, and a line for each audit that took something off one.
 * @param {Pick<import('lighthouse').Result, 'categories' | 'audits' | 'runtimeError'>} result
 * @returns {Report}
 */
export function read({ categories: found, audits, runtimeError }) {
  if (runtimeError) throw new Failure(`Lighthouse: ${runtimeError.message}`);
  /** @type {Report} */
  const report = { scores: {}, failed: [] };
  for (const category of categories) {
    const one = found[category];
    if (!one) continue;
    // A score that is not there is a run that measured nothing: it must not pass.
    report.scores[category] = Math.round(100 * (one.score ?? 0));
    for (const { id, weight } of one.auditRefs) {
      const { score = null, title = id, displayValue } = audits[id] ?? {};
      if (weight === 0 || score === null || score >= 0.9) continue;
      const value = displayValue ? `: ${displayValue}` : '';
      report.failed.push(`${category}: ${title} (${id})${value}`);
    }
  }
  return report;
}

/** @param {number[]} values */
export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * The median of each score, and every audit that failed in one of the runs.
 * @param {Report[]} runs
 * @returns {Report}
 */
export function together(runs) {
  /** @type {Report} */
  const all = { scores: {}, failed: [...new Set(runs.flatMap(({ failed }) => failed))] };
  for (const category of categories) {
    const scores = runs.flatMap((run) => run.scores[category] ?? []);
    if (scores.length > 0) all.scores[category] = median(scores);
  }
  return all;
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const runs = Number(process.argv[2] ?? 5);
    if (!(Number.isInteger(runs) && runs >= 1 && runs <= 25))
      throw new Failure(`Runs are a whole number from 1 to 25, and not "${process.argv[2]}".`);
    await setup('build', 'test');
    await build();
    const port = await freePort();
    await serve(port);
    let low = 0;
    for (const form of forms) {
      say(`Lighthouse, ${form}: the median of ${runs} runs`);
      /** @type {Report[]} */
      const reports = [];
      for (let run = 0; run < runs; run++)
        reports.push(await audit(`http://localhost:${port}/`, form));
      const { scores, failed } = together(reports);
      for (const category of categories) {
        const score = scores[category] ?? 0;
        const each = reports.map((report) => report.scores[category]).join(', ');
        if (score < FLOOR) low++;
        console.log(
          `  ${category.padEnd(15)} ${String(score).padStart(3)}  (${each})${score < FLOOR ? `  below ${FLOOR}` : ''}`,
        );
      }
      for (const line of failed) console.log(`    ${line}`);
    }
    // The server would keep the process alive.
    process.exit(low > 0 ? 1 : 0);
  });
}
