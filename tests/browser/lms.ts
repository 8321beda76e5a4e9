/** Servers that stand in for a learning-management system and for a record store. What they were sent is read by the tests. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { packageOf, type Standard, zip } from '../../.scripts/package.mjs';

/** As Moodle's table has them: it knows no WebAssembly. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'application/x-javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** What scorm-again keeps, as far as it is read here. */
export interface Record12 {
  readonly core: {
    readonly lesson_status: string;
    readonly lesson_location: string;
    readonly exit: string;
    readonly session_time: string;
    readonly score: { readonly raw: string };
  };
  readonly suspend_data: string;
  readonly interactions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Record2004 {
  readonly completion_status: string;
  readonly success_status: string;
  readonly progress_measure: string;
  readonly location: string;
  readonly exit: string;
  readonly session_time: string;
  readonly score: { readonly scaled: string };
  readonly suspend_data: string;
  readonly interactions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const apiOf = { scorm12: 'Scorm12API', scorm2004: 'Scorm2004API' } as const;

/** The page of a course: the LMS's object, and the lesson in a frame. What is committed goes to /record. */
const host = (standard: 'scorm12' | 'scorm2004', saved: object, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Course</title><link rel="icon" href="data:,">
<script src="/scorm-again.js"></script>
<script>
  const api = new ${apiOf[standard]}({ autocommit: false, logLevel: 5 });
  api.loadFromJSON(${JSON.stringify({ cmi: saved })});
  const send = (call) => navigator.sendBeacon('/record?call=' + call, JSON.stringify(api.cmi));
  for (const name of ['LMSCommit', 'LMSFinish', 'Commit', 'Terminate']) api.on(name, () => send(name));
  window.${standard === 'scorm12' ? 'API' : 'API_1484_11'} = api;
</script>
<style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; display: block; }</style></head>
<body><iframe title="Lesson" src="${content}"></iframe></body></html>`;

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://localhost:${port}` };
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    request.on('end', () => resolve(text));
  });
}

const close = (server: Server) => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
};

/** Shows what the zip of a package holds, under /content/, and a course with it under /course. */
export class Course {
  /** What was committed last, by the standard's own names. */
  record: unknown;
  /** What the call that ends a session left. A commit before it holds most of the same: only this one is the whole. */
  left: unknown;
  /** What a launch begins with. */
  saved: object = {};

  private constructor(
    readonly origin: string,
    private readonly server: Server,
  ) {}

  static async open(standard: Standard, mastery?: number): Promise<Course> {
    const options = mastery === undefined ? {} : { mastery };
    const files = unzipSync(await zip(packageOf(standard, options)));
    const again = readFileSync(
      join(import.meta.dirname, '../../node_modules/scorm-again/dist/scorm-again.min.js'),
    );
    const { server, origin } = await listen(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', origin);
      const send = (type: string, body: string | Uint8Array) =>
        response.writeHead(200, { 'Content-Type': type }).end(body);
      if (pathname === '/record') {
        course.record = JSON.parse(await bodyOf(request));
        if (/^(LMSFinish|Terminate)$/.test(searchParams.get('call') ?? ''))
          course.left = course.record;
        return response.writeHead(204).end();
      }
      if (pathname === '/elsewhere') return send('text/html', '<link rel="icon" href="data:,">');
      if (pathname === '/scorm-again.js') return send('text/javascript', again);
      if (pathname === '/course' && standard !== 'cmi5') {
        return send('text/html', host(standard, course.saved, searchParams.get('content') ?? ''));
      }
      const name = pathname.slice('/content/'.length);
      const file = pathname.startsWith('/content/') ? files[name] : undefined;
      if (!file) return response.writeHead(404).end();
      return send(TYPES[extname(name)] ?? 'document/unknown', file);
    });
    const course = new Course(origin, server);
    return course;
  }

  content(search = ''): string {
    return `${this.origin}/content/index.html${search}`;
  }

  launch(search = ''): string {
    return `${this.origin}/course?content=${encodeURIComponent(this.content(search))}`;
  }

  close(): Promise<unknown> {
    return close(this.server);
  }
}

export interface Statement {
  readonly verb: { readonly id: string };
  readonly object: { readonly id: string };
  readonly result?: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
}

/** A record store of xAPI for one course, as far as cmi5 needs it: tokens are given once, and an ended session is over. */
export class Records {
  readonly statements: Statement[] = [];
  readonly refused: string[] = [];
  launchData: object = {};
  readonly #states = new Map<string, string>();
  readonly #tokens = new Map<string, 'given' | 'over'>();

  private constructor(
    readonly origin: string,
    private readonly server: Server,
  ) {}

  static async open(): Promise<Records> {
    const { server, origin } = await listen((request, response) => {
      void records.#answer(request, response);
    });
    const records = new Records(origin, server);
    return records;
  }

  /** The query of a launch. Each has a token of its own. */
  launch(session: string): string {
    return `?${new URLSearchParams({
      endpoint: `${this.origin}/xapi`,
      fetch: `${this.origin}/fetch?session=${session}`,
      actor: JSON.stringify({
        objectType: 'Agent',
        account: { homePage: 'https://school.example', name: 'ada' },
      }),
      registration: '16fd2706-8baf-433b-82eb-8c7fada847da',
      activityId: 'https://school.example/courses/7/attention',
    })}`;
  }

  verbs(): readonly string[] {
    return this.statements.map(({ verb }) => verb.id.split('/').at(-1) ?? '');
  }

  state(id: string): string | undefined {
    return [...this.#states].find(([key]) => key.includes(`stateId=${id}&`))?.[1];
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    const body = await bodyOf(request);
    const send = (status: number, said: unknown = '') => {
      if (status >= 400 && status !== 404) {
        this.refused.push(`${status} ${request.method} ${url.pathname}`);
      }
      response
        .writeHead(status, {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Headers': 'authorization, content-type, x-experience-api-version',
          'Access-Control-Allow-Methods': 'GET, PUT, POST',
          'Content-Type': 'application/json',
        })
        .end(typeof said === 'string' ? said : JSON.stringify(said));
    };
    if (request.method === 'OPTIONS') return send(200);
    if (url.pathname === '/fetch') {
      const token = Buffer.from(`user:${url.searchParams.get('session')}`).toString('base64');
      if (this.#tokens.has(token)) {
        return send(200, { 'error-code': '1', 'error-text': 'The token was given already.' });
      }
      this.#tokens.set(token, 'given');
      return send(200, { 'auth-token': token });
    }
    const token = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!this.#tokens.has(token)) return send(401);
    if (request.headers['x-experience-api-version'] !== '1.0.3') return send(400);
    if (url.pathname === '/xapi/agents/profile') return send(404);
    if (url.pathname === '/xapi/statements' && request.method === 'POST') {
      if (this.#tokens.get(token) === 'over') return send(403);
      this.statements.push(...(JSON.parse(body) as Statement[]));
      if (this.verbs().at(-1) === 'terminated') this.#tokens.set(token, 'over');
      return send(200, []);
    }
    if (url.pathname === '/xapi/activities/state') {
      const key = url.searchParams.toString();
      if (request.method === 'PUT') {
        this.#states.set(key, body);
        return send(204);
      }
      if (url.searchParams.get('stateId') === 'LMS.LaunchData') return send(200, this.launchData);
      const kept = this.#states.get(key);
      return kept === undefined ? send(404) : send(200, kept);
    }
    return send(404);
  }

  close(): Promise<unknown> {
    return close(this.server);
  }
}
