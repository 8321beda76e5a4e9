/** How often something may be done, by a clock in milliseconds. */
export interface AllowanceTerms {
  /** At once, after a rest. */
  readonly most: number;
  /** Of those, only for what is urgent. */
  readonly reserve: number;
  /** Once more for every `refillMs` that pass. */
  readonly refillMs: number;
}

export class Allowance {
  #left: number;
  #seen: number;

  constructor(
    private readonly terms: AllowanceTerms,
    private readonly now = () => performance.now(),
  ) {
    this.#left = terms.most;
    this.#seen = now();
  }

  /** Takes one, if one may be taken now. */
  take(urgent = false): boolean {
    this.#refill();
    if (this.#left < 1 || (!urgent && this.wait() > 0)) return false;
    this.#left -= 1;
    return true;
  }

  /** Milliseconds until one that is not urgent may be taken. */
  wait(): number {
    this.#refill();
    const { reserve, refillMs } = this.terms;
    return Math.max(0, Math.ceil((reserve + 1 - this.#left) * refillMs));
  }

  #refill(): void {
    const now = this.now();
    const { most, refillMs } = this.terms;
    this.#left = Math.min(most, this.#left + (now - this.#seen) / refillMs);
    this.#seen = now;
  }
}
