/**
 * The learner's progress where the site around the lesson keeps it: in memory here, handed over at the start, and told
 * whole after every change. Nothing that is kept on the learner's own device ever goes this way.
 */
import { MemoryBackend } from '../storage/backend.ts';
import { LessonStore } from '../storage/lesson-store.ts';
import type { Backup, Store } from '../storage/types.ts';

/** How long the page waits for the host. What comes later is merged into what was done until then. */
const PATIENCE_MS = 3000;

class HostStore extends LessonStore {
  override get where(): Store['where'] {
    return this.notice ? 'memory' : 'host';
  }
}

export class HostProgress {
  /** Settled when the host has handed over, or has not for too long. */
  readonly store: Promise<Store>;
  readonly #store = new HostStore(new MemoryBackend(), 'attention-lesson-host', 'host-silent');
  readonly #tell: (backup: string) => void;
  #begun = () => {};
  #telling = false;
  #again = false;

  constructor(tell: (backup: string) => void) {
    this.#tell = tell;
    this.store = new Promise((resolve) => {
      this.#begun = () => resolve(this.#store);
      setTimeout(this.#begun, PATIENCE_MS);
    });
    this.#store.subscribe(({ tables }) => {
      if (tables.length > 0) void this.#told();
    });
  }

  /** Takes what the host kept; empty for a learner who begins. Refuses as `importBackup` does, and has then changed nothing. */
  async take(backup: string, mode: 'merge' | 'replace'): Promise<void> {
    const store = this.#store;
    if (backup !== '') await store.importBackup(backup, mode);
    if (!store.notice) return this.#begun();
    store.explain(undefined);
    this.#begun();
    await this.#told();
  }

  async text(): Promise<string> {
    const backup: Backup = await this.#store.exportAll();
    return JSON.stringify(backup);
  }

  /** Not before the host has handed over: it might keep an empty progress in place of the learner's own. */
  async #told(): Promise<void> {
    if (this.#store.notice) return;
    this.#again = true;
    if (this.#telling) return;
    this.#telling = true;
    while (this.#again) {
      this.#again = false;
      this.#tell(await this.text());
    }
    this.#telling = false;
  }
}

/** For a page that is only looked at: what is done lasts until it is closed, and nobody hears of it. */
export const lookedAt = (): Store =>
  new LessonStore(new MemoryBackend(), 'attention-lesson-read-only', 'read-only');
