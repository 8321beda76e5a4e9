/**
 * <scaling-bench>: attention timed on the reader's own device for growing n, in WebAssembly and on WebGPU. The memory is
 * told before anything runs; a prediction comes first; workers compute, so that the page stays free.
 */
import { html, nothing, type PropertyValues } from 'lit';
import { LessonError } from '../../../engine/error.ts';
import { createFlash } from '../../../engine/flash-browser.ts';
import type { Engine } from '../../../engine/types.ts';
import { GpuFailure } from '../../../kernels/failure.ts';
import { type AdapterAbout, Gpu } from '../../../kernels/gpu.ts';
import { messages } from '../../../messages/index.ts';
import {
  type DataTable,
  dataTable,
  LessonFigure,
  propertiesOf,
} from '../../shared/lesson-figure.ts';
import { readNumber } from '../../shared/number-field.ts';
import { oneOf, onOff, typed } from '../../shared/settings.ts';
import {
  isGpu,
  KERNELS,
  type KernelId,
  type Machines,
  memoryOf,
  nameOf,
  type Predicted,
} from './contestants.ts';
import { type Measured, measure, Numbers, type Plan, type Step } from './measure.ts';
import { type Parity, parityOf, type Shape } from './parity.ts';
import { count, csvOf, predictedTable, tablesOf, wordsOf } from './report.ts';
import { scalingStyles } from './scaling-bench.styles.ts';
import {
  adapterName,
  adapterWords,
  CHOICES,
  type Choice,
  download,
  progress,
  question,
  refuseTooLarge,
  results,
} from './views.ts';

const text = messages.scaling;

const SIZES = ['256', '512', '1024', '2048', '4096', '8192'] as const;
const SETTINGS = {
  most: oneOf(SIZES, '1024'),
  heads: typed('1'),
  width: typed('64'),
  naive: onOff(true),
  tiled: onOff(true),
  gpuNaive: onOff(true),
  gpuTiled: onOff(true),
  half: onOff(false),
};

export class ScalingBench extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = {
    ...propertiesOf(SETTINGS),
    machines: { state: true },
    about: { state: true },
    predicted: { state: true },
    measured: { state: true },
    parity: { state: true },
    step: { state: true },
    answer: { state: true },
    said: { state: true },
  };
  static override styles = [...LessonFigure.styles, scalingStyles];

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;

  declare most: (typeof SIZES)[number];
  declare heads: string;
  declare width: string;
  declare naive: boolean;
  declare tiled: boolean;
  declare gpuNaive: boolean;
  declare gpuTiled: boolean;
  declare half: boolean;

  declare machines: Machines | undefined;
  /** Nothing before the browser was asked. */
  declare about: AdapterAbout | GpuFailure | 'asking' | undefined;
  declare predicted: readonly Predicted[];
  declare measured: readonly Measured[];
  declare parity: readonly Parity[];
  /** What is being measured; nothing when nothing is. */
  declare step: Step | 'checking' | undefined;
  /** What was predicted before the first measurement. */
  declare answer: Choice | 'skipped' | undefined;
  /** For the live region. */
  declare said: string;

  #plan: Plan | undefined;
  /** Of what was measured. */
  #ran: Plan | undefined;
  #stop: AbortController | undefined;
  #numbers: Numbers | undefined;

  constructor() {
    super();
    this.machines = undefined;
    this.about = undefined;
    this.predicted = [];
    this.measured = [];
    this.parity = [];
    this.step = undefined;
    this.answer = undefined;
    this.said = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.abort();
  }

  async #load(): Promise<void> {
    if (this.machines) return;
    try {
      const [naive, tiled] = await Promise.all([createFlash(), createFlash()]);
      this.machines = { naive, tiled, gpu: new Gpu(tiled) };
      // Without WebGPU there is nothing to ask. Where there is, asking wakes the GPU, and waits for the learner.
      if (!('gpu' in navigator)) await this.#ask();
    } catch (reason) {
      if (!(reason instanceof LessonError)) throw reason;
      this.failure = reason;
    }
  }

  async #ask(): Promise<void> {
    if (!this.machines || this.about === 'asking') return;
    this.about ??= 'asking';
    this.about = await this.machines.gpu.about();
  }

  get #adapter(): AdapterAbout | undefined {
    const { about } = this;
    return about instanceof GpuFailure || about === 'asking' ? undefined : about;
  }

  /** An adapter that was not asked for yet may be there. */
  #offered(id: KernelId): boolean {
    return !isGpu(id) || !(this.about instanceof GpuFailure);
  }

  get #chosen(): KernelId[] {
    return KERNELS.filter((id) => this[id] && this.#offered(id));
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { engine, machines } = this;
    if (!engine || !machines) return;
    this.toggleAttribute('shown', true);
    if (!this.stale(changed) && !changed.has('machines') && !changed.has('about')) return;
    const kernels = this.#chosen;
    const result = this.attempt(() => {
      const heads = readNumber(engine, 'heads', this.heads);
      const width = readNumber(engine, 'width', this.width);
      const plan = { most: Number(this.most), heads, width, kernels, half: this.half };
      const sizes = { heads, n: plan.most, d: width };
      const predicted = kernels.map((id) => memoryOf(machines, id, sizes));
      for (const one of predicted) refuseTooLarge(one);
      return { plan, predicted };
    });
    this.#plan = result?.plan;
    if (result) this.predicted = result.predicted;
  }

  /** The core calls the width of a head `d`, as the engine does. */
  protected override refuses(name: string): boolean {
    return super.refuses(name) || (name === 'width' && super.refuses('d'));
  }

  protected picture() {
    const { step } = this;
    const running = step !== undefined;
    const predicted = predictedTable(Number(this.most), this.predicted);
    return html`
      <fieldset ?disabled=${running}>
        <legend>${text.settings}</legend>
        <div class="row">
          <label>
            ${text.most}
            <select name="most" @change=${(event: Event) => {
              this.most = (event.target as HTMLSelectElement).value as typeof this.most;
            }}>
              ${SIZES.map((n) => html`<option value=${n} ?selected=${n === this.most}>${count(Number(n))}</option>`)}
            </select>
          </label>
          ${this.field('heads', text.heads, { plain: true })} ${this.field('width', text.width, { plain: true })}
        </div>
        <fieldset>
          <legend>${text.kernelsLegend}</legend>
          <div class="kernels">
            ${KERNELS.map((id) => this.#box(id, nameOf(id), !this.#offered(id)))}
            ${this.#adapter?.half ? html`<div class="wide">${this.#box('half', text.half, !this.gpuTiled)}</div>` : nothing}
          </div>
        </fieldset>
        <p class="about" id="adapter" aria-live="polite">
          ${adapterWords(this.about)}
          ${this.about === undefined && this.machines ? html`<button type="button" class="quiet" @click=${this.#askNow}>${text.adapter.ask}</button>` : nothing}
        </p>
        ${this.failure ? html`<p class="problem" role="alert" data-code=${this.failure.code}>${this.failure.message}</p>` : nothing}
        ${this.predicted.length > 0 ? dataTable(predicted) : nothing}
      </fieldset>
      <div class="run">
        ${this.answer === undefined && !running ? question() : nothing}
        <div class="row">
          ${running ? html`<button type="button" class="cancel" @click=${this.#cancel}>${text.cancel}</button>` : this.#buttons()}
        </div>
        ${running ? progress(step) : nothing}
        <p role="status">${this.said}</p>
      </div>
      ${results(this.measured, this.parity, this.answer, this.#export)}
    `;
  }

  #box(id: KernelId | 'half', label: string, disabled: boolean) {
    return html`<label>
      <input
        type="checkbox"
        name=${id}
        .checked=${this[id] && !disabled}
        ?disabled=${disabled}
        @change=${(event: Event) => {
          this[id] = (event.target as HTMLInputElement).checked;
        }}
      />
      <span>${label}</span>
    </label>`;
  }

  #buttons() {
    const disabled = !this.#plan || this.#plan.kernels.length === 0;
    const none =
      this.#plan?.kernels.length === 0
        ? html`<span class="about">${text.noKernel}</span>`
        : nothing;
    if (this.answer !== undefined)
      return html`<button type="button" class="primary" ?disabled=${disabled} @click=${this.#measure}>${text.measure}</button>${none}`;
    return html`<button type="button" class="primary" ?disabled=${disabled} @click=${this.#commit}>${text.commit}</button>
      <button type="button" class="quiet" ?disabled=${disabled} @click=${this.#skip}>${text.measureWithout}</button>${none}`;
  }

  #commit = () => {
    const chosen = this.renderRoot.querySelector<HTMLInputElement>(
      'input[name="prediction"]:checked',
    );
    if (!chosen) {
      this.said = text.chooseFirst;
      this.renderRoot.querySelector<HTMLElement>('input[name="prediction"]')?.focus();
      return;
    }
    this.answer = CHOICES.find((choice) => choice === chosen.value);
    void this.#measure();
  };

  #skip = () => {
    this.answer = 'skipped';
    void this.#measure();
  };

  #askNow = async () => {
    await this.#ask();
    await this.updateComplete;
    // The button has gone: on with the first kernel that the answer is about, or what comes after.
    const next = 'input[name="gpuNaive"]:enabled, select[name="most"]';
    this.renderRoot.querySelector<HTMLElement>(next)?.focus();
  };

  #cancel = () => this.#stop?.abort();

  #measure = async () => {
    const { machines, engine } = this;
    if (!machines || !engine || this.step) return;
    this.#stop = new AbortController();
    this.step = 'checking';
    this.said = '';
    this.measured = [];
    this.parity = [];
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.cancel')?.focus();
    try {
      if (this.#plan?.kernels.some(isGpu)) await this.#ask();
      await this.updateComplete; // the plan is then without what is not there
      const plan = this.#plan;
      this.#ran = plan;
      if (plan?.kernels.length) await this.#run(plan, machines, engine, this.#stop.signal);
      this.said = plan?.kernels.length ? text.finished : text.noKernel;
    } catch (reason) {
      if (!(reason instanceof LessonError)) throw reason;
      this.said = reason.code === 'cancelled' ? text.cancelled : text.failed(reason.message);
    } finally {
      this.step = undefined;
      // Hundreds of MiB, at the largest n.
      machines.naive.close();
      machines.tiled.close();
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('.run .primary')?.focus();
    }
  };

  async #run(plan: Plan, machines: Machines, engine: Engine, signal: AbortSignal): Promise<void> {
    await this.#compare(plan, signal);
    await measure(machines, this.#numbersOf(engine), plan, signal, {
      step: (step) => {
        if (this.step) this.step = step;
      },
      result: (one) => {
        this.measured = [...this.measured, one];
      },
    });
  }

  #numbersOf(engine: Engine): Numbers {
    this.#numbers ??= new Numbers(engine);
    return this.#numbers;
  }

  /** More queries than keys, and no multiple of a tile; causal, so that masks are compared too. */
  async #compare({ heads, width, kernels, half }: Plan, signal: AbortSignal): Promise<void> {
    const shape: Shape = {
      heads: Math.min(heads, 4),
      n: 257,
      m: 129,
      d: width,
      causal: 'top-left',
    };
    for (const id of kernels) {
      if (id !== 'gpuNaive' && id !== 'gpuTiled') continue;
      this.parity = [
        ...this.parity,
        await this.compare(id, shape, half && id === 'gpuTiled', signal),
      ];
    }
  }

  /** A kernel of the GPU and its C++ twin on the same numbers; the page's tests ask for every shape. */
  async compare(
    id: 'gpuNaive' | 'gpuTiled',
    shape: Shape,
    half = false,
    signal?: AbortSignal,
  ): Promise<Parity> {
    const { machines, engine } = this;
    if (!machines || !engine) throw new Error('not loaded yet');
    return parityOf(machines, this.#numbersOf(engine), id, shape, half, signal);
  }

  #export = () => {
    const ran = this.#ran;
    if (ran) download(csvOf(this.measured, ran.heads, ran.width, adapterName(this.#adapter)));
  };

  protected words(): readonly string[] {
    return wordsOf(this.measured, this.#adapter?.software ?? false);
  }

  protected data(): readonly DataTable[] {
    const ran = this.#ran;
    const predicted = predictedTable(Number(this.most), this.predicted);
    return [predicted, ...(ran ? tablesOf(this.measured, ran.heads, ran.width) : [])];
  }

  protected override reset(): void {
    super.reset();
    this.#stop?.abort();
    this.measured = [];
    this.parity = [];
    this.answer = undefined;
    this.said = '';
    this.#ran = undefined;
  }
}

customElements.define('scaling-bench', ScalingBench);
