/** The lesson page: the first screen's element at once, the others as the reader comes near. */
import '../elements/ticket-map.ts';
import { followContents } from '../elements/lesson/contents.ts';
import { layOutInTurn } from '../elements/lesson/layout.ts';
import { openTarget } from '../elements/lesson/open-target.ts';
import { loadNearby } from '../elements/registry.ts';

layOutInTurn();
loadNearby();
openTarget();
followContents();
addEventListener('hashchange', openTarget);
