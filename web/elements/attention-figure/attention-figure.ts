/**
 * <attention-figure>: edit queries, keys and values and see every number of attention.
 *
 * Attributes
 *   preset   id of the example to start from ("default")
 *   url-key  keep the state in the page address under this name; left out, the address is not touched
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
  AttentionTrace,
  CellMatrix,
  CellRef,
  Engine,
  Explainable,
  Explanation,
  Matrix,
} from '../../engine/types.ts';
import presetsJson from '../../lessons/attention/presets.json' with { type: 'json' };
import { messages } from '../../messages/index.ts';
import { keep, recall } from '../../storage/local.ts';
import '../grid/entry-grid.ts';
import '../grid/mask-grid.ts';
import '../grid/matrix-view.ts';
import type { MatrixView } from '../grid/matrix-view.ts';
import { sharedEngine } from '../shared/engine.ts';
import { controls, DENSE_FROM, theme } from '../shared/styles.ts';
import { AddressState } from './address.ts';
import { figureStyles } from './attention-figure.styles.ts';
import { changesBetween, type Description, describe, nameOf } from './describe.ts';
import './explain-panel.ts';
import type { ExplainPanel } from './explain-panel.ts';
import { History } from './history.ts';
import { renderInputs } from './inputs.ts';
import { entryReader, type FigureNumbers, inputsOf, numbersOf } from './numbers.ts';
import './predict-causal.ts';
import type { Answer } from './prediction.ts';
import { renderSettings } from './settings.ts';
import { renderStages } from './stages.ts';
import * as change from './state.ts';
import { type FigureState, type Preset, sameState, stateOf } from './state.ts';
import './take-away.ts';

export const presets: readonly Preset[] = presetsJson;
const presetStates = presets.map(stateOf);

const ANSWER_KEY = 'attention-lesson:predict-causal';
const ANNOUNCE_AFTER_MS = 700;
const NO_MARKS: ReadonlySet<number> = new Set();

const WHAT: Partial<Record<CellMatrix, Explainable>> = {
  raw: 'raw',
  scaled: 'scaled',
  masked: 'masked',
  weights: 'weight',
  output: 'output',
  rowSums: 'rowSum',
  spread: 'spread',
};

/** The mask seldom changes while numbers do: its grid then keeps the table that it has. */
function sameFlags(a: Matrix, b: Matrix): boolean {
  return a.rows === b.rows && a.cols === b.cols && a.data.every((flag, i) => flag === b.data[i]);
}

export class AttentionFigure extends LitElement {
  static override properties = {
    preset: { type: String },
    urlKey: { type: String, attribute: 'url-key' },
    engine: { state: true },
    failure: { state: true },
    shown: { state: true },
    opened: { state: true },
    marks: { state: true },
    digits: { state: true },
    answer: { state: true },
    linkNotice: { state: true },
    blockNotice: { state: true },
    spoken: { state: true },
    narrow: { state: true },
  };
  static override styles = [theme, controls, figureStyles];

  declare preset: string;
  declare urlKey: string | undefined;
  declare engine: Engine | undefined;
  declare failure: LessonError | undefined;
  /** The state on the screen; `history` holds it too. */
  declare shown: FigureState;
  declare opened: CellRef | undefined;
  declare marks: ReadonlyMap<CellMatrix, ReadonlySet<number>>;
  declare digits: number;
  declare answer: Answer | undefined;
  declare linkNotice: string;
  declare blockNotice: string;
  declare spoken: string;
  declare narrow: boolean;

  trace: AttentionTrace | undefined;
  numbers: FigureNumbers | undefined;
  /** The core's refusal of the present state; the drawing is then the last good one. */
  refusal: LessonError | undefined;
  description: Description | undefined;
  explanation: Explanation | undefined;
  history: History<FigureState>;
  read: (text: string) => number = Number;

  #names = new WeakMap<readonly string[], readonly string[]>();
  #readers = new Map<string, (text: string, row: number, col: number) => number>();
  #scaleEntries: string[][] = [['1']];
  #address = new AddressState(this);
  #said: Description | undefined;
  #announce = 0;
  #returnTo: CellRef | undefined;
  #panel = createRef<ExplainPanel>();
  #resize = new ResizeObserver(([entry]) => {
    if (entry) this.narrow = entry.contentRect.width < 640;
  });

  constructor() {
    super();
    this.preset = 'default';
    this.urlKey = undefined;
    this.shown = stateOf(presets[0] as Preset);
    this.history = new History(this.shown, sameState);
    this.opened = undefined;
    this.marks = new Map();
    this.digits = 3;
    this.answer = recall(ANSWER_KEY) as Answer | undefined;
    this.linkNotice = '';
    this.blockNotice = '';
    this.spoken = '';
    this.narrow = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resize.observe(this);
    if (!this.engine) void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize.disconnect();
    clearTimeout(this.#announce);
  }

  async #load(): Promise<void> {
    try {
      const engine = await sharedEngine();
      this.read = entryReader(engine);
      this.#start(engine);
      this.engine = engine;
      await this.updateComplete;
      this.dispatchEvent(new CustomEvent('ready', { bubbles: true, composed: true }));
    } catch (reason) {
      if (!(reason instanceof LessonError)) throw reason;
      this.failure = reason;
    }
  }

  /** The state of the address if it has a readable one, else the preset of the attribute. */
  #start(engine: Engine): void {
    const first = presets.find((preset) => preset.id === this.preset) ?? (presets[0] as Preset);
    let state = stateOf(first);
    const found = this.#address.read(presets, (text) => {
      try {
        engine.parseNumber(text);
        return true;
      } catch {
        return false;
      }
    });
    if (found?.state) {
      try {
        engine.attention(inputsOf(numbersOf(found.state, this.read)));
        state = found.state;
      } catch (reason) {
        if (!(reason instanceof LessonError)) throw reason;
        this.linkNotice = `${messages.link.core} ${reason.message}`;
      }
    } else if (found?.problem) {
      this.linkNotice = messages.link[found.problem];
    }
    this.history = new History(state, sameState);
    this.shown = state;
  }

  /** The computed state, for hosts and tests. */
  get state(): FigureState {
    return this.shown;
  }

  /** Shows another state as one undoable step. */
  show(state: FigureState, step?: string): void {
    if (!this.history.change(state, step)) return;
    this.#moved();
  }

  showPreset(id: string): void {
    const preset = presets.find((candidate) => candidate.id === id);
    if (preset) this.show(stateOf(preset));
  }

  undo(): void {
    this.history.undo();
    this.#moved();
    this.spoken = messages.figure.undone;
  }

  redo(): void {
    this.history.redo();
    this.#moved();
    this.spoken = messages.figure.redone;
  }

  #moved(): void {
    this.shown = this.history.current;
    this.blockNotice = '';
    this.#address.write(this.shown, presets);
    this.dispatchEvent(
      new CustomEvent('figure-state', {
        detail: { state: this.shown },
        bubbles: true,
        composed: true,
      }),
    );
  }

  /** The causal mask is on and its result is kept back until the learner has said what it will be. */
  get asking(): boolean {
    const { causal, queries, keys } = this.shown;
    if (
      causal === 'off' ||
      this.answer !== undefined ||
      queries.length !== keys.length ||
      keys.length < 2
    )
      return false;
    const first = this.trace?.nonFinite.find((entry) => entry.outputRow === 0);
    return first === undefined || first.cause === 'empty-row';
  }

  get presetShown(): Preset | undefined {
    return presets.find((_, i) => sameState(presetStates[i] as FigureState, this.shown));
  }

  override willUpdate(changed: PropertyValues): void {
    if (!this.engine) return;
    if (changed.has('shown') || changed.has('engine') || changed.has('digits'))
      this.#compute(this.engine);
    if (changed.has('shown') || changed.has('opened'))
      this.explanation = this.#explain(this.opened);
  }

  #compute(engine: Engine): void {
    try {
      const numbers = numbersOf(this.shown, this.read);
      const trace = engine.attention(inputsOf(numbers));
      const mask = this.trace?.blocked;
      this.trace = mask && sameFlags(mask, trace.blocked) ? { ...trace, blocked: mask } : trace;
      this.numbers = numbers;
      this.refusal = undefined;
      this.description = describe(this.shown, this.trace, this.digits);
      this.#scheduleAnnouncement();
    } catch (reason) {
      if (!(reason instanceof LessonError)) throw reason;
      this.refusal = reason;
    }
  }

  #scheduleAnnouncement(): void {
    clearTimeout(this.#announce);
    this.#announce = window.setTimeout(() => {
      const now = this.description;
      if (this.#said && now && this.#said !== now && !this.asking)
        this.spoken = changesBetween(this.#said, now);
      this.#said = now;
    }, ANNOUNCE_AFTER_MS);
  }

  #explain(cell: CellRef | undefined): Explanation | undefined {
    const what = cell && WHAT[cell.matrix];
    if (!what || !this.engine || !this.numbers || !cell) return undefined;
    try {
      return this.engine.explain({ ...inputsOf(this.numbers), what, row: cell.row, col: cell.col });
    } catch (reason) {
      if (reason instanceof LessonError) return undefined; // the row or column was removed
      throw reason;
    }
  }

  /** Many keys: smaller cells in every stage, so that rows still stand on one line. */
  get dense(): boolean {
    return this.shown.keys.length > DENSE_FROM;
  }

  get presets(): readonly Preset[] {
    return presets;
  }

  /** Reads an entry and says in the core's message which cell was meant. */
  readAt(input: change.Input | 'scale'): (text: string, row: number, col: number) => number {
    const { engine } = this;
    const cached = this.#readers.get(input);
    if (cached && engine) return cached;
    const reader = (text: string, row: number, col: number) =>
      engine ? engine.parseNumber(text, { name: input, row, col }) : Number.NaN;
    if (engine) this.#readers.set(input, reader);
    return reader;
  }

  parseBlock = (text: string): string[][] => this.engine?.parseBlock(text) ?? [];

  /** The custom factor as a one-cell table, the same object while it does not change. */
  get scaleEntries(): string[][] {
    if (this.#scaleEntries[0]?.[0] !== this.shown.customScale)
      this.#scaleEntries = [[this.shown.customScale]];
    return this.#scaleEntries;
  }

  marksOf(matrix: CellMatrix): ReadonlySet<number> {
    return this.marks.get(matrix) ?? NO_MARKS;
  }

  override render(): TemplateResult {
    const text = messages.figure;
    if (this.failure) {
      return html`<div class="failure" role="alert"><h3>${messages.failure.title}</h3><p>${this.failure.message}</p></div>`;
    }
    return html`<section
      class="frame"
      aria-label=${text.title}
      @keydown=${this.#onKey}
      @cell-edit=${this.#onEdit}
      @cell-commit=${() => this.history.settle()}
      @block-paste=${this.#onBlock}
      @cell-focus=${this.#onCellFocus}
      @cell-open=${this.#onOpen}
      @explain-close=${this.#onClose}
      @mask-edit=${(event: CustomEvent) => this.#onMask(event)}
      @predicted=${this.#onPredicted}
      @token-name=${(event: CustomEvent) => this.#onTokens(event)}
      @token-add=${(event: CustomEvent) => this.#onTokens(event)}
      @token-remove=${(event: CustomEvent) => this.#onTokens(event)}
    >
      ${this.linkNotice ? this.#notice() : nothing} ${this.#toolbar()}
      <p class="hint">${text.tryThis}</p>
      ${renderInputs(this)} ${renderSettings(this)} ${this.#prediction()} ${renderStages(this)}
      ${this.narrow ? nothing : this.renderExplanation()} ${this.#words()}
      <al-take-away .figure=${this} .ready=${this.numbers !== undefined}></al-take-away>
      <div class="hidden" role="status" aria-live="polite">${this.spoken}</div>
    </section>`;
  }

  /** The opened number: under its own stage on a narrow screen, under all stages on a wide one. */
  renderExplanation(): TemplateResult | typeof nothing {
    if (!this.explanation || !this.opened) return nothing;
    if (
      this.asking &&
      ['masked', 'weights', 'output', 'rowSums', 'spread'].includes(this.opened.matrix)
    )
      return nothing;
    return html`<al-explain
      ${ref(this.#panel)}
      .explanation=${this.explanation}
      .state=${this.shown}
      .keyWidth=${this.trace?.shapes.k[1] ?? 0}
      .digits=${this.digits}
    ></al-explain>`;
  }

  #notice() {
    return html`<div class="notice" role="status">
      <p>${messages.link.broken} ${this.linkNotice} ${messages.link.fallback}</p>
      <button class="quiet" type="button" @click=${() => (this.linkNotice = '')}>${messages.link.dismiss}</button>
    </div>`;
  }

  #toolbar() {
    const text = messages.figure;
    const now = this.presetShown;
    return html`<div class="toolbar">
      <label
        >${text.presets}
        <select @change=${this.#onPreset} .value=${now?.id ?? ''}>
          <option value="" ?selected=${!now} ?hidden=${now !== undefined}>${text.ownNumbers}</option>
          ${presets.map((preset) => html`<option value=${preset.id} ?selected=${preset === now}>${preset.name}</option>`)}
        </select></label
      >
      <span class="buttons">
        <button type="button" ?disabled=${!this.history.canUndo} @click=${this.undo}>${text.undo}</button>
        <button type="button" ?disabled=${!this.history.canRedo} @click=${this.redo}>${text.redo}</button>
        <button type="button" @click=${this.#onReset}>${text.reset}</button>
      </span>
      <label
        >${text.digits}
        <select @change=${(event: Event) => (this.digits = Number((event.target as HTMLSelectElement).value))}>
          ${[2, 3, 4, 6].map((count) => html`<option value=${count} ?selected=${count === this.digits}>${count}</option>`)}
        </select></label
      >
      ${now ? html`<p class="about">${now.about}</p>` : nothing}
    </div>`;
  }

  #prediction() {
    if (this.shown.causal === 'off' || !this.trace || (!this.asking && this.answer === undefined)) {
      return html`<div class="predict"><slot name="predict"></slot></div>`;
    }
    return html`<div class="predict">
      <slot name="predict"><h4>${messages.predict.title}</h4></slot>
      <al-predict-causal .state=${this.shown} .trace=${this.trace} .answer=${this.asking ? undefined : this.answer}></al-predict-causal>
      ${
        this.asking
          ? nothing
          : html`<button class="quiet again" type="button" @click=${this.#askAgain}>${messages.predict.again}</button>`
      }
    </div>`;
  }

  #words() {
    const { description } = this;
    if (!description) return nothing;
    return html`<details class="words" open>
      <summary>${messages.figure.inWords}</summary>
      <p>${description.setting.join(' ')}</p>
      ${
        this.asking
          ? html`<p>${messages.stages.hiddenUntilPredicted}</p>`
          : html`<ul>
            ${description.rows.map((sentence) => html`<li>${sentence}</li>`)}
          </ul>`
      }
    </details>`;
  }

  #onEdit = (
    event: CustomEvent<{
      input: change.Input | 'scale';
      row: number;
      col: number;
      text: string;
      step: string;
    }>,
  ) => {
    const { input, row, col, text, step } = event.detail;
    this.show(
      input === 'scale'
        ? { ...this.shown, customScale: text }
        : change.withCell(this.shown, input, row, col, text),
      step,
    );
  };

  #onBlock = (event: CustomEvent<change.PastedBlock>) => {
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
    this.show(change.withBlock(this.shown, event.detail));
    const { cells } = event.detail;
    this.spoken = messages.inputs.pasted(
      cells.length,
      Math.max(...cells.map((line) => line.length)),
    );
  };

  #onCellFocus = (event: CustomEvent<CellRef | null>) => {
    const cell = event.detail;
    const marks = new Map<CellMatrix, Set<number>>();
    for (const source of this.#explain(cell ?? undefined)?.sources ?? []) {
      const set = marks.get(source.matrix) ?? new Set<number>();
      set.add(source.row * 64 + source.col);
      marks.set(source.matrix, set);
    }
    if (marks.size > 0 || this.marks.size > 0) this.marks = marks;
  };

  #onOpen = async (event: CustomEvent<CellRef & { keyboard: boolean }>) => {
    const { matrix, row, col, keyboard } = event.detail;
    this.opened = { matrix, row, col };
    this.#returnTo = this.opened;
    await this.updateComplete;
    const panel = this.#panel.value;
    if (!panel) return;
    await panel.updateComplete;
    if (keyboard) panel.focusHeading();
    panel.scrollIntoView({ block: 'nearest', behavior: 'auto' });
  };

  #onClose = async () => {
    this.opened = undefined;
    await this.updateComplete;
    const back = this.#returnTo;
    if (!back) return;
    const stage = back.matrix === 'rowSums' || back.matrix === 'spread' ? 'weights' : back.matrix;
    const view = this.renderRoot.querySelector<MatrixView>(`al-matrix[name="${stage}"]`);
    const aside = back.matrix === 'rowSums' ? 0 : back.matrix === 'spread' ? 1 : -1;
    view?.focusCell(back.row, aside < 0 ? back.col : view.matrix.cols + aside);
  };

  #onMask(event: CustomEvent<{ row: number; col: number; blocked: boolean }>): void {
    const { row, col, blocked } = event.detail;
    this.show(change.withBlocked(this.shown, row, col, blocked));
  }

  #onPredicted = (event: CustomEvent<{ answer: Answer }>) => {
    this.answer = event.detail.answer;
    keep(ANSWER_KEY, this.answer === 'skipped' ? undefined : this.answer);
  };

  #askAgain = () => {
    this.answer = undefined;
    this.opened = undefined;
    keep(ANSWER_KEY, undefined);
  };

  #onTokens(event: CustomEvent<{ side: change.Side; at: number; name: string }>): void {
    const { side, at, name } = event.detail;
    if (event.type === 'token-add') this.show(change.withTokenAdded(this.shown, side));
    else if (event.type === 'token-remove')
      this.show(change.withTokenRemoved(this.shown, side, at));
    else this.show(change.withToken(this.shown, side, at, name), `token:${side}:${at}`);
  }

  #onPreset = (event: Event) => this.showPreset((event.target as HTMLSelectElement).value);

  #onReset = () => {
    const first = presets.find((preset) => preset.id === this.preset) ?? (presets[0] as Preset);
    this.show(stateOf(first));
    this.spoken = messages.figure.resetDone;
  };

  #onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) this.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) this.redo();
    else return;
    event.preventDefault();
  };

  /** Names of the tokens as shown; the same array while the tokens stay the same, so that grids need no redraw. */
  names(side: change.Side): readonly string[] {
    const tokens = this.shown[side];
    const known = this.#names.get(tokens);
    if (known) return known;
    const names = tokens.map((_, i) => nameOf(tokens, i));
    this.#names.set(tokens, names);
    return names;
  }
}

customElements.define('attention-figure', AttentionFigure);

declare global {
  interface HTMLElementTagNameMap {
    'attention-figure': AttentionFigure;
  }
}
