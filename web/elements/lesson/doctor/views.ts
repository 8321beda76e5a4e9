/** The parts of the tensor doctor's picture. */
import { html, nothing } from 'lit';
import type {
  DoctorCase,
  DoctorJudgement,
  DoctorTensor,
  DoctorTrace,
  TensorRole,
} from '../../../engine/types/doctor.ts';
import type { Matrix } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { dataTable } from '../../shared/data-table.ts';
import type { Example } from './examples.ts';
import { fittingMistakes, kindOf, shapeText } from './report.ts';

const text = messages.doctor;

/** Rows and columns of an intermediate that are shown. */
const WINDOW = 8;
const ROLES = Object.keys(text.roles) as readonly TensorRole[];

const chosenIn = (event: Event) => (event.target as HTMLSelectElement).value;

export const choose = (
  name: string,
  label: string,
  values: readonly string[],
  chosen: string,
  words: (value: string) => string,
  change: (value: string) => void,
) => html`<label>
  ${label}
  <select name=${name} .value=${chosen} @change=${(event: Event) => change(chosenIn(event))}>
    ${values.map((one) => html`<option value=${one} ?selected=${one === chosen}>${words(one)}</option>`)}
  </select>
</label>`;

interface Files {
  readonly pasted: string;
  type(pasted: string): void;
  files(files: FileList | null): void;
  paste(): void;
  readonly examples: readonly Example[];
  example(which: Example): void;
  readonly clear: (() => void) | undefined;
}

export function filesView(view: Files) {
  const choose = (event: Event) => {
    const input = event.target as HTMLInputElement;
    view.files(input.files);
    input.value = ''; // the same file may be chosen again
  };
  return html`<p class="private">${text.private}</p>
    <div class="files">
      <div>
        <label>${text.choose}<input type="file" name="files" multiple @change=${choose} /></label>
        <p>${text.drop}</p>
        <p>${text.examples}:</p>
        <div class="row">
          ${view.examples.map((one) => html`<button type="button" @click=${() => view.example(one)}>${text.example[one]}</button>`)}
        </div>
      </div>
      <div>
        <label
          >${text.paste}<textarea
            name="pasted"
            spellcheck="false"
            .value=${view.pasted}
            @input=${(event: Event) => view.type((event.target as HTMLTextAreaElement).value)}
          ></textarea>
        </label>
        <p class="hint">${text.pasteHint}</p>
        <button type="button" ?disabled=${view.pasted.trim() === ''} @click=${view.paste}>${text.read}</button>
      </div>
    </div>
    ${view.clear ? html`<button type="button" class="quiet" @click=${view.clear}>${text.clear}</button>` : nothing}`;
}

export const tensorRows = (
  tensors: readonly DoctorTensor[],
  roles: readonly TensorRole[],
  change: (tensor: number, role: TensorRole) => void,
) => html`<div class="scroll" tabindex="0" role="group" aria-label=${text.table.caption}>
  <table class="plain tensors">
    <caption>${text.table.caption}</caption>
    <thead>
      <tr>
        ${[text.table.name, text.table.role, text.table.dtype, text.table.shape].map((one) => html`<th scope="col">${one}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${tensors.map(
        (one, i) => html`<tr>
          <th scope="row">${one.name}</th>
          <td>
            <select
              aria-label=${text.roleOf(one.name)}
              .value=${roles[i] ?? 'none'}
              @change=${(event: Event) => change(i, chosenIn(event) as TensorRole)}
            >
              ${ROLES.map((role) => html`<option value=${role} ?selected=${role === roles[i]}>${text.roles[role]}</option>`)}
            </select>
          </td>
          <td>${kindOf(one)}</td>
          <td>${shapeText(one)}</td>
        </tr>`,
      )}
    </tbody>
  </table>
</div>`;

function stage(name: keyof typeof text.stages, { rows, cols, data }: Matrix) {
  const height = Math.min(rows, WINDOW);
  const width = Math.min(cols, WINDOW);
  const line = (i: number) =>
    Array.from({ length: width }, (_, j) => formatNumber(data[i * cols + j] ?? Number.NaN));
  return dataTable({
    caption: text.window(text.stages[name], height, width, rows, cols),
    head: ['', ...Array.from({ length: width }, (_, j) => String(j))],
    rows: Array.from({ length: height }, (_, i) => [text.row(i), ...line(i)]),
  });
}

interface Shown {
  readonly sequence: number;
  readonly head: number;
  readonly best: boolean;
}

/** Every intermediate of one head: the first rows and columns of each. */
export function intermediates(
  trace: DoctorTrace,
  { slice }: DoctorCase,
  shown: Shown,
  explained: boolean,
  show: (shown: Partial<Shown>) => void,
) {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i));
  const stages = (Object.keys(text.stages) as (keyof typeof text.stages)[]).filter(
    (name) => trace[name].data.length > 0,
  );
  return html`<details class="look">
    <summary>${text.look}</summary>
    <div class="row">
      ${choose('sequence', text.sequence, numbers(slice.batch.count), String(shown.sequence), String, (value) => show({ sequence: Number(value) }))}
      ${choose('head', text.head, numbers(slice.heads.count), String(shown.head), String, (value) => show({ head: Number(value) }))}
      ${
        explained
          ? choose(
              'shown',
              text.shown,
              ['right', 'best'],
              shown.best ? 'best' : 'right',
              (value) => text.shownAs[value as 'right' | 'best'],
              (value) => show({ best: value === 'best' }),
            )
          : nothing
      }
    </div>
    <div class="panels">${stages.map((name) => stage(name, trace[name]))}</div>
  </details>`;
}

/** Each mistake that fits, on the bench, where it can be switched on and off. */
export function benchLinks(judgement: DoctorJudgement) {
  const found = fittingMistakes(judgement).filter((id) => messages.mistakes.names[id]);
  if (found.length === 0) return nothing;
  return html`<p>${text.onBench} ${found.map((id, i) => html`${i > 0 ? ', ' : nothing}<a href="#mistake-${id}">${messages.mistakes.names[id]}</a>`)}.</p>`;
}
