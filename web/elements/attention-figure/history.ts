/** Undo and redo over immutable states. Changes with the same `key` in a row (one drag, one entry) are one step. */
export class History<T> {
  #past: T[] = [];
  #future: T[] = [];
  #key: string | undefined;

  constructor(
    private now: T,
    private readonly same: (a: T, b: T) => boolean = Object.is,
    private readonly most = 200,
  ) {}

  get current(): T {
    return this.now;
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** False when nothing changed. */
  change(next: T, key?: string): boolean {
    if (this.same(this.now, next)) return false;
    if (key === undefined || key !== this.#key || this.#past.length === 0) {
      this.#past.push(this.now);
      if (this.#past.length > this.most) this.#past.shift();
    }
    this.#key = key;
    this.#future = [];
    this.now = next;
    // A step that ends where it began is none.
    const before = this.#past.at(-1);
    if (before !== undefined && this.same(before, next)) {
      this.#past.pop();
      this.#key = undefined;
    }
    return true;
  }

  /** Ends the running step: the next change starts a new one, whatever its key. */
  settle(): void {
    this.#key = undefined;
  }

  undo(): T {
    const past = this.#past.pop();
    if (past !== undefined) {
      this.#future.push(this.now);
      this.now = past;
    }
    this.settle();
    return this.now;
  }

  redo(): T {
    const next = this.#future.pop();
    if (next !== undefined) {
      this.#past.push(this.now);
      this.now = next;
    }
    this.settle();
    return this.now;
  }
}
