/**
 * cmi5 over xAPI. Of its own statements each session sends `initialized` and `terminated`; `completed` and `passed` are sent
 * once in a registration, `failed` once in a session that ends below the mastery score. Each answer is a statement
 * `answered` with the slips in an extension. In the modes Browse and Review nothing but the frame of a session is sent.
 */
import { messages } from '../../messages/index.ts';
import type { Lms, Report, Tell } from './lms.ts';
import {
  allowOnly,
  fetchToken,
  keepToken,
  keptToken,
  type LaunchAddress,
  launchAddress,
  RecordStore,
} from './lrs.ts';
import { answeredStatement, cmi5Statement, type Launch, type Verb } from './xapi.ts';

/** Room of the state: record stores set no limit, but what is sent as a page closes may have 64 KiB in all. */
const ROOM = 40_000;
const STATE = 'attention-lesson';

/** What the record store keeps of us between sessions. */
interface Kept {
  readonly state: string;
  readonly place: string;
  /** Statements of this registration that may be sent once. */
  readonly sent: readonly Verb[];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Undefined where this is no launch, or the system refuses it: either is told. */
export async function openCmi5(search: string, tell: Tell): Promise<Lms | undefined> {
  let address: LaunchAddress;
  try {
    address = launchAddress(search);
  } catch (reason) {
    const known = new URLSearchParams(search);
    const launched = known.has('endpoint') || known.has('fetch');
    tell({ code: launched ? 'lms-launch' : 'lms-missing', detail: messageOf(reason) });
    return undefined;
  }
  allowOnly(address);
  const session = keptToken(address);
  if (session?.over) {
    tell({ code: 'lms-over', detail: '' });
    return silent(address);
  }
  try {
    const token = session?.token ?? (await fetchToken(address));
    keepToken(address, { token });
    const lms = new Cmi5(address, token, new RecordStore(address, token), tell);
    await lms.begin(session === undefined);
    return lms;
  } catch (reason) {
    tell({ code: 'lms-not-started', detail: messageOf(reason) });
    return silent(address);
  }
}

const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason));

/** The learner is known though the session is not: what is done goes to the right place on this device. */
const silent = ({ actor }: LaunchAddress): Lms => ({
  ...{ learner: JSON.stringify(actor), room: 0, state: '', place: '', leave: '' },
  put: () => {},
  commit: async () => false,
  end: () => {},
});

class Cmi5 implements Lms {
  readonly room = ROOM;
  state = '';
  place = '';
  leave = '';

  readonly #began = Date.now();
  #sent = new Set<Verb>();
  #normal = true;
  #launch: Launch;
  /** Statements that the record store does not have yet, in their order. */
  #queue: object[] = [];
  #kept: Kept = { state: '', place: '', sent: [] };
  /** As it was last saved. */
  #saved = '';
  #score: number | undefined;
  #completed = false;
  #running: Promise<boolean> | undefined;
  #ended = false;

  constructor(
    private readonly address: LaunchAddress,
    private readonly token: string,
    private readonly records: RecordStore,
    private readonly tell: Tell,
  ) {
    const { actor, registration, activity } = address;
    this.#launch = { actor, registration, activity, template: {}, mastery: undefined };
  }

  get learner(): string {
    return JSON.stringify(this.address.actor);
  }

  /** `first`: of this session, and no reload. */
  async begin(first: boolean): Promise<void> {
    const [given, kept] = await Promise.all([
      this.records.state('LMS.LaunchData'),
      this.records.state(STATE),
      this.records.preferences(),
    ]);
    const data = Object(given?.value) as Record<string, unknown>;
    const mastery = Number(data.masteryScore ?? Number.NaN);
    this.#launch = {
      ...this.#launch,
      template: Object(data.contextTemplate) as Record<string, unknown>,
      mastery: mastery >= 0 && mastery <= 1 ? mastery : undefined,
    };
    this.#normal = (data.launchMode ?? 'Normal') === 'Normal';
    this.leave = textOf(data.returnURL);
    const { state, place, sent } = Object(kept?.value) as Partial<Kept>;
    this.#kept = {
      state: textOf(state),
      place: textOf(place),
      sent: Array.isArray(sent) ? sent : [],
    };
    this.#saved = JSON.stringify(this.#kept);
    this.#sent = new Set(this.#kept.sent);
    ({ state: this.state, place: this.place } = this.#kept);
    if (first) await this.records.send([this.#own('initialized')]);
  }

  #own(verb: Verb, score?: number): object {
    return cmi5Statement(this.#launch, verb, Date.now() - this.#began, score);
  }

  /** Once in a registration. */
  #once(verb: 'completed' | 'passed', score?: number): void {
    if (this.#sent.has(verb)) return;
    this.#sent.add(verb);
    this.#queue.push(this.#own(verb, score));
  }

  put(report: Report): void {
    if (this.#ended || !this.#normal) return;
    for (const attempt of report.attempts) {
      const name = messages.exercise.kinds[attempt.kind]?.name ?? attempt.kind;
      this.#queue.push(answeredStatement(this.#launch, attempt, name));
    }
    const { mastery } = this.#launch;
    this.#score = report.score;
    this.#completed = report.completed;
    if (report.completed) this.#once('completed');
    if (mastery !== undefined && report.score !== undefined && report.score >= mastery) {
      this.#once('passed', report.score);
    }
    this.#kept = {
      state: report.state ?? this.#kept.state,
      place: report.place,
      sent: [...this.#sent],
    };
  }

  commit(): Promise<boolean> {
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #send(): Promise<boolean> {
    try {
      while (!this.#ended && this.#queue.length > 0) {
        const statements = this.#queue.slice(0, 50);
        await this.records.send(statements);
        this.#queue.splice(0, statements.length);
      }
      const text = JSON.stringify(this.#kept);
      if (!this.#ended && text !== this.#saved) {
        await this.records.putState(STATE, this.#kept);
        this.#saved = text;
      }
      return true;
    } catch (reason) {
      this.tell({ code: 'lms-not-saved', detail: messageOf(reason) });
      return false;
    }
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    keepToken(this.address, { token: this.token, over: true });
    const { mastery } = this.#launch;
    const below = mastery !== undefined && this.#score !== undefined && this.#score < mastery;
    if (this.#normal && this.#completed && below && !this.#sent.has('passed')) {
      this.#queue.push(this.#own('failed', this.#score));
    }
    const ignore = () => {};
    if (JSON.stringify(this.#kept) !== this.#saved) {
      void this.records.putState(STATE, this.#kept, true).catch(ignore);
    }
    // All in one, so that none overtakes another and nothing comes after the last.
    void this.records.send([...this.#queue, this.#own('terminated')], true).catch(ignore);
  }
}
