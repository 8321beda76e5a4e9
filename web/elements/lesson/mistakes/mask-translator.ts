/** <mask-translator>: a pasted mask, as two libraries read it, and as each library would write it. */
import { css, html, nothing, type PropertyValues } from 'lit';
import type { Engine, Matrix } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import '../../grid/matrix-view.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { NUMPY, printTables, pythonFloat, pythonRows } from '../../shared/python.ts';
import { oneOf, typed } from '../../shared/settings.ts';
import {
  causalMask,
  ENCODINGS,
  type Encoding,
  encodingOf,
  type Mask,
  sameMask,
  sharedRow,
  tensor,
} from '../depth/encodings.ts';
import { benchStyles } from './mistakes-bench.styles.ts';
import { type ReadMask, readMask } from './read-mask.ts';

const text = messages.translator;
/** Those that a table can be handed to. */
const READERS = ENCODINGS.filter(({ shape }) => shape !== 'nothing').map(({ id }) => id);
type Id = Encoding['id'];

// Causal, and the last key is padding: as PyTorch's SDPA wants it.
const START = `[[True, False, False, False],
 [True, True, False, False],
 [True, True, True, False],
 [True, True, True, False]]`;
const SETTINGS = {
  mask: typed(START, 1600),
  from: oneOf(READERS, 'sdpa' as Id),
  to: oneOf(READERS, 'mha' as Id),
};

interface Shown {
  readonly from: Id;
  readonly to: Id;
  readonly one: ReadMask;
  readonly other: ReadMask;
}

export class MaskTranslator extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [
    ...LessonFigure.styles,
    benchStyles,
    css`
      textarea {
        display: block;
        width: min(100%, 34rem);
        padding: 0.4rem 0.6rem;
        border: 1px solid var(--_edge);
        border-radius: 0.4rem;
        background: var(--_raised);
        color: inherit;
        font:
          0.875rem / 1.45 ui-monospace,
          SFMono-Regular,
          menlo,
          consolas,
          monospace;
      }
      .encodings {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr));
        gap: 0.9rem 1.25rem;
      }
      .encodings > div {
        min-width: 0;
      }
      .encodings h6 {
        margin: 0;
      }
    `,
  ];
  declare mask: string;
  declare from: Id;
  declare to: Id;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;
  #shown: Shown | undefined;

  override willUpdate(changed: PropertyValues): void {
    const { engine, from, to } = this;
    if (!engine || !this.stale(changed)) return;
    const read = (id: Id) => readMask(engine, this.mask, encodingOf(id));
    this.#shown =
      this.attempt(() => ({ from, to, one: read(from), other: read(to) })) ?? this.#shown;
  }

  protected override picture(engine: Engine) {
    const shown = this.#shown;
    const invalid = this.failure ? 'true' : 'false';
    return html`<label for="mask">${text.paste}</label>
      <textarea
        id="mask"
        name="mask"
        rows="5"
        spellcheck="false"
        autocomplete="off"
        maxlength="1600"
        aria-describedby="hint"
        aria-invalid=${invalid}
        .value=${this.mask}
        @input=${(event: Event) => {
          this.mask = (event.target as HTMLTextAreaElement).value;
        }}
      ></textarea>
      <p class="about" id="hint">${text.pasteHint}</p>
      <div class="row">${this.#choice('from', text.from)} ${this.#choice('to', text.to)}</div>
      ${shown ? html`${drawn(shown)} ${encodings(engine, shown.one.mask)}` : nothing}`;
  }

  #choice(name: 'from' | 'to', label: string) {
    const choose = (event: Event) => {
      this[name] = (event.target as HTMLSelectElement).value as Id;
    };
    return html`<label
      >${label}
      <select name=${name} @change=${choose}>
        ${READERS.map((id) => html`<option value=${id} ?selected=${this[name] === id}>${text.names[id]}</option>`)}
      </select>
    </label>`;
  }

  protected override words() {
    const shown = this.#shown;
    if (!shown) return [];
    const { one, other } = shown;
    const differ = cellsThatDiffer(one, other);
    const read = (mask: Mask, row: number) =>
      (mask[row] ?? []).flatMap((blocked, col) => (blocked ? [] : [text.key(col)]));
    return [
      differ.size === 0 ? text.agree : text.disagree(differ.size, one.weights.data.length),
      one.mask
        .map((_line, row) => row)
        .filter((row) => read(one.mask, row).join() !== read(other.mask, row).join())
        .map((row) => text.row(row, read(one.mask, row), read(other.mask, row)))
        .join(' '),
      biased(shown) ? text.biased : '',
      [one, other].some(({ mask }) => mask.some((line) => line.every((cell) => cell)))
        ? text.empty
        : '',
    ].filter(Boolean);
  }

  protected override data(): readonly DataTable[] {
    const shown = this.#shown;
    if (!shown) return [];
    return readings(shown).map(([id, { weights }]) => ({
      caption: text.data(text.names[id]),
      head: ['', ...columns(weights)],
      rows: rowNames(weights).map((name, row) => [
        name,
        ...Array.from(
          weights.data.subarray(row * weights.cols, (row + 1) * weights.cols),
          (weight) => formatNumber(weight),
        ),
      ]),
    }));
  }

  protected override program(): string {
    const shown = this.#shown;
    if (!shown) return '';
    const python = (value: number) =>
      Number.isFinite(value) ? pythonFloat(value) : value > 0 ? 'np.inf' : '-np.inf';
    const inputs = readings(shown).map(
      ([id, { added }], at) =>
        `# ${text.names[id]}\n${pythonRows(
          ['one', 'other'][at] ?? '',
          'np.array',
          added.map((line) => line.map(python)),
        )}`,
    );
    return `${NUMPY}
np.seterr(invalid="ignore")  # a row that may read nothing is NaN


def softmax(scores):
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exps / exps.sum(axis=-1, keepdims=True)


# What each library adds to scores that are all equal.
${inputs.join('\n')}
${printTables(readings(shown).map(([id], at) => [text.data(text.names[id]), `softmax(${['one', 'other'][at]})`]))}`;
  }
}

/** One reading, or two where they are of different libraries. */
const readings = ({ from, to, one, other }: Shown): readonly (readonly [Id, ReadMask])[] =>
  from === to
    ? [[from, one]]
    : [
        [from, one],
        [to, other],
      ];

/** Numbers that change weights and block nothing. */
const biased = ({ one, other }: Shown) =>
  [one, other].some(({ added }) =>
    added.some((line) => line.some((cell) => Number.isFinite(cell) && cell !== 0 && cell > -1e4)),
  );

const rowNames = ({ rows }: Matrix) => Array.from({ length: rows }, (_, at) => text.query(at));
const columns = ({ cols }: Matrix) => Array.from({ length: cols }, (_, at) => text.key(at));

function cellsThatDiffer(one: ReadMask, other: ReadMask): ReadonlySet<number> {
  const { cols, data } = one.weights;
  const differ = new Set<number>();
  data.forEach((weight, at) => {
    const beside = other.weights.data[at] ?? Number.NaN;
    if (formatNumber(weight) !== formatNumber(beside))
      differ.add(Math.floor(at / cols) * 64 + (at % cols));
  });
  return differ;
}

const flags = (mask: Mask): Matrix => ({
  rows: mask.length,
  cols: mask[0]?.length ?? 0,
  data: Float64Array.from(mask.flat(), (cell) => (cell ? 1 : 0)),
});

function drawn(shown: Shown) {
  const { one, other } = shown;
  const differ = cellsThatDiffer(one, other);
  return html`<div class="panels pair">
      ${readings(shown).map(
        ([id, { weights, mask }], at) => html`<section>
          <h5>${text.permits(text.names[id])}</h5>
          <al-matrix
            fixed
            ?dense=${weights.cols > 6}
            tone="weights"
            .name=${'weights'}
            .label=${text.grid(text.names[id])}
            .digits=${2}
            .matrix=${weights}
            .blocked=${flags(mask)}
            .marks=${at === 1 ? differ : new Set()}
            .rowNames=${rowNames(weights)}
            .colNames=${columns(weights)}
          ></al-matrix>
        </section>`,
      )}
    </div>
    <p class="about">${text.about}</p>
    <p role="status"><strong>${differ.size === 0 ? text.agree : text.disagree(differ.size, one.weights.data.length)}</strong>${biased(shown) ? ` ${text.biased}` : ''}</p>`;
}

function encodings(engine: Engine, mask: Mask) {
  return html`<h5>${text.all}</h5>
    <div class="encodings">
      ${ENCODINGS.map(
        (encoding) => html`<div>
          <h6>${text.names[encoding.id]}</h6>
          <p class="about">${text.says[encoding.id]}</p>
          <pre tabindex="0" role="group" aria-label=${text.names[encoding.id]}>${written(engine, mask, encoding)}</pre>
          <p class="about"><a href=${encoding.url} rel="noreferrer">${text.versions[encoding.id]}, ${text.source}</a></p>
        </div>`,
      )}
    </div>`;
}

function written(engine: Engine, mask: Mask, encoding: Encoding): string {
  const row = sharedRow(mask);
  if (encoding.shape === 'table') return tensor(mask, encoding);
  if (encoding.shape === 'row') return row ? tensor([row], encoding) : text.notThere.row;
  const [queries, keys] = [mask.length, row?.length ?? mask[0]?.length ?? 0];
  if (!mask.flat().includes(true)) return text.notThere.open;
  if (sameMask(mask, causalMask(engine, queries, keys, 'bottom-right')))
    return text.notThere.causal;
  return row ? text.notThere.seqlens(row.filter((cell) => !cell).length) : text.notThere.flash;
}

customElements.define('mask-translator', MaskTranslator);

declare global {
  interface HTMLElementTagNameMap {
    'mask-translator': MaskTranslator;
  }
}
