/** <layout-figure>: the addresses of a tensor through view, transpose and merge, with strides. */
import { css, html, type PropertyValues } from 'lit';
import { messages } from '../../../messages/index.ts';
import { type DataTable, LessonFigure, propertiesOf } from '../../shared/lesson-figure.ts';
import { NUMPY, printTables } from '../../shared/python.ts';
import { oneOf } from '../../shared/settings.ts';
import { type Box, strip, stripStyles } from '../depth/strip.ts';
import {
  arange,
  expand,
  isContiguous,
  read,
  reshape,
  type Tensor,
  transpose,
  view,
} from './layouts.ts';

const text = messages.layout;
type Flow = keyof typeof text.flows;
const FLOWS = Object.keys(text.flows) as Flow[];
const SETTINGS = { flow: oneOf(FLOWS, 'split' as Flow) };

const [TOKENS, HEADS, WIDTH] = [3, 2, 2];
const ALL = HEADS * WIDTH;

interface Step {
  /** In NumPy and PyTorch alike, but for the name of the module. */
  readonly code: string;
  /** The same in NumPy. */
  readonly numpy: string;
  readonly tensor: Tensor;
  /** Numbers that are read one after the other in one group. */
  readonly group: number;
  readonly wrongly?: boolean;
  readonly copied?: boolean;
}

type Owner = (address: number) => {
  readonly owner: string;
  readonly colour: number;
  readonly token: number;
};

/** A row of memory is a token; its columns are shared out among heads. */
const ofHead: Owner = (address) => {
  const head = Math.floor((address % ALL) / WIDTH);
  return { owner: text.head(head), colour: head, token: Math.floor(address / ALL) };
};
const ofGroup: Owner = (address) => ({
  ...ofHead(address),
  owner: text.keyHead(ofHead(address).colour),
});
const ofSequence: Owner = (address) => {
  const sequence = Math.floor(address / (TOKENS * WIDTH));
  return {
    owner: text.sequence(sequence),
    colour: sequence,
    token: Math.floor((address % (TOKENS * WIDTH)) / WIDTH),
  };
};

const x = arange(TOKENS, ALL);
const viewed = view(x, TOKENS, HEADS, WIDTH);
const heads = transpose(viewed, 0, 1);
/** What attention gives: heads one after the other, in memory of its own; the addresses tell whose they were. */
const attended = reshape(heads, HEADS, TOKENS, WIDTH);
const VIEW: Step = {
  code: `x.view(${TOKENS}, ${HEADS}, ${WIDTH})`,
  numpy: `x.reshape(${TOKENS}, ${HEADS}, ${WIDTH})`,
  tensor: viewed,
  group: ALL,
};
const SPLIT: Step = {
  code: `x.view(${TOKENS}, ${HEADS}, ${WIDTH}).transpose(0, 1)`,
  numpy: `x.reshape(${TOKENS}, ${HEADS}, ${WIDTH}).swapaxes(0, 1)`,
  tensor: heads,
  group: TOKENS * WIDTH,
};
const ATTENDED: Step = {
  code: 'out = attention(...)',
  numpy: `x.reshape(${TOKENS}, ${HEADS}, ${WIDTH}).swapaxes(0, 1).copy()`,
  tensor: attended,
  group: TOKENS * WIDTH,
  copied: true,
};
const batch = arange(2, TOKENS, WIDTH);
const GROUPED: Step = { ...SPLIT, code: `k.view(${TOKENS}, 2, ${WIDTH}).transpose(0, 1)` };
const repeated = expand(heads, 1, 2);

const STEPS: Readonly<Record<Flow, readonly Step[]>> = {
  split: [
    VIEW,
    SPLIT,
    ATTENDED,
    {
      code: `out.transpose(0, 1).reshape(${TOKENS}, ${ALL})`,
      numpy: `${ATTENDED.numpy}.swapaxes(0, 1).reshape(${TOKENS}, ${ALL})`,
      tensor: reshape(transpose(attended, 0, 1), TOKENS, ALL),
      group: ALL,
      copied: true,
    },
  ],
  reshape: [
    {
      code: `x.reshape(${HEADS}, ${TOKENS}, ${WIDTH})`,
      numpy: `x.reshape(${HEADS}, ${TOKENS}, ${WIDTH})`,
      tensor: reshape(x, HEADS, TOKENS, WIDTH),
      group: TOKENS * WIDTH,
      wrongly: true,
    },
  ],
  merge: [
    ATTENDED,
    {
      code: `out.reshape(${TOKENS}, ${ALL})`,
      numpy: `${ATTENDED.numpy}.reshape(${TOKENS}, ${ALL})`,
      tensor: reshape(attended, TOKENS, ALL),
      group: ALL,
      wrongly: true,
    },
  ],
  batch: [
    {
      code: `x: (batch, sequence, width)`,
      numpy: `np.arange(12).reshape(2, ${TOKENS}, ${WIDTH})`,
      tensor: batch,
      group: TOKENS * WIDTH,
    },
    {
      code: 'x.transpose(0, 1): (sequence, batch, width), as batch_first=False wants it',
      numpy: `np.arange(12).reshape(2, ${TOKENS}, ${WIDTH}).swapaxes(0, 1)`,
      tensor: transpose(batch, 0, 1),
      group: 2 * WIDTH,
    },
    {
      code: `x.view(${TOKENS}, 2, ${WIDTH}): the axes renamed, not exchanged`,
      numpy: `np.arange(12).reshape(${TOKENS}, 2, ${WIDTH})`,
      tensor: view(batch, TOKENS, 2, WIDTH),
      group: 2 * WIDTH,
      wrongly: true,
    },
  ],
  repeat: [
    GROUPED,
    {
      code: 'k[:, None].expand(2, 2, 3, 2): two query heads for each',
      numpy: `np.broadcast_to(${SPLIT.numpy}[:, None], (2, 2, ${TOKENS}, ${WIDTH}))`,
      tensor: repeated,
      group: TOKENS * WIDTH,
    },
  ],
  tile: [
    GROUPED,
    {
      code: 'k[None].expand(2, 2, 3, 2): the whole twice',
      numpy: `np.broadcast_to(${SPLIT.numpy}[None], (2, 2, ${TOKENS}, ${WIDTH}))`,
      tensor: expand(heads, 0, 2),
      group: TOKENS * WIDTH,
      wrongly: true,
    },
  ],
};

const OWNERS: Readonly<Record<Flow, Owner>> = {
  split: ofHead,
  reshape: ofHead,
  merge: ofHead,
  batch: ofSequence,
  repeat: ofGroup,
  tile: ofGroup,
};

const tuple = (list: readonly number[]) => `(${list.join(', ')})`;

export class LayoutFigure extends LessonFigure {
  static override settings = SETTINGS;
  static override properties = propertiesOf(SETTINGS);
  static override styles = [
    ...LessonFigure.styles,
    stripStyles,
    css`
      h5 {
        margin: 1rem 0 0.25rem;
        font-size: 0.9375rem;
      }
      .choices {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
        gap: 0.1rem 1rem;
        font-size: 0.9375rem;
      }
      .strip {
        margin-top: 1rem;
      }
      .strip:last-of-type {
        margin-bottom: 0.75rem;
      }
      .strip .more {
        color: var(--_muted);
      }
    `,
  ];
  declare flow: Flow;

  readonly title_ = text.title;
  readonly tryThis = text.tryThis;

  override willUpdate(_changed: PropertyValues): void {}

  protected override picture() {
    const owner = OWNERS[this.flow];
    const box = (address: number): Box => {
      const { owner: words, colour, token } = owner(address);
      return { words: String(address), small: text.box(words, token), colour };
    };
    const groups = (numbers: readonly number[], size: number) =>
      Array.from({ length: numbers.length / size }, (_, at) =>
        numbers.slice(at * size, (at + 1) * size).map(box),
      );
    return html`<fieldset>
        <legend>${text.choose}</legend>
        <div class="choices">
          ${FLOWS.map(
            (flow) => html`<label
              ><input
                type="radio"
                name="flow"
                value=${flow}
                .checked=${this.flow === flow}
                @change=${() => {
                  this.flow = flow;
                }}
              />
              ${text.flows[flow]}</label
            >`,
          )}
        </div>
      </fieldset>
      ${strip(text.memory(x.memory.length), groups(x.memory, x.memory.length))}
      ${STEPS[this.flow].map(({ code, tensor, group, wrongly = false, copied = false }) =>
        strip(text.step(code, tuple(tensor.shape)), groups(read(tensor), group), {
          wrongly,
          more: copied
            ? `${text.strides(tuple(tensor.strides), true)} ${text.copied}`
            : text.strides(tuple(tensor.strides), isContiguous(tensor)),
        }),
      )}`;
  }

  protected override words() {
    return [text.said[this.flow]];
  }

  protected override data(): readonly DataTable[] {
    return [
      {
        caption: text.data,
        head: text.dataHead,
        rows: STEPS[this.flow].map(({ code, tensor }) => [
          code,
          tuple(tensor.shape),
          tuple(tensor.strides),
          read(tensor).join(' '),
        ]),
      },
    ];
  }

  protected override program(): string {
    const parts = STEPS[this.flow].map(({ numpy }) => `show(${numpy})`);
    return `${NUMPY}

def show(x):
    strides = tuple(step // x.itemsize for step in x.strides)  # in numbers, not in bytes
    print(*x.shape, *strides, *x.ravel())


x = np.arange(${x.memory.length}).reshape(${TOKENS}, ${ALL})
${printTables([[text.data, '""']])}${parts.join('\n')}
`;
  }
}

customElements.define('layout-figure', LayoutFigure);

declare global {
  interface HTMLElementTagNameMap {
    'layout-figure': LayoutFigure;
  }
}
