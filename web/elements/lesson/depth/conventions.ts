/**
 * PyTorch's defaults, each on the bank session: what the call gives, what it gives when its meaning is mistaken, and the
 * same as NumPy. The numbers come from the core; the mistakes are those of its library.
 */
import type { AttentionInputs, Engine, Matrix } from '../../../engine/types.ts';
import { formatNumber } from '../../../format/number.ts';
import { messages } from '../../../messages/index.ts';
import { readNumber } from '../../shared/number-field.ts';
import { pythonFloat } from '../../shared/python.ts';
import { PADDED, SESSION } from './session.ts';

const text = messages.depth.conventions;

export const CONVENTIONS = [
  'scale',
  'is-causal',
  'both-masks',
  'fewer-queries',
  'sdpa-mask',
  'key-padding',
  'mha-mask',
  'batch-first',
  'need-weights',
] as const;
export type Convention = (typeof CONVENTIONS)[number];

export interface Panel {
  readonly head: string;
  readonly weights: Matrix;
  readonly blocked?: Matrix | undefined;
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  /** A NumPy expression that gives the weights, from q, k and the names of `setup`. */
  readonly numpy: string;
  /** What is meant, unless it says otherwise. */
  readonly kind?: 'right' | 'wrong' | 'typed';
}

export interface Shown {
  /** The call in Python. */
  readonly call: string;
  readonly panels: readonly Panel[];
  readonly said: string;
  /** Lines of NumPy that the panels' expressions need. */
  readonly setup: string;
  readonly padded: boolean;
}

const EVENTS = text.events;
const PLACES = [...EVENTS, text.padding];
const NEW_DEVICE = 1;
const TRANSFER = 2;
const PADDING = [false, false, false, true];
const SCALED = 'softmax(q @ k.T / np.sqrt(q.shape[1]))';
const MASKED = 'softmax(np.where(blocked, -np.inf, q @ k.T / np.sqrt(q.shape[1])))';
const INVERTED = 'softmax(np.where(~blocked, -np.inf, q @ k.T / np.sqrt(q.shape[1])))';
const CAUSAL = 'blocked = np.triu(np.ones((3, 3), dtype=bool), k=1)  # True: may not read';
const FILLER =
  'blocked = np.array([[False, False, False, True]])  # a key that stands for no token';

const at = ({ data, cols }: Matrix, row: number, col: number) =>
  formatNumber(data[row * cols + col] ?? Number.NaN);

type Show = (engine: Engine, factor: string) => Omit<Shown, 'padded' | 'setup'> & Partial<Shown>;

const panel = (
  head: string,
  { weights, blocked }: { readonly weights: Matrix; readonly blocked?: Matrix },
  numpy: string,
  more: Partial<Panel> = {},
): Panel => ({
  head,
  weights,
  blocked,
  queries: EVENTS,
  keys: EVENTS,
  numpy,
  ...more,
});

const WRONG = { kind: 'wrong' } as const;
const ALL_PLACES = { queries: PLACES, keys: PLACES };

const shows: Readonly<Record<Convention, Show>> = {
  scale(engine, typed) {
    const factor = readNumber(engine, 'factor', typed);
    const usual = engine.attention(SESSION);
    const given = engine.attention({ ...SESSION, scale: factor });
    const twice = engine.mistakes.apply('scale-twice', SESSION);
    const shown = formatNumber(factor);
    return {
      call: `F.scaled_dot_product_attention(q, k, v)\nF.scaled_dot_product_attention(q, k, v, scale=${pythonFloat(factor)})`,
      panels: [
        panel(text.heads.scaleNone, usual, SCALED),
        panel(text.heads.scaleGiven(shown), given, `softmax(q @ k.T * ${pythonFloat(factor)})`, {
          kind: 'typed',
        }),
        panel(text.heads.scaleTwice, twice, 'softmax(q @ k.T / q.shape[1])', WRONG),
      ],
      said: text.said.scale(
        formatNumber(usual.scale),
        at(usual.weights, TRANSFER, 1),
        shown,
        at(given.weights, TRANSFER, 1),
        at(twice.weights, TRANSFER, 1),
      ),
    };
  },
  'is-causal'(engine) {
    const open = engine.mistakes.apply('causal-mask-dropped', { ...SESSION, causal: 'top-left' });
    const causal = engine.attention({ ...SESSION, causal: 'top-left' });
    return {
      call: 'F.scaled_dot_product_attention(q, k, v)                  # a decoder that reads the future\nF.scaled_dot_product_attention(q, k, v, is_causal=True)',
      panels: [
        panel(text.heads.notCausal, open, SCALED, WRONG),
        panel(text.heads.causal, causal, MASKED),
      ],
      said: text.said.isCausal(
        at(open.weights, NEW_DEVICE, TRANSFER),
        at(causal.weights, NEW_DEVICE, TRANSFER),
      ),
      setup: CAUSAL,
    };
  },
  'both-masks'(engine) {
    const causal = { ...PADDED, causal: 'top-left' as const };
    const filler = PLACES.map(() => PADDING);
    const joined = { ...causal, blocked: filler };
    const one = engine.attention(causal);
    const other = engine.attention({ ...PADDED, blocked: filler });
    const both = engine.attention(joined);
    const count = ({ blocked }: { blocked: Matrix }) => blocked.data.filter((cell) => cell).length;
    return {
      call: `F.scaled_dot_product_attention(q, k, v, attn_mask=tokens, is_causal=True)\n# RuntimeError: ${text.refusal}\n\nmay_read = torch.ones(4, 4, dtype=torch.bool).tril() & tokens\nF.scaled_dot_product_attention(q, k, v, attn_mask=may_read)`,
      panels: [
        panel(text.heads.onlyCausal, one, masked('causal'), { ...ALL_PLACES, ...WRONG }),
        panel(text.heads.onlyPadding, other, masked('padding'), { ...ALL_PLACES, ...WRONG }),
        panel(text.heads.joined, both, masked('causal | padding'), ALL_PLACES),
      ],
      said: text.said.bothMasks(count(one), count(other), count(both)),
      setup:
        'causal = np.triu(np.ones((4, 4), dtype=bool), k=1)\npadding = np.array([[False, False, False, True]])',
      padded: true,
    };
  },
  'fewer-queries'(engine) {
    const step = {
      ...SESSION,
      q: SESSION.q.slice(TRANSFER),
      causal: 'bottom-right',
    } satisfies AttentionInputs;
    const right = engine.attention(step);
    const wrong = engine.mistakes.apply('causal-top-left-instead-of-bottom-right', step);
    const one = { queries: [EVENTS[TRANSFER] ?? ''] };
    return {
      call: 'q = q[..., -1:, :]  # the newest event; keys and values come from the cache\nF.scaled_dot_product_attention(q, k, v, is_causal=True)  # reads the first key only\nF.scaled_dot_product_attention(q, k, v)                  # the last query may read every key',
      panels: [
        panel(text.heads.topLeft, wrong, last('np.arange(3)[None] > 0'), { ...one, ...WRONG }),
        panel(text.heads.bottomRight, right, last('np.arange(3)[None] > 2'), one),
      ],
      said: text.said.fewerQueries(at(wrong.weights, 0, 0), at(right.weights, 0, 0)),
    };
  },
  'sdpa-mask'(engine) {
    const causal = { ...SESSION, causal: 'top-left' as const };
    const right = engine.attention(causal);
    const wrong = engine.mistakes.apply('mask-polarity-inverted', causal);
    return {
      call: 'may_read = torch.ones(3, 3, dtype=torch.bool).tril()  # True: takes part\nF.scaled_dot_product_attention(q, k, v, attn_mask=may_read)\nF.scaled_dot_product_attention(q, k, v, attn_mask=~may_read)  # a mask in the sense of MHA',
      panels: [
        panel(text.heads.takesPart, right, MASKED),
        panel(text.heads.takenForBlocked, wrong, INVERTED, WRONG),
      ],
      said: text.said.sdpaMask(at(wrong.weights, 0, TRANSFER), at(wrong.weights, TRANSFER, 0)),
      setup: CAUSAL,
    };
  },
  'key-padding'(engine) {
    const padded = { ...PADDED, padding: PADDING };
    const right = engine.mistakes.apply('none', padded);
    const wrong = engine.mistakes.apply('mask-polarity-inverted', padded);
    return {
      call: 'ignored = torch.tensor([[False, False, False, True]])  # True: is ignored\nmha(q, k, v, key_padding_mask=ignored)\nmha(q, k, v, key_padding_mask=~ignored)  # a mask in the sense of SDPA',
      panels: [
        panel(text.heads.ignored, right, MASKED, ALL_PLACES),
        panel(text.heads.takenForPart, wrong, INVERTED, { ...ALL_PLACES, ...WRONG }),
      ],
      said: text.said.keyPadding(at(wrong.weights, TRANSFER, 3)),
      setup: FILLER,
      padded: true,
    };
  },
  'mha-mask'(engine) {
    const causal = { ...SESSION, causal: 'top-left' as const };
    const right = engine.attention(causal);
    const wrong = engine.mistakes.apply('mask-polarity-inverted', causal);
    return {
      call: 'future = torch.ones(3, 3, dtype=torch.bool).triu(1)  # True: may not be read\nmha(q, k, v, attn_mask=future)\nmha(q, k, v, attn_mask=~future)  # a mask in the sense of SDPA',
      panels: [
        panel(text.heads.mayNot, right, MASKED),
        panel(text.heads.takenForPart, wrong, INVERTED, WRONG),
      ],
      said: text.said.mhaMask(at(right.weights, NEW_DEVICE, 0), at(wrong.weights, NEW_DEVICE, 2)),
      setup: CAUSAL,
    };
  },
  'batch-first'(engine) {
    const right = engine.attention(SESSION);
    const wrong = engine.mistakes.apply('batch-and-sequence-swapped', SESSION);
    return {
      call: 'x.shape  # (1, 3, 4): one sequence of three events\ntorch.nn.MultiheadAttention(4, 1, batch_first=True)(x, x, x)\ntorch.nn.MultiheadAttention(4, 1)(x, x, x)  # three sequences of one event',
      panels: [
        panel(text.heads.batchFirst, right, SCALED),
        panel(text.heads.sequenceFirst, wrong, 'np.diag([alone(i) for i in range(3)])', WRONG),
      ],
      said: text.said.batchFirst(at(right.weights, 0, 0), at(wrong.weights, 0, 0)),
      setup: `# (1, 3, 4) read as (sequence, batch, features): each event is alone in its sequence.
def alone(i):
    return softmax(q[i : i + 1] @ k[i : i + 1].T / np.sqrt(q.shape[1])).item()
`,
    };
  },
  'need-weights'(engine) {
    const setup = { ...SESSION, heads: 2 };
    const own = engine.mistakes.apply('none', setup).weights;
    const [mean] = engine.mistakes.apply('heads-averaged', setup).weights;
    const [first, second] = own;
    if (!first || !second || !mean) throw new Error('two heads have two maps');
    return {
      call: 'mha = torch.nn.MultiheadAttention(4, 2, batch_first=True)\nmha(q, k, v, average_attn_weights=False)[1].shape  # (1, 2, 3, 3)\nmha(q, k, v)[1].shape                              # (1, 3, 3): the mean of both',
      panels: [
        panel(text.heads.head(1), { weights: first }, 'head(0)'),
        panel(text.heads.head(2), { weights: second }, 'head(1)'),
        panel(text.heads.mean, { weights: mean }, '(head(0) + head(1)) / 2', WRONG),
      ],
      said: text.said.needWeights(
        at(first, NEW_DEVICE, 1),
        at(second, NEW_DEVICE, 1),
        at(mean, NEW_DEVICE, 1),
      ),
      setup: `def head(h):
    part = slice(2 * h, 2 * h + 2)
    return softmax(q[:, part] @ k[:, part].T / np.sqrt(2))
`,
    };
  },
};

function masked(blocked: string): string {
  return `softmax(np.where(${blocked}, -np.inf, q @ k.T / np.sqrt(q.shape[1])))`;
}

function last(blocked: string): string {
  return `softmax(np.where(${blocked}, -np.inf, q[2:] @ k.T / np.sqrt(q.shape[1])))`;
}

/** What the figure shows for a convention; a factor that the core cannot read is refused in its words. */
export function show(engine: Engine, convention: Convention, factor: string): Shown {
  return { setup: '', padded: false, ...shows[convention](engine, factor) };
}
