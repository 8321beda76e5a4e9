/**
 * <recall-files>: everything that the learner did, to take along: a backup that another browser brings back, the cards for
 * Anki, the due dates for a calendar. An import says what it would change before it changes anything.
 */
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { messages } from '../../messages/index.ts';
import { StoreError } from '../../storage/error.ts';
import type { ImportReport, TableName } from '../../storage/types.ts';
import { controls, theme } from '../shared/styles.ts';
import { type Download, downloadsOf, MOST_MIB } from './files.ts';
import { recallStyles } from './recall.styles.ts';
import type { Recall, Standing } from './recall.ts';

const text = messages.recall.files;

type Mode = ImportReport['mode'];

export class RecallFiles extends LitElement {
  static override properties = {
    recall: { attribute: false },
    standing: { attribute: false },
    downloads: { state: true },
    mode: { state: true },
    file: { state: true },
    preview: { state: true },
    done: { state: true },
    problem: { state: true },
  };
  static override styles = [
    theme,
    controls,
    recallStyles,
    css`
      :host {
        margin: 0;
      }
      fieldset {
        border: 0;
        margin: 0.5rem 0;
        padding: 0;
      }
      legend {
        padding: 0;
        font-size: 0.9375rem;
      }
      fieldset label {
        display: block;
        padding: 0.25rem 0;
      }
      input[type='file'] {
        display: block;
        max-width: 100%;
        margin-top: 0.25rem;
      }
    `,
  ];

  declare recall: Recall | undefined;
  /** A change of it means that the files are old. */
  declare standing: Standing | undefined;
  declare downloads: readonly Download[];
  declare mode: Mode;
  /** The text that waits to be brought in. */
  declare file: string | undefined;
  declare preview: ImportReport | undefined;
  declare done: ImportReport | undefined;
  declare problem: { readonly code: string; readonly message: string } | undefined;

  constructor() {
    super();
    this.recall = undefined;
    this.standing = undefined;
    this.downloads = [];
    this.mode = 'merge';
    this.file = undefined;
    this.preview = undefined;
    this.done = undefined;
    this.problem = undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#forget();
  }

  #forget(): void {
    for (const { href } of this.downloads) URL.revokeObjectURL(href);
    this.downloads = [];
  }

  override render() {
    return html`<p>${text.about[this.recall?.store?.where ?? 'device']}</p>
      <div class="row">
        ${
          this.downloads.length === 0
            ? html`<button type="button" class="prepare" data-look @click=${this.#prepare}>${text.prepare}</button>`
            : this.downloads.map(
                ({ kind, href, name }) =>
                  html`<a class="button" data-file=${kind} href=${href} download=${name}>${text.links[kind]}</a>`,
              )
        }
      </div>
      <p class="muted" role="status">${this.downloads.length > 0 ? text.ready : nothing}</p>
      <p class="muted">${text.ankiHint}</p>
      <h4>${text.import}</h4>
      ${this.#modes()}
      <label>
        ${text.file}
        <input type="file" accept=".json,application/json" @change=${this.#read} />
      </label>
      ${this.problem ? html`<p class="problem" role="alert" data-code=${this.problem.code}>${this.problem.message}</p>` : nothing}
      <div role="status">
        ${this.preview ? html`<p>${text.preview}</p>${report(this.preview)}` : nothing}
        ${this.done ? html`<p>${text.done}</p>${report(this.done)}` : nothing}
      </div>
      ${
        this.preview
          ? html`<div class="row">
              <button type="button" class="primary apply" @click=${this.#apply}>
                ${this.preview.mode === 'merge' ? text.apply : text.applyReplace}
              </button>
              <button type="button" @click=${this.#cancel}>${text.cancel}</button>
            </div>`
          : nothing
      }`;
  }

  #modes(): TemplateResult {
    const choice = (mode: Mode) =>
      html`<label>
        <input
          type="radio"
          name="mode"
          value=${mode}
          .checked=${this.mode === mode}
          @change=${() => {
            this.mode = mode;
            if (this.file !== undefined) void this.#foresee();
          }}
        />
        ${text[mode]}
      </label>`;
    return html`<fieldset>
      <legend>${text.mode}</legend>
      ${choice('merge')} ${choice('replace')}
    </fieldset>`;
  }

  /** What changes later makes the files old: they are prepared again when asked for. */
  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('standing')) this.#forget();
  }

  #prepare = async () => {
    const { recall } = this;
    if (!recall?.store || !recall.standing || !recall.reckoning) return;
    const made = await downloadsOf(recall.store, recall.standing, recall.reckoning);
    this.#forget();
    this.downloads = made;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('a[download]')?.focus();
  };

  #read = async (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const [file] = input.files ?? [];
    this.#cancel();
    this.done = undefined;
    if (!file) return;
    input.value = ''; // so that the same file, mended, can be chosen again
    const mib = Math.ceil(file.size / 2 ** 20);
    if (mib > MOST_MIB) {
      this.problem = { code: 'backup-too-large', message: text.tooLarge(mib, MOST_MIB) };
      return;
    }
    this.file = await file.text();
    await this.#foresee();
  };

  async #foresee(): Promise<void> {
    await this.#try(async (recall) => {
      this.preview = await recall.store?.previewImport(this.file, this.mode);
    });
  }

  #apply = async () => {
    await this.#try(async (recall) => {
      const done = await recall.store?.importBackup(this.file, this.mode);
      this.#cancel();
      this.done = done;
      await recall.refresh();
    });
  };

  async #try(run: (recall: Recall) => Promise<void>): Promise<void> {
    this.problem = undefined;
    if (!this.recall) return;
    try {
      await run(this.recall);
    } catch (reason) {
      if (!(reason instanceof StoreError)) throw reason;
      this.#cancel();
      this.problem = { code: reason.code, message: reason.message };
    }
  }

  #cancel = () => {
    this.file = undefined;
    this.preview = undefined;
    this.problem = undefined;
  };
}

const FATES = ['added', 'updated', 'kept', 'lost'] as const;

/** Records by table, and what becomes of them. */
function report(counts: ImportReport): TemplateResult {
  const tables = Object.keys(text.tables) as TableName[];
  const fates = FATES.filter((fate) => fate !== 'lost' || counts.mode === 'replace');
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${text.changes}>
    <table data-report=${counts.mode}>
      <caption class="hidden">${text.changes}</caption>
      <thead>
        <tr>
          <th scope="col">${text.record}</th>
          ${fates.map((fate) => html`<th scope="col" class="num">${text.report[fate]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${tables.map(
          (name) =>
            html`<tr>
              <th scope="row">${text.tables[name]}</th>
              ${fates.map((fate) => html`<td class="num">${counts[fate][name]}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

if (!customElements.get('recall-files')) customElements.define('recall-files', RecallFiles);
