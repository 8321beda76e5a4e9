/** The fields of a result: what `fields(call)` of the core says of the outbox, and the outbox read by it. */
import type { Matrix } from './types.ts';

/** `matrix`, when the core says nothing else. A part may be missing (`maybe`), or there may be any number (`list`). */
type Kind =
  | 'matrix'
  | 'number'
  | 'vector'
  | 'indices'
  | 'text'
  | 'whole'
  | 'part'
  | 'maybe'
  | 'list';

export interface Field {
  readonly name: string;
  readonly kind: Kind;
  /** Of a part. */
  readonly fields: readonly Field[];
}

const OPENING: Record<string, Kind> = { '{': 'part', '?{': 'maybe', '[': 'list' };

/** `a:number,b,c{d,e:vector},f?{g},h[i]` as fields. */
export function parseFields(text: string): readonly Field[] {
  const words = text.match(/[A-Za-z0-9]+|\?\{|[{}[\]:,]/g) ?? [];
  let at = 0;
  function some(): Field[] {
    const found: Field[] = [];
    for (;;) {
      const name = words[at++] ?? '';
      let kind: Kind = 'matrix';
      let fields: Field[] = [];
      const opening = OPENING[words[at] ?? ''];
      if (opening) {
        at++;
        kind = opening;
        fields = some();
        at++;
      } else if (words[at] === ':') {
        kind = words[at + 1] as Kind;
        at += 2;
      }
      found.push({ name, kind, fields });
      if (words[at] !== ',') return found;
      at++;
    }
  }
  return text === '' ? [] : some();
}

export type Result = Record<string, unknown>;

/** Reads one result, everything copied. */
export class Outbox {
  constructor(
    private readonly heap: Float64Array,
    private at: number,
  ) {}

  result(fields: readonly Field[]): Result {
    const result: Result = {};
    for (const field of fields) result[field.name] = this.value(field);
    return result;
  }

  private value({ kind, fields }: Field): unknown {
    if (kind === 'part') return this.result(fields);
    const { rows, cols, data } = this.matrix();
    switch (kind) {
      case 'number':
        return data[0];
      case 'vector':
        return data;
      case 'indices':
        return Array.from(data);
      case 'text':
        return new TextDecoder().decode(Uint8Array.from(data));
      case 'whole':
        return BigInt(String.fromCharCode(...data));
      case 'maybe':
        return data[0] === 1 ? this.result(fields) : undefined;
      case 'list':
        return Array.from({ length: data[0] ?? 0 }, () => this.result(fields));
      default:
        return { rows, cols, data };
    }
  }

  private matrix(): Matrix {
    const rows = this.heap[this.at] ?? 0;
    const cols = this.heap[this.at + 1] ?? 0;
    const start = this.at + 2;
    this.at = start + rows * cols;
    return { rows, cols, data: this.heap.slice(start, this.at) };
  }
}
