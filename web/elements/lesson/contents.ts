/**
 * The contents beside the text: open where there is room, and marking the section that is being read and those that were.
 */
import { keepRead, recallRead } from '../../storage/local.ts';

/** Wide enough for the contents beside the text; the same width is in web/styles/lesson.css. */
const BESIDE = '(width >= 80rem)';

export function followContents(): void {
  const contents = document.querySelector<HTMLElement>('.contents');
  const fold = contents?.querySelector('details');
  if (!contents || !fold) return;
  const beside = matchMedia(BESIDE);
  const fit = () => {
    fold.open = beside.matches;
  };
  fit();
  beside.addEventListener('change', fit);
  // On a phone the contents close behind a link that was followed.
  contents.addEventListener('click', (event) => {
    if (!beside.matches && (event.target as Element).closest('a')) fold.open = false;
  });

  const linkOf = (id: string) => contents.querySelector<HTMLElement>(`ol a[href="#${id}"]`);
  const read = new Set(recallRead());
  for (const id of read) linkOf(id)?.classList.add('read');

  const inView = new Set<Element>();
  const sections = [...document.querySelectorAll('main section[id]')];
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) inView.add(target);
        else if (inView.delete(target)) markRead(target.id);
      }
      const current = sections.find((one) => inView.has(one));
      for (const link of contents.querySelectorAll('[aria-current]')) {
        link.removeAttribute('aria-current');
      }
      if (current) linkOf(current.id)?.setAttribute('aria-current', 'location');
    },
    // A band below the top of the window: the section that crosses it is the one being read.
    { rootMargin: '-15% 0px -70% 0px' },
  );
  for (const section of sections) watcher.observe(section);

  function markRead(id: string) {
    if (read.has(id)) return;
    read.add(id);
    linkOf(id)?.classList.add('read');
    keepRead(id);
  }
}
