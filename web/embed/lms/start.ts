/** Starts the lesson in a learning-management system: the way is found, the learner's state brought back. */
import { coreSectionsIn } from '../../elements/recall/cards.ts';
import { NAME } from '../../storage/device.ts';
import { openStore } from '../../storage/store.ts';
import { openCmi5 } from './cmi5.ts';
import type { Lms, Problem, Standard, Tell } from './lms.ts';
import './lms-bar.ts';
import { mendPromises } from './promises.ts';
import { openScorm12 } from './scorm12.ts';
import { openScorm2004 } from './scorm2004.ts';
import { LmsSession } from './session.ts';

export interface Started {
  /** To be called when the page's own script has run: goes to where the learner was, and follows. */
  follow(): void;
}

/** Never rejects for want of a system: the lesson then works as on any other page, and says so. */
export async function startLms(standard: Standard): Promise<Started> {
  const bar = document.createElement('lms-bar');
  document.querySelector('.masthead')?.append(bar);
  const tell: Tell = (problem) => {
    bar.problem = problem;
  };
  const lms = await open(standard, tell);
  if (!lms) {
    await goOnAlone(bar.problem, tell);
    return { follow: () => {} };
  }
  bar.reporting = lms.room > 0;
  bar.leave = lms.leave;
  mendPromises();
  // Learners share computers: each has a store of his own.
  const store = await openStore(storeOf(lms.learner));
  remember(lms.learner);
  const sections = coreSectionsIn(document).map(({ id }) => id);
  const saved = () => {
    if (bar.problem?.code === 'lms-not-saved') bar.problem = undefined;
  };
  const session = new LmsSession({
    lms,
    store,
    tell,
    saved,
    sections,
    kinds,
    place: sectionInView,
  });
  await session.begin();
  return { follow: () => follow(session, lms) };
}

const storeOf = (learner: string) => (learner === '' ? {} : { name: `${NAME}/lms/${learner}` });

/** Under this key the tab knows the learner of its last session. */
const LEARNER = `${NAME}/lms/learner`;

function remember(learner: string): void {
  try {
    sessionStorage.setItem(LEARNER, learner);
  } catch {
    // Then a reload starts with an empty lesson, and says that nothing is reported.
  }
}

/** A page that is loaded again has ended its session; who learns here is not asked a second time. */
async function goOnAlone(problem: Problem | undefined, tell: Tell): Promise<void> {
  if (problem?.code !== 'lms-not-started') return;
  try {
    const learner = sessionStorage.getItem(LEARNER);
    if (learner === null) return;
    tell({ code: 'lms-over', detail: problem.detail });
    mendPromises();
    await openStore(storeOf(learner));
  } catch {
    // The tab keeps nothing.
  }
}

function open(standard: Standard, tell: Tell): Promise<Lms | undefined> | Lms | undefined {
  if (standard === 'scorm12') return openScorm12(window, tell);
  if (standard === 'scorm2004') return openScorm2004(window, tell);
  return openCmi5(location.search, tell);
}

/** The core knows the kinds; it is loaded for an attempt at one of them at any rate. */
async function kinds(): Promise<readonly string[]> {
  const { wholeEngine } = await import('../../elements/shared/whole-engine.ts');
  return (await wholeEngine()).exercise.kinds().map(({ id }) => id);
}

/** As the contents mark it. */
const current = () =>
  document.querySelector<HTMLAnchorElement>('.contents a[aria-current="location"]');
const sectionInView = () => current()?.hash.slice(1) ?? '';

function follow(session: LmsSession, lms: Lms): void {
  const known = lms.place !== '' && document.getElementById(lms.place) !== null;
  if (known && location.hash === '') location.replace(`#${lms.place}`);
  const contents = document.querySelector('.contents');
  if (contents) {
    new MutationObserver(session.changed).observe(contents, {
      subtree: true,
      attributeFilter: ['aria-current'],
    });
  }
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void session.flush();
  });
  addEventListener('pagehide', () => session.end());
  // A page that comes back from the browser's cache has ended its session.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

declare global {
  interface HTMLElementTagNameMap {
    'lms-bar': import('./lms-bar.ts').LmsBar;
  }
}
