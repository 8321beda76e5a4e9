/**
 * <mistakes-bench>: every mistake of the library, switched on one at a time: where it acts, what it changes, which checks
 * notice it, and a program to take home. An anchor `#mistake-<id>` opens a mistake.
 */
import { html, nothing, type PropertyValues } from 'lit';
import type { BenchSetup, Caught, Engine, Mistake } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { typed } from '../../shared/settings.ts';
import { counts, failed, question, results, score } from './checks.ts';
import { matrixData, matrixTable } from './matrix.ts';
import { benchStyles } from './mistakes-bench.styles.ts';
import { byStage, checkName, mistakeName, setupName } from './names.ts';
import { numpyOf } from './numpy.ts';
import { pipeline } from './pipeline.ts';
import { PYTORCH } from './pytorch.ts';
import { changedCells, type Sides, sides, sidesData, sidesOf } from './sides.ts';

const text = messages.mistakes.bench;
const ANCHOR = 'mistake-';
/** Longer than every id. */
const MOST_ID = 48;
const SETTINGS = { mistake: typed('softmax-over-queries', MOST_ID) };

/** What a learner said and did about one mistake. */
interface Told {
  readonly said: ReadonlySet<string>;
  /** `skipped`: run without a prediction. */
  readonly run?: 'predicted' | 'skipped' | undefined;
}

interface Shown extends Sides {
  readonly mistake: Mistake;
  readonly bench: BenchSetup;
}

const UNTOLD: Told = { said: new Set() };

export class MistakesBench extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = {
    ...propertiesOf(SETTINGS),
    sought: { state: true },
    told: { state: true },
    asked: { state: true },
    matrix: { state: true },
  };
  static override styles = [...LessonFigure.styles, benchStyles];

  declare mistake: string;
  /** What is looked for in the list. */
  declare sought: string;
  declare told: ReadonlyMap<string, Told>;
  /** A prediction was asked for and not given. */
  declare asked: boolean;
  declare matrix: { readonly rows: readonly Caught[]; readonly ms: number } | 'working' | undefined;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;

  constructor() {
    super();
    this.sought = '';
    this.told = new Map();
    this.asked = false;
    this.matrix = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#followAnchor);
    this.#followAnchor();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#followAnchor);
  }

  #followAnchor = () => {
    const id = location.hash.slice(1);
    if (id.startsWith(ANCHOR)) this.mistake = id.slice(ANCHOR.length);
  };

  override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine || !this.stale(changed)) return;
    this.asked = false;
    this.#shown = this.attempt(() => this.#compute(engine)) ?? this.#shown;
  }

  #compute(engine: Engine): Shown {
    const id = this.mistake;
    const bench = engine.mistakes.shownOn(id);
    const mistake = engine.mistakes.list().find((one) => one.id === id);
    if (!mistake) throw new Error(`${id} is shown and not listed`);
    return { mistake, bench, ...sidesOf(engine, id, bench) };
  }

  get #told(): Told {
    return this.told.get(this.#shown?.mistake.id ?? '') ?? UNTOLD;
  }

  #tell(told: Told): void {
    this.told = new Map(this.told).set(this.#shown?.mistake.id ?? '', told);
    this.asked = false;
  }

  protected override picture(engine: Engine) {
    const shown = this.#shown;
    return html`${this.#list(engine)} ${shown ? this.#one(engine, shown) : nothing} ${this.#matrix(engine)}`;
  }

  #list(engine: Engine) {
    const all = engine.mistakes.list();
    const words = this.sought.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.filter(({ id, description, references }) => {
      const own = [id, mistakeName(id), description, ...references].join(' ').toLowerCase();
      return words.every((word) => own.includes(word));
    });
    return html`<div class="row">
        <label
          >${text.find}
          <input
            type="search"
            name="find"
            data-look
            autocomplete="off"
            maxlength="60"
            .value=${this.sought}
            @input=${(event: Event) => {
              this.sought = (event.target as HTMLInputElement).value;
            }}
          />
        </label>
        <p class="about" role="status">${found.length === 0 ? text.noneFound : text.found(found.length, all.length)}</p>
      </div>
      <div class="catalogue" role="group" aria-label=${text.list}>
        ${byStage(found).map(
          ([stage, own]) => html`<fieldset>
            <legend>${messages.mistakes.stages[stage]}</legend>
            ${own.map(
              ({ id }) => html`<label
                ><input
                  type="radio"
                  name="mistake"
                  value=${id}
                  .checked=${this.mistake === id}
                  @change=${() => {
                    this.mistake = id;
                  }}
                /><span>${mistakeName(id)}</span></label
              >`,
            )}
          </fieldset>`,
        )}
      </div>`;
  }

  #one(engine: Engine, shown: Shown) {
    const { mistake, bench } = shown;
    const { id, description, references, harmless } = mistake;
    return html`<section class="one" aria-labelledby="name">
      <h5 id="name">${mistakeName(id)}</h5>
      <p>${description}${harmless ? html` <strong>${text.harmless}</strong>` : nothing}</p>
      <p class="about">
        ${
          references.length === 0
            ? text.folklore
            : html`${text.reports}:
              ${references.map((reference, at) => html`${at > 0 ? ', ' : ''}<a href=${issueOf(reference)} rel="noreferrer">${reference}</a>`)}.`
        }
        <a href="#${ANCHOR}${id}">${text.link}</a>
      </p>
      ${pipeline(mistake.stage)}
      <p class="about">${text.setup(setupName(bench.name))}</p>
      ${sides(shown)} ${this.#checks(engine, shown)} ${this.#home(shown)}
    </section>`;
  }

  #checks(engine: Engine, { mistake, bench }: Shown) {
    const checks = engine.invariants.list();
    const { said, run } = this.#told;
    if (!run) {
      const tick = (id: string, on: boolean) => {
        const next = new Set(said);
        if (on) next.add(id);
        else next.delete(id);
        this.#tell({ said: next });
      };
      return html`${question(checks, said, tick)}
        <div class="row">
          <button type="button" class="primary" @click=${this.#commit}>${text.commit}</button>
          <button type="button" @click=${() => this.#run('skipped')}>${text.skip}</button>
        </div>
        ${this.asked ? html`<p class="problem" role="alert">${text.chooseFirst}</p>` : nothing}`;
    }
    const findings = engine.invariants.run(bench.setup, mistake.id);
    const noticed = failed(findings);
    return html`<div class="found" tabindex="-1">
      <p>
        <strong>
          ${run === 'predicted' ? score(findings, said) : nothing}
          ${noticed.length === 0 && !mistake.harmless ? text.unnoticed : nothing}
        </strong>
        ${text.ran(...counts(findings))}
      </p>
      ${results(checks, findings, run === 'predicted' ? said : undefined)}
      <button type="button" @click=${() => this.#tell({ said })}>${text.again}</button>
    </div>`;
  }

  #commit = () => {
    if (this.#told.said.size === 0) this.asked = true;
    else void this.#run('predicted');
  };

  async #run(run: 'predicted' | 'skipped'): Promise<void> {
    this.#tell({ said: this.#told.said, run });
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.found')?.focus();
  }

  #home({ mistake, bench }: Shown) {
    const { home } = text;
    const torch = PYTORCH.get(mistake.id);
    const offers = torch
      ? [
          {
            button: messages.figure.copyPytorch,
            name: messages.figure.pytorch,
            text: () => torch,
          },
        ]
      : [];
    return html`<details class="home">
      <summary>${home.title}</summary>
      <p class="about">${home.about}</p>
      <h6>${home.numpy}</h6>
      <pre tabindex="0" role="group" aria-label=${home.numpy}>${numpyOf(mistake, bench)}</pre>
      ${
        torch
          ? html`<h6>${home.pytorch}</h6>
            <p class="about">${home.pytorchAbout}</p>
            <pre tabindex="0" role="group" aria-label=${home.pytorch}>${torch}</pre>
            <al-take-away ready .offers=${offers}></al-take-away>`
          : nothing
      }
    </details>`;
  }

  #matrix(engine: Engine) {
    const { matrix } = this;
    const ready = matrix !== undefined && matrix !== 'working';
    return html`<section class="every" aria-labelledby="every">
      <h5 id="every">${text.matrix.title}</h5>
      <p class="about">${text.matrix.about(engine.mistakes.bench().length)}</p>
      ${
        ready
          ? matrixTable(matrix.rows, engine.invariants.list(), this.mistake, this.#open)
          : html`<button type="button" ?disabled=${matrix === 'working'} @click=${() => this.#computeMatrix(engine)}>${text.matrix.compute}</button>`
      }
      <p class="about" role="status">
        ${
          ready
            ? text.matrix.done(matrix.rows.length, engine.invariants.list().length, matrix.ms)
            : matrix === 'working'
              ? text.matrix.working
              : ''
        }
      </p>
    </section>`;
  }

  async #computeMatrix(engine: Engine): Promise<void> {
    this.matrix = 'working';
    await this.updateComplete;
    // The page says so before it is busy.
    await new Promise((done) => setTimeout(done, 30));
    const start = performance.now();
    const rows = engine.mistakes.table();
    this.matrix = { rows, ms: Math.round(performance.now() - start) };
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.matrix')?.focus();
  }

  #open = async (id: string) => {
    this.mistake = id;
    await this.updateComplete;
    const heading = this.renderRoot.querySelector<HTMLElement>('#name');
    heading?.scrollIntoView({ block: 'start', behavior: 'instant' });
    this.renderRoot.querySelector<HTMLElement>('input[name="mistake"]:checked')?.focus({
      preventScroll: true,
    });
  };

  protected override words(engine: Engine) {
    const shown = this.#shown;
    if (!shown) return [];
    const { mistake, bench } = shown;
    const { weights, allWeights, output, allOutput } = changedCells(shown);
    const { run } = this.#told;
    return [
      text.words.shown(
        mistakeName(mistake.id),
        mistake.description,
        messages.mistakes.stages[mistake.stage],
      ),
      `${text.setup(setupName(bench.name))} ${text.words.cells(weights, allWeights, output, allOutput)}`,
      run
        ? text.words.failed(failed(engine.invariants.run(bench.setup, mistake.id)).map(checkName))
        : text.words.notRun,
    ];
  }

  protected override data(engine: Engine): readonly DataTable[] {
    const shown = this.#shown;
    if (!shown) return [];
    const { matrix } = this;
    return [
      ...sidesData(shown),
      ...(matrix && matrix !== 'working'
        ? [matrixData(matrix.rows, engine.invariants.list())]
        : []),
    ];
  }

  protected override program(): string {
    const shown = this.#shown;
    return shown ? numpyOf(shown.mistake, shown.bench) : '';
  }

  protected override reset(): void {
    super.reset();
    this.sought = '';
    this.told = new Map();
    this.asked = false;
    this.matrix = undefined;
  }
}

/** owner/repository#number: an issue or a pull request; GitHub leads from one to the other. */
function issueOf(reference: string): string {
  const [repository = '', number = ''] = reference.split('#');
  return `https://github.com/${repository}/issues/${number}`;
}

customElements.define('mistakes-bench', MistakesBench);

declare global {
  interface HTMLElementTagNameMap {
    'mistakes-bench': MistakesBench;
  }
}
