/** The types of `attention-lesson/engine`; package.json picks `browser.js` or `node.js` for the code. */
export * from './browser.ts';
