/**
 * A link to something inside a closed <details> opens it: a reader who follows a link must see its target. Figures are
 * loaded as they come near and the page grows with them, so the target is held in view until the reader moves.
 */
export function openTarget(): void {
  release();
  const id = decodeURIComponent(location.hash.slice(1));
  const target = document.getElementById(id) ?? holderOf(id);
  if (!target) return;
  let folded = target.closest<HTMLDetailsElement>('details:not([open])');
  while (folded) {
    folded.open = true;
    folded = folded.parentElement?.closest<HTMLDetailsElement>('details:not([open])') ?? null;
  }
  hold(target);
}

/** A figure that opens such an anchor itself: it says with which letters its anchors begin. */
const holderOf = (id: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-anchors]')].find(({ dataset }) =>
    id.startsWith(dataset.anchors ?? '#'),
  );

/** Longer than figures take to load; after it, what grows above is the browser's to make up for. */
const HELD_MS = 5000;
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

let release = () => {};

function hold(target: HTMLElement): void {
  // At once: a scroll of 50 screens would pass every figure and load it.
  const show = () => target.scrollIntoView({ behavior: 'instant' });
  const grown = new ResizeObserver(show);
  const moved = new AbortController();
  const late = setTimeout(() => release(), HELD_MS);
  release = () => {
    release = () => {};
    grown.disconnect();
    moved.abort();
    clearTimeout(late);
  };
  for (const event of MOVES) {
    addEventListener(event, () => release(), { passive: true, signal: moved.signal });
  }
  addEventListener('load', show, { signal: moved.signal });
  grown.observe(document.body);
  show();
}
