/** An ordinary page promises that nothing leaves the device. In a course that is not so, and other sentences stand there. */
import { messages } from '../../messages/index.ts';
import { lmsMessages } from '../../messages/lms.ts';

/** Before the elements are loaded, and only in a course: what it is not told now it is told at the next launch. */
export function mendPromises(): void {
  const { kept, numbers, files, page } = lmsMessages.instead;
  Object.assign(messages.lesson.kept, kept);
  Object.assign(messages.recall.numbers, { about: numbers });
  Object.assign(messages.recall.files.about, files);
  const footer = document.querySelector('footer p');
  if (footer) footer.textContent = page;
}
