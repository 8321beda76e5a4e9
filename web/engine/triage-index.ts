/** The types of `attention-lesson/triage`; package.json picks `triage-browser.js` or `triage-node.js` for the code. */
export * from './triage-browser.ts';
