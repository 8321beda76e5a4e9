/** dist/elements/define.js: the elements by one script tag, from any origin. */
import { setScript } from './base.ts';
import { define } from './elements.ts';

setScript((document.currentScript as HTMLScriptElement | null)?.src);
define();
