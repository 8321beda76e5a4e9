/** A page of another site with lessons in frames, and what it hears and says. */
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { type Host, pageWith, serveHost } from './hosts.ts';

export { expect } from '@playwright/test';

export interface Heard {
  /** Which frame of the page it came from. */
  readonly frame: number;
  readonly origin: string;
  readonly data: { readonly type?: string; readonly re?: string; readonly [name: string]: unknown };
}

/** The page's own script: notes every message, and posts what a test wants posted. */
const SCRIPT = `
  window.heard = [];
  window.frameOf = (index) => document.querySelectorAll('iframe')[index];
  addEventListener('message', ({ source, origin, data }) => {
    const frame = [...document.querySelectorAll('iframe')].findIndex((one) => one.contentWindow === source);
    heard.push({ frame, origin, data });
  });
  window.post = (index, data, target) => frameOf(index).contentWindow.postMessage(data, target ?? '*');
  let last = 0;
  window.ask = (index, fields) => new Promise((resolve) => {
    const id = 'q' + ++last;
    addEventListener('message', function on({ data }) {
      if (!data || data.re !== id) return;
      removeEventListener('message', on);
      resolve(data);
    });
    post(index, { protocol: 'attention-lesson', version: 1, id, ...fields });
  });
`;

interface Window {
  heard: Heard[];
  ask(index: number, fields: object): Promise<Heard['data']>;
  post(index: number, data: unknown, target?: string): void;
}

/** Another site: the lesson's is localhost, this one's 127.0.0.1. */
export class Foreign {
  #host: Host | undefined;

  constructor(
    readonly page: Page,
    readonly lesson: string,
  ) {}

  get origin(): string {
    return this.#host?.origin ?? '';
  }

  /** Opens a page with this body. ORIGIN stands for the page's own origin, LESSON for the folder of the lesson. */
  async open(body: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.close();
    let html = '';
    this.#host = await serveHost(
      (path) => {
        if (path === '/') return html;
        return path === '/host.js' ? { type: 'text/javascript', body: SCRIPT } : undefined;
      },
      () => headers,
    );
    const script = '<script src="/host.js"></script>';
    html = pageWith(body, script)
      .replaceAll('ORIGIN', this.#host.origin)
      .replaceAll('LESSON/', this.lesson);
    await this.page.goto(`${this.#host.origin}/`);
  }

  async close(): Promise<void> {
    await this.#host?.close();
    this.#host = undefined;
  }

  heard(): Promise<Heard[]> {
    return this.page.evaluate(() => (window as unknown as Window).heard);
  }

  /** What was heard of a type, of any frame. */
  async said(type: string): Promise<Heard['data'][]> {
    return (await this.heard()).map(({ data }) => data).filter((data) => data?.type === type);
  }

  async waitFor(type: string, count = 1): Promise<void> {
    await expect.poll(async () => (await this.said(type)).length).toBeGreaterThanOrEqual(count);
  }

  ask(fields: object, index = 0): Promise<Heard['data']> {
    return this.page.evaluate(([at, given]) => (window as unknown as Window).ask(at, given), [
      index,
      fields,
    ] as const);
  }

  /** As JSON gives it: keys such as __proto__ are the message's own. */
  postJson(text: string, index = 0): Promise<void> {
    return this.page.evaluate(
      ([at, given]) => (window as unknown as Window).post(at, JSON.parse(given)),
      [index, text] as const,
    );
  }

  post(data: unknown, index = 0): Promise<void> {
    return this.page.evaluate(([at, given]) => (window as unknown as Window).post(at, given), [
      index,
      data,
    ] as const);
  }
}

/** Fails on errors, exceptions, breaches of a policy, and requests to anybody but the two sites. */
export const test = base.extend<{ foreign: Foreign }>({
  foreign: async ({ page, baseURL }, use) => {
    const lesson = new URL(baseURL ?? '');
    const faults: string[] = [];
    const foreign = new Foreign(page, lesson.href);
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      const known = [lesson.hostname, '127.0.0.1'].includes(hostname);
      if (!known && !/^(data|blob|about):$/.test(protocol))
        faults.push(`request to ${request.url()}`);
    });
    await use(foreign);
    await foreign.close();
    expect(faults).toEqual([]);
  },
});

/** By keyboard; in Firefox by script, as its driver brings no input into a frame of another site. */
export async function press(control: Locator, key: string): Promise<void> {
  await control.focus();
  const name = control.page().context().browser()?.browserType().name();
  if (name === 'firefox') await control.evaluate((one) => (one as HTMLElement).click());
  else await control.press(key);
}

test.use({ actionTimeout: 15_000 });

/** A frame with a lesson; `params` of embed.html. */
export const frame = (params: string) =>
  `<iframe title="Lesson" width="1100" height="700" src="LESSON/embed.html?${params}"></iframe>`;
