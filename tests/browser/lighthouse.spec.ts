/**
 * Lighthouse on the built page: accessibility and best practices. Its measure of speed depends on how busy the machine is,
 * so that it stands outside the tests: npm run lighthouse.
 */
import { expect, test } from '@playwright/test';
import { audit, FLOOR, forms } from '../../.scripts/lighthouse.mjs';

for (const form of forms) {
  test(`Lighthouse, ${form}: at least ${FLOOR} for accessibility and for best practices`, async ({
    baseURL,
    browserName,
  }) => {
    test.skip(browserName !== 'chromium', 'Lighthouse drives Chromium alone');
    test.setTimeout(240_000); // Lighthouse waits for a busy machine
    const { scores, failed } = await audit(`${baseURL}`, form, ['accessibility', 'best-practices']);
    expect(scores.accessibility, failed.join('\n')).toBeGreaterThanOrEqual(FLOOR);
    expect(scores['best-practices'], failed.join('\n')).toBeGreaterThanOrEqual(FLOOR);
  });
}
