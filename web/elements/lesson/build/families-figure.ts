/**
 * <families-figure>: a question and a passage in one of two orders. The learner marks who can read whom in each family,
 * and is graded by the core's table; then the tables are drawn.
 */
import { css, html, nothing, type PropertyValues, svg } from 'lit';
import { LessonError } from '../../../engine/error.ts';
import type { Engine, Family, Matrix } from '../../../engine/types.ts';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { readNumber, renaming } from '../../shared/number-field.ts';
import { onOff, typedEach } from '../../shared/settings.ts';
import { partStyles, rowsOf } from './parts.ts';

const text = messages.build.families;
const FAMILIES: readonly Family[] = ['encoder-only', 'decoder-only', 'encoder-decoder'];
const CLAIMS = ['passage-question', 'question-passage', 'first-last'] as const;
type Claim = (typeof CLAIMS)[number];
const SIZES = ['passage', 'question'] as const;
type Size = (typeof SIZES)[number];
const SETTINGS = { ...typedEach({ passage: '12', question: '3' }), questionFirst: onOff(false) };
const MOST = 40;

interface Tables {
  readonly questionFirst: boolean;
  readonly passage: number;
  readonly question: number;
  readonly of: Readonly<Record<Family, Matrix>>;
}

const CELL = 16;
const EDGE = 74;

export class FamiliesFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = {
    ...propertiesOf(SETTINGS),
    marked: { state: true },
    graded: { state: true },
  };
  static override styles = [
    ...LessonFigure.styles,
    partStyles,
    css`
      .panels > div {
        flex: 1 1 15rem;
        max-width: 22rem;
      }
      .may {
        fill: var(--_accent);
        opacity: 0.75;
      }
      .not {
        fill: none;
        stroke: var(--_line);
      }
      .cross {
        stroke: var(--_muted);
        stroke-width: 1;
      }
      .border {
        stroke: var(--_ink);
        stroke-width: 2;
      }
      .families {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 2rem;
      }
      .families fieldset {
        flex: 1 1 15rem;
      }
      .legend {
        font-size: 0.875rem;
        color: var(--_muted);
      }
    `,
  ];

  declare passage: string;
  declare question: string;
  declare questionFirst: boolean;
  declare marked: ReadonlySet<string>;
  declare graded: boolean;

  override readonly title_ = text.title;
  override readonly tryThis = text.tryThis;
  /** The last that the core gave. */
  #tables: Tables | undefined;

  constructor() {
    super();
    this.marked = new Set();
    this.graded = false;
  }

  protected override reset(): void {
    super.reset();
    this.#unmark();
  }

  #unmark(): void {
    this.marked = new Set();
    this.graded = false;
  }

  override willUpdate(changed: PropertyValues): void {
    const { engine, questionFirst } = this;
    if (!engine || !this.stale(changed)) return;
    const next = this.attempt(() =>
      tablesOf(
        engine,
        questionFirst,
        this.#size(engine, 'passage'),
        this.#size(engine, 'question'),
      ),
    );
    if (next) this.#tables = next;
    // The order is chosen also while a size is refused: the last good ones then stand in it.
    else if (this.#tables && this.#tables.questionFirst !== questionFirst)
      this.#tables = tablesOf(engine, questionFirst, this.#tables.passage, this.#tables.question);
  }

  #size(engine: Engine, which: Size): number {
    return readNumber(engine, which, this[which]);
  }

  /** Whether a claim holds: read off the core's table. */
  #holds({ questionFirst, passage, question, of }: Tables, family: Family, claim: Claim): boolean {
    const table = of[family];
    const [p, q] = questionFirst ? [question, 0] : [0, passage];
    const reads = (row: number, col: number) => table.data[row * table.cols + col] === 0;
    if (claim === 'passage-question') return reads(p, q);
    if (claim === 'question-passage') return reads(q, p);
    return reads(p, p + passage - 1);
  }

  protected override picture() {
    const tables = this.#tables;
    if (!tables) return html``;
    return html`<fieldset>
        <legend>${text.order}</legend>
        <div class="row">
          ${[false, true].map(
            (first) => html`<label>
              <input
                type="radio"
                name="order"
                .checked=${this.questionFirst === first}
                @change=${() => {
                  this.questionFirst = first;
                  this.#unmark();
                }}
              />
              ${first ? text.questionFirst : text.passageFirst}
            </label>`,
          )}
        </div>
      </fieldset>
      <p class="status">${text.convention}</p>
      <p class="status"><b>${text.mark}</b></p>
      <div class="families">${FAMILIES.map((family) => this.#claims(tables, family))}</div>
      <div class="row">
        <button type="button" class="primary" @click=${() => (this.graded = true)}>${text.grade}</button>
      </div>
      <div role="status" class="status">${this.graded ? this.#score(tables) : nothing}</div>
      ${
        this.graded
          ? html`<div class="row">
                ${SIZES.map((size) => this.field(size, text.sizes[size]))}
              </div>
              <div class="panels">${FAMILIES.map((family) => this.#grid(tables, family))}</div>
              <p class="legend">${text.legend}</p>`
          : nothing
      }`;
  }

  #claims(tables: Tables, family: Family) {
    return html`<fieldset class="checks">
      <legend>${text.names[family]}</legend>
      ${CLAIMS.map((claim) => {
        const id = `${family}/${claim}`;
        const right = this.#holds(tables, family, claim) === this.marked.has(id);
        return html`<label>
          <input
            type="checkbox"
            .checked=${this.marked.has(id)}
            @change=${(event: Event) => {
              const next = new Set(this.marked);
              if ((event.target as HTMLInputElement).checked) next.add(id);
              else next.delete(id);
              this.marked = next;
              this.graded = false;
            }}
          />
          <span>
            ${text.claims[claim]}
            ${this.graded ? html`<span class="mark ${right ? 'right' : 'wrong'}">${right ? text.right : text.wrong}</span>` : nothing}
          </span>
        </label>`;
      })}
    </fieldset>`;
  }

  #score(tables: Tables): string {
    const all = FAMILIES.flatMap((family) => CLAIMS.map((claim) => ({ family, claim })));
    const right = all.filter(
      ({ family, claim }) =>
        this.#holds(tables, family, claim) === this.marked.has(`${family}/${claim}`),
    );
    return text.score(right.length, all.length);
  }

  #grid({ questionFirst, passage, question, of }: Tables, family: Family) {
    const table = of[family];
    const n = table.rows;
    const first = questionFirst ? question : passage;
    const names = questionFirst ? [text.question, text.passage] : [text.passage, text.question];
    const side = n * CELL;
    const middle = [(first * CELL) / 2, ((first + n) * CELL) / 2];
    return html`<div>
      <h5>${text.names[family]}</h5>
      <svg viewBox="0 0 ${EDGE + side + 4} ${side + 26}" role="img" aria-label=${text.picture(text.names[family])}>
        ${names.map(
          (
            name,
            i,
          ) => svg`<text x=${EDGE + (middle[i] ?? 0)} y="14" text-anchor="middle">${name}</text>
            <text x=${EDGE - 6} y=${24 + (middle[i] ?? 0)} dy="0.32em" text-anchor="end">${name}</text>`,
        )}
        <g transform="translate(${EDGE} 22)">
          ${rowsOf(table).map((row, r) =>
            row.map((no, c) =>
              no === 1
                ? svg`<rect class="not" x=${c * CELL + 1} y=${r * CELL + 1} width=${CELL - 2} height=${CELL - 2}></rect>
                    <line class="cross" x1=${c * CELL + 3} y1=${r * CELL + CELL - 3} x2=${c * CELL + CELL - 3} y2=${r * CELL + 3}></line>`
                : svg`<rect class="may" x=${c * CELL + 1} y=${r * CELL + 1} width=${CELL - 2} height=${CELL - 2} rx="2"></rect>`,
            ),
          )}
          <line class="border" x1=${first * CELL} x2=${first * CELL} y1="0" y2=${side}></line>
          <line class="border" x1="0" x2=${side} y1=${first * CELL} y2=${first * CELL}></line>
        </g>
      </svg>
    </div>`;
  }

  protected override words(): readonly string[] {
    const tables = this.#tables;
    if (!this.graded || !tables) return [text.before];
    return FAMILIES.map((family) => {
      const open = tables.of[family].data.filter((no) => no === 0).length;
      return text.says(
        text.names[family],
        ...(CLAIMS.map((claim) => this.#holds(tables, family, claim)) as [
          boolean,
          boolean,
          boolean,
        ]),
        open,
        tables.of[family].data.length,
      );
    });
  }

  protected override data(): readonly DataTable[] {
    const tables = this.#tables;
    if (!this.graded || !tables)
      return [{ caption: text.before, head: ['', text.claim], rows: [[text.grade, '–']] }];
    return [
      {
        caption: text.data,
        head: ['', ...CLAIMS.map((claim) => text.claims[claim])],
        rows: FAMILIES.map((family) => [
          text.names[family],
          ...CLAIMS.map((claim) => (this.#holds(tables, family, claim) ? text.yes : text.no)),
        ]),
      },
      ...FAMILIES.map((family) => ({
        caption: text.picture(text.names[family]),
        head: ['', text.reads],
        rows: rowsOf(tables.of[family]).map((row, i) => [
          this.#nameOf(tables, i),
          row.map((no) => (no === 1 ? '·' : '1')).join(' '),
        ]),
      })),
    ];
  }

  #nameOf({ questionFirst, passage, question }: Tables, i: number): string {
    const first = questionFirst ? question : passage;
    const names = questionFirst ? [text.question, text.passage] : [text.passage, text.question];
    return i < first ? `${names[0]} ${i}` : `${names[1]} ${i - first}`;
  }
}

/** What comes first is the source, what comes second the target. */
function tablesOf(
  engine: Engine,
  questionFirst: boolean,
  passage: number,
  question: number,
): Tables {
  const [source, target] = questionFirst ? [question, passage] : [passage, question];
  const fieldOf = (name: string) =>
    (name === 'source') === questionFirst ? 'question' : 'passage';
  const of = renaming(fieldOf, () =>
    Object.fromEntries(
      FAMILIES.map((family) => [family, engine.mayNotRead({ family, source, target })]),
    ),
  ) as Record<Family, Matrix>;
  if (passage < 1 || question < 1 || passage + question > MOST) {
    const name = question < 1 ? 'question' : 'passage';
    throw new LessonError('figure-size', text.tooWide(MOST), { name, row: -1, col: -1 });
  }
  return { questionFirst, passage, question, of };
}

if (!customElements.get('families-figure'))
  customElements.define('families-figure', FamiliesFigure);
