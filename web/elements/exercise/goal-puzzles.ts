/**
 * <goal-puzzles>: a goal for the attention figure, to be reached with as few edits as possible. The core says after each
 * edit whether it is reached, how near it is and how many edits that took. What was edited is kept. Its `id` is the key of
 * its link.
 */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { LessonError } from '../../engine/error.ts';
import type { Engine, Puzzle, PuzzleVerdict } from '../../engine/types.ts';
import { formatExact, formatNumber, joinWords } from '../../format/number.ts';
import { messages } from '../../messages/index.ts';
import type { AttentionFigure } from '../attention-figure/attention-figure.ts';
import { stateFrom } from '../attention-figure/given.ts';
import { inputsOf } from '../attention-figure/numbers.ts';
import { type FigureState, sameState } from '../attention-figure/state.ts';
import { Address } from '../shared/address.ts';
import { noteAttempt } from '../shared/attempts.ts';
import { BrokenLink } from '../shared/link-text.ts';
import { decodeSettings, encodeSettings, typed } from '../shared/settings.ts';
import { controls, theme } from '../shared/styles.ts';
import { wholeEngine } from '../shared/whole-engine.ts';
import { setStyles } from './exercise-set.styles.ts';
import { puzzleStyles } from './goal-puzzles.styles.ts';
import { keepPuzzle, recallPuzzle } from './kept-puzzle.ts';
import { bestSince, followTallies, NONE, type Tally } from './record.ts';

/** What a link holds. */
const SETTINGS = { puzzle: typed('', 40) };
const text = messages.exercise.puzzles;

const namesOf = (parts: readonly string[]) => joinWords(parts.map((id) => text.parts[id] ?? id));

export class GoalPuzzles extends LitElement {
  static override properties = {
    engine: { state: true },
    failure: { state: true },
    chosen: { state: true },
    verdict: { state: true },
    refusal: { state: true },
    tallies: { state: true },
    notice: { state: true },
  };
  static override styles = [theme, controls, setStyles, puzzleStyles];

  declare engine: Engine | undefined;
  declare failure: LessonError | undefined;
  declare chosen: Puzzle | undefined;
  /** Of what the figure shows now. */
  declare verdict: PuzzleVerdict | undefined;
  /** The figure shows what the puzzle cannot be asked of: other tables than it began with. */
  declare refusal: LessonError | undefined;
  declare tallies: ReadonlyMap<string, Tally>;
  /** Why the link could not be followed. */
  declare notice: string;

  readonly #address = new Address(() => this.id);
  #start: FigureState | undefined;
  /** When the puzzle was begun, and the edits of the best solution since. */
  #begun = 0;
  #best = Number.POSITIVE_INFINITY;
  /** Chosen last; another may still be on its way. */
  #wanted: Puzzle | undefined;
  #unfollow = () => {};

  constructor() {
    super();
    this.engine = undefined;
    this.failure = undefined;
    this.chosen = undefined;
    this.verdict = undefined;
    this.refusal = undefined;
    this.tallies = new Map();
    this.notice = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unfollow = followTallies('puzzle', (tallies) => {
      this.tallies = tallies;
    });
    wholeEngine().then(
      (engine) => {
        if (!this.engine) void this.#follow(engine);
        this.engine = engine;
      },
      (reason: unknown) => {
        if (!(reason instanceof LessonError)) throw reason;
        this.failure = reason;
      },
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#address.flush();
    this.#unfollow();
  }

  /** The puzzle of the page's address, if there is one of that name. */
  async #follow(engine: Engine): Promise<void> {
    const linked = this.#address.read();
    if (!linked) return;
    try {
      const { puzzle } = decodeSettings(SETTINGS, linked);
      const found = engine.puzzle.list().find(({ id }) => id === puzzle);
      if (found) await this.#choose(found);
      else this.notice = messages.link.value;
    } catch (reason) {
      if (!(reason instanceof BrokenLink)) throw reason;
      this.notice = messages.link[reason.reason];
    }
  }

  async #choose(puzzle: Puzzle): Promise<void> {
    this.#wanted = puzzle;
    await import('../attention-figure/attention-figure.ts');
    const kept = recallPuzzle(puzzle.id);
    const best = kept && (await bestSince(puzzle.id, kept.begun));
    if (this.#wanted !== puzzle) return;
    this.notice = '';
    this.#start = stateFrom(puzzle.inputs);
    this.#begun = kept?.begun ?? Date.now();
    this.#best = best ?? Number.POSITIVE_INFINITY;
    this.chosen = puzzle;
    this.verdict = this.engine?.puzzle.check({ id: puzzle.id, inputs: puzzle.inputs });
    this.refusal = undefined;
    this.#address.write(() => encodeSettings(SETTINGS, { puzzle: this.chosen?.id ?? '' }));
    await this.updateComplete;
    const figure = this.renderRoot.querySelector('attention-figure');
    await figure?.updateComplete;
    // As one step, so that Undo and Reset lead back to the start of the puzzle.
    if (kept && figure && this.chosen === puzzle) figure.show(kept.state);
  }

  /** What was left unfinished goes on; a puzzle that was solved begins anew. */
  async #begin(puzzle: Puzzle): Promise<void> {
    const kept = recallPuzzle(puzzle.id);
    if (kept && (await bestSince(puzzle.id, kept.begun)) !== undefined)
      keepPuzzle(puzzle.id, undefined);
    await this.#choose(puzzle);
    const fold = this.renderRoot.querySelector<HTMLDetailsElement>('details.chooser');
    if (fold) fold.open = false;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#puzzle-name')?.focus();
  }

  override render() {
    if (this.failure) return html`<p class="problem" role="alert">${this.failure.message}</p>`;
    const { engine, chosen } = this;
    if (!engine) return html`<p class="loading" role="status">${text.loading}</p>`;
    return html`${this.notice ? html`<p class="problem" role="status">${messages.link.broken} ${this.notice}</p>` : nothing}
      <details class="chooser" ?open=${!chosen}>
        <summary>${text.choose}</summary>
        <ul>
          ${engine.puzzle.list().map((puzzle) => this.#card(puzzle))}
        </ul>
      </details>
      ${chosen ? this.#puzzle(chosen) : nothing}`;
  }

  #card(puzzle: Puzzle): TemplateResult {
    const { id, fewest } = puzzle;
    const words = text.list[id];
    const { edits, last } = this.tallies.get(id) ?? NONE;
    const name = words?.name ?? id;
    const kept = recallPuzzle(id);
    const begun = kept !== undefined && !(last !== undefined && last >= kept.begun);
    return html`<li aria-current=${id === this.chosen?.id ? 'true' : nothing}>
      <h4 aria-level="3">${name}</h4>
      <p>${words?.goal ?? ''}</p>
      <p class="record">${text.fewest(fewest)} ${edits === undefined ? text.notYet : text.solvedWith(edits)} ${begun ? text.begun : nothing}</p>
      <button
        type="button"
        data-puzzle=${id}
        aria-label=${begun ? text.goOn(name) : text.start(name)}
        @click=${() => this.#begin(puzzle)}
      >
        ${begun ? text.goOnShort : text.startShort}
      </button>
    </li>`;
  }

  #puzzle(puzzle: Puzzle): TemplateResult {
    const words = text.list[puzzle.id];
    return html`<section class="puzzle" aria-labelledby="puzzle-name" @focusin=${this.#uncover}>
      <h4 id="puzzle-name" aria-level="3" tabindex="-1">${words?.name ?? puzzle.id}</h4>
      <p class="goal">${words?.goal ?? ''}</p>
      <p class="may">${text.mayEdit(namesOf(puzzle.editable))}</p>
      ${
        words
          ? html`<details class="hint">
              <summary>${text.hint}</summary>
              <p>${words.hint}</p>
            </details>`
          : nothing
      }
      ${this.#board(puzzle, words?.measure ?? '')}
      <attention-figure
        .start=${this.#start}
        @ready=${this.#onState}
        @figure-state=${this.#onState}
      ></attention-figure>
    </section>`;
  }

  /** How it stands: in view while the figure is edited, and said after each edit. */
  #board(puzzle: Puzzle, measure: string) {
    const { verdict, refusal } = this;
    if (!verdict) return nothing;
    const { edits, now, goal, solved, notAllowed } = verdict;
    const state = solved ? text.solved(edits, puzzle.fewest) : text.open(edits);
    return html`<div class="board ${solved ? 'solved' : ''}">
      <dl>
        <div><dt>${measure}, ${text.now}</dt><dd>${formatNumber(now, 4)}</dd></div>
        <div><dt>${text.goal}</dt><dd>${formatExact(goal)}</dd></div>
        <div><dt>${text.edits}</dt><dd>${edits}</dd></div>
        <div><dt>${text.fewestKnown}</dt><dd>${puzzle.fewest}</dd></div>
      </dl>
      <p role="status"><span aria-hidden="true">${solved ? '✓' : '○'}</span> ${state}</p>
      ${notAllowed.length > 0 ? html`<p class="problem" role="alert">${text.notAllowed(namesOf(notAllowed))}</p>` : nothing}
      ${refusal ? html`<p class="problem" role="alert" data-code=${refusal.code}>${refusal.message} ${text.shape}</p>` : nothing}
    </div>`;
  }

  /** The score stays in view and must not lie over what has the focus. */
  #uncover = (event: FocusEvent) => {
    const board = this.renderRoot.querySelector('.board')?.getBoundingClientRect();
    const [field] = event.composedPath();
    if (!board || !(field instanceof Element) || field.closest('.board')) return;
    const covered = board.bottom - field.getBoundingClientRect().top;
    if (board.top <= 0 && covered > 0) scrollBy({ top: -covered, behavior: 'instant' });
  };

  #onState = async (event: Event) => {
    const figure = event.currentTarget as AttentionFigure;
    await figure.updateComplete;
    const { engine, chosen } = this;
    const result = figure.result;
    const { start, state } = figure;
    if (!engine || !chosen || !result || !start || start !== this.#start) return;
    try {
      const inputs = inputsOf(result.numbers);
      this.verdict = engine.puzzle.check({ id: chosen.id, inputs });
      this.refusal = undefined;
      this.#note(chosen, this.verdict);
    } catch (reason) {
      if (!(reason instanceof LessonError)) throw reason;
      this.refusal = reason;
    }
    const edited = Number.isFinite(this.#best) || !sameState(state, start);
    keepPuzzle(chosen.id, edited ? { state, begun: this.#begun } : undefined);
  };

  /** A solution counts once, and again when it needs fewer edits. After a reload the store says what was counted. */
  #note({ id }: Puzzle, { solved, edits }: PuzzleVerdict): void {
    if (!solved || edits >= this.#best) return;
    this.#best = edits;
    void noteAttempt({ source: 'puzzle', kind: id, score: 1, slips: [], edits });
  }
}

customElements.define('goal-puzzles', GoalPuzzles);

declare global {
  interface HTMLElementTagNameMap {
    'goal-puzzles': GoalPuzzles;
  }
}
