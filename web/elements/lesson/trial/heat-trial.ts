/**
 * <heat-trial>: the heat map on trial. A classifier of tickets is trained here, in a worker; its map is shown for any
 * ticket; then the map is tried over many tickets, and judged by rules that the reader sees and may change.
 */
import { html, nothing, type PropertyValues } from 'lit';
import { LessonError } from '../../../engine/error.ts';
import type {
  Rule,
  TicketReading,
  Triage,
  TriageOptions,
  TrialJudged,
} from '../../../engine/types/triage.ts';
import type { Engine, Matrix } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { readNumber, renaming } from '../../shared/number-field.ts';
import { oneOf, onOff, typed } from '../../shared/settings.ts';
import { trialStyles } from './heat-trial.styles.ts';
import { download, reportOf } from './trial-report.ts';
import {
  type CourtStep,
  type FurtherStep,
  failedOf,
  further,
  hold,
  shareOf,
  shareOfFurther,
  type Trained,
  train,
} from './trial-run.ts';
import {
  accuracyTable,
  figuresTable,
  furtherTables,
  methodsTable,
  readingTable,
  rulesTable,
} from './trial-tables.ts';
import {
  courtView,
  furtherView,
  rulesView,
  smallCase,
  smallOutput,
  smallTable,
  ticketView,
  trainedView,
} from './trial-views.ts';

const text = messages.trial;

const SOURCES = ['none', 'spurious', 'planted', 'own'] as const;
const POOLINGS = ['mean', 'first', 'attention'] as const;
const HEADS = ['1', '2', '4'] as const;
const WIDTHS = ['8', '16', '32'] as const;
const BLOCKS = ['1', '2'] as const;
const TICKETS = ['20', '50', '100', '200'] as const;
const GUESSES = ['reliance', 'decoration'] as const;
const EPOCHS = 16;
/**
 * At a rate of 0.01 single seeds stay behind where little is wide, or where the first row has to gather all
 * (tests/bench/TRIAL.md). By width, as a wider model takes smaller steps.
 */
const RATES = {
  mean: { '8': 0.03, '16': 0.01, '32': 0.01 },
  first: { '8': 0.03, '16': 0.02, '32': 0.01 },
  attention: { '8': 0.02, '16': 0.01, '32': 0.01 },
} as const;
const MOST_TICKET = 300;
/** Bytes that the core reads at most: what is larger is not even loaded. */
const MOST_FILE = 2 ** 22;

const SETTINGS = {
  source: oneOf(SOURCES, 'none'),
  pooling: oneOf(POOLINGS, 'mean'),
  heads: oneOf(HEADS, '2'),
  width: oneOf(WIDTHS, '16'),
  blocks: oneOf(BLOCKS, '1'),
  seed: typed('39'),
  modelSeed: typed('1'),
  ticket: typed('bag delayed refund', MOST_TICKET),
  tickets: oneOf(TICKETS, '100'),
  others: onOff(true),
};

interface Own {
  readonly name: string;
  readonly bytes: Uint8Array;
}

type Step = { readonly kind: 'training'; readonly epoch: number } | CourtStep | FurtherStep;

const isFurther = (step: Step | undefined): step is FurtherStep =>
  step?.kind === 'guide' || step?.kind === 'adversary';

export class HeatTrial extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = {
    ...propertiesOf(SETTINGS),
    triage: { state: true },
    own: { state: true },
    trained: { state: true },
    reading: { state: true },
    small: { state: true },
    typed: { state: true },
    judged: { state: true },
    guess: { state: true },
    step: { state: true },
    said: { state: true },
    ruled: { state: true },
    moreSaid: { state: true },
  };
  static override styles = [...LessonFigure.styles, trialStyles];

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;

  declare source: (typeof SOURCES)[number];
  declare pooling: (typeof POOLINGS)[number];
  declare heads: (typeof HEADS)[number];
  declare width: (typeof WIDTHS)[number];
  declare blocks: (typeof BLOCKS)[number];
  declare seed: string;
  declare modelSeed: string;
  declare ticket: string;
  declare tickets: (typeof TICKETS)[number];
  declare others: boolean;

  declare triage: Triage | undefined;
  declare own: Own | undefined;
  declare trained: Trained | undefined;
  declare reading: TicketReading | undefined;
  /** Outputs of the small case. */
  declare small: Matrix | undefined;
  /** Thresholds as typed, by rule. */
  declare typed: Readonly<Record<string, string>>;
  declare judged: TrialJudged | undefined;
  /** What was expected of the verdict, before it. */
  declare guess: (typeof GUESSES)[number] | undefined;
  /** What is under way; nothing when nothing is. */
  declare step: Step | undefined;
  /** For the live regions: of the training, of the trial, and of the tests that train other models. */
  declare said: string;
  declare ruled: string;
  declare moreSaid: string;

  #rules: readonly Rule[] = [];
  #stop: AbortController | undefined;
  /** Verdicts that were asked for. */
  #asked = 0;

  constructor() {
    super();
    this.triage = undefined;
    this.own = undefined;
    this.small = undefined;
    this.step = undefined;
    this.#forget();
  }

  #forget(): void {
    this.trained = undefined;
    this.reading = undefined;
    this.judged = undefined;
    this.guess = undefined;
    this.typed = {};
    this.said = '';
    this.ruled = '';
    this.moreSaid = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.abort();
    this.triage?.close();
    this.triage = undefined;
    this.#forget();
  }

  #refused(reason: unknown): void {
    if (!(reason instanceof LessonError)) throw reason;
    // The session in it is lost: the next training loads another.
    if (reason.code === 'worker-failed') this.triage = undefined;
    // Closed because the figure was taken from the page.
    if (reason.code !== 'triage-closed') this.failure = reason;
  }

  /** Runs what a worker answers: a refusal is shown, and the result is then nothing. */
  async #try<T>(run: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await run();
      this.failure = undefined;
      return result;
    } catch (reason) {
      this.#refused(reason);
      return undefined;
    }
  }

  /** A tenth of a megabyte, for who trains: nobody else waits for it. */
  async #load(): Promise<Triage | undefined> {
    if (this.triage) return this.triage;
    return this.#try(async () => {
      const { createTriage } = await import('../../../engine/triage-browser.ts');
      const triage = await createTriage();
      if (!this.isConnected) triage.close();
      this.#rules = await triage.rules();
      this.triage = triage;
      return triage;
    });
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (engine) this.small ??= smallOutput(engine);
    if (!engine || !(changed.has('engine') || changed.has('seed') || changed.has('modelSeed')))
      return;
    for (const name of ['seed', 'modelSeed'] as const) {
      const known = this.attempt(() =>
        renaming(
          () => name,
          () => engine.numpyRandom(this[name]),
        ),
      );
      if (!known) return;
    }
  }

  protected override refuses(name: string): boolean {
    return this.failure?.where.name === name;
  }

  get #options(): TriageOptions {
    const { source, own } = this;
    return {
      seed: this.seed,
      modelSeed: this.modelSeed,
      ...(source === 'own' ? { csv: own?.bytes } : { shortcut: source }),
      pooling: this.pooling,
      heads: Number(this.heads),
      width: Number(this.width),
      blocks: Number(this.blocks),
      epochs: EPOCHS,
      rate: RATES[this.pooling][this.width],
    };
  }

  /** Whether the first row has too little room for what order decides, however it is trained. */
  get #narrow(): boolean {
    return (
      this.pooling === 'first' && this.blocks === '1' && (this.heads === '1' || this.width === '8')
    );
  }

  /** Whether the model is not the one that the settings say. */
  get #stale(): boolean {
    const was = this.trained?.options;
    if (!was) return false;
    const is = this.#options;
    return (Object.keys({ ...was, ...is }) as (keyof TriageOptions)[]).some(
      (name) => was[name] !== is[name],
    );
  }

  protected picture() {
    const { trained, step } = this;
    const ready = trained !== undefined && trained.epochs.length > 0;
    const idle = step === undefined;
    return html`
      ${this.#controls(!idle)}
      <p role="status">${this.said}</p>
      ${trained ? trainedView(trained) : nothing}
      ${ready && step?.kind !== 'training' ? html`${this.#ticketPart(trained)} ${this.#courtPart()}` : nothing}
      ${this.judged && (idle || isFurther(step)) ? this.#judgedPart(this.judged) : nothing}
      ${smallCase(this.small)}
    `;
  }

  #select<Name extends 'source' | 'pooling' | 'heads' | 'width' | 'blocks' | 'tickets'>(
    name: Name,
    label: string,
    list: readonly this[Name][],
    shown: (value: this[Name]) => string = String,
  ) {
    return html`<label>
      ${label}
      <select name=${name} @change=${(event: Event) => {
        this[name] = (event.target as HTMLSelectElement).value as this[Name];
      }}>
        ${list.map((one) => html`<option value=${one as string} ?selected=${one === this[name]}>${shown(one)}</option>`)}
      </select>
    </label>`;
  }

  #controls(running: boolean) {
    const training = this.step?.kind === 'training' ? this.step : undefined;
    return html`<fieldset ?disabled=${running}>
        <legend>${text.data}</legend>
        <div class="row">${this.#select('source', text.source, SOURCES, (one) => text.sources[one])}</div>
        ${this.source === 'own' ? this.#filePart() : nothing}
        <div class="row">${this.#select('pooling', text.pooling, POOLINGS, (one) => text.poolings[one])}</div>
        <div class="row">
          ${this.#select('heads', text.heads, HEADS)} ${this.#select('width', text.width, WIDTHS)}
          ${this.#select('blocks', text.blocks, BLOCKS)} ${this.field('seed', text.seed, { plain: true })}
          ${this.field('modelSeed', text.modelSeed, { plain: true })}
          ${this.seedButton('modelSeed', text.reseed, this.modelSeed)}
        </div>
        ${this.#narrow ? html`<p class="about">${text.narrow}</p>` : nothing}
        ${this.heads === '4' && this.width === '8' ? html`<p class="about">${text.thin}</p>` : nothing}
      </fieldset>
      ${training ? this.#running(training) : html`<button type="button" class="primary train" ?disabled=${running} @click=${this.#train}>${text.train}</button>`}
      ${this.trained && this.#stale && !running ? html`<p class="about">${text.stale}</p>` : nothing}`;
  }

  #filePart() {
    return html`<div class="row">
        <label>
          ${text.file}
          <input type="file" name="csv" accept=".csv,text/csv" aria-invalid=${this.refuses('csv') ? 'true' : 'false'} @change=${this.#choose} />
        </label>
      </div>
      <p class="about">
        ${this.own ? text.fileChosen(this.own.name, formatNumber(this.own.bytes.length)) : nothing} ${text.fileHint}
      </p>`;
  }

  #running(step: Step) {
    const { share, says } = this.#progress(step);
    const label = step.kind === 'training' ? text.progress : text.courtProgress;
    return html`<div class="run">
      <progress max="1" value=${share} aria-label=${label}></progress>
      <span>${says}</span>
      <button type="button" class="cancel" @click=${() => this.#stop?.abort()}>${text.cancel}</button>
    </div>`;
  }

  #progress(step: Step): { share: number; says: string } {
    if (!this.triage) return { share: 0, says: text.loading };
    if (step.kind === 'training')
      return { share: step.epoch / EPOCHS, says: text.training(step.epoch, EPOCHS) };
    if (step.kind === 'guide') {
      const says = text.guiding(text.guides[step.guide], step.epoch, step.of);
      return { share: shareOfFurther(step), says };
    }
    if (step.kind === 'adversary')
      return { share: shareOfFurther(step), says: text.opposing(step.epoch, step.of) };
    const share = shareOf(step, this.others);
    if (step.kind === 'tickets') return { share, says: text.trying(step.done, step.of) };
    if (step.kind === 'peer') return { share, says: text.peer(step.peer, step.epoch, step.of) };
    return { share, says: text.uniformPeer(step.epoch, step.of) };
  }

  #ticketPart({ started }: Trained) {
    const idle = this.step === undefined;
    const typing = (event: Event) => {
      this.ticket = (event.target as HTMLInputElement).value;
    };
    const submit = (event: Event) => {
      event.preventDefault();
      void this.#read();
    };
    return html`<h5 class="part">${text.ticket}</h5>
      <form class="row" @submit=${submit}>
        <label class="ticket">
          ${text.ticketLabel}
          <input type="text" name="ticket" maxlength=${MOST_TICKET} autocomplete="off" .value=${this.ticket} aria-invalid=${this.refuses('text') ? 'true' : 'false'} @input=${typing} />
        </label>
        <button type="submit" ?disabled=${!idle}>${text.read}</button>
      </form>
      ${this.reading ? ticketView(this.reading, started.queues) : nothing}`;
  }

  #courtPart() {
    const open = this.guess === undefined ? this.#commit : this.#hold;
    return html`<h5 class="part">${text.court}</h5>
      ${this.step && !isFurther(this.step) ? this.#running(this.step) : this.#courtControls(open)}
      <p role="status">${this.ruled}</p>`;
  }

  #courtControls(open: () => void) {
    return html`
      ${
        this.guess === undefined
          ? html`<fieldset class="choices">
              <legend>${text.courtAsk}</legend>
              ${GUESSES.map((one) => html`<label><input type="radio" name="guess" value=${one} /><span>${text.guesses[one]}</span></label>`)}
            </fieldset>`
          : nothing
      }
      <div class="row">
        ${this.#select('tickets', text.tickets, TICKETS)}
        <label>
          <input type="checkbox" name="others" .checked=${this.others} @change=${(event: Event) => {
            this.others = (event.target as HTMLInputElement).checked;
          }} />
          ${text.others}
        </label>
      </div>
      <button type="button" class="primary court" ?disabled=${isFurther(this.step)} @click=${open}>${this.guess === undefined ? text.open : text.again}</button>
    `;
  }

  #judgedPart(judged: TrialJudged) {
    const { trained } = this;
    const edits = {
      typed: this.typed,
      change: this.#threshold,
      toggle: this.#toggle,
      refused: (id: Rule['id']) => this.refuses(`rules.${id}`),
    };
    return html`${courtView(judged, this.guess)} ${rulesView(judged, edits)} ${this.#furtherPart(judged)}
      ${trained ? html`<button type="button" class="export" @click=${() => download(reportOf(trained, judged, this.own?.name ?? ''))}>${text.export}</button>` : nothing}`;
  }

  #furtherPart(judged: TrialJudged) {
    return html`<h5 class="part">${text.further}</h5>
      ${text.furtherAbout.map((one) => html`<p class="about">${one}</p>`)}
      ${isFurther(this.step) ? this.#running(this.step) : html`<button type="button" class="further" @click=${this.#further}>${text.furtherRun}</button>`}
      <p role="status">${this.moreSaid}</p>
      ${furtherView(judged)}`;
  }

  #choose = async (event: Event) => {
    const [file] = (event.target as HTMLInputElement).files ?? [];
    if (!file) return;
    // A larger one is refused by the core all the same: by its first bytes, so that no gigabyte is read.
    const part = file.size > MOST_FILE ? file.slice(0, MOST_FILE + 1) : file;
    this.own = { name: file.name, bytes: new Uint8Array(await part.arrayBuffer()) };
    this.failure = undefined;
  };

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  #train = async () => {
    if (this.step) return;
    if (this.source === 'own' && !this.own) {
      this.said = text.noFile;
      await this.#focus('input[type="file"]');
      return;
    }
    const stop = new AbortController();
    this.#stop = stop;
    this.step = { kind: 'training', epoch: 0 };
    this.said = '';
    void this.#focus('.cancel');
    const triage = await this.#load();
    const made =
      triage &&
      (await this.#try(() =>
        train(triage, this.#options, stop.signal, (state) => {
          if (state.epochs.length === 0) this.#forget();
          this.trained = state;
          this.step = { kind: 'training', epoch: state.epochs.length };
        }),
      ));
    this.step = undefined;
    if (made) await this.#trainedNow(made);
    await this.#focus('.train');
  };

  async #trainedNow({ epochs }: Trained): Promise<void> {
    const last = epochs.at(-1);
    this.said =
      epochs.length < EPOCHS
        ? text.cancelled(epochs.length)
        : text.trained(text.percent(last?.testAccuracy ?? Number.NaN));
    if (last) await this.#read();
  }

  async #read(): Promise<void> {
    const { triage } = this;
    if (!triage) return;
    const reading = await this.#try(() => triage.read(this.ticket));
    if (reading) this.reading = reading;
  }

  #commit = async () => {
    const chosen = this.renderRoot.querySelector<HTMLInputElement>('input[name="guess"]:checked');
    if (!chosen) {
      this.ruled = text.chooseFirst;
      await this.#focus('input[name="guess"]');
      return;
    }
    this.guess = GUESSES.find((one) => one === chosen.value);
    await this.#hold();
  };

  #hold = async () => {
    const { triage } = this;
    if (!triage || this.step) return;
    const stop = new AbortController();
    this.#stop = stop;
    const of = Number(this.tickets);
    this.step = { kind: 'tickets', done: 0, of };
    this.ruled = '';
    void this.#focus('.cancel');
    const held = await this.#try(async () => {
      await hold(triage, of, this.others, stop.signal, (step) => {
        this.step = step;
      });
      return true;
    });
    this.step = undefined;
    if (held) {
      await this.#judge();
      this.ruled = stop.signal.aborted ? text.courtCancelled : text.courtDone;
    }
    await this.#focus('.court');
  };

  #further = async () => {
    const { triage } = this;
    if (!triage || this.step) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.step = { kind: 'guide', guide: 'uniform', epoch: 0, of: 1 };
    this.moreSaid = '';
    void this.#focus('.cancel');
    const done = await this.#try(async () => {
      await further(triage, stop.signal, (step) => {
        this.step = step;
      });
      return true;
    });
    this.step = undefined;
    if (done) {
      await this.#judge();
      this.moreSaid = stop.signal.aborted ? text.furtherCancelled : text.furtherDone;
    }
    await this.#focus('.further');
  };

  /** Only the last of several counts; a refusal of what is being typed meanwhile stays. */
  async #judge(): Promise<void> {
    const { triage } = this;
    if (!triage) return;
    this.#asked += 1;
    const mine = this.#asked;
    try {
      const judged = await triage.judge(this.#rules);
      if (mine !== this.#asked) return;
      this.judged = judged;
      if (this.failure?.code.startsWith('rule-')) this.failure = undefined;
    } catch (reason) {
      this.#refused(reason);
    }
  }

  #judgeBy(change: (rule: Rule) => Partial<Rule>): void {
    this.#rules = this.#rules.map((rule) => ({ ...rule, ...change(rule) }));
    void this.#judge();
  }

  #threshold = (id: Rule['id'], typedText: string) => {
    this.typed = { ...this.typed, [id]: typedText };
    const { engine } = this;
    if (!engine) return;
    // All that were typed: while one is refused, the last good verdict stays.
    const thresholds = this.attempt(() =>
      Object.entries(this.typed).map(
        ([name, given]) => [name, readNumber(engine, `rules.${name}`, given)] as const,
      ),
    );
    if (!thresholds) return;
    const known = new Map<string, number>(thresholds);
    this.#judgeBy(({ id: name, threshold }) => ({ threshold: known.get(name) ?? threshold }));
  };

  #toggle = (id: Rule['id'], inForce: boolean) =>
    this.#judgeBy((rule) => (rule.id === id ? { inForce } : {}));

  protected words(_engine: Engine): readonly string[] {
    const { trained, reading, judged } = this;
    const last = trained?.epochs.at(-1);
    if (!trained || !last) return [text.none];
    const said = [
      text.words.model(text.percent(last.testAccuracy), text.percent(trained.started.baselineTest)),
    ];
    if (reading) {
      const first = (numbers: ArrayLike<number> | undefined) => {
        const list = Array.from(numbers ?? []);
        return reading.words[list.indexOf(Math.max(...list))]?.word ?? '';
      };
      said.push(
        text.words.ticket(
          reading.words.map(({ word }) => word).join(' '),
          trained.started.queues[reading.queue] ?? '',
          first(reading.map),
          first(reading.methods[0]?.importance),
        ),
      );
    }
    if (judged) {
      const failed = failedOf(judged).map(({ rule }) => text.rules[rule.id]);
      const verdict = judged.reliance ? text.verdict.reliance : text.verdict.decoration;
      said.push(text.words.verdict(verdict, failed.join('; ')));
    }
    return said;
  }

  protected data(_engine: Engine): readonly DataTable[] {
    const { trained, reading, judged, small } = this;
    return [
      ...(trained ? [accuracyTable(trained)] : []),
      ...(reading ? [readingTable(reading)] : []),
      ...(judged
        ? [figuresTable(judged), methodsTable(judged), rulesTable(judged), ...furtherTables(judged)]
        : []),
      ...(small ? [smallTable(small)] : []),
    ];
  }

  protected override reset(): void {
    super.reset();
    this.#stop?.abort();
    this.own = undefined;
    this.#forget();
    void this.#try(async () => {
      this.#rules = (await this.triage?.rules()) ?? [];
    });
  }
}

customElements.define('heat-trial', HeatTrial);
