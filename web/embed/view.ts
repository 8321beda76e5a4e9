/** What the frame shows, and what a host may do with it. Imported when the store of the page is settled. */
import type { AttentionFigure } from '../elements/attention-figure/attention-figure.ts';
import type { ExerciseSet } from '../elements/exercise/exercise-set.ts';
import { openTarget } from '../elements/lesson/open-target.ts';
import { startLesson } from '../elements/lesson/start-lesson.ts';
import { loadNearby, registry } from '../elements/registry.ts';
import type { LessonFigure } from '../elements/shared/lesson-figure.ts';
import { messages } from '../messages/index.ts';
import { Refusal } from './link.ts';
import type { Params } from './params.ts';
import type { News, StateDetail } from './protocol.ts';
import { OneSection, sectionAt, sectionsOf } from './sections.ts';

export interface View {
  openSection(id: string): void;
  setState(text: string): Promise<void>;
  trace(): Promise<News>;
  askExercise(kind: string | undefined, seed: string | undefined): Promise<News>;
}

/** Of a figure that is made for the frame. The address holds its state under the same word. */
const OWN = 'state';
const MOST_DRAWN = 99_999;

const nothingHere = (what: string) =>
  new Refusal('nothing-here', messages.embed.errors.nothingHere(what));

/** The element of the lesson, or one made for the frame. */
function elementOf({ show, lab }: Params): HTMLElement | undefined {
  if (show === 'figure') {
    const figure = document.createElement('attention-figure');
    figure.id = OWN;
    figure.setAttribute('url-key', OWN);
    return figure;
  }
  if (show === 'exercise') {
    const set = document.createElement('exercise-set');
    set.id = OWN;
    return set;
  }
  if (show === 'deck') return document.querySelector<HTMLElement>('recall-deck') ?? undefined;
  const found = document.getElementById(lab);
  return found && Object.hasOwn(registry, found.localName) ? found : undefined;
}

/** From now on the page is what it is to show: web/styles/embed.css hides the rest until then. */
const settle = () => document.documentElement.classList.add('settled');

/** Puts one element in the place of the lesson, and loads it. */
function present(params: Params, lesson: HTMLElement): HTMLElement | undefined {
  const stage = document.createElement('div');
  stage.className = 'stage';
  const element = elementOf(params);
  if (element) {
    if (params.state && element.id !== OWN) keepInAddress(element.id, params.state);
    stage.append(element);
  } else {
    const said = document.createElement('p');
    said.textContent = messages.embed.noLab(params.lab);
    said.setAttribute('role', 'alert');
    stage.append(said);
  }
  lesson.before(stage);
  // The deck reads the cards of the whole lesson; anything else needs none of it.
  if (params.show === 'deck') lesson.hidden = true;
  else lesson.remove();
  if (element) void registry[element.localName]?.();
  return element;
}

/** A link to a place of the lesson, which is not shown here, opens the lesson beside it. */
function openElsewhere(event: Event, lesson: HTMLElement): void {
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
  if (!link || link.pathname !== location.pathname || link.hash.length < 2) return;
  if (!lesson.querySelector(`#${CSS.escape(decodeURIComponent(link.hash.slice(1)))}`)) return;
  link.href = `./index.html${link.hash}`;
  link.target = '_blank';
  link.rel = 'noopener';
}

/** Figures of the lesson look for their state under their own id. */
function keepInAddress(id: string, state: string): void {
  const url = new URL(location.href);
  const others = url.search.replace(/^\?/, '').split('&');
  if (others.some((pair) => pair.startsWith(`${id}=`))) return;
  try {
    history.replaceState(
      history.state,
      '',
      `?${[...others, `${id}=${state}`].join('&')}${url.hash}`,
    );
  } catch {
    // A frame without an origin may refuse: the figure then starts as usual.
  }
}

export function showView(params: Params, lesson: HTMLElement, say: (news: News) => void): View {
  let one: OneSection | undefined;
  let presented: HTMLElement | undefined;
  if (params.show === 'lesson') {
    const section = params.section === '' ? undefined : sectionAt(params.section);
    if (section) {
      one = new OneSection(lesson);
      one.show(section);
    }
    settle();
    startLesson();
  } else {
    presented = present(params, lesson);
    settle();
    if (!presented)
      say({
        type: 'error',
        code: 'lab-unknown',
        message: messages.embed.noLab(params.lab),
        where: 'lab',
      });
    loadNearby();
    document.addEventListener('click', (event) => openElsewhere(event, lesson), { capture: true });
  }
  tellStates(say);
  tellBrokenStates(say);

  const figureHere = async (): Promise<AttentionFigure> => {
    const figure =
      params.show === 'lesson'
        ? lesson.querySelector<AttentionFigure>('attention-figure')
        : params.show === 'figure'
          ? (presented as AttentionFigure)
          : null;
    if (!figure) throw nothingHere(messages.embed.attentionFigure);
    await import('../elements/attention-figure/attention-figure.ts');
    customElements.upgrade(figure);
    if (!figure.computation && !figure.failure) {
      await new Promise((ready) => figure.addEventListener('ready', ready, { once: true }));
    }
    return figure;
  };

  return {
    openSection(id) {
      const section = sectionsOf(lesson).find((found) => found.id === id);
      if (params.show !== 'lesson' || !section)
        throw new Refusal('section-unknown', messages.embed.errors.section(id), '/section');
      if (one) one.show(section);
      // Not through the address alone: the same section may be asked for twice.
      if (location.hash !== `#${id}`) location.hash = id;
      else openTarget();
    },

    async setState(text) {
      const { restoreFigure, showState } = await import('./figures.ts');
      if (params.show !== 'lab') return showState(await figureHere(), text);
      if (!presented) throw nothingHere(messages.embed.lab);
      await registry[presented.localName]?.();
      const figure = presented as LessonFigure;
      if (typeof figure.restore !== 'function') throw nothingHere(messages.embed.lab);
      return restoreFigure(figure, text);
    },

    async trace() {
      const { codeOf, plainTrace } = await import('./figures.ts');
      const figure = await figureHere();
      await figure.updateComplete;
      const { result } = figure;
      if (!result) throw nothingHere(messages.embed.attentionFigure);
      return { type: 'trace', state: codeOf(result.state), trace: plainTrace(result.trace) };
    },

    async askExercise(kind, seed) {
      const set =
        params.show === 'lesson'
          ? lesson.querySelector<ExerciseSet>('exercise-set')
          : params.show === 'exercise'
            ? (presented as ExerciseSet)
            : null;
      if (!set) throw nothingHere(messages.embed.exercises);
      const { wholeEngine } = await import('../elements/shared/whole-engine.ts');
      const { exercise } = await wholeEngine();
      const [first] = exercise.kinds();
      const drawn = String(1 + Math.floor(Math.random() * MOST_DRAWN));
      const task = exercise.make({ kind: kind ?? first?.id ?? '', seed: seed ?? drawn });
      await import('../elements/exercise/exercise-set.ts');
      customElements.upgrade(set);
      await set.updateComplete;
      set.kind = task.kind;
      set.seed = String(task.seed);
      if (params.show === 'lesson') {
        const section = sectionAt(set.id);
        if (section) this.openSection(section.id);
      }
      return { type: 'exercise', kind: task.kind, seed: String(task.seed) };
    },
  };
}

/** The state of the address could not be read: the figure says so below its title, and starts as usual. */
function tellBrokenStates(say: (news: News) => void): void {
  document.addEventListener('link-broken', (event) => {
    const { message: why } = (event as CustomEvent<{ message: string }>).detail;
    const message = messages.embed.errors.state(why);
    say({ type: 'error', code: 'state-broken', message, where: 'state' });
  });
}

/** Of a drag, the last state of each frame that is drawn. */
function tellStates(say: (news: News) => void): void {
  const changed = new Map<string, () => Promise<StateDetail>>();
  const tell = async () => {
    const all = [...changed.values()];
    changed.clear();
    for (const state of all) say({ type: 'state', ...(await state()) });
  };
  document.addEventListener('figure-state', (event) => {
    const figure = event.target as HTMLElement;
    // One inside another element is that one's own affair.
    if (event.composedPath()[0] !== figure) return;
    const { detail } = event as CustomEvent<{ code?: string }>;
    if (changed.size === 0) setTimeout(() => void tell(), 50);
    changed.set(figure.id, async () => {
      if (typeof detail.code === 'string') return { figure: figure.id, state: detail.code };
      const { codeOf } = await import('./figures.ts');
      return { figure: figure.id, state: codeOf((figure as AttentionFigure).state) };
    });
  });
}
