/**
 * An element that shows a part of the lesson in a page of anybody. The lesson runs in a frame inside: its workers need its
 * own origin, and no style goes in or out. README.md lists attributes, properties, methods, events and colours.
 */
import { LessonLine, LessonRefusal } from '../host.ts';
import {
  COLOURS,
  type ErrorDetail,
  FONTS,
  type News,
  type Request,
  type Scheme,
  type Show,
  type StateDetail,
  type ThemeProperties,
} from '../protocol.ts';
import { lessonBase } from './base.ts';

/** Where there are no elements, as in Node, a page may still be made: the classes are defined and never used. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const FORWARDED = ['ready', 'state', 'read', 'exercise', 'answer', 'progress', 'complete'] as const;
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-modals allow-popups allow-popups-to-escape-sandbox';

/** A lesson says `ready` before its page has come whole; so long after that, none will. */
const PATIENCE_MS = 5000;

/** Made when it is first used. Not a <style>, which a host's policy may forbid. */
let sheet: CSSStyleSheet | undefined;
function ownStyle(): CSSStyleSheet {
  if (sheet) return sheet;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { display: block; }
    :host([hidden]) { display: none; }
    :host([data-scrolls]) { height: min(85vh, 60rem); }
    iframe { display: block; width: 100%; height: 100%; border: 0; }
    p { margin: 0; padding: 0.5rem; }
  `);
  return sheet;
}

const originOf = (address: string) => new URL(address, location.href).origin;

const SILENT = (address: string): ErrorDetail => ({
  code: 'lesson-silent',
  message: `No lesson answers from ${new URL(address).origin}${new URL(address).pathname}: is it there, and may this page show it in a frame?`,
});

const BLOCKED = (origin: string): ErrorDetail => ({
  code: 'frame-blocked',
  message: `The Content-Security-Policy of this page forbids the lesson's frame: frame-src needs ${origin}.`,
});

export abstract class FrameElement extends Base {
  /** `class` and `style`, as they may change the colours. */
  static readonly observedAttributes = [
    ...['section', 'state', 'theme', 'locale', 'readonly', 'base', 'progress', 'name'],
    ...['class', 'style'],
  ];

  /** What `progress="host"` hands to the lesson when it is ready: the text of the last `progress` event. */
  savedProgress = '';

  #frame: HTMLIFrameElement | undefined;
  #line: LessonLine | undefined;
  #ready = false;
  /** The lesson hears what is asked, or the element is out of the page. */
  #hears: Promise<void> = Promise.resolve();
  #begun = () => {};
  #renewing = false;
  /** The state as the lesson has it now: what a host puts in again is not told to it twice. */
  #shown = '';

  protected abstract readonly show: Show;
  /** More of the address of the frame. */
  protected parameters(): Readonly<Record<string, string>> {
    return {};
  }

  /** How high the frame is: as its content, or as the host's own style says. */
  protected get fits(): boolean {
    return true;
  }

  connectedCallback(): void {
    this.#open();
  }

  disconnectedCallback(): void {
    this.#close();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#frame) return;
    if (['class', 'style', 'theme'].includes(name)) this.refreshTheme();
    else if (!this.#change(name, before, after)) this.#renew();
    if (name === 'theme') this.#checkTheme();
  }

  /** What the lesson can be told; all else needs a new frame. */
  #change(name: string, before: string | null, after: string | null): boolean {
    if (!this.#ready || after === null) return false;
    if (name === 'state') this.#try(this.setState(after));
    else if (name === 'section' && before !== null) this.#try(this.openSection(after));
    else if (name === 'locale') this.#try(this.#ask({ type: 'set-locale', locale: after }));
    else return false;
    return true;
  }

  /** Several attributes at once are one new frame. */
  #renew(): void {
    if (this.#renewing) return;
    this.#renewing = true;
    queueMicrotask(() => {
      this.#renewing = false;
      if (!this.#frame) return;
      this.#close();
      this.#open();
    });
  }

  #open(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [ownStyle()];
    this.toggleAttribute('data-scrolls', !this.fits);
    const frame = document.createElement('iframe');
    frame.title = this.title || this.getAttribute('aria-label') || this.label;
    frame.allow = 'fullscreen; clipboard-write';
    frame.referrerPolicy = 'no-referrer';
    this.#frame = frame;
    this.#ready = false;
    this.#hears = new Promise((begun) => {
      this.#begun = begun;
    });
    this.#listen(new LessonLine(frame));
    try {
      const address = this.#address();
      // Where it is the page's own origin, a sandbox would hold nothing back.
      if (new URL(address).origin !== location.origin) frame.setAttribute('sandbox', SANDBOX);
      frame.src = address;
    } catch (reason) {
      this.#fail({ code: 'base-unknown', message: String(reason) });
    }
    frame.addEventListener('load', () => {
      setTimeout(() => {
        if (this.#frame === frame && !this.#ready) this.#absent(SILENT(frame.src));
      }, PATIENCE_MS);
    });
    document.addEventListener('securitypolicyviolation', this.#onViolation);
    root.replaceChildren(frame);
    this.#checkTheme();
  }

  /** The page's policy forbids the frame: nothing else says so but the console. */
  #onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    const src = this.#frame?.src;
    if (!src || !/^(frame|child|default)-src$/.test(effectiveDirective)) return;
    if (originOf(blockedURI) === originOf(src)) this.#absent(BLOCKED(originOf(src)));
  };

  /** There is no lesson in the frame: the page is told why, and a reader gets a link. */
  #absent(why: ErrorDetail): void {
    const root = this.shadowRoot;
    if (!root || root.querySelector('p')) return;
    const [said, link] = [document.createElement('p'), document.createElement('a')];
    link.href = this.#frame?.src.replace(/([?&])host=[^&]*&?/, '$1') ?? '';
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = 'Open it in a window of its own.';
    said.append('The lesson cannot be shown here. ', link);
    root.append(said);
    this.#fail(why);
  }

  #checkTheme(): void {
    const theme = this.getAttribute('theme') ?? '';
    if (['', 'light', 'dark', 'auto'].includes(theme)) return;
    const message = `theme is "${theme.slice(0, 60)}"; expected is one of light, dark, auto.`;
    this.#fail({ code: 'theme-invalid', message, where: 'theme' });
  }

  #close(): void {
    this.#line?.close();
    this.#line = undefined;
    document.removeEventListener('securitypolicyviolation', this.#onViolation);
    this.#frame?.remove();
    this.#frame = undefined;
    this.#ready = false;
    this.#begun();
  }

  /** What a screen reader calls the frame, where the element has neither `title` nor `aria-label`. */
  protected get label(): string {
    return 'Attention lesson';
  }

  #address(): string {
    const url = new URL('embed.html', lessonBase(this.getAttribute('base')));
    const params = {
      show: this.show,
      section: this.section,
      theme: this.#scheme(),
      locale: this.locale,
      host: location.origin,
      ...(this.readonly ? { readonly: '' } : {}),
      ...(this.getAttribute('progress') === 'host' ? { progress: 'host' } : {}),
      ...this.parameters(),
    };
    for (const [name, value] of Object.entries(params)) {
      if (value !== '' || name === 'readonly') url.searchParams.set(name, value);
    }
    // As it is: a state has its own alphabet, which a link keeps.
    const state = this.#shown || this.state;
    if (state !== '') url.search += `&state=${state.replaceAll('&', '%26')}`;
    return url.href;
  }

  #listen(line: LessonLine): void {
    this.#line = line;
    line.addEventListener('ready', () => this.#begin());
    line.addEventListener('state', (event) => {
      const { state } = (event as CustomEvent<StateDetail>).detail;
      this.#shown = state;
    });
    line.addEventListener('progress', (event) => {
      this.savedProgress = (event as CustomEvent<{ backup: string }>).detail.backup;
    });
    line.addEventListener('resize', (event) => {
      const { height } = (event as CustomEvent<{ height: number }>).detail;
      if (this.fits && this.#frame) this.#frame.style.height = `${height}px`;
      this.#fire('resize', { height });
    });
    line.addEventListener('error', (event) =>
      this.#fail((event as CustomEvent<ErrorDetail>).detail),
    );
    for (const type of FORWARDED) {
      line.addEventListener(type, (event) =>
        this.#fire(type, (event as CustomEvent<object>).detail),
      );
    }
  }

  /** In this order: progress first, as what is shown depends on it. */
  #begin(): void {
    this.#ready = true;
    this.shadowRoot?.querySelector('p')?.remove();
    this.#begun();
    if (this.getAttribute('progress') === 'host' && !this.readonly)
      this.#try(this.#ask({ type: 'set-progress', backup: this.savedProgress }));
    this.refreshTheme();
  }

  #fire(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #fail({ code, message, where }: ErrorDetail): void {
    this.#fire('error', { code, message, ...(where === undefined ? {} : { where }) });
  }

  async #ask(request: Request): Promise<News> {
    await this.#hears;
    if (this.#line) return this.#line.ask(request);
    throw new LessonRefusal({ code: 'closed', message: 'The element is not in the page.' });
  }

  /** What an attribute could not do is an `error` event. */
  #try(done: Promise<unknown>): void {
    done.catch((reason: { code?: string; message: string; where?: string }) => {
      if (reason.code !== 'closed')
        this.#fail({ ...reason, code: reason.code ?? 'failed', message: reason.message });
    });
  }

  #scheme(): Scheme {
    const asked = this.getAttribute('theme');
    if (asked === 'light' || asked === 'dark') return asked;
    // As the page around: a page that says nothing is light.
    const scheme = getComputedStyle(this).colorScheme;
    const [light, dark] = [/\blight\b/.test(scheme), /\bdark\b/.test(scheme)];
    return light && dark ? 'auto' : dark ? 'dark' : 'light';
  }

  /** Reads `color-scheme` and the --al- properties of the element again: for a page that changed them elsewhere. */
  refreshTheme(): void {
    if (!this.#ready) return;
    const style = getComputedStyle(this);
    const properties: Record<string, string> = {};
    for (const name of [...COLOURS, ...FONTS]) {
      const value = style.getPropertyValue(`--al-${name}`).trim();
      if (value !== '') properties[name] = value;
    }
    const theme: { scheme: Scheme; properties: ThemeProperties } = {
      scheme: this.#scheme(),
      properties,
    };
    this.#try(this.#ask({ type: 'set-theme', ...theme }));
  }

  get section(): string {
    return this.getAttribute('section') ?? '';
  }
  set section(id: string) {
    this.setAttribute('section', id);
  }

  /** As the lesson has it now, once it was changed there. */
  get state(): string {
    return this.#shown || (this.getAttribute('state') ?? '');
  }
  set state(text: string) {
    this.#shown = '';
    this.setAttribute('state', text);
  }

  get locale(): string {
    return this.getAttribute('locale') ?? '';
  }
  set locale(locale: string) {
    this.setAttribute('locale', locale);
  }

  get theme(): string {
    return this.getAttribute('theme') ?? 'auto';
  }
  set theme(theme: string) {
    this.setAttribute('theme', theme);
  }

  get readonly(): boolean {
    return this.hasAttribute('readonly');
  }
  set readonly(readonly: boolean) {
    this.toggleAttribute('readonly', readonly);
  }

  /** Each rejects with a `LessonRefusal`, whose code says why, when the lesson refuses. */
  async openSection(section: string): Promise<void> {
    await this.#ask({ type: 'open-section', section });
  }

  async setState(state: string): Promise<void> {
    await this.#ask({ type: 'set-state', state });
  }

  /** Every matrix of the attention figure. */
  async trace(): Promise<Extract<News, { type: 'trace' }>> {
    return (await this.#ask({ type: 'get-trace' })) as Extract<News, { type: 'trace' }>;
  }

  async askExercise(kind?: string, seed?: string): Promise<{ kind: string; seed: string }> {
    const asked = {
      ...(kind === undefined ? {} : { kind }),
      ...(seed === undefined ? {} : { seed }),
    };
    const answer = await this.#ask({ type: 'ask-exercise', ...asked });
    const { kind: shown, seed: drawn } = answer as Extract<News, { type: 'exercise' }>;
    return { kind: shown, seed: drawn };
  }
}
