/**
 * <tensor-doctor>: a reader's own queries, keys and values, with what their code made of them. What each tensor is and
 * what was meant can be changed; the search tries every convention and mistake. A worker computes; nothing leaves the
 * device.
 */
import { html, nothing, type PropertyValues } from 'lit';
import { createDoctor } from '../../../engine/doctor-browser.ts';
import { LessonError } from '../../../engine/error.ts';
import type {
  Doctor,
  DoctorCase,
  DoctorFinding,
  DoctorJudgement,
  DoctorMeant,
  DoctorSmallest,
  DoctorTensor,
  DoctorTrace,
  TensorLayout,
  TensorRole,
} from '../../../engine/types/doctor.ts';
import type { Engine } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';
import {
  type DataTable,
  dataTable,
  LessonFigure,
  propertiesOf,
} from '../../shared/lesson-figure.ts';
import { readNumber } from '../../shared/number-field.ts';
import { oneOf, typed } from '../../shared/settings.ts';
import { EXAMPLES, type Example, exampleOf } from './examples.ts';
import {
  caseWords,
  checkTable,
  markdownOf,
  rankedTable,
  tensorTable,
  verdictWords,
} from './report.ts';
import { numpyOf, pytorchOf } from './reproduction.ts';
import { doctorStyles } from './tensor-doctor.styles.ts';
import { benchLinks, choose, filesView, intermediates, tensorRows } from './views.ts';

const text = messages.doctor;

const GUESS = 'guess';
const LAYOUTS: readonly (TensorLayout | typeof GUESS)[] = [
  GUESS,
  'seq, dim',
  'batch, seq, dim',
  'seq, batch, dim',
  'heads, seq, dim',
  'batch, heads, seq, dim',
  'batch, seq, heads, dim',
];
const CAUSAL = ['none', 'top-left', 'bottom-right'] as const;
const POSITIONS = ['none', 'interleaved', 'halves', 'sinusoid'] as const;
const MASKS = [GUESS, 'may-read', 'may-not-read'] as const;
const SETTINGS = {
  layout: oneOf(LAYOUTS, GUESS),
  causal: oneOf(CAUSAL, 'none'),
  positions: oneOf(POSITIONS, 'none'),
  mask: oneOf(MASKS, GUESS),
  scale: typed(''),
  heads: typed(''),
  tolerance: typed(''),
};

/** What was found, and what belongs to it. */
interface Found {
  readonly judgement: DoctorJudgement;
  readonly seen: readonly DoctorFinding[];
  readonly behaviour: readonly DoctorFinding[];
  readonly smallest: DoctorSmallest;
}

/** Which head is looked at. */
interface Shown {
  readonly sequence: number;
  readonly head: number;
  readonly best: boolean;
}

export class TensorDoctor extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = {
    ...propertiesOf(SETTINGS),
    tensors: { state: true },
    roles: { state: true },
    taken: { state: true },
    found: { state: true },
    trace: { state: true },
    shown: { state: true },
    share: { state: true },
    said: { state: true },
    pasted: { state: true },
  };
  static override styles = [...LessonFigure.styles, doctorStyles];

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;

  declare layout: (typeof LAYOUTS)[number];
  declare causal: (typeof CAUSAL)[number];
  declare positions: (typeof POSITIONS)[number];
  declare mask: (typeof MASKS)[number];
  declare scale: string;
  declare heads: string;
  declare tolerance: string;

  declare tensors: readonly DoctorTensor[];
  declare roles: readonly TensorRole[];
  declare taken: DoctorCase | undefined;
  declare found: Found | undefined;
  declare trace: DoctorTrace | undefined;
  declare shown: Shown;
  /** How far the search is; nothing when none runs. */
  declare share: number | undefined;
  /** For the live region. */
  declare said: string;
  declare pasted: string;

  #doctor: Promise<Doctor> | undefined;
  #stop: AbortController | undefined;
  /** Counts what has been asked for, so that a late answer to an earlier question is not shown. */
  #asked = 0;

  constructor() {
    super();
    this.#empty();
    this.pasted = '';
  }

  #empty(): void {
    this.tensors = [];
    this.roles = [];
    this.taken = undefined;
    this.found = undefined;
    this.trace = undefined;
    this.shown = { sequence: 0, head: 0, best: false };
    this.share = undefined;
    this.said = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('dragover', this.#over);
    this.addEventListener('dragleave', this.#leave);
    this.addEventListener('drop', this.#drop);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.abort();
    // Moved within the page it keeps its tensors; a page that is left ends its workers itself.
  }

  #over = (event: DragEvent) => {
    event.preventDefault();
    this.toggleAttribute('over', true);
  };
  #leave = () => this.toggleAttribute('over', false);
  #drop = (event: DragEvent) => {
    event.preventDefault();
    this.#leave();
    void this.#addFiles(event.dataTransfer?.files);
  };

  /**
   * Runs a question to the doctor; a refusal is shown, and what was there stays. `late`: something else has been asked
   * since, and this answer says nothing of it.
   */
  async #ask<T>(
    question: (doctor: Doctor) => Promise<T>,
    late = () => false,
  ): Promise<T | undefined> {
    try {
      this.#doctor ??= createDoctor();
      const answer = await question(await this.#doctor);
      if (!late()) this.failure = undefined;
      return answer;
    } catch (reason) {
      if (!(reason instanceof LessonError)) throw reason;
      if (reason.code === 'core-not-loaded' || reason.code === 'doctor-failed')
        this.#doctor = undefined;
      if (!late()) this.failure = reason;
      return undefined;
    }
  }

  /** The list is emptied as soon as the event is over: its files are taken from it at once. */
  #addFiles = async (files: FileList | null | undefined): Promise<void> => {
    for (const file of [...(files ?? [])]) {
      if (!(await this.#add(file.name, file))) return;
    }
  };

  async #add(name: string, file: Blob | string): Promise<boolean> {
    this.#stop?.abort(); // what was searched for is about to change
    this.said = text.reading(name);
    const tensors = await this.#ask((doctor) => doctor.add(name, file));
    this.said = tensors ? text.got(tensors.length) : '';
    if (!tensors) return false;
    this.roles = tensors.map(({ role }, i) => this.roles[i] ?? this.#free(role));
    this.tensors = tensors;
    return true;
  }

  /** A role that somebody has given to another tensor already is not given again. */
  #free(role: TensorRole): TensorRole {
    return this.roles.includes(role) ? 'none' : role;
  }

  #paste = async () => {
    if (await this.#add(text.pasted, this.pasted)) this.pasted = '';
  };

  #clear = async () => {
    this.#stop?.abort();
    if (this.#doctor) await this.#ask((doctor) => doctor.clear());
    this.#empty();
  };

  #example = async (engine: Engine, which: Example) => {
    await this.#clear();
    await this.#add(text.example[which], exampleOf(engine, which));
  };

  /** Throws the core's refusal of a number that cannot be read. */
  #meant(engine: Engine): DoctorMeant {
    const given = (name: 'scale' | 'heads' | 'tolerance') =>
      this[name].trim() === '' ? undefined : readNumber(engine, name, this[name]);
    const { layout, causal, positions, mask } = this;
    return {
      roles: this.roles,
      layout: layout === GUESS ? undefined : layout,
      causal: causal === 'none' ? false : causal,
      positions:
        positions === 'none' ? undefined : positions === 'sinusoid' ? 'sinusoid' : 'rotary',
      pairing: positions === 'halves' ? 'half-split' : 'interleaved',
      mask: mask === GUESS ? undefined : mask,
      scale: given('scale'),
      heads: given('heads'),
      tolerance: given('tolerance'),
    };
  }

  get #ready(): boolean {
    return (['q', 'k', 'v'] as const).every((role) => this.roles.includes(role));
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!engine) return;
    if (!this.stale(changed) && !changed.has('roles') && !changed.has('tensors')) return;
    this.#stop?.abort();
    this.found = undefined;
    if (!this.#ready) {
      this.taken = undefined;
      this.trace = undefined;
      return;
    }
    this.#asked++;
    const meant = this.attempt(() => this.#meant(engine));
    if (meant) void this.#take(meant);
    else this.taken = undefined;
  }

  async #take(meant: DoctorMeant): Promise<void> {
    const asked = this.#asked;
    const late = () => asked !== this.#asked;
    const taken = await this.#ask((doctor) => doctor.take(meant), late);
    if (late()) return;
    this.taken = taken;
    this.shown = { sequence: 0, head: 0, best: false };
    if (taken) await this.#look();
    else this.trace = undefined;
  }

  async #look(): Promise<void> {
    const asked = this.#asked;
    const late = () => asked !== this.#asked;
    const { sequence, head, best } = this.shown;
    const suspect = best ? 0 : undefined;
    const trace = await this.#ask((doctor) => doctor.trace({ sequence, head, suspect }), late);
    if (!late()) this.trace = trace;
  }

  #show = (shown: Partial<Shown>) => {
    this.shown = { ...this.shown, ...shown };
    void this.#look();
  };

  #search = async (engine: Engine) => {
    const meant = this.attempt(() => this.#meant(engine));
    if (!meant) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.share = 0;
    this.found = undefined;
    this.said = text.searching;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.cancel')?.focus();
    try {
      const onProgress = (share: number) => {
        if (this.share !== undefined) this.share = share;
      };
      const found = await this.#ask(async (doctor): Promise<Found> => {
        const judgement = await doctor.search(meant, { signal: stop.signal, onProgress });
        const best = judgement.tied > 0 ? judgement.suspects[0] : undefined;
        const shows = best && best.convention === 'as-meant' && best.mistakes.length > 0;
        return {
          judgement,
          seen: await doctor.seen(),
          behaviour: best ? await doctor.behaviour(0).catch(() => []) : [],
          smallest: await doctor.smallest(shows ? 0 : undefined),
        };
      });
      if (stop.signal.aborted) return;
      this.found = found;
      this.said = found ? text.found : '';
    } catch (reason) {
      if (!stop.signal.aborted) throw reason;
      this.said = text.cancelled;
    } finally {
      this.share = undefined;
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('.search')?.focus();
    }
  };

  #cancel = () => this.#stop?.abort();

  protected picture(engine: Engine) {
    const { tensors, taken, share, found } = this;
    const running = share !== undefined;
    return html`
      <fieldset ?disabled=${running}>
        <legend>${text.files}</legend>
        ${filesView({
          pasted: this.pasted,
          type: (pasted) => {
            this.pasted = pasted;
          },
          files: this.#addFiles,
          paste: this.#paste,
          examples: EXAMPLES,
          example: (which) => this.#example(engine, which),
          clear: tensors.length > 0 ? this.#clear : undefined,
        })}
        ${
          tensors.length > 0
            ? tensorRows(tensors, this.roles, (i, role) => {
                this.roles = this.roles.map((one, at) => (at === i ? role : one));
              })
            : nothing
        }
      </fieldset>
      <fieldset ?disabled=${running}>
        <legend>${text.meant}</legend>
        <div class="row">
          ${this.#choice('layout', text.layout, LAYOUTS, (one) => (one === GUESS ? text.guessed(taken?.layout ?? '…') : one))}
          ${this.#choice('causal', text.causal, CAUSAL, (one) => text.causals[one])}
          ${this.#choice('positions', text.positions, POSITIONS, (one) => text.positionKinds[one])}
          ${this.#choice('mask', text.mask, MASKS, (one) => text.masks[one])}
        </div>
        <div class="row">
          ${this.field('scale', text.scale, { plain: true, decimal: true })}
          ${this.field('heads', text.heads, { plain: true })}
          ${this.field('tolerance', text.tolerance, { plain: true, decimal: true })}
        </div>
        <div class="case">
          ${taken ? caseWords(taken).map((one) => html`<p>${one}</p>`) : html`<p>${text.needed}</p>`}
        </div>
      </fieldset>
      <div class="row">
        ${
          running
            ? html`<button type="button" class="cancel" @click=${this.#cancel}>${text.cancel}</button>`
            : html`<button type="button" class="primary search" ?disabled=${!taken} @click=${() => this.#search(engine)}>${text.search}</button>`
        }
      </div>
      ${running ? html`<progress max="1" .value=${share} aria-label=${text.progress}></progress>` : nothing}
      <p class="said" role="status">${this.said}</p>
      ${found ? this.#results(found) : nothing}
      ${taken && this.trace ? intermediates(this.trace, taken, this.shown, (found?.judgement.tied ?? 0) > 0, this.#show) : nothing}
    `;
  }

  #choice<Name extends 'layout' | 'causal' | 'positions' | 'mask'>(
    name: Name,
    label: string,
    values: readonly this[Name][],
    words: (value: this[Name]) => string,
  ) {
    return choose(
      name,
      label,
      values as readonly string[],
      this[name],
      (value) => words(value as this[Name]),
      (value) => {
        (this as Record<string, unknown>)[name] = value;
      },
    );
  }

  #checks({ seen, behaviour }: Found): DataTable[] {
    return [
      checkTable(text.checks.caption, seen),
      ...(behaviour.length > 0 ? [checkTable(text.behaviour, behaviour)] : []),
    ];
  }

  #results(found: Found) {
    const { judgement, smallest } = found;
    const { heads, queries, keys, values } = smallest.slice;
    const { counts } = text;
    const offers = [
      { button: text.copyReport, name: text.report, text: () => this.#report(found) },
      {
        button: text.copyNumpy,
        name: messages.figure.numpy,
        text: () => numpyOf(smallest),
      },
      { button: text.copyPytorch, name: text.pytorch, text: () => pytorchOf(smallest) },
    ];
    return html`<div class="verdict">${verdictWords(judgement).map((one) => html`<p>${one}</p>`)}${benchLinks(judgement)}</div>
      ${dataTable(rankedTable(judgement))}
      <div class="checks">${this.#checks(found).map(dataTable)}</div>
      <h5>${text.takeAway}</h5>
      <p>${text.smallest(counts.heads(heads.count), counts.queries(queries.count), counts.keys(keys.count), counts.columns(values.count))}</p>
      <al-take-away ready class="findings" .offers=${offers}></al-take-away>`;
  }

  #report(found: Found): string {
    const { taken } = this;
    return taken
      ? markdownOf(
          this.tensors,
          this.roles,
          taken,
          found.judgement,
          this.#checks(found),
          numpyOf(found.smallest),
        )
      : '';
  }

  protected words(): readonly string[] {
    const { taken, found } = this;
    if (this.tensors.length === 0) return [text.nothingYet];
    if (!taken) return [text.got(this.tensors.length), text.needed];
    return [...caseWords(taken), ...(found ? verdictWords(found.judgement) : [text.notSearched])];
  }

  protected data(): readonly DataTable[] {
    const { found } = this;
    return [
      tensorTable(this.tensors, this.roles),
      ...(found ? [rankedTable(found.judgement), ...this.#checks(found)] : []),
    ];
  }

  protected override reset(): void {
    super.reset();
    this.pasted = '';
    void this.#clear();
  }
}

customElements.define('tensor-doctor', TensorDoctor);
