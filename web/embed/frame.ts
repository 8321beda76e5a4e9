/** The lesson inside a page of somebody else: reads how it was opened, settles where progress lies, answers the host. */
import { messages } from '../messages/index.ts';
import { openStore, provideStore } from '../storage/store.ts';
import { followStore } from './follow.ts';
import { HostLink, Refusal, tellHeights } from './link.ts';
import { type Params, readParams } from './params.ts';
import { HostProgress, lookedAt } from './progress.ts';
import type { ErrorDetail, News, Request } from './protocol.ts';
import { sectionAt, sectionsOf, titleOf } from './sections.ts';
import { applyScheme, applyTheme } from './theme.ts';
import type { View } from './view.ts';

const LOCALE = document.documentElement.lang;

/** Runs the page in its frame, or in a window of its own, where nobody is obeyed. `lesson` has the sections. */
export async function startFrame(lesson: HTMLElement): Promise<void> {
  const params = readParams(location.search);
  const framed = parent !== window;
  const root = document.documentElement;
  root.classList.add('embedded', `show-${params.show}`);
  if (params.section !== '') root.classList.add('one-section');
  applyScheme(params.theme);
  leaveInNewTabs();
  const link = framed && params.host !== undefined ? new HostLink(params.host) : undefined;
  const say = (news: News) => link?.say(news);
  sayWhoHears(link ? params.host : undefined, params.hostKeeps);

  const progress =
    link && params.hostKeeps && !params.readonly
      ? new HostProgress((backup) => say({ type: 'progress', backup }))
      : undefined;
  if (params.readonly) provideStore(Promise.resolve(lookedAt()));
  else if (progress) provideStore(progress.store);

  const ready: Extract<News, { type: 'ready' }> = {
    type: 'ready',
    show: params.show,
    locale: LOCALE,
    locales: [LOCALE],
    sections: sectionsOf(lesson).map((section) => ({ id: section.id, title: titleOf(section) })),
  };
  const view = shown();
  link?.answer((request) => carryOut(request));
  say(ready);
  for (const fault of faultsOf(params, ready.sections)) say({ type: 'error', ...fault });
  await view;

  async function shown(): Promise<View> {
    const store = await openStore();
    if (params.readonly) {
      const { noteForReading, showForReading } = await import('./for-reading.ts');
      showForReading();
      // A part of the lesson is put in its place.
      if (params.show === 'lesson') lesson.prepend(noteForReading());
      else lesson.before(noteForReading());
    }
    const { showView } = await import('./view.ts');
    if (link && !params.readonly) await followStore(store, say);
    const settled = showView(params, lesson, say);
    if (framed) tellHeights(document.body);
    return settled;
  }

  async function carryOut(request: Request): Promise<News> {
    const done: News = { type: 'done' };
    switch (request.type) {
      case 'hello':
        return ready;
      case 'set-theme':
        applyTheme(request);
        return done;
      case 'set-locale':
        if (speaks(request.locale)) return done;
        throw new Refusal(
          'locale-unknown',
          messages.embed.errors.locale(request.locale, LOCALE),
          '/locale',
        );
      case 'set-progress':
        if (!progress) throw new Refusal('progress-not-held', messages.embed.errors.notHeld);
        await progress.take(request.backup, request.mode ?? 'merge');
        return done;
      case 'get-progress':
        if (!progress) throw new Refusal('progress-not-held', messages.embed.errors.notHeld);
        return { type: 'progress', backup: await progress.text() };
      case 'open-section':
        (await view).openSection(request.section);
        return done;
      case 'set-state':
        await (await view).setState(request.state);
        return done;
      case 'get-trace':
        return (await view).trace();
      case 'ask-exercise':
        return (await view).askExercise(request.kind, request.seed);
    }
  }
}

const speaks = (locale: string) => locale.split('-')[0] === LOCALE;

/**
 * What the address asks for and there is not; the frame shows what is usual in its place. `where` is the parameter:
 *   section-unknown, locale-unknown, theme-invalid, show-unknown
 */
function faultsOf(
  { show, section, locale, unknown }: Params,
  sections: readonly { readonly id: string }[],
): ErrorDetail[] {
  const text = messages.embed.errors;
  const faults: ErrorDetail[] = unknown.map(({ name, value, known }) => ({
    code: name === 'theme' ? 'theme-invalid' : 'show-unknown',
    message: text.parameter(name, value, known),
    where: name,
  }));
  // As `sectionAt`: the id of anything in a section will do.
  const found = sections.some(({ id }) => id === section) || sectionAt(section);
  if (show === 'lesson' && section !== '' && !found)
    faults.push({ code: 'section-unknown', message: text.section(section), where: 'section' });
  if (locale !== '' && !speaks(locale))
    faults.push({
      code: 'locale-unknown',
      message: text.locale(locale, LOCALE),
      where: 'locale',
    });
  return faults;
}

/** The learner knows who is told. */
function sayWhoHears(host: string | undefined, keeps: boolean): void {
  const place = document.querySelector<HTMLElement>('#hears');
  if (!place || host === undefined) return;
  place.textContent = keeps ? messages.embed.keeps(host) : messages.embed.hears(host);
}

/** A link that leaves the lesson would put another site into the frame. */
function leaveInNewTabs(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (link.origin === location.origin || !/^https?:$/.test(link.protocol)) continue;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
}
