/**
 * What the lesson tells a learning-management system, and what that gives back: one interface over SCORM 1.2, SCORM 2004 and
 * cmi5. `session.ts` fills it from the store; a standard's own names and limits stay in its file.
 */
import type { Attempt } from '../../storage/types.ts';

export const STANDARDS = ['scorm12', 'scorm2004', 'cmi5'] as const;
export type Standard = (typeof STANDARDS)[number];

/** How far a learner is. */
export interface Progress {
  /** Every section of the core path was read in this lesson. */
  readonly completed: boolean;
  /** 0 to 1: the share of these sections. */
  readonly done: number;
  /**
   * 0 to 1: the mean, over every kind of exercise, of the score of its best attempt; a kind that was not tried counts 0.
   * Undefined before the first attempt.
   */
  readonly score: number | undefined;
}

/** All that a system is to know at one time. */
export interface Report extends Progress {
  /** Id of the section in view; empty before there is one. */
  readonly place: string;
  /** The state to come back to, at most `room` characters; undefined where the kept one must stay. */
  readonly state: string | undefined;
  /** Attempts that were not handed over before, from the first to the last. */
  readonly attempts: readonly Attempt[];
}

/**
 * Why something did not reach the system. What the learner did stays on this device all the same.
 *   lms-missing         the page stands in no course: no system was found
 *   lms-launch          the address lacks what a launch by cmi5 gives, or gives no address
 *   lms-not-started     the system refused to begin
 *   lms-refused         it refused a value
 *   lms-not-saved       it could not save, or could not be reached
 *   lms-over            this launch was ended before: the page was loaded again
 *   lms-state-newer     the kept state is of a newer version of the lesson, and stays as it is
 *   lms-state-damaged   the kept state cannot be read
 */
export type ProblemCode =
  | 'lms-missing'
  | 'lms-launch'
  | 'lms-not-started'
  | 'lms-refused'
  | 'lms-not-saved'
  | 'lms-over'
  | 'lms-state-newer'
  | 'lms-state-damaged';

export interface Problem {
  readonly code: ProblemCode;
  /** In the system's own words, with its number; may be empty. */
  readonly detail: string;
}

export type Tell = (problem: Problem) => void;

export interface Lms {
  /** Of the learner, as the system names him; empty where it does not. */
  readonly learner: string;
  /** How many characters of state it holds. */
  readonly room: number;
  /** What was kept at the last launch; empty at the first. */
  readonly state: string;
  /** Id of the section that was in view at the last launch; empty at the first. */
  readonly place: string;
  /** Where the learner goes when the lesson is left; empty where the system says nothing. */
  readonly leave: string;
  /** Hands the report over; nothing waits. Refusals are told, and the rest goes on. */
  put(report: Report): void;
  /** True when the system has all that was put. */
  commit(): Promise<boolean>;
  /** The page is left: saves and ends without waiting. Nothing is sent after it. */
  end(): void;
}

/** Standards name answers by words without spaces: where it was given, and what was asked. */
export const idOf = ({ source, kind }: Attempt): string =>
  `${source}.${kind}`.replace(/[^A-Za-z0-9._-]/g, '_');

/** At most so many characters, no surrogate pair cut. */
export function shortened(text: string, most: number): string {
  let cut = '';
  for (const character of text) {
    if (cut.length + character.length > most) break;
    cut += character;
  }
  return cut;
}
