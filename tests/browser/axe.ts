/** What axe finds wrong in a page: the same rules everywhere, each fault as a line that says where and what to do. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export interface Scan {
  /** Selectors of the parts to look at; the whole page without any. One that finds nothing is an error. */
  readonly parts?: readonly string[];
  readonly without?: readonly string[];
  /** Of the rules; `default` is what axe runs unasked, which lacks some of WCAG 2.2 and has some of its own. */
  readonly tags?: readonly string[] | 'default';
  /** These rules alone. */
  readonly rules?: readonly string[];
}

/**
 * In one go and without the elements that passed, whose selectors alone would take three quarters of the time. So it
 * looks into no frame of another origin.
 */
export async function faults(page: Page, scan: Scan = {}): Promise<string[]> {
  const { parts = [], without = [], tags = TAGS, rules } = scan;
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  for (const part of parts) axe.include(part);
  for (const part of without) axe.exclude(part);
  if (rules) axe.withRules([...rules]);
  else if (tags !== 'default') axe.withTags([...tags]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id}: ${target} ${html} ${failureSummary}`),
  );
}
