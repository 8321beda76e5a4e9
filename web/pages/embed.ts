/** The lesson inside a host: see web/embed/README.md. */
import { startFrame } from '../embed/frame.ts';

const lesson = document.querySelector<HTMLElement>('#lesson');
if (lesson) void startFrame(lesson);
