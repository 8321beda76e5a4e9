/** The lesson in one file: a page of its own, or in the frame of a host. Nothing is loaded before that is known. */
export {};

const main = document.querySelector('main');

if (main && parent !== window) {
  const { startFrame } = await import('../embed/frame.ts');
  await startFrame(main);
} else {
  const { startLesson } = await import('../elements/lesson/start-lesson.ts');
  startLesson();
}
