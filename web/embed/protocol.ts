/**
 * Messages between the lesson in a frame and the page around it, version 1. The schema,
 * web/public/schemas/attention-lesson-protocol.schema.json, says what each message holds; README.md how they go.
 */
import type { AttemptSource } from '../storage/types.ts';

export const PROTOCOL = 'attention-lesson';
export const VERSION = 1;

export type Show = 'lesson' | 'figure' | 'lab' | 'deck' | 'exercise';
export type Scheme = 'light' | 'dark' | 'auto';

/** What a host may theme. Each is the custom property `--al-NAME` of the elements. */
export const COLOURS: readonly string[] = [
  ...['paper', 'raised', 'ink', 'muted', 'line', 'edge', 'accent', 'query', 'key', 'value'],
];
export const FONTS: readonly string[] = ['serif', 'sans'];

/** By names of `COLOURS` and `FONTS`. */
export type ThemeProperties = Readonly<Record<string, string>>;

export interface Theme {
  readonly scheme?: Scheme | undefined;
  readonly properties?: ThemeProperties | undefined;
}

/** What a host asks, without the envelope. */
export type Request =
  | { readonly type: 'hello' }
  | { readonly type: 'open-section'; readonly section: string }
  | { readonly type: 'set-state'; readonly state: string }
  | { readonly type: 'get-trace' }
  | {
      readonly type: 'ask-exercise';
      readonly kind?: string | undefined;
      readonly seed?: string | undefined;
    }
  | { readonly type: 'get-progress' }
  | {
      readonly type: 'set-progress';
      readonly backup: string;
      readonly mode?: 'merge' | 'replace' | undefined;
    }
  | ({ readonly type: 'set-theme' } & Theme)
  | { readonly type: 'set-locale'; readonly locale: string };

export interface PlainMatrix {
  readonly rows: number;
  readonly cols: number;
  /** Row by row; infinities and NaN as they are. */
  readonly data: readonly number[];
}

export const MATRICES = ['raw', 'scaled', 'masked', 'weights', 'output'] as const;
export const VECTORS = ['rowSums', 'columnSums', 'spread'] as const;

/** The engine's trace in plain arrays, by the same names. */
export type PlainTrace = Readonly<Record<(typeof MATRICES)[number], PlainMatrix>> &
  Readonly<Record<(typeof VECTORS)[number], readonly number[]>>;

export interface ReadyDetail {
  readonly show: Show;
  readonly locale: string;
  readonly locales: readonly string[];
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

export interface AnsweredDetail {
  readonly id: string;
  readonly source: AttemptSource;
  /** Kind of exercise, id of the card, the puzzle or the question. */
  readonly kind: string;
  readonly seed?: string | undefined;
  /** 0 to 1: the share that was right. */
  readonly score: number;
  readonly slips: readonly { readonly id: string; readonly description: string }[];
  readonly edits?: number | undefined;
  readonly day: number;
  readonly at: number;
}

export interface StateDetail {
  /** Id of the figure. */
  readonly figure: string;
  /** Empty: as it starts. */
  readonly state: string;
}

export interface CompleteDetail {
  readonly day: number;
  readonly at: number;
  readonly by: 'read' | 'elsewhere';
}

export interface ErrorDetail {
  readonly code: string;
  readonly message: string;
  readonly where?: string | undefined;
}

/** What the lesson says, without the envelope. */
export type News =
  | ({ readonly type: 'ready' } & ReadyDetail)
  | { readonly type: 'done' }
  | ({ readonly type: 'error' } & ErrorDetail)
  | ({ readonly type: 'state' } & StateDetail)
  | { readonly type: 'read'; readonly section: string }
  | { readonly type: 'trace'; readonly state: string; readonly trace: PlainTrace }
  | { readonly type: 'exercise'; readonly kind: string; readonly seed: string }
  | { readonly type: 'answer'; readonly attempt: AnsweredDetail }
  | { readonly type: 'progress'; readonly backup: string }
  | ({ readonly type: 'complete' } & CompleteDetail);

/** Posted to any parent, as it says nothing of the learner: our own, that of LTI tools and that of Open edX. */
export const heightMessages = (height: number): readonly object[] => [
  { type: 'attn:resize', height },
  { subject: 'lti.frameResize', height },
  { type: 'plugin.resize', payload: { height } },
];

/** Of a message that is meant for the other side at all; nothing for what others post. */
export function envelopeOf(data: unknown): { version: unknown; type: unknown } | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const field = (name: string): unknown => Object.getOwnPropertyDescriptor(data, name)?.value;
  if (field('protocol') !== PROTOCOL) return undefined;
  return { version: field('version'), type: field('type') };
}
