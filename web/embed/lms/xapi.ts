/** Statements of xAPI 1.0.3 as cmi5 wants them, each a plain object. */
import type { Attempt } from '../../storage/types.ts';
import { idOf } from './lms.ts';
import { isoDuration } from './times.ts';

/** What the launch gives that each statement repeats. */
export interface Launch {
  readonly actor: object;
  readonly registration: string;
  /** Of the lesson in this course. */
  readonly activity: string;
  readonly template: Readonly<Record<string, unknown>>;
  /** 0 to 1. */
  readonly mastery: number | undefined;
}

export type Verb = 'initialized' | 'completed' | 'passed' | 'failed' | 'terminated';

const VERBS: Readonly<Record<Verb | 'answered', string>> = {
  initialized: 'http://adlnet.gov/expapi/verbs/initialized',
  completed: 'http://adlnet.gov/expapi/verbs/completed',
  passed: 'http://adlnet.gov/expapi/verbs/passed',
  failed: 'http://adlnet.gov/expapi/verbs/failed',
  terminated: 'http://adlnet.gov/expapi/verbs/terminated',
  answered: 'http://adlnet.gov/expapi/verbs/answered',
};
const CATEGORY = 'https://w3id.org/xapi/cmi5/context/categories/';
const MASTERY = 'https://w3id.org/xapi/cmi5/context/extensions/masteryscore';
/** A list: the ids of the slips that the lesson named. */
export const SLIPS = 'urn:attention-lesson:xapi:slips';
/** The seed of a generated task: with its kind it gives the same task again. */
export const SEED = 'urn:attention-lesson:xapi:seed';

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => Object(value) as Fields;

/** One of cmi5's own. `ms`: since the launch. `score`: 0 to 1, for `passed` and `failed`. */
export function cmi5Statement(launch: Launch, verb: Verb, ms: number, score?: number): object {
  const judged = verb === 'passed' || verb === 'failed';
  const categories = ['cmi5', ...(judged || verb === 'completed' ? ['moveon'] : [])];
  const result = {
    ...(verb === 'initialized' ? {} : { duration: isoDuration(ms) }),
    ...(verb === 'completed' ? { completion: true } : {}),
    ...(judged ? { success: verb === 'passed', score: { scaled: score } } : {}),
  };
  return {
    ...base(launch, verb, { id: launch.activity, objectType: 'Activity' }),
    context: contextOf(
      launch,
      categories.map((name) => ({ id: CATEGORY + name, objectType: 'Activity' })),
      judged && launch.mastery !== undefined ? { [MASTERY]: launch.mastery } : {},
    ),
    ...(Object.keys(result).length > 0 ? { result } : {}),
  };
}

/** An answer: what was asked, its share that was right, and the slips that were named. `name` is for people. */
export function answeredStatement(launch: Launch, attempt: Attempt, name: string): object {
  const { score, slips, seed, at } = attempt;
  const object = {
    id: `${launch.activity.replace(/[/#]+$/, '')}/${idOf(attempt)}`,
    objectType: 'Activity',
    definition: {
      type: 'http://adlnet.gov/expapi/activities/cmi.interaction',
      interactionType: 'other',
      name: { en: name },
    },
  };
  return {
    ...base(launch, 'answered', object, at),
    // Not of cmi5's own statements: its category stays away.
    context: contextOf(launch, [], {}),
    result: {
      score: { scaled: score },
      success: score === 1,
      response: slips.join(' ') || 'none',
      extensions: { [SLIPS]: slips, ...(seed === undefined ? {} : { [SEED]: seed }) },
    },
  };
}

function base({ actor }: Launch, verb: keyof typeof VERBS, object: object, at = Date.now()) {
  return {
    id: newUuid(),
    actor,
    verb: { id: VERBS[verb], display: { en: verb } },
    object,
    timestamp: new Date(at).toISOString(),
  };
}

/** The course's template, added to: what it holds is kept. */
function contextOf(
  { template, registration }: Launch,
  categories: readonly object[],
  extensions: Fields,
): object {
  const activities = fieldsOf(template.contextActivities);
  const category = [...((activities.category as object[] | undefined) ?? []), ...categories];
  const added = { ...fieldsOf(template.extensions), ...extensions };
  return {
    ...template,
    registration,
    contextActivities: { ...activities, ...(category.length > 0 ? { category } : {}) },
    extensions: added,
  };
}

/** `crypto.randomUUID` exists in secure contexts alone. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
