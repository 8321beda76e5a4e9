/** The tensor doctor on the thread that it is made on: the core's calls with names and types. It computes nothing itself. */
import { EMPTY_ROW } from './attention.ts';
import { choice, list, object, optional } from './door.ts';
import { LessonError } from './error.ts';
import type { CoreModule } from './module.js';
import { lastRefusal } from './refusal.ts';
import type {
  DoctorCase,
  DoctorFinding,
  DoctorJudgement,
  DoctorMeant,
  DoctorMistake,
  DoctorSlice,
  DoctorSmallest,
  DoctorSuspect,
  DoctorTensor,
  DoctorTrace,
  DoctorWindow,
  TensorLayout,
  TensorRole,
} from './types/doctor.ts';
import type { Matrix } from './types.ts';
import { borderOf, nothing, scalar, vector } from './wire.ts';

// Indices of the core's enumerations.
const ROLES: readonly TensorRole[] = [
  ...(['none', 'q', 'k', 'v', 'mask', 'positions', 'scores', 'weights', 'output'] as const),
];
const LAYOUTS: readonly TensorLayout[] = [
  'seq, dim',
  'batch, seq, dim',
  'seq, batch, dim',
  'heads, seq, dim',
  'batch, heads, seq, dim',
  'batch, seq, heads, dim',
];
const MASKS = ['may-read', 'may-not-read'] as const;
const CAUSAL = [false, 'top-left', 'bottom-right'] as const;
const POSITIONS = ['sinusoid', 'rotary'] as const;
const PAIRINGS = ['interleaved', 'half-split'] as const;
const VERDICTS = ['pass', 'fail', 'not-applicable'] as const;

const SIZES = ['batch', 'heads', 'kvHeads', 'queries', 'keys', 'width', 'valueWidth'] as const;
const SPANS = ['batch', 'heads', 'queries', 'keys', 'values'] as const;
const WINDOW = 64;

/** Unpacks deflate (RFC 1951) to exactly `size` bytes at most; rejects for what cannot be, or is more. */
export type Inflate = (packed: Uint8Array, size: number) => Promise<Uint8Array>;

interface Entry {
  readonly name: string;
  readonly offset: number;
  readonly packed: number;
  readonly size: number;
  readonly deflated: number;
}

type RawMistake = Omit<DoctorMistake, 'references'> & { readonly references: string };
type RawSuspect = Omit<DoctorSuspect, 'mistakes' | 'reproduces'> & {
  readonly mistakes: readonly RawMistake[];
  readonly reproduces: number;
};

const text = (words: string): Matrix => vector(new TextEncoder().encode(words));

const mistakeOf = (raw: RawMistake): DoctorMistake => ({
  ...raw,
  references: raw.references === '' ? [] : raw.references.split(', '),
});

const sliceOf = (numbers: readonly number[]): DoctorSlice =>
  Object.fromEntries(
    SPANS.map((name, i) => [name, { first: numbers[2 * i] ?? 0, count: numbers[2 * i + 1] ?? 0 }]),
  ) as unknown as DoctorSlice;

export class DoctorSession {
  readonly #core: CoreModule;
  readonly #run: ReturnType<typeof borderOf>['run'];

  constructor(
    core: CoreModule,
    private readonly inflate: Inflate,
  ) {
    this.#core = core;
    this.#run = borderOf(core).run;
  }

  async add(name: string, file: Uint8Array | string | Blob): Promise<readonly DoctorTensor[]> {
    const bytes = await this.#bytesOf(name, file);
    const before = this.list().length;
    this.#fill(bytes);
    const { entries } = this.#run('doctorOpen', [text(name)]) as unknown as {
      readonly entries: readonly Entry[];
    };
    try {
      for (const [i, entry] of entries.entries()) {
        const packed = bytes.subarray(entry.offset, entry.offset + entry.packed);
        this.#fill(entry.deflated === 1 ? await this.#unpack(entry, packed) : packed);
        this.#run('doctorOpenEntry', [scalar(i)]);
      }
    } catch (reason) {
      this.#run('doctorForget', [scalar(before)]);
      throw reason;
    }
    return this.list();
  }

  /**
   * LessonError:
   *   file-unreadable   the device does not give the bytes of a file
   */
  async #bytesOf(name: string, file: Uint8Array | string | Blob): Promise<Uint8Array> {
    if (typeof file === 'string') return new TextEncoder().encode(file);
    if (file instanceof Uint8Array) return file;
    this.#box(file.size); // one that is too large is refused before it is read
    try {
      return new Uint8Array(await file.arrayBuffer());
    } catch {
      throw new LessonError(
        'file-unreadable',
        `"${name}" cannot be read: it was moved, changed or locked after you chose it, or it is a folder. Choose it again.`,
        { name, row: -1, col: -1 },
      );
    }
  }

  /** LessonError: zip-damaged when the packed bytes cannot be unpacked to what the directory promises. */
  async #unpack(entry: Entry, packed: Uint8Array): Promise<Uint8Array> {
    try {
      return await this.inflate(packed, entry.size);
    } catch (reason) {
      if (reason instanceof LessonError) throw reason;
      throw new LessonError(
        'zip-damaged',
        `"${entry.name}" cannot be unpacked to the ${entry.size} bytes that are promised (${reason instanceof Error ? reason.message : reason}): the file is damaged.`,
        { name: entry.name, row: -1, col: -1 },
      );
    }
  }

  #fill(bytes: Uint8Array): void {
    const at = this.#box(bytes.length);
    new Uint8Array(this.#core.HEAPF64.buffer, at, bytes.length).set(bytes);
  }

  /** Room for so many bytes. */
  #box(size: number): number {
    const at = this.#core.byteBox(size);
    if (at === 0) throw lastRefusal(this.#core);
    return at;
  }

  list(): readonly DoctorTensor[] {
    const { list: all } = this.#run('doctorList', []) as unknown as {
      readonly list: readonly (Omit<DoctorTensor, 'role' | 'bigEndian' | 'columnMajor'> & {
        readonly role: number;
        readonly bigEndian: number;
        readonly columnMajor: number;
      })[];
    };
    return all.map((one) => ({
      ...one,
      role: ROLES[one.role] ?? 'none',
      bigEndian: one.bigEndian === 1,
      columnMajor: one.columnMajor === 1,
    }));
  }

  clear(): void {
    this.#run('doctorClear', []);
  }

  window(given: DoctorWindow): Matrix {
    const { tensor, plane = 0, row = 0, col = 0, rows = WINDOW, cols = WINDOW } = given;
    const parts = [tensor, plane, row, col, Math.min(rows, WINDOW), Math.min(cols, WINDOW)];
    return this.#run('doctorWindow', parts.map(scalar)).numbers as Matrix;
  }

  #asked(given: DoctorMeant): Matrix[] {
    const core = this.#core;
    const meant = object(core, 'meant', given);
    const { causal = false, positions, pairing = 'interleaved', emptyRow = 'nan' } = meant;
    const chosen = (name: string, value: unknown, allowed: readonly string[]) =>
      value === undefined ? nothing : scalar(choice(core, name, value, allowed));
    return [
      vector(list(core, 'roles', meant.roles).map((role) => choice(core, 'roles', role, ROLES))),
      chosen('layout', meant.layout, LAYOUTS),
      optional(core, 'heads', meant.heads),
      optional(core, 'kvHeads', meant.kvHeads),
      optional(core, 'scale', meant.scale),
      chosen('mask', meant.mask, MASKS),
      optional(core, 'tolerance', meant.tolerance),
      scalar(choice(core, 'causal', causal, CAUSAL)),
      scalar(positions === undefined ? 0 : 1 + choice(core, 'positions', positions, POSITIONS)),
      scalar(choice(core, 'pairing', pairing, PAIRINGS)),
      optional(core, 'base', meant.base),
      scalar(choice(core, 'emptyRow', emptyRow, EMPTY_ROW)),
    ];
  }

  take(meant: DoctorMeant): DoctorCase {
    const made = this.#run('doctorTake', this.#asked(meant)) as unknown as {
      readonly layout: number;
      readonly layoutSure: number;
      readonly possible: readonly number[];
      readonly mask: number;
      readonly maskSure: number;
      readonly tolerance: number;
      readonly sizes: readonly number[];
      readonly slice: readonly number[];
    };
    const layoutOf = (index: number) => LAYOUTS[index] ?? 'seq, dim';
    return {
      layout: layoutOf(made.layout),
      layoutSure: made.layoutSure === 1,
      possible: made.possible.map(layoutOf),
      mask: MASKS[made.mask - 1],
      maskSure: made.maskSure === 1,
      tolerance: made.tolerance,
      sizes: Object.fromEntries(
        SIZES.map((name, i) => [name, made.sizes[i]]),
      ) as unknown as DoctorCase['sizes'],
      slice: sliceOf(made.slice),
    };
  }

  /** Yields how far it is, from 0 to 1. */
  *search(meant: DoctorMeant): Generator<number, DoctorJudgement> {
    this.#run('doctorStart', this.#asked(meant));
    for (;;) {
      const { done, progress } = this.#run('doctorStep', []) as { done: number; progress: number };
      if (done === 1) return this.#judgement();
      yield progress;
    }
  }

  #judgement(): DoctorJudgement {
    const made = this.#run('doctorJudgement', []) as unknown as Omit<
      DoctorJudgement,
      'suspects' | 'silent' | 'pairsSearched'
    > & {
      readonly suspects: readonly RawSuspect[];
      readonly silent: readonly RawMistake[];
      readonly pairsSearched: number;
    };
    return {
      ...made,
      suspects: made.suspects.map((one) => ({
        ...one,
        mistakes: one.mistakes.map(mistakeOf),
        reproduces: one.reproduces === 1,
      })),
      silent: made.silent.map(mistakeOf),
      pairsSearched: made.pairsSearched === 1,
    };
  }

  trace(which: { sequence?: number; head?: number; suspect?: number }): DoctorTrace {
    const { sequence = 0, head = 0, suspect = -1 } = which;
    return this.#run(
      'doctorTrace',
      [suspect, sequence, head].map(scalar),
    ) as unknown as DoctorTrace;
  }

  seen(): readonly DoctorFinding[] {
    return this.#findings('doctorSeen', []);
  }

  behaviour(suspect = -1): readonly DoctorFinding[] {
    return this.#findings('doctorBehaviour', [scalar(suspect)]);
  }

  #findings(call: 'doctorSeen' | 'doctorBehaviour', parts: readonly Matrix[]): DoctorFinding[] {
    const { list: all } = this.#run(call, parts) as unknown as {
      readonly list: readonly (Omit<DoctorFinding, 'verdict'> & { readonly verdict: number })[];
    };
    return all.map((one) => ({ ...one, verdict: VERDICTS[one.verdict] ?? 'not-applicable' }));
  }

  smallest(suspect = -1): DoctorSmallest {
    const made = this.#run('doctorSmallest', [scalar(suspect)]) as unknown as Omit<
      DoctorSmallest,
      'slice' | 'positions' | 'pairing'
    > & { readonly slice: readonly number[]; readonly positions: number; readonly pairing: number };
    return {
      ...made,
      slice: sliceOf(made.slice),
      positions: POSITIONS[made.positions - 1],
      pairing: PAIRINGS[made.pairing] ?? 'interleaved',
    };
  }
}
