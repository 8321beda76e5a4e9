/** The lesson page: the first screen's element at once, the others as the reader comes near. */
import '../elements/ticket-map.ts';
import { followContents } from '../elements/lesson/contents.ts';
import { openTarget } from '../elements/lesson/open-target.ts';
import { loadNearby } from '../elements/registry.ts';

loadNearby();
openTarget();
followContents();
addEventListener('hashchange', openTarget);
