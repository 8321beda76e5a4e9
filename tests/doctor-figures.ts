/**
 * How well the tensor doctor finds what was done: for each mistake, seeded setups that it is meant for and shows in,
 * handed over as files would hold them. `npm run doctor-figures` prints the table.
 */
import type { Doctor, DoctorMeant } from '../web/engine/types/doctor.ts';
import type { Engine, HeadsSetup, Matrix, NumpyRandom } from '../web/engine/types.ts';

export interface Figure {
  readonly id: string;
  readonly cases: number;
  /** Ranked first, or tied with the first. */
  readonly right: number;
  /** Of these, tied with others. */
  readonly tied: number;
  /** Right where every number was rounded to float32 before it was handed over. */
  readonly single: number;
  readonly missed: readonly string[];
}

/** The setups of a case: shapes, masks and positions vary with the seed. */
interface Made {
  readonly setup: HeadsSetup & {
    readonly q: Matrix;
    readonly k: Matrix;
    readonly v: Matrix;
    readonly heads: number;
  };
  readonly meant: Omit<DoctorMeant, 'roles'>;
  readonly mask: readonly (readonly boolean[])[] | undefined;
}

const WIDTH = 4;
/** The tolerance that the doctor takes for files of float32. */
const FLOAT32 = 1e-4;

/** What no file can show: layer norm has its own part, and a batch of one has no other sequence. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'layernorm-sample-variance': 'a layer norm is not among what the doctor reads',
  'layernorm-over-tokens': 'a layer norm is not among what the doctor reads',
  'layernorm-no-eps': 'a layer norm is not among what the doctor reads',
};

/** Setups in which making a mistake means something, as the library has it (`meant_for` in core/mistakes/catalogue.cpp). */
const MEANT: Readonly<Record<string, (setup: HeadsSetup) => boolean>> = {
  'cache-offset': ({ causal }) => !!causal,
  'causal-top-left-instead-of-bottom-right': ({ causal }) => causal === 'bottom-right',
  'causal-bottom-right-instead-of-top-left': ({ causal }) => causal === 'top-left',
  'causal-mask-added': ({ causal }) => !causal,
  'causal-mask-reversed': ({ causal }) => !!causal,
  'mask-fill-in-half-precision': ({ causal, padding }) => !!causal && !!padding,
};

const matrix = (random: NumpyRandom, rows: number, cols: number, size: number): Matrix => ({
  rows,
  cols,
  data: Float64Array.from(random.normal(0, size, rows * cols)),
});

function setupOf(engine: Engine, seed: number): Made {
  const random = engine.numpyRandom(seed);
  const draw = (least: number, most: number) =>
    least + Math.floor((random.random(1)[0] ?? 0) * (most - least + 1));
  const kvHeads = draw(1, 2);
  const heads = kvHeads * draw(1, 2);
  const keys = draw(5, 7);
  const queries = draw(0, 2) > 0 ? keys : draw(3, keys);
  // Large enough for what only large scores show.
  const size = draw(0, 3) === 0 ? 9 : 1.5;
  const causal = [false, 'top-left', 'bottom-right'] as const;
  const kinds = [undefined, undefined, 'sinusoid', 'rotary'] as const;
  const kind = kinds[draw(0, 3)];
  const padded = draw(0, 2) === 0;
  const emptyRow = draw(0, 1) === 0 ? 'nan' : 'zero';
  const chosen = causal[draw(0, 2)] ?? false;
  const mask = padded
    ? [Array.from({ length: keys }, (_, j) => j >= 1)]
    : draw(0, 2) === 0
      ? Array.from({ length: queries }, () => Array.from({ length: keys }, () => draw(0, 2) > 0))
      : undefined;
  const positions = kind && {
    kind,
    queryOffset: keys - queries,
    keyOffset: 0,
  };
  const blocked = mask?.map((row) => row.map((may) => !may));
  const q = matrix(random, queries, heads * WIDTH, size);
  return {
    setup: {
      q,
      k: matrix(random, keys, kvHeads * WIDTH, size),
      v: matrix(random, keys, kvHeads * WIDTH, 1),
      ...{ heads, kvHeads, causal: chosen, emptyRow },
      ...(blocked && (padded ? { padding: blocked[0] } : { blocked })),
      ...(positions && { positions }),
    },
    meant: {
      layout: 'batch, heads, seq, dim',
      causal: chosen,
      emptyRow,
      mask: 'may-read',
      ...(kind && { positions: kind }),
    },
    mask: padded && mask?.[0] ? [mask[0]] : mask,
  };
}

type Nested = number | string | readonly Nested[];

/** JSON with NaN and infinities, as Python writes them. */
const numberText = (value: number) =>
  Number.isNaN(value)
    ? 'NaN'
    : Number.isFinite(value)
      ? String(value)
      : value > 0
        ? 'Infinity'
        : '-Infinity';
const written = (value: Nested): string =>
  typeof value === 'number'
    ? numberText(value)
    : typeof value === 'string'
      ? value
      : `[${value.map(written).join(',')}]`;

/** (N, H K) as (1, H, N, K). */
function stacked({ rows, cols, data }: Matrix, heads: number): Nested {
  const width = cols / heads;
  return [
    Array.from({ length: heads }, (_h, h) =>
      Array.from({ length: rows }, (_i, i) => [
        ...data.subarray(i * cols + h * width, i * cols + (h + 1) * width),
      ]),
    ),
  ];
}
const whole = ({ rows, cols, data }: Matrix): Nested =>
  Array.from({ length: rows }, (_, i) => [...data.subarray(i * cols, (i + 1) * cols)]);

const MOST_TRIES = 4000;

/** Measures `wanted` cases of each mistake of the library. */
export async function measure(
  engine: Engine,
  doctor: Doctor,
  wanted: number,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { id } of engine.mistakes.list()) {
    if (id in LEFT_OUT) continue;
    let cases = 0;
    let right = 0;
    let tied = 0;
    let single = 0;
    const missed: string[] = [];
    for (let seed = 0; cases < wanted && seed < MOST_TRIES; seed++) {
      const { setup, meant, mask } = setupOf(engine, seed);
      if (MEANT[id]?.(setup) === false) continue;
      const found = await diagnosed(engine, doctor, id, setup, meant, mask);
      if (!found) continue;
      cases++;
      if (found.includes(id)) {
        right++;
        if (found.length > 1) tied++;
      } else missed.push(`${seed}: ${found.join(' or ') || 'none'}`);
      const rounded = await diagnosed(engine, doctor, id, setup, meant, mask, Math.fround);
      if (rounded?.includes(id)) single++;
    }
    figures.push({ id, cases, right, tied, single, missed });
  }
  return figures;
}

/** What the doctor says of one case; nothing where the mistake is not defined or does not show. */
async function diagnosed(
  engine: Engine,
  doctor: Doctor,
  id: string,
  setup: Made['setup'],
  meant: Made['meant'],
  mask: Made['mask'],
  round?: (value: number) => number,
): Promise<readonly string[] | undefined> {
  let made: { output: Matrix; weights: readonly Matrix[]; changed: boolean };
  try {
    made = engine.mistakes.apply(id, setup) as unknown as typeof made;
  } catch {
    return undefined; // not defined for these shapes
  }
  const right = engine.mistakes.apply('none', setup) as unknown as typeof made;
  if (!differ(made, right)) return undefined;
  const { heads } = setup;
  const kvHeads = setup.kvHeads ?? heads;
  const given = (m: Matrix): Matrix => (round ? { ...m, data: m.data.map(round) } : m);
  const tensors: Record<string, Nested> = {
    q: stacked(given(setup.q), heads),
    k: stacked(given(setup.k), kvHeads),
    v: stacked(given(setup.v), kvHeads),
    weights: [made.weights.map((m) => whole(given(m)))],
    output: stacked(given(made.output), heads),
    ...(mask && {
      mask:
        mask.length === 1 && setup.padding
          ? [[mask.map((row) => row.map(String))]]
          : mask.map((row) => row.map(String)),
    }),
  };
  await doctor.clear();
  const text = `{${Object.entries(tensors)
    .map(([name, value]) => `"${name}":${written(value)}`)
    .join(',')}}`;
  const roles = (await doctor.add('case.json', text)).map(({ role }) => role);
  const { suspects, tied } = await doctor.search({
    ...meant,
    roles,
    ...(round && { tolerance: FLOAT32 }),
  });
  return suspects
    .slice(0, tied)
    .map(({ convention, mistakes }) =>
      [...(convention === 'as-meant' ? [] : [convention]), ...mistakes.map((one) => one.id)].join(
        ' + ',
      ),
    );
}

function differ(
  a: { output: Matrix; weights: readonly Matrix[] },
  b: { output: Matrix; weights: readonly Matrix[] },
): boolean {
  const numbers = ({ output, weights }: typeof a) =>
    [output, ...weights].flatMap((m) => [...m.data]);
  const other = numbers(b);
  return numbers(a).some((x, i) => {
    const y = other[i] ?? Number.NaN;
    return Number.isNaN(x) !== Number.isNaN(y) || Math.abs(x - y) > 1e-4;
  });
}

export function table(figures: readonly Figure[], wanted: number): string {
  const percent = (part: number, all: number) =>
    `${((100 * part) / Math.max(1, all)).toFixed(0)} %`;
  const line = ({ id, cases, right, tied, single }: Figure) =>
    `| ${id} | ${cases} | ${right} | ${tied} | ${percent(right, cases)} | ${percent(single, cases)} |`;
  const sum = (name: 'cases' | 'right' | 'tied' | 'single') =>
    figures.reduce((total, one) => total + one[name], 0);
  const missed = figures.flatMap(({ id, missed: all }) => all.map((one) => `- ${id}, seed ${one}`));
  return `# How often the tensor doctor is right

Written by \`npm run doctor-figures\`: for each mistake up to ${wanted} seeded cases in which it shows (by more than 1e-4),
with random shapes, heads, groups, masks, padding and positions. Weights and output are handed over, without a word on
how they were made. Right: the mistake is ranked first, or is named among those that fit equally well ("tied"). In
float32: the same, where every number was rounded to float32 before it was handed over, with the tolerance for it.

| mistake | cases | right | of these tied | share | in float32 |
|-|-|-|-|-|-|
${figures.map(line).join('\n')}
| **all** | ${sum('cases')} | ${sum('right')} | ${sum('tied')} | ${((100 * sum('right')) / sum('cases')).toFixed(1)} % | ${((100 * sum('single')) / sum('cases')).toFixed(1)} % |
${missed.length > 0 ? `\nMissed, and what was said instead:\n\n${missed.join('\n')}\n` : ''}
Left out: ${Object.entries(LEFT_OUT)
    .map(([id, why]) => `${id} (${why})`)
    .join('; ')}.
`;
}
