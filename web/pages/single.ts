/** The lesson in one file: a page of its own, or in the frame of a host. Nothing is loaded before that is known. */
import { packedFile } from '../engine/packed-files.ts';

const main = document.querySelector('main');
document.querySelector('.still')?.remove();
showNotices();

if (main && parent !== window) {
  const { startFrame } = await import('../embed/frame.ts');
  await startFrame(main);
} else {
  const { startLesson } = await import('../elements/lesson/start-lesson.ts');
  startLesson();
}

/** The licences of the works in this file ask that their notices go with it. */
function showNotices(): void {
  const fold = document.querySelector<HTMLDetailsElement>('details.notices');
  const show = () => {
    const place = fold?.querySelector('pre');
    if (place) place.textContent = new TextDecoder().decode(packedFile('THIRD-PARTY.txt'));
  };
  fold?.addEventListener('toggle', show, { once: true });
}
