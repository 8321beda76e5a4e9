/**
 * A small study site that embeds the lesson: by messages to a frame, and as an element. It drives it, shows what it says,
 * and keeps the learner's progress.
 */
import { setLessonBase } from '../embed/elements/base.ts';
import { type AttentionFigure, define } from '../embed/elements/elements.ts';
import { LessonLine, LessonRefusal } from '../embed/host.ts';
import type {
  AnsweredDetail,
  ErrorDetail,
  News,
  PlainMatrix,
  ReadyDetail,
} from '../embed/protocol.ts';
import { formatNumber } from '../format/number.ts';
import { hostDemo as text } from '../messages/en/host-demo.ts';
import type { Backup } from '../storage/types.ts';

const KEY = 'study-desk/progress';
const MOST_LINES = 60;

const find = <T extends HTMLElement>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};

/** What this site keeps of the learner; empty where the browser gives no storage. */
const kept = (): string => {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
};

function keep(backup: string | undefined): void {
  try {
    if (backup === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, backup);
  } catch {
    // Then it lasts as long as the page.
  }
}

function log(from: string, type: string, detail: unknown): void {
  const list = find('#log');
  const line = document.createElement('li');
  const name = document.createElement('b');
  name.textContent = `${from} ${type} `;
  line.append(name, JSON.stringify(detail).slice(0, 200));
  list.append(line);
  while (list.childElementCount > MOST_LINES) list.firstElementChild?.remove();
  const view = find('.log');
  view.scrollTop = view.scrollHeight;
}

/** A refusal is said, not thrown: `code` is what a program would look at. */
async function attempt(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (reason) {
    if (!(reason instanceof LessonRefusal)) throw reason;
    find('#read').textContent = text.refused(reason.code, reason.message);
  }
}

function showStanding(): void {
  const saved = kept();
  const place = find('#standing');
  if (saved === '') {
    place.textContent = text.none;
    return;
  }
  const { sections, attempts, cards, completions } = JSON.parse(saved) as Backup;
  const done = completions.length > 0 ? ` ${text.completed}` : '';
  place.textContent = text.standing(sections.length, attempts.length, cards.length) + done;
}

function showAnswer({ kind, score, slips }: AnsweredDetail): void {
  const list = find('#answers');
  list.querySelector('.none')?.remove();
  const item = document.createElement('li');
  item.textContent = text.answer(kind, Math.round(100 * score));
  for (const { description } of slips) {
    const slip = document.createElement('span');
    slip.className = 'slip';
    slip.textContent = description;
    item.append(slip);
  }
  list.prepend(item);
}

/** By messages; a frame of another origin would have the sandbox of web/embed/README.md. The line listens before the frame has an address, so that `ready` is not missed. */
function openFrame(): LessonLine {
  const frame = find<HTMLIFrameElement>('#frame');
  frame.allow = 'fullscreen; clipboard-write';
  const line = new LessonLine(frame);
  const on = <T>(type: News['type'], then: (detail: T) => void) =>
    line.addEventListener(type, (event) => {
      const { detail } = event as CustomEvent<T>;
      log('frame', type, detail);
      then(detail);
    });
  on<ReadyDetail>('ready', ({ sections }) => {
    fillSections(sections);
    void attempt(() => line.ask({ type: 'set-progress', backup: kept() }));
    void attempt(() => line.ask({ type: 'set-theme', ...themeNow() }));
  });
  on<{ backup: string }>('progress', ({ backup }) => {
    keep(backup);
    showStanding();
  });
  on<{ attempt: AnsweredDetail }>('answer', ({ attempt: answered }) => showAnswer(answered));
  on<ErrorDetail>('error', () => {});
  for (const type of ['state', 'read', 'exercise', 'complete'] as const) on(type, () => {});
  const host = encodeURIComponent(location.origin);
  frame.src = `./embed.html?show=lesson&section=attention&progress=host&host=${host}`;
  return line;
}

function fillSections(sections: ReadyDetail['sections']): void {
  const select = find<HTMLSelectElement>('#section');
  const options = sections.map(
    ({ id, title }) => new Option(title, id, id === 'attention', id === 'attention'),
  );
  select.replaceChildren(...options);
  for (const control of document.querySelectorAll<HTMLButtonElement>(
    '#section, #open button, #exercise',
  ))
    control.disabled = false;
}

const isDark = () => document.documentElement.classList.contains('dark');

/** This site's accent, for light and for dark. */
const themeNow = () => ({
  scheme: isDark() ? ('dark' as const) : ('light' as const),
  properties: { accent: isDark() ? '#7ed3c6' : '#0b5c55' },
});

function drive(line: LessonLine): void {
  find('#open').addEventListener('submit', (event) => {
    event.preventDefault();
    const section = find<HTMLSelectElement>('#section').value;
    void attempt(() => line.ask({ type: 'open-section', section }));
  });
  find('#exercise').addEventListener('click', () => {
    void attempt(() => line.ask({ type: 'ask-exercise' }));
  });
  find('#forget').addEventListener('click', () => {
    keep(undefined);
    location.reload();
  });
  find('#dark').addEventListener('click', ({ currentTarget }) => {
    document.documentElement.classList.toggle('dark');
    (currentTarget as HTMLElement).setAttribute('aria-pressed', String(isDark()));
    void attempt(() => line.ask({ type: 'set-theme', ...themeNow() }));
    find<AttentionFigure>('#figure').refreshTheme();
  });
}

const rowsOf = ({ rows, cols, data }: PlainMatrix): readonly string[] =>
  Array.from({ length: rows }, (_, i) =>
    data
      .slice(i * cols, (i + 1) * cols)
      .map((weight) => formatNumber(weight, 3))
      .join(', '),
  );

/** As an element: its attributes, methods and events. */
function useElement(): void {
  setLessonBase(new URL('./', location.href).href);
  const figure = find<AttentionFigure>('#figure');
  for (const type of ['ready', 'state', 'error'])
    figure.addEventListener(type, (event) => log('element', type, (event as CustomEvent).detail));
  define();
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-state]'))
    button.addEventListener('click', () => {
      figure.state = button.dataset.state ?? '';
    });
  find('#weights').addEventListener('click', () => {
    void attempt(async () => {
      const { trace } = await figure.trace();
      find('#read').textContent = text.weights(rowsOf(trace.weights));
    });
  });
  find<HTMLInputElement>('#readonly').addEventListener('change', ({ currentTarget }) => {
    figure.readonly = (currentTarget as HTMLInputElement).checked;
  });
}

showStanding();
drive(openFrame());
useElement();
