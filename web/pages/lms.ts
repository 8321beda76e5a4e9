/**
 * The lesson page in a package for a learning-management system. The packager (.scripts/package.mjs) puts this script in the
 * place of the page's own, and into the page which standard it is for and where that script is:
 *   <meta name="attention-lesson-lms" content="scorm12" data-script="./assets/index.js">
 */
import { STANDARDS } from '../embed/lms/lms.ts';
import { startLms } from '../embed/lms/start.ts';

const meta = document.querySelector<HTMLMetaElement>('meta[name="attention-lesson-lms"]');
const standard = STANDARDS.find((one) => one === meta?.content);
const started = standard && (await startLms(standard));
await import(/* @vite-ignore */ new URL(meta?.dataset.script ?? '', document.baseURI).href);
started?.follow();
