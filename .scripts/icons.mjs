// Draws the icons of web/public/ from icon.svg: node .scripts/icons.mjs. They are committed; a browser is needed here alone.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { browsers } from './browsers.mjs';
import { at } from './run.mjs';

/** A maskable icon fills its square, and its picture lies within the circle that no mask cuts. */
const ICONS = [
  { name: 'icon-192', size: 192, share: 1 },
  { name: 'icon-512', size: 512, share: 1 },
  { name: 'icon-maskable-512', size: 512, share: 0.75 },
];

const svg = Buffer.from(readFileSync(at('web/public/icon.svg'))).toString('base64');
const browser = await chromium.launch({
  executablePath: browsers.chromium,
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { name, size, share } of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  const ground = share < 1 ? '#fdfcf9' : 'transparent';
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}"><img style="width:${100 * share}%" src="data:image/svg+xml;base64,${svg}"></body>`,
  );
  await page.evaluate('document.images[0].decode()');
  await page.screenshot({ path: at(`web/public/${name}.png`), omitBackground: true });
}
await browser.close();
