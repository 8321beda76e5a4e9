/** <hidden-mistake>: a seed builds a mistake in; the learner probes, names it, and switches it off. */
import { html, nothing, type PropertyValues } from 'lit';
import type { Engine, Fits, Judgement, Reading } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { noteAttempt } from '../../shared/attempts.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { typed } from '../../shared/settings.ts';
import { counts, dueOf } from './checks.ts';
import { benchStyles } from './mistakes-bench.styles.ts';
import { byStage, checkName, mistakeName, setupName } from './names.ts';

const text = messages.mistakes.blind;
const SETTINGS = { seed: typed('1') };
/** Of the attempts: kind of the puzzle. */
const KIND = 'hidden-mistake';

interface Made {
  readonly probe: string;
  readonly readings: readonly Reading[];
}

interface Answer {
  readonly named: string;
  readonly judgement: Judgement;
  /** Told, not found. */
  readonly told: boolean;
}

interface Repaired {
  readonly passed: number;
  readonly failed: number;
  readonly setups: number;
}

const fails = ({ readings }: Made) => readings.some(({ verdict }) => verdict === 'fail');
const probeName = (id: string) => text.names[id] ?? id;

export class HiddenMistake extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = {
    ...propertiesOf(SETTINGS),
    made: { state: true },
    chosen: { state: true },
    answer: { state: true },
    repaired: { state: true },
    asked: { state: true },
  };
  static override styles = [...LessonFigure.styles, benchStyles];

  declare seed: string;
  declare made: readonly Made[];
  /** What is chosen and not yet named. */
  declare chosen: string;
  declare answer: Answer | undefined;
  declare repaired: Repaired | undefined;
  declare asked: boolean;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  /** The seed that hides the mistake: the last that the core took. */
  #seed = '';
  #fits: Fits | undefined;
  /** Whether this hiding has been counted as an attempt. */
  #counted = false;

  constructor() {
    super();
    this.#forget();
  }

  #forget(): void {
    this.made = [];
    this.chosen = '';
    this.answer = undefined;
    this.repaired = undefined;
    this.asked = false;
    this.#counted = false;
  }

  get #over(): boolean {
    return this.answer !== undefined && (this.answer.judgement.right || this.answer.told);
  }

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine) return;
    if (
      this.stale(changed) &&
      this.attempt(() => engine.numpyRandom(this.seed)) &&
      this.seed !== this.#seed
    ) {
      if (this.#seed !== '') this.#forget();
      this.#seed = this.seed;
      this.#fits = undefined;
    }
  }

  protected override picture(engine: Engine) {
    return html`<div class="row">
        ${this.field('seed', text.seed, { plain: true })}
        ${this.seedButton('seed', text.next, this.#seed || '1')}
      </div>
      ${this.#probes(engine)} ${this.#log()} ${this.#answering(engine)}`;
  }

  #probes(engine: Engine) {
    const made = new Set(this.made.map(({ probe }) => probe));
    const fits = this.#fits;
    return html`<h5>${text.probes}</h5>
      <p class="about">${text.probesAbout}</p>
      <div class="probes">
        ${engine.blind.probes().map(
          ({ id }) => html`<button
            type="button"
            class=${made.has(id) ? 'made' : ''}
            aria-disabled=${made.has(id) || this.#over ? 'true' : 'false'}
            @click=${() => this.#probe(engine, id)}
          >
            ${probeName(id)}${made.has(id) ? html` <small>(${text.made})</small>` : nothing}
          </button>`,
        )}
      </div>
      <p role="status">${text.count(made.size)} ${fits ? text.fits(fits.mistakes.length, fits.all) : nothing}</p>`;
  }

  #probe(engine: Engine, probe: string): void {
    if (this.#over || this.made.some((one) => one.probe === probe)) return;
    const readings = this.attempt(() => engine.blind.probe(this.#seed, probe));
    if (!readings) return;
    this.made = [...this.made, { probe, readings }];
    this.#fits = engine.blind.fits(
      this.#seed,
      this.made.map((one) => one.probe),
    );
  }

  #log() {
    if (this.made.length === 0) return nothing;
    const [, , due, found] = text.logHead;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${text.log}>
      <table class="plain results">
        <caption>${text.log}</caption>
        <thead>
          <tr>${text.logHead.map((head) => html`<th scope="col">${head}</th>`)}</tr>
        </thead>
        <tbody>
          ${this.made.flatMap(({ probe, readings }) =>
            readings.map(
              (reading) => html`<tr>
                <th scope="row">${probeName(probe)}: ${checkName(reading.id)}</th>
                <td><span class="verdict ${reading.verdict}">${verdictOf(reading)}</span></td>
                <td data-label=${due}>${dueOf(reading)}</td>
                <td data-label=${found}>${formatNumber(reading.got)}</td>
                <td>${placeOf(reading)}</td>
              </tr>`,
            ),
          )}
        </tbody>
      </table>
    </div>`;
  }

  #answering(engine: Engine) {
    const choose = (event: Event) => {
      this.chosen = (event.target as HTMLSelectElement).value;
      this.asked = false;
    };
    return html`<div class="answer">
      ${
        this.#over
          ? nothing
          : html`<div class="row">
              <label
                >${text.name}
                <select name="named" @change=${choose}>
                  <option value="" ?selected=${this.chosen === ''}>${text.choose}</option>
                  ${byStage(engine.mistakes.list()).map(
                    ([stage, own]) => html`<optgroup label=${messages.mistakes.stages[stage]}>
                      ${own.map(({ id }) => html`<option value=${id} ?selected=${this.chosen === id}>${mistakeName(id)}</option>`)}
                    </optgroup>`,
                  )}
                </select>
              </label>
              <button type="button" class="primary" @click=${() => this.#name(engine)}>${text.commit}</button>
              <button type="button" @click=${() => this.#tell(engine)}>${text.giveUp}</button>
            </div>`
      }
      ${this.asked ? html`<p class="problem" role="alert">${text.chooseFirst}</p>` : nothing}
      <div class=${this.#over ? 'solved' : ''} role="status" tabindex="-1">
        ${this.answer ? this.#verdict(this.answer) : nothing}
      </div>
      ${
        this.#over && !this.repaired
          ? html`<button type="button" class="primary" @click=${() => this.#repair(engine)}>${text.repair}</button>`
          : nothing
      }
      <p role="status">${this.repaired ? html`<strong>${text.repaired(this.repaired.passed, this.repaired.failed, this.repaired.setups)}</strong>` : nothing}</p>
    </div>`;
  }

  #verdict({ named, judgement, told }: Answer) {
    const { right, hidden, tied, differs } = judgement;
    if (told) return html`<p>${text.told(mistakeName(hidden))}</p>`;
    if (!right) {
      const says = differs
        ? text.wrong(
            mistakeName(named),
            setupName(differs.setup),
            differs.row,
            differs.col,
            formatNumber(differs.expected),
            formatNumber(differs.got),
          )
        : text.wrongSame(mistakeName(named));
      return html`<p>${says}</p>`;
    }
    const others = [hidden, ...tied].filter((id) => id !== named).map(mistakeName);
    const says =
      others.length > 0
        ? text.rightTied(mistakeName(named), others)
        : text.right(mistakeName(named));
    return html`<p><strong>${says}</strong></p>
      <p>${text.beside(this.made.length, this.#fits?.fewest ?? 0)} ${text.kept}</p>`;
  }

  async #name(engine: Engine): Promise<void> {
    const named = this.chosen;
    if (named === '') {
      this.asked = true;
      return;
    }
    const judgement = engine.blind.judge(this.#seed, named);
    await this.#answered(engine, { named, judgement, told: false });
  }

  async #tell(engine: Engine): Promise<void> {
    const [first] = engine.blind.fits(this.#seed, []).mistakes;
    if (first === undefined) return;
    const judgement = engine.blind.judge(this.#seed, first);
    await this.#answered(engine, { named: '', judgement, told: true });
  }

  async #answered(engine: Engine, answer: Answer): Promise<void> {
    this.#fits = engine.blind.fits(
      this.#seed,
      this.made.map((one) => one.probe),
    );
    this.answer = answer;
    this.asked = false;
    this.#count(answer);
    if (!this.#over) return;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.solved')?.focus();
  }

  /** The first answer counts; a seed that was named wrongly is not found any more, only mended. */
  #count({ named, judgement, told }: Answer): void {
    if (this.#counted) return;
    this.#counted = true;
    void noteAttempt({
      source: 'puzzle',
      kind: KIND,
      seed: this.#seed,
      score: judgement.right && !told ? 1 : 0,
      slips: judgement.right || told ? [] : [named],
      edits: this.made.length,
    });
  }

  async #repair(engine: Engine): Promise<void> {
    const setups = engine.mistakes.bench();
    const findings = setups.flatMap(({ setup }) => engine.invariants.run(setup, 'none'));
    const [failed, passed] = counts(findings);
    this.repaired = { passed, failed, setups: setups.length };
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.solved')?.focus();
  }

  protected override words() {
    const broken = this.made.filter(fails).map(({ probe }) => probeName(probe));
    return [text.words.open(this.#seed, this.made.length, broken)];
  }

  protected override data(): readonly DataTable[] {
    return [
      {
        caption: text.logCaption,
        head: text.logHead,
        rows: this.made.flatMap(({ probe, readings }) =>
          readings.map((reading) => [
            `${probeName(probe)}: ${checkName(reading.id)}`,
            verdictOf(reading),
            dueOf(reading),
            formatNumber(reading.got),
            placeOf(reading),
          ]),
        ),
      },
    ];
  }

  protected override reset(): void {
    super.reset();
    this.#forget();
    this.#fits = undefined;
  }
}

const verdictOf = ({ verdict }: Reading) =>
  ({
    pass: text.holds,
    fail: text.broken,
    'not-applicable': messages.mistakes.verdicts['not-applicable'],
  })[verdict];

const placeOf = ({ setup, head, row, col }: Reading) =>
  text.where(setupName(setup), text.place(head, row, col));

customElements.define('hidden-mistake', HiddenMistake);

declare global {
  interface HTMLElementTagNameMap {
    'hidden-mistake': HiddenMistake;
  }
}
