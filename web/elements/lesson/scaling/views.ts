/** The parts of the scaling bench that are made from what is known, and know nothing of how it runs. */
import { html, nothing } from 'lit';
import { LessonError } from '../../../engine/error.ts';
import { GpuFailure } from '../../../kernels/failure.ts';
import type { AdapterAbout } from '../../../kernels/gpu.ts';
import { messages } from '../../../messages/index.ts';
import '../../chart/line-chart.ts';
import { nameOf, type Predicted } from './contestants.ts';
import { type Measured, ROUNDS, type Step } from './measure.ts';
import type { Parity } from './parity.ts';
import { byKernel, count, doublingsOf, linesOf, mib, parityWords, verdictsOf } from './report.ts';

const text = messages.scaling;

/** What may be predicted of twice as many tokens, and the largest factor that is nearest to it, on a logarithmic axis. */
const FACTORS = { same: 1.41, two: 2.83, four: 5.66, eight: Number.POSITIVE_INFINITY } as const;
export type Choice = keyof typeof FACTORS;
export const CHOICES = Object.keys(FACTORS) as Choice[];

/** The choice that a measured factor is nearest to. */
export const choiceOf = (factor: number): Choice | undefined =>
  CHOICES.find((choice) => factor <= FACTORS[choice]);

/** Bytes of one kernel with its inputs and its output: more than a phone gives a page. */
const MOST_BYTES = 2 ** 30;

/** Throws when a kernel is beyond what the figure takes: the sum says why. */
export function refuseTooLarge({ id, inputs, output, kept, total }: Predicted): void {
  if (total <= MOST_BYTES) return;
  const sum = [inputs, output, kept].map(mib).join(' + ');
  const says = text.tooLarge(nameOf(id), sum, mib(total), mib(MOST_BYTES));
  throw new LessonError('too-large', says, { name: 'heads', row: -1, col: -1 });
}

export function adapterWords(about: AdapterAbout | GpuFailure | 'asking' | undefined): string {
  if (about === undefined) return text.adapter.notAsked;
  if (about === 'asking') return text.adapter.asking;
  if (about instanceof GpuFailure) return text.adapter[about.notice];
  const { software, hardware, subgroups, noHalf } = text.adapter;
  const more = [...(about.subgroups ? [subgroups] : []), ...(about.half ? [] : [noHalf])];
  return [about.software ? software(about.name) : hardware(about.name), ...more].join(' ');
}

export const adapterName = (about: AdapterAbout | undefined): string =>
  about ? `${about.name} (${about.software ? 'software' : 'hardware'})` : '';

export const question = () => html`<fieldset class="choices">
  <legend>${text.predict}</legend>
  ${CHOICES.map((choice) => html`<label><input type="radio" name="prediction" value=${choice} /><span>${text.choices[choice]}</span></label>`)}
</fieldset>`;

export function progress(step: Step | 'checking') {
  const words =
    step === 'checking'
      ? text.checking
      : text.step(nameOf(step.id), count(step.n), step.round + 1, ROUNDS);
  const done = step === 'checking' ? 0 : step.done;
  return html`<progress max="1" .value=${done} aria-label=${text.progress}></progress>
    <p class="about" id="step">${words}</p>`;
}

/** The prediction beside what the first kernel did. */
function judged(measured: readonly Measured[], answer: Choice | 'skipped' | undefined): string {
  if (answer === undefined || answer === 'skipped') return text.notPredicted;
  const [first] = doublingsOf(measured);
  const right = first !== undefined && choiceOf(first.factor) === answer;
  const verdict = right ? text.verdictRight : text.verdictWrong;
  return `${verdict} ${text.verdict(text.choices[answer])}`;
}

export function results(
  measured: readonly Measured[],
  parity: readonly Parity[],
  answer: Choice | 'skipped' | undefined,
  exportCsv: () => void,
) {
  const verdicts = verdictsOf(measured);
  const drawn = byKernel(measured).some(([, own]) => own.length > 1);
  return html`
    ${
      verdicts.length > 0
        ? html`<p class="verdict">${judged(measured, answer)} ${text.measuredHere}</p>
          <ul class="doublings">${verdicts.map((one) => html`<li>${one}</li>`)}</ul>
          <p class="about">${text.law}</p>`
        : nothing
    }
    ${
      drawn
        ? html`<line-chart
            label=${text.chart}
            xLog
            yLog
            .xName=${text.xName}
            .yName=${text.yName}
            .format=${String}
            .formatX=${count}
            .lines=${linesOf(measured)}
          ></line-chart>`
        : nothing
    }
    ${parity
      .filter(({ notice }) => !notice)
      .map(
        (one) =>
          html`<p class=${one.within ? 'badge' : 'badge differs'} data-kernel=${one.id}>${parityWords(one)}</p>`,
      )}
    ${measured.length > 0 ? html`<button type="button" class="csv" data-look @click=${exportCsv}>${text.csv}</button>` : nothing}
  `;
}

/** Hands a file to the browser. */
export function download(csv: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  link.download = 'attention-scaling.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
