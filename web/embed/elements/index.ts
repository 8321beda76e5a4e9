/** `import 'attention-lesson/elements'`: defines the elements. */
import { setScript } from './base.ts';
import { define } from './elements.ts';

export { LessonLine, LessonRefusal } from '../host.ts';
export type * from '../protocol.ts';
export { setLessonBase } from './base.ts';
export { AttentionFigure, AttentionLab, AttentionLesson, RecallDeck } from './elements.ts';
export { FrameElement } from './frame-element.ts';

// Where a bundler put this file there is no lesson beside it: such a page says where the lesson lies.
const here = import.meta.url;
setScript(here);
define();
