/**
 * SCORM 2004, 4th edition. Completion and success are two things there: success is told only where the course sets a score
 * to pass, `passed` as soon as it is reached, `failed` when the lesson was completed below it.
 */
import { messages } from '../../messages/index.ts';
import { lmsMessages } from '../../messages/lms.ts';
import type { Attempt } from '../../storage/types.ts';
import { idOf, type Lms, type Report, shortened, type Tell } from './lms.ts';
import { apiOf, changesOf, decimal, findApi, numberIn, type ScormApi } from './scorm-api.ts';
import { isoDuration, moment2004 } from './times.ts';

/** Of suspend data, by the standard's smallest maximum. */
export const ROOM = 64_000;
const PLACE = 1000;
const DESCRIPTION = 250;
const RESPONSE = 4000;

/** Undefined where there is no LMS, or it refuses to begin: either is told. */
export function openScorm2004(window: Window, tell: Tell): Lms | undefined {
  const found = findApi(window, 'API_1484_11');
  if (!found) {
    tell({ code: 'lms-missing', detail: 'API_1484_11' });
    return undefined;
  }
  const api = apiOf(found, '', 'Terminate', tell);
  return api.initialize() ? lmsOver(api) : undefined;
}

function lmsOver(api: ScormApi): Lms {
  const began = Date.now();
  const set = changesOf(api);
  const passing = numberIn(api.get('cmi.scaled_passing_score'), 1);
  const [completion, success] = [api.get('cmi.completion_status'), api.get('cmi.success_status')];
  const held = numberIn(api.get('cmi.score.scaled'), 1) ?? 0;
  const credited = ['', 'normal'].includes(api.get('cmi.mode'));
  let answers = numberIn(api.get('cmi.interactions._count'), Number.MAX_SAFE_INTEGER) ?? 0;
  let ended = false;

  function putSuccess(completed: boolean, scaled: number): void {
    if (passing === undefined || success === 'passed') return;
    if (scaled >= passing) set('cmi.success_status', 'passed');
    else if (completed) set('cmi.success_status', 'failed');
  }

  function putAnswers({ attempts }: Report): void {
    for (const attempt of attempts) {
      const set = (field: string, value: string) =>
        api.set(`cmi.interactions.${answers}.${field}`, value);
      // One that the LMS refuses at once takes no place.
      if (!set('id', idOf(attempt))) continue;
      set('type', 'other');
      set('timestamp', moment2004(attempt.at));
      set('learner_response', shortened(attempt.slips.join(' ') || 'none', RESPONSE));
      set('result', resultOf(attempt.score));
      set('description', shortened(describe(attempt), DESCRIPTION));
      answers++;
    }
  }

  return {
    learner: api.get('cmi.learner_id'),
    room: ROOM,
    state: api.get('cmi.suspend_data'),
    place: api.get('cmi.location'),
    leave: '',
    put(report) {
      if (ended) return;
      // At once: after a crash, which ends nothing, the LMS still keeps the state for the next launch.
      set('cmi.exit', 'suspend');
      set('cmi.location', shortened(report.place, PLACE));
      if (report.state !== undefined) set('cmi.suspend_data', report.state);
      if (!credited) return;
      const completed = report.completed || completion === 'completed';
      set('cmi.progress_measure', completed ? '1' : decimal(report.done, 4));
      set('cmi.completion_status', completed ? 'completed' : 'incomplete');
      const scaled = Math.max(report.score ?? 0, held);
      if (report.score !== undefined) {
        set('cmi.score.min', '0');
        set('cmi.score.max', '100');
        set('cmi.score.raw', decimal(100 * scaled, 2));
        set('cmi.score.scaled', decimal(scaled, 4));
      }
      putSuccess(completed, scaled);
      putAnswers(report);
    },
    commit: async () => ended || api.commit(),
    end() {
      if (ended) return;
      ended = true;
      set('cmi.session_time', isoDuration(Date.now() - began));
      set('cmi.exit', 'suspend'); // where nothing was put
      api.finish();
    },
  };
}

const resultOf = (score: number): string => {
  if (score === 1) return 'correct';
  return score === 0 ? 'incorrect' : decimal(score, 4);
};

/** For a teacher who reads the record. */
function describe({ kind, slips }: Attempt): string {
  const name = messages.exercise.kinds[kind]?.name ?? kind;
  return lmsMessages.answer(name, slips);
}
