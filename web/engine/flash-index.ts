/** The types of `attention-lesson/flash`; package.json picks `flash-browser.js` or `flash-node.js` for the code. */
export * from './flash-browser.ts';
