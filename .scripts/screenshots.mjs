// Takes the pictures that a browser shows before it installs the page: node .scripts/screenshots.mjs, after npm run build.
// They are committed; web/public/manifest.webmanifest names them with their sizes.
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { browsers } from './browsers.mjs';
import { at } from './run.mjs';

const SCREENS = [
  { name: 'screen-wide', width: 1280, height: 720 },
  { name: 'screen-narrow', width: 390, height: 844 },
];

const browser = await chromium.launch({
  executablePath: browsers.chromium,
  args: ['--no-sandbox'],
});
for (const { name, width, height } of SCREENS) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' });
  // The one file is the page, without a server.
  await page.goto(pathToFileURL(at('dist/attention-lesson.html')).href);
  await page.getByText(/Computed just now/).waitFor();
  await page.screenshot({ path: at(`web/public/${name}.png`) });
}
await browser.close();
