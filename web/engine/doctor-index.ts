/** The types of `attention-lesson/doctor`; package.json picks `doctor-browser.js` or `doctor-node.js` for the code. */
export * from './doctor-browser.ts';
