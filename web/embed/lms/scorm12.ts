/**
 * SCORM 1.2. The status is `incomplete`, then `completed`; where the course sets a mastery score, `passed` or `failed` in its
 * place. What the LMS holds already is not lowered: a course that was passed stays passed.
 */
import { idOf, type Lms, type Report, shortened, type Tell } from './lms.ts';
import { apiOf, changesOf, decimal, findApi, numberIn, type ScormApi } from './scorm-api.ts';
import { timeOfDay12, timespan12 } from './times.ts';

/** Of suspend data, by the standard. */
export const ROOM = 4096;
const SHORT = 255;

/** Undefined where there is no LMS, or it refuses to begin: either is told. */
export function openScorm12(window: Window, tell: Tell): Lms | undefined {
  const found = findApi(window, 'API');
  if (!found) {
    tell({ code: 'lms-missing', detail: 'API' });
    return undefined;
  }
  const api = apiOf(found, 'LMS', 'Finish', tell);
  return api.initialize() ? lmsOver(api) : undefined;
}

function lmsOver(api: ScormApi): Lms {
  const began = Date.now();
  const set = changesOf(api);
  const mastery = numberIn(api.get('cmi.student_data.mastery_score'), 100);
  const status = api.get('cmi.core.lesson_status');
  const held = numberIn(api.get('cmi.core.score.raw'), 100) ?? 0;
  const credited = ['', 'normal'].includes(api.get('cmi.core.lesson_mode'));
  let answers = numberIn(api.get('cmi.interactions._count'), Number.MAX_SAFE_INTEGER) ?? 0;
  let ended = false;

  function statusOf({ completed }: Report, raw: number): string {
    if (status === 'passed') return status;
    const done = completed || status === 'completed' || status === 'failed';
    if (!done) return 'incomplete';
    if (mastery === undefined) return 'completed';
    return raw >= mastery ? 'passed' : 'failed';
  }

  function putAnswers({ attempts }: Report): void {
    for (const attempt of attempts) {
      const set = (field: string, value: string) =>
        api.set(`cmi.interactions.${answers}.${field}`, value);
      // One that the LMS refuses at once takes no place.
      if (!set('id', shortened(idOf(attempt), SHORT))) continue;
      set('type', 'performance');
      set('time', timeOfDay12(attempt.at));
      set('student_response', shortened(attempt.slips.join(' ') || 'none', SHORT));
      set('result', resultOf(attempt.score));
      answers++;
    }
  }

  return {
    learner: api.get('cmi.core.student_id'),
    room: ROOM,
    state: api.get('cmi.suspend_data'),
    place: api.get('cmi.core.lesson_location'),
    leave: '',
    put(report) {
      if (ended) return;
      // At once: after a crash, which ends nothing, the LMS still keeps the state for the next launch.
      set('cmi.core.exit', 'suspend');
      set('cmi.core.lesson_location', shortened(report.place, SHORT));
      if (report.state !== undefined) set('cmi.suspend_data', report.state);
      if (!credited) return;
      const raw = Math.max(100 * (report.score ?? 0), held);
      if (report.score !== undefined) {
        set('cmi.core.score.min', '0');
        set('cmi.core.score.max', '100');
        set('cmi.core.score.raw', decimal(raw, 2));
      }
      set('cmi.core.lesson_status', statusOf(report, raw));
      putAnswers(report);
    },
    commit: async () => ended || api.commit(),
    end() {
      if (ended) return;
      ended = true;
      set('cmi.core.session_time', timespan12(Date.now() - began));
      set('cmi.core.exit', 'suspend'); // where nothing was put
      api.finish();
    },
  };
}

function resultOf(score: number): string {
  if (score === 1) return 'correct';
  return score === 0 ? 'wrong' : decimal(score, 4);
}
