/** The worker's side: asks are answered one after the other, and a search looks for a stop between its steps. */
import createCore from '#core-doctor';
import { inflate } from './doctor-inflate.ts';
import type { DoctorAnswer, DoctorAsk, DoctorSetup, DoctorStop } from './doctor-messages.ts';
import { DoctorSession } from './doctor-session.ts';
import { LessonError } from './error.ts';
import type { DoctorMeant } from './types/doctor.ts';

type Answer = (message: DoctorAnswer) => void;

/** Lets messages that have come be heard. */
const pause = () => new Promise<void>((resume) => setTimeout(resume));

class Server {
  readonly #stops = new Set<number>();
  #last: Promise<unknown>;

  constructor(
    private readonly session: Promise<DoctorSession>,
    private readonly answer: Answer,
  ) {
    this.#last = session;
  }

  stop(id: number): void {
    this.#stops.add(id);
  }

  ask(ask: DoctorAsk): void {
    this.#last = this.#last.then(
      () => this.#serve(ask),
      () => this.#serve(ask),
    );
  }

  async #serve({ id, method, given }: DoctorAsk): Promise<void> {
    try {
      const session = await this.session;
      if (method === 'search') return await this.#search(session, id, given[0] as DoctorMeant);
      const call = session[method] as (...args: readonly unknown[]) => unknown;
      this.answer({ id, result: await call.apply(session, given as unknown[]) });
    } catch (reason) {
      const failed =
        reason instanceof LessonError ? reason : new LessonError('doctor-failed', String(reason));
      const { code, message, where } = failed;
      this.answer({ id, code, message, where });
    }
  }

  async #search(session: DoctorSession, id: number, meant: DoctorMeant): Promise<void> {
    const steps = session.search(meant);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return this.answer({ id, result: step.value });
      this.answer({ id, progress: step.value });
      await pause();
      if (this.#stops.delete(id)) return this.answer({ id, stopped: true });
    }
  }
}

/**
 * Answers the messages of one page. LessonError, in an answer:
 *   doctor-failed   the core broke: memory ran out, or a fault of ours
 */
export function serveDoctor(
  scope: { addEventListener(type: 'message', listener: (event: MessageEvent) => void): void },
  answer: Answer,
): void {
  let server: Server | undefined;
  scope.addEventListener(
    'message',
    ({ data }: MessageEvent<DoctorSetup | DoctorAsk | DoctorStop>) => {
      if ('wasm' in data) {
        const made = createCore({ wasmBinary: data.wasm });
        server = new Server(
          made.then((core) => new DoctorSession(core, inflate)),
          answer,
        );
      } else if ('stop' in data) server?.stop(data.stop);
      else server?.ask(data);
    },
  );
}
