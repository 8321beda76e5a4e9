/** The calls of both SCORM standards under one name. An LMS puts an object into the window of a frame around ours. */
import type { ProblemCode, Tell } from './lms.ts';

/** Nothing throws; what the LMS refuses is told. */
export interface ScormApi {
  initialize(): boolean;
  /** Empty where the LMS does not know it: most elements are optional. */
  get(element: string): string;
  set(element: string, value: string): boolean;
  commit(): boolean;
  finish(): boolean;
}

/** The standards' own search looks at so many windows and no further. */
const MOST_PARENTS = 500;

/** In the windows around this one, then in those around the one that opened it. */
export function findApi(start: Window, name: string): object | undefined {
  return searchUp(start, name) ?? searchUp(openerOf(start), name);
}

function searchUp(start: Window | undefined, name: string): object | undefined {
  let window = start;
  for (let i = 0; window && i < MOST_PARENTS; i++) {
    try {
      const found: unknown = Reflect.get(window, name);
      if (typeof found === 'object' && found !== null) return found;
    } catch {
      // A window of another origin: the one around it may be ours again.
    }
    const { parent }: Window = window;
    if (parent === window) break;
    window = parent;
  }
  return undefined;
}

/** The nearest opener of a window or of one around it. */
function openerOf(start: Window): Window | undefined {
  let window = start;
  for (let i = 0; i < MOST_PARENTS; i++) {
    try {
      if (window.opener) return window.opener as Window;
    } catch {
      // Another origin.
    }
    if (window.parent === window) break;
    window = window.parent;
  }
  return undefined;
}

/** `prefix` and `last` are what the names of the calls differ by: `LMSFinish` and `Terminate`. */
export function apiOf(
  object: object,
  prefix: 'LMS' | '',
  last: 'Finish' | 'Terminate',
  tell: Tell,
): ScormApi {
  const call = (name: string, ...given: string[]): string => {
    try {
      // As a method: some LMSs need their `this`.
      const method = Reflect.get(object, prefix + name) as (...given: string[]) => unknown;
      return String(method.apply(object, given));
    } catch (reason) {
      return reason instanceof Error ? `${reason.name}: ${reason.message}` : 'false';
    }
  };
  const number = () => call('GetLastError');
  const does = (code: ProblemCode, what: string, name: string, ...given: string[]): boolean => {
    const answer = call(name, ...given);
    if (answer === 'true') return true;
    const error = number();
    const said = [call('GetErrorString', error), call('GetDiagnostic', error)];
    const words = new Set(said.filter((one) => one !== '' && one !== 'undefined'));
    const thrown = answer === 'false' || answer === 'undefined' ? [] : [answer];
    tell({ code, detail: [`${what}: ${error}`, ...words, ...thrown].join('. ') });
    return false;
  };
  return {
    initialize: () => does('lms-not-started', `${prefix}Initialize`, 'Initialize', ''),
    get: (element) => {
      const value = call('GetValue', element);
      return Number(number()) === 0 && value !== 'undefined' && value !== 'null' ? value : '';
    },
    set: (element, value) => does('lms-refused', element, 'SetValue', element, value),
    commit: () => does('lms-not-saved', `${prefix}Commit`, 'Commit', ''),
    finish: () => does('lms-not-saved', prefix + last, last, ''),
  };
}

/** Sets only what differs from what was set before. */
export function changesOf(api: ScormApi): (element: string, value: string) => void {
  const known = new Map<string, string>();
  return (element, value) => {
    if (known.get(element) !== value && api.set(element, value)) known.set(element, value);
  };
}

/** A number from 0 to `most`, or undefined for what is none. */
export function numberIn(text: string, most: number): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return number >= 0 && number <= most ? number : undefined;
}

/** Decimals as both standards take them, without an exponent. */
export const decimal = (number: number, digits: number): string =>
  String(Number(number.toFixed(digits)));
