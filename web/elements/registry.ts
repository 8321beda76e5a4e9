/**
 * Which elements a lesson may use and where each is defined. An element is loaded when the page comes near it, so that
 * the first screen waits for nothing else.
 */
type Load = () => Promise<unknown>;

export const registry: Readonly<Record<string, Load>> = {
  'attention-figure': () => import('./attention-figure/attention-figure.ts'),
  'ticket-map': () => import('./ticket-map.ts'),
  'lesson-search': () => import('./lesson/lesson-search.ts'),
  'write-box': () => import('./lesson/write-box.ts'),
  'choose-one': () => import('./lesson/choose-one.ts'),
  'code-listing': () => import('./lesson/code-listing.ts'),
  'parts-figure': () => import('./lesson/concept/parts-figure.ts'),
  'recurrence-figure': () => import('./lesson/concept/recurrence-figure.ts'),
  'shapes-figure': () => import('./lesson/concept/shapes-figure.ts'),
  'six-tokens': () => import('./lesson/concept/six-tokens.ts'),
  'block-figure': () => import('./lesson/concept/block-figure.ts'),
  'share-figure': () => import('./lesson/concept/share-figure.ts'),
  'hand-task': () => import('./lesson/build/hand-task.ts'),
  'ticket-run': () => import('./lesson/build/ticket-run.ts'),
  'experiment-figure': () => import('./lesson/build/experiment-figure.ts'),
  'families-figure': () => import('./lesson/build/families-figure.ts'),
  'memory-figure': () => import('./lesson/build/memory-figure.ts'),
  'row-figure': () => import('./lesson/depth/row-figure.ts'),
  'spread-figure': () => import('./lesson/depth/spread-figure.ts'),
  'conventions-figure': () => import('./lesson/depth/conventions-figure.ts'),
  'scale-figure': () => import('./lesson/depth/scale-figure.ts'),
  'mask-figure': () => import('./lesson/depth/mask-figure.ts'),
  'properties-figure': () => import('./lesson/depth/properties-figure.ts'),
  'heads-figure': () => import('./lesson/depth/heads-figure.ts'),
  'positions-figure': () => import('./lesson/depth/positions-figure.ts'),
  'parameters-figure': () => import('./lesson/practice/parameters-figure.ts'),
  'lab-figure': () => import('./lesson/practice/lab-figure.ts'),
  'mistakes-bench': () => import('./lesson/mistakes/mistakes-bench.ts'),
  'hidden-mistake': () => import('./lesson/mistakes/hidden-mistake.ts'),
  'mask-translator': () => import('./lesson/mistakes/mask-translator.ts'),
  'layout-figure': () => import('./lesson/mistakes/layout-figure.ts'),
  'precision-figure': () => import('./lesson/mistakes/precision-figure.ts'),
  'tensor-doctor': () => import('./lesson/doctor/tensor-doctor.ts'),
  'scaling-bench': () => import('./lesson/scaling/scaling-bench.ts'),
  'heat-trial': () => import('./lesson/trial/heat-trial.ts'),
  'recall-due': () => import('./recall/recall-due.ts'),
  'recall-deck': () => import('./recall/recall-deck.ts'),
  'context-figure': () => import('./lesson/practice/context-figure.ts'),
  'exercise-task': () => import('./exercise/exercise-task.ts'),
  'exercise-set': () => import('./exercise/exercise-set.ts'),
  'goal-puzzles': () => import('./exercise/goal-puzzles.ts'),
};

/** Elements this far below or above the window are loaded. */
const NEAR = '1200px';

/** Loads what the page holds, each element as it comes near. Gives a function that stops watching. */
export function loadNearby(root: ParentNode = document): () => void {
  const waiting = new Set<string>();
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) start(target.localName);
      }
    },
    { rootMargin: NEAR },
  );
  function start(tag: string) {
    if (!waiting.delete(tag)) return;
    for (const element of root.querySelectorAll(tag)) watcher.unobserve(element);
    registry[tag]?.();
  }
  for (const tag of Object.keys(registry)) {
    if (customElements.get(tag)) continue;
    const elements = root.querySelectorAll(tag);
    if (elements.length > 0) waiting.add(tag);
    for (const element of elements) watcher.observe(element);
  }
  return () => watcher.disconnect();
}
