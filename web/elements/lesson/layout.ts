/**
 * The layout of the whole lesson takes a phone a second. The styles leave out what is below the first screen; once the
 * reader moves, each section gets its layout in a moment when the browser has nothing else to do, and the page its full
 * length.
 */
export function layOutInTurn(root: ParentNode = document): void {
  const waiting = [...root.querySelectorAll<HTMLElement>('main .part > section')];
  const next = () => {
    const section = waiting.shift();
    if (!section) return;
    section.classList.add(DONE);
    // One in a frame: several together would keep the browser from answering.
    requestAnimationFrame(() => whenIdle(next));
  };
  const all = () => {
    for (const section of waiting.splice(0)) section.classList.add(DONE);
  };
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // Who comes to a place inside the page, or back to one, needs the lengths of all that is above it at once.
  if (location.hash || (visit && visit.type !== 'navigate')) all();
  addEventListener('hashchange', all);
  const moved = new AbortController();
  const start = () => {
    moved.abort();
    whenIdle(next);
  };
  for (const event of MOVES)
    addEventListener(event, start, { passive: true, signal: moved.signal });
}

/** The class that web/styles/lesson.css knows. */
const DONE = 'laid-out';
const MOVES = ['scroll', 'pointerdown', 'pointermove', 'keydown'] as const;

/** Not every browser says when it is idle. */
function whenIdle(job: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(job, { timeout: 1000 });
  else setTimeout(job, 50);
}
