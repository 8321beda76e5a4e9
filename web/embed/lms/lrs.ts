/** The record store that a launch by cmi5 names: its calls, one after the other, and none anywhere else. */

/** The address of a launch, as cmi5 gives it. */
export interface LaunchAddress {
  readonly endpoint: URL;
  /** Gives the token, once. */
  readonly fetch: URL;
  readonly actor: Readonly<Record<string, unknown>>;
  readonly registration: string;
  readonly activity: string;
}

/** Throws an `Error` that says what is missing or no address. */
export function launchAddress(search: string): LaunchAddress {
  const given = new URLSearchParams(search);
  const text = (name: string): string => {
    const value = given.get(name);
    if (!value) throw new Error(`"${name}" is missing.`);
    return value;
  };
  const url = (name: string): URL => {
    const value = text(name);
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') {
      throw new Error(`"${name}" is "${value.slice(0, 80)}", and no address of the web.`);
    }
    return parsed;
  };
  const endpoint = url('endpoint');
  if (!endpoint.pathname.endsWith('/')) endpoint.pathname += '/';
  let actor: unknown;
  try {
    actor = JSON.parse(text('actor'));
  } catch {
    // Said below.
  }
  if (typeof actor !== 'object' || actor === null) throw new Error('"actor" is no agent.');
  return {
    endpoint,
    fetch: url('fetch'),
    actor: actor as Record<string, unknown>,
    registration: text('registration'),
    activity: text('activityId'),
  };
}

/**
 * From now on the page may ask these origins and its own alone: the policy that it came with has to leave open which record
 * store a course has, and of two policies both hold.
 */
export function allowOnly({ endpoint, fetch }: LaunchAddress): void {
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  const origins = new Set([endpoint.origin, fetch.origin]);
  meta.content = `connect-src 'self' ${[...origins].join(' ')}`;
  document.head.append(meta);
}

const PATIENCE_MS = 15_000;

/** Where this page keeps the token, which is given once: a reload needs it again. */
const tokenKey = ({ fetch }: LaunchAddress) => `attention-lesson/cmi5/${fetch.href}`;

interface Kept {
  readonly token: string;
  /** The session was ended: nothing more may be sent. */
  readonly over?: boolean;
}

export function keptToken(address: LaunchAddress): Kept | undefined {
  try {
    const text = sessionStorage.getItem(tokenKey(address));
    return text === null ? undefined : (JSON.parse(text) as Kept);
  } catch {
    return undefined;
  }
}

export function keepToken(address: LaunchAddress, kept: Kept): void {
  try {
    sessionStorage.setItem(tokenKey(address), JSON.stringify(kept));
  } catch {
    // A reload will be refused by the system, and says so.
  }
}

export async function fetchToken(address: LaunchAddress): Promise<string> {
  const answer = await fetch(address.fetch, {
    method: 'POST',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const said = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  const token = said['auth-token'];
  if (typeof token === 'string' && token !== '') return token;
  throw new Error(
    `${answer.status} ${said['error-code'] ?? ''} ${said['error-text'] ?? ''}`.trim(),
  );
}

export type Query = Readonly<Record<string, string>>;

export class RecordStore {
  constructor(
    private readonly address: LaunchAddress,
    private readonly token: string,
  ) {}

  #stateOf(id: string): Query {
    const { actor, registration, activity } = this.address;
    return { stateId: id, activityId: activity, agent: JSON.stringify(actor), registration };
  }

  /** Undefined where there is none. */
  async state(id: string): Promise<{ value: unknown; etag: string | null } | undefined> {
    const answer = await this.#ask('GET', 'activities/state', this.#stateOf(id));
    if (!answer) return undefined;
    return { value: await answer.json(), etag: answer.headers.get('etag') };
  }

  async putState(id: string, value: unknown, last = false): Promise<void> {
    await this.#ask('PUT', 'activities/state', this.#stateOf(id), JSON.stringify(value), last);
  }

  /** What the learner prefers: cmi5 wants it asked for. Undefined where nothing is kept. */
  async preferences(): Promise<unknown> {
    const answer = await this.#ask('GET', 'agents/profile', {
      profileId: 'cmi5LearnerPreferences',
      agent: JSON.stringify(this.address.actor),
    });
    return answer?.json();
  }

  async send(statements: readonly object[], last = false): Promise<void> {
    await this.#ask('POST', 'statements', {}, JSON.stringify(statements), last);
  }

  /** `last`: goes on when the page is gone. */
  async #ask(
    method: string,
    resource: string,
    query: Query,
    body?: string,
    last = false,
  ): Promise<Response | undefined> {
    const url = new URL(resource, this.address.endpoint);
    // An endpoint may have a query of its own.
    for (const [name, value] of this.address.endpoint.searchParams)
      url.searchParams.set(name, value);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const answer = await fetch(url, {
      method,
      headers: {
        Authorization: `Basic ${this.token}`,
        'X-Experience-API-Version': '1.0.3',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      ...(last ? { keepalive: true } : { signal: AbortSignal.timeout(PATIENCE_MS) }),
    });
    if (answer.status === 404 && method === 'GET') return undefined;
    if (answer.ok) return answer;
    const words = (await answer.text().catch(() => '')).slice(0, 200);
    throw new Error(`${method} ${resource}: ${answer.status} ${words}`.trim());
  }
}
