/**
 * How a host opens the frame, in the address of embed.html:
 *
 *   show      lesson (usual), figure, lab, deck, exercise
 *   section   of the lesson: this one alone, with the way to the next
 *   state     of the figure, the lab or the exercise, as their links have it
 *   lab       id of a figure of the lesson, or a name of `LABS`
 *   host      the origin of the page around the frame, such as https://course.example: the only one that is obeyed
 *   progress  host: the page around keeps what the learner does, and hands it over at the start
 *   theme     light, dark, auto (usual)
 *   locale    such as en
 *   readonly  shown for reading: nothing can be changed or answered, nothing is recorded (for-reading.ts)
 */
import type { Scheme, Show } from './protocol.ts';

export interface Params {
  readonly show: Show;
  readonly section: string;
  readonly state: string;
  readonly lab: string;
  /** Without one the frame says its height and obeys nobody. */
  readonly host: string | undefined;
  readonly hostKeeps: boolean;
  readonly theme: Scheme;
  readonly locale: string;
  readonly readonly: boolean;
  /** Values that no parameter has: what is usual stands in their place, and the host is told. */
  readonly unknown: readonly Unknown[];
}

export interface Unknown {
  readonly name: 'show' | 'theme';
  readonly value: string;
  readonly known: readonly string[];
}

/** Figures of the lesson that have a name for hosts. */
export const LABS: Readonly<Record<string, string>> = {
  'six-steps': 'figure-lab',
  scaling: 'figure-scaling',
};

const SHOWS: readonly Show[] = ['lesson', 'figure', 'lab', 'deck', 'exercise'];
const SCHEMES: readonly Scheme[] = ['light', 'dark', 'auto'];

/** A web origin, as the browser writes it; nothing for anything else, "null" and paths among it. */
export function originOf(text: string | null): string | undefined {
  if (!text || text.length > 300) return undefined;
  try {
    const { origin, protocol } = new URL(text);
    return /^https?:$/.test(protocol) && origin === text.replace(/\/$/, '') ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** As it is written: a state has its own percent-encoding, which must be read once and no more. */
function rawOf(search: string, name: string): string {
  const pairs = search.replace(/^\?/, '').split('&');
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

export function readParams(search: string): Params {
  const params = new URLSearchParams(search);
  const unknown: Unknown[] = [];
  const oneOf = <T extends string>(name: Unknown['name'], known: readonly T[], usual: T) => {
    const value = params.get(name) ?? '';
    const found = known.find((one) => one === value);
    if (!found && value !== '') unknown.push({ name, value, known });
    return found ?? usual;
  };
  const lab = params.get('lab') ?? '';
  const host = originOf(params.get('host'));
  return {
    show: oneOf('show', SHOWS, 'lesson'),
    section: params.get('section') ?? '',
    state: rawOf(search, 'state'),
    lab: (Object.hasOwn(LABS, lab) ? LABS[lab] : undefined) ?? lab,
    host,
    hostKeeps: host !== undefined && params.get('progress') === 'host',
    theme: oneOf('theme', SCHEMES, 'auto'),
    locale: params.get('locale') ?? '',
    readonly: params.has('readonly') && params.get('readonly') !== 'false',
    unknown,
  };
}
