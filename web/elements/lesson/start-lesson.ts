/** Brings the lesson of a page to life: the first screen's element at once, the others as the reader comes near. */
import '../ticket-map.ts';
import { loadNearby } from '../registry.ts';
import { followContents } from './contents.ts';
import { openTarget } from './open-target.ts';

export function startLesson(): void {
  loadNearby();
  openTarget();
  followContents();
  addEventListener('hashchange', openTarget);
}
