/**
 * The one file in a third engine, WebKitGTK, by its own driver, which Playwright does not speak to. It is no part of the
 * set-up of `npm test`: apt-get install webkit2gtk-driver xvfb, some 150 MB, and this runs too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { sandboxOf } from './hosts.ts';

const DIST = join(import.meta.dirname, '../../dist');
const FILE = join(DIST, 'attention-lesson.html');
const WHOLE = join(DIST, 'attention-lesson-whole.html');
const PORT = 4700 + Math.floor(Math.random() * 200);
const present = existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/xvfb-run');

test.skip(
  ({ browserName }) => browserName !== 'chromium',
  'once is enough: it starts its own browser',
);
test.skip(!present, 'WebKitWebDriver and xvfb-run are not installed');

/** One session of the WebDriver protocol. */
class Session {
  static async start(): Promise<Session> {
    const capabilities = { alwaysMatch: {} };
    for (let i = 0; i < 50; i++) {
      const made = await fetch(`http://127.0.0.1:${PORT}/session`, {
        method: 'POST',
        body: JSON.stringify({ capabilities }),
      }).catch(() => undefined);
      if (made) return new Session((await made.json()).value.sessionId);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error('WebKitWebDriver did not start');
  }

  constructor(private readonly id: string) {}

  async call(method: 'POST' | 'DELETE', path: string, body: object = {}): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${PORT}/session/${this.id}${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(value));
    return value;
  }

  run(script: string): Promise<unknown> {
    return this.call('POST', '/execute/sync', { script, args: [] });
  }
}

/** What the figure's first output cell says; empty before there is one. */
const OUTPUT = `
  const figure = document.querySelector('#figure-attention');
  figure.scrollIntoView();
  const stage = figure.shadowRoot && figure.shadowRoot.querySelector('al-matrix[name="output"]');
  const cell = stage && stage.shadowRoot.querySelector('td[data-row="0"][data-col="0"]');
  return cell ? cell.textContent.trim() : '';`;

let driver: ChildProcess | undefined;
test.beforeAll(() => {
  driver = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${PORT}`], {
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
    detached: true,
  });
});
test.afterAll(() => {
  if (driver?.pid) process.kill(-driver.pid);
});

test('WebKitGTK computes it from file:// and in a sandbox of scripts alone', async () => {
  const session = await Session.start();
  for (const file of [FILE, WHOLE]) {
    await session.call('POST', '/url', { url: pathToFileURL(file).href });
    await expect.poll(() => session.run(OUTPUT), { timeout: 20_000 }).toBe('1.144');
  }

  const host = await sandboxOf(readFileSync(FILE, 'utf8'));
  await session.call('POST', '/url', { url: `${host.origin}/` });
  await session.call('POST', '/frame', { id: 0 });
  await expect.poll(() => session.run(OUTPUT), { timeout: 20_000 }).toBe('1.144');
  await session.call('DELETE', '');
  await host.close();
});
