/**
 * <attention-figure>: edit queries, keys and values and see every number of attention.
 *
 * Attributes
 *   preset   id of the example to start from ("default")
 *   readonly its numbers can be opened and copied, and not changed; a host still may, by `show`
 *   url-key  keep the state in the page address under this name; left out, the address is not touched
 *
 * For a host: `start` gives a state in place of a preset, `show` another one, `openCell` the arithmetic of a number.
 *
 * Events, bubbling and composed
 *   ready                    the core is loaded and the first result is drawn
 *   figure-state {state}     the learner changed something
 *
 * One value, four hops: a cell fires `cell-edit` -> the state is replaced -> one synchronous engine.attention(state) gives
 * the whole trace -> the grids redraw.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { LessonError } from '../../engine/error.ts';
import type {
  AttentionEngine,
  AttentionTrace,
  CellMatrix,
  CellRef,
  Explanation,
} from '../../engine/types.ts';
import { messages } from '../../messages/index.ts';
import { keep, recall } from '../../storage/local.ts';
import type { MatrixView } from '../grid/matrix-view.ts';
import { sharedEngine } from '../shared/engine.ts';
import { tellBroken } from '../shared/link-text.ts';
import { controls, DENSE_FROM, theme } from '../shared/styles.ts';
import '../shared/take-away.ts';
import type { Offer } from '../shared/take-away.ts';
import { AddressState } from './address.ts';
import { Announcer } from './announcer.ts';
import { figureStyles } from './attention-figure.styles.ts';
import { Computation, type Result } from './computation.ts';
import { nameOf } from './describe.ts';
import './explain-panel.ts';
import type { ExplainPanel } from './explain-panel.ts';
import { History } from './history.ts';
import { renderInputs } from './inputs.ts';
import { offersOf } from './offers.ts';
import { openingOf } from './opening.ts';
import { type Answer, answerFrom, canAsk } from './prediction.ts';
import { presetNamed, presets } from './presets.ts';
import { renderSettings } from './settings.ts';
import { renderStages } from './stages.ts';
import * as change from './state.ts';
import { type FigureState, sameState, stateOf } from './state.ts';
import { renderToolbar } from './toolbar.ts';
import { renderPrediction, renderWords } from './words.ts';

const ANSWER_KEY = 'attention-lesson:predict-causal';
const NARROW_PX = 640;
const NO_MARKS: ReadonlySet<number> = new Set();
/** What a pending prediction hides. */
const AFTER_MASK: readonly CellMatrix[] = ['masked', 'weights', 'output', 'rowSums', 'spread'];
/** Columns beside the weights, in their order. */
const BESIDE: readonly CellMatrix[] = ['rowSums', 'spread'];

interface CellEdit {
  readonly input: change.Input | 'scale';
  readonly row: number;
  readonly col: number;
  readonly text: string;
  readonly step: string;
}

export class AttentionFigure extends LitElement {
  static override properties = {
    preset: { type: String },
    urlKey: { type: String, attribute: 'url-key' },
    readonly: { type: Boolean },
    start: { attribute: false },
    computation: { state: true },
    failure: { state: true },
    state: { state: true },
    opened: { state: true },
    marks: { state: true },
    digits: { state: true },
    answer: { state: true },
    linkNotice: { state: true },
    blockNotice: { state: true },
    spoken: { state: true },
    narrow: { state: true },
    moving: { state: true },
    epoch: { state: true },
  };
  static override styles = [theme, controls, figureStyles];

  declare preset: string;
  declare urlKey: string | null | undefined;
  declare readonly: boolean;
  /** A host's own example, which Reset goes back to: the figure then offers no other one and asks for no prediction. */
  declare start: FigureState | undefined;
  declare computation: Computation | undefined;
  declare failure: LessonError | undefined;
  /** What the learner has set; `show` replaces it. */
  declare state: FigureState;
  /** The number whose arithmetic is shown. */
  declare opened: CellRef | undefined;
  declare marks: ReadonlyMap<CellMatrix, ReadonlySet<number>>;
  declare digits: number;
  /** The prediction given in this figure; undefined until there is one. */
  declare answer: Answer | undefined;
  declare linkNotice: string;
  declare blockNotice: string;
  declare spoken: string;
  declare narrow: boolean;
  /** The last change was a step, not a number being typed or dragged: it may move. */
  declare moving: boolean;
  /** Counts the changes that put other numbers under the learner's hands: texts that could not be read go with them. */
  declare epoch: number;

  history: History<FigureState>;
  explanation: Explanation | undefined;
  offers: readonly Offer[] = [];

  #loading = false;
  readonly #address = new AddressState(this);
  readonly #announcer = new Announcer((text) => {
    this.spoken = text;
  });
  readonly #names = new WeakMap<readonly string[], readonly string[]>();
  readonly #panel = createRef<ExplainPanel>();
  readonly #resize = new ResizeObserver(([entry]) => {
    if (entry) this.narrow = entry.contentRect.width < NARROW_PX;
  });

  constructor() {
    super();
    this.preset = 'default';
    this.urlKey = undefined;
    this.readonly = false;
    this.start = undefined;
    this.state = stateOf(presetNamed('default'));
    this.history = new History(this.state, sameState);
    this.opened = undefined;
    this.marks = new Map();
    this.digits = 3;
    this.answer = answerFrom(recall(ANSWER_KEY));
    this.linkNotice = '';
    this.blockNotice = '';
    this.spoken = '';
    this.narrow = false;
    this.moving = false;
    this.epoch = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resize.observe(this);
    if (!this.computation && !this.#loading) void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize.disconnect();
    this.#announcer.stop();
    this.#address.flush();
  }

  async #load(): Promise<void> {
    this.#loading = true;
    this.failure = undefined;
    try {
      const engine = await sharedEngine();
      const { state, notice } = openingOf(engine, this.#address, this.preset);
      // A host may have shown a state before the core was there: that one stays.
      if (!this.start && !this.history.canUndo) {
        this.history = new History(state, sameState);
        this.state = state;
        this.linkNotice = notice;
        if (notice) tellBroken(this, notice);
      }
      this.computation = new Computation(engine);
      await this.updateComplete;
      this.dispatchEvent(new CustomEvent('ready', { bubbles: true, composed: true }));
    } catch (reason) {
      if (!(reason instanceof LessonError)) throw reason;
      this.failure = reason;
    } finally {
      this.#loading = false;
    }
  }

  get engine(): AttentionEngine | undefined {
    return this.computation?.engine;
  }

  /** The last good result: the present one, unless the core refuses the present state. */
  get result(): Result | undefined {
    return this.computation?.result;
  }

  get trace(): AttentionTrace | undefined {
    return this.result?.trace;
  }

  /** Shows another state as one undoable step. Changes with the same `step` in a row are one. */
  show(state: FigureState, step?: string): void {
    if (!this.history.change(state, step)) return;
    this.moving = step === undefined;
    this.#moved();
  }

  showPreset(id: string): void {
    this.epoch += 1;
    this.show(stateOf(presetNamed(id)));
  }

  undo(): void {
    if (!this.history.canUndo) return;
    this.history.undo();
    this.moving = true;
    this.#moved();
    void this.keepFocus();
    this.spoken = messages.figure.undone;
  }

  redo(): void {
    if (!this.history.canRedo) return;
    this.history.redo();
    this.moving = true;
    this.#moved();
    void this.keepFocus();
    this.spoken = messages.figure.redone;
  }

  reset(): void {
    if (this.start) {
      this.epoch += 1;
      this.show(this.start);
    } else {
      this.showPreset(this.preset);
    }
    this.spoken = messages.figure.resetDone;
  }

  askAgain(): void {
    this.answer = undefined;
    this.opened = undefined;
    keep(ANSWER_KEY, undefined);
    void this.keepFocus();
  }

  /** A tabindex on the element itself would take all that is inside out of the tab order. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.frame')?.focus(options);
  }

  /** When a change takes away the control that has the focus, the next key must still come here. */
  async keepFocus(): Promise<void> {
    const inside = this.matches(':focus-within');
    await new Promise(requestAnimationFrame);
    if (inside && !this.matches(':focus-within')) this.focus({ preventScroll: true });
  }

  #moved(): void {
    this.state = this.history.current;
    this.blockNotice = '';
    this.#address.write(this.state, presets);
    const detail = { state: this.state };
    this.dispatchEvent(new CustomEvent('figure-state', { detail, bubbles: true, composed: true }));
  }

  /** The causal mask is on and its result is kept back until the learner has said what it will be. */
  get asking(): boolean {
    return (
      this.start === undefined &&
      this.answer === undefined &&
      !this.readonly &&
      this.result !== undefined &&
      canAsk(this.result.state, this.result.trace)
    );
  }

  /** Many keys: smaller cells in every stage, so that rows still stand on one line. */
  get dense(): boolean {
    return this.state.keys.length > DENSE_FROM;
  }

  /** Names of tokens as shown; the same array while the tokens stay the same, so that grids need no redraw. */
  namesOf(tokens: readonly string[]): readonly string[] {
    const known = this.#names.get(tokens);
    if (known) return known;
    const names = tokens.map((_, i) => nameOf(tokens, i));
    this.#names.set(tokens, names);
    return names;
  }

  marksOf(matrix: CellMatrix): ReadonlySet<number> {
    return this.marks.get(matrix) ?? NO_MARKS;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('urlKey') || this.offers.length === 0) this.offers = offersOf(this);
    const { computation } = this;
    if (changed.has('start') && this.start) {
      this.history = new History(this.start, sameState);
      this.state = this.start;
      this.opened = undefined;
      this.epoch += 1;
    }
    if (!computation) return;
    if (changed.has('state') || changed.has('computation') || changed.has('digits')) {
      computation.run(this.state, this.digits);
      if (computation.result) this.#announcer.note(computation.result.description, this.asking);
    }
    if (changed.has('state') || changed.has('opened')) {
      this.explanation = computation.explain(this.opened);
    }
  }

  override render(): TemplateResult {
    const text = messages.figure;
    if (this.failure) {
      return html`<div class="failure" role="alert">
        <h3>${messages.failure.title}</h3>
        <p>${this.failure.message}</p>
      </div>`;
    }
    return html`<section
      class="frame"
      tabindex="-1"
      ?inert=${!this.computation}
      aria-labelledby="title"
      @keydown=${this.#onKey}
      @cell-edit=${this.#onEdit}
      @cell-commit=${this.#onCommit}
      @block-paste=${this.#onBlock}
      @cell-focus=${this.#onCellFocus}
      @cell-open=${this.#onOpen}
      @explain-close=${this.#onClose}
      @mask-edit=${this.#onMask}
      @predicted=${this.#onPredicted}
      @token-name=${this.#onTokenName}
      @token-add=${this.#onTokenAdd}
      @token-remove=${this.#onTokenRemove}
    >
      <h3 id="title" class="title">${text.title}</h3>
      <p class="hint">${text.tryThis}</p>
      ${this.linkNotice ? this.#notice() : nothing} ${renderToolbar(this)}
      ${renderInputs(this)} ${renderSettings(this)} ${renderPrediction(this)} ${renderStages(this)}
      ${this.narrow ? nothing : this.renderExplanation()} ${renderWords(this)}
      <al-take-away .offers=${this.offers} .ready=${this.result !== undefined}></al-take-away>
      <div class="hidden" role="status" aria-live="polite">${this.spoken}</div>
    </section>`;
  }

  /** The opened number: under its own stage on a narrow screen, under all stages on a wide one. */
  renderExplanation(): TemplateResult | typeof nothing {
    const { explanation, opened, result } = this;
    if (!explanation || !opened || !result) return nothing;
    if (this.asking && AFTER_MASK.includes(opened.matrix)) return nothing;
    return html`<al-explain
      ${ref(this.#panel)}
      .explanation=${explanation}
      .state=${result.state}
      .keyWidth=${result.trace.shapes.k[1]}
      .digits=${this.digits}
    ></al-explain>`;
  }

  #notice() {
    const dismiss = () => {
      this.linkNotice = '';
      void this.keepFocus();
    };
    return html`<div class="notice" role="status">
      <p>${messages.link.broken} ${this.linkNotice} ${messages.link.fallback}</p>
      <button class="quiet" type="button" data-look @click=${dismiss}>${messages.link.dismiss}</button>
    </div>`;
  }

  #onEdit = (event: CustomEvent<CellEdit>) => {
    const { input, row, col, text, step } = event.detail;
    const next =
      input === 'scale'
        ? { ...this.state, customScale: text }
        : change.withCell(this.state, input, row, col, text);
    this.show(next, step);
  };

  #onCommit = () => {
    this.history.settle();
    this.#address.flush();
  };

  #onBlock = (event: CustomEvent<change.PastedBlock>) => {
    const { cells } = event.detail;
    const over = change.overflowOf(event.detail);
    if (over) {
      event.preventDefault();
      this.blockNotice = messages.inputs.tooBig(
        over.rows,
        over.cols,
        change.MOST_TOKENS,
        change.MOST_WIDTH,
      );
      return;
    }
    this.show(change.withBlock(this.state, event.detail));
    this.spoken = messages.inputs.pasted(
      cells.length,
      Math.max(...cells.map((line) => line.length)),
    );
  };

  #onCellFocus = (event: CustomEvent<CellRef | null>) => {
    const marks = new Map<CellMatrix, Set<number>>();
    for (const source of this.computation?.explain(event.detail ?? undefined)?.sources ?? []) {
      const set = marks.get(source.matrix) ?? new Set<number>();
      set.add(source.row * 64 + source.col);
      marks.set(source.matrix, set);
    }
    if (marks.size > 0 || this.marks.size > 0) this.marks = marks;
  };

  #onOpen = (event: CustomEvent<CellRef & { keyboard: boolean }>) => {
    const { matrix, row, col, keyboard } = event.detail;
    void this.#open({ matrix, row, col }, keyboard);
  };

  /** Opens the arithmetic of a number of the present state and puts the focus on it, once the core is there. */
  async openCell(cell: CellRef): Promise<void> {
    if (!this.computation)
      await new Promise((ready) => this.addEventListener('ready', ready, { once: true }));
    await this.updateComplete;
    // Who is sent here to see a number is not asked first what it will be.
    if (this.asking && AFTER_MASK.includes(cell.matrix)) this.answer = 'skipped';
    await this.#open(cell, true);
    // Not on the way of a smooth scroll, which figures that load meanwhile would end in the wrong place.
    this.#panel.value?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }

  async #open(cell: CellRef, keyboard: boolean): Promise<void> {
    this.opened = cell;
    await this.updateComplete;
    const panel = this.#panel.value;
    if (!panel) return;
    await panel.updateComplete;
    if (keyboard) panel.focusHeading();
    panel.scrollIntoView({ block: 'nearest' });
  }

  #onClose = async () => {
    const back = this.opened;
    this.opened = undefined;
    await this.updateComplete;
    if (!back) return;
    const beside = BESIDE.indexOf(back.matrix);
    const name = beside < 0 ? back.matrix : 'weights';
    const view = this.renderRoot.querySelector<MatrixView>(`al-matrix[name="${name}"]`);
    view?.focusCell(back.row, beside < 0 ? back.col : view.matrix.cols + beside);
  };

  #onMask = (event: CustomEvent<{ row: number; col: number; blocked: boolean }>) => {
    const { row, col, blocked } = event.detail;
    this.show(change.withBlocked(this.state, row, col, blocked));
  };

  #onPredicted = async (event: CustomEvent<{ answer: Answer }>) => {
    this.answer = event.detail.answer;
    this.moving = true;
    keep(ANSWER_KEY, this.answer === 'skipped' ? undefined : this.answer);
    await this.updateComplete;
    await this.renderRoot.querySelector('al-predict-causal')?.focusVerdict();
  };

  #onTokenName = (event: CustomEvent<{ side: change.Side; at: number; name: string }>) => {
    const { side, at, name } = event.detail;
    this.show(change.withToken(this.state, side, at, name), `token:${side}:${at}`);
  };

  #onTokenAdd = (event: CustomEvent<{ side: change.Side }>) => {
    this.show(change.withTokenAdded(this.state, event.detail.side));
  };

  #onTokenRemove = (event: CustomEvent<{ side: change.Side; at: number }>) => {
    this.epoch += 1;
    this.show(change.withTokenRemoved(this.state, event.detail.side, event.detail.at));
  };

  #onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || this.readonly) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) this.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) this.redo();
    else return;
    event.preventDefault();
  };
}

customElements.define('attention-figure', AttentionFigure);

declare global {
  interface HTMLElementTagNameMap {
    'attention-figure': AttentionFigure;
  }
}
