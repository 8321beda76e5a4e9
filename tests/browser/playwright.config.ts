// The built page in real browsers, served by our own server with its headers. npm run build comes first.
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browsers } from '../../.scripts/browsers.mjs';

const root = join(import.meta.dirname, '../..');
const port = Number(process.env.TEST_PORT || 4173);
const report = process.env.TEST_REPORT || join(root, '.build/reports/browser.json');

export default defineConfig({
  testDir: '.',
  outputDir: join(root, '.build/browser'),
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // Two browsers start at once on machines with two cores.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: report }]],
  use: {
    baseURL: `http://localhost:${port}/`,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
  projects: [
    {
      name: 'chromium',
      use: {
        browserName: 'chromium',
        launchOptions: {
          executablePath: browsers.chromium,
          args: [
            '--no-sandbox',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      },
    },
    {
      name: 'firefox',
      // These would take half an hour more: with TEST_ALL=1 they run here too.
      testIgnore: process.env.TEST_ALL
        ? []
        : /(elements|exercise|furniture|keyboard|recall)\.spec\.ts$/,
      grepInvert: process.env.TEST_ALL ? [] : /@once/,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        // Taking one puts a style into the page, which the policy blocks and the tests then report.
        screenshot: 'off',
        launchOptions: { executablePath: browsers.firefox },
      },
    },
  ],
  webServer: {
    command: 'node .scripts/serve.mjs',
    cwd: root,
    env: { PORT: String(port) },
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
