/** <attention-lesson>, <attention-figure>, <attention-lab>, <recall-deck> for pages of anybody. */
import { FrameElement } from './frame-element.ts';

/** The lesson, or one section of it. Without `section` it is as high as its style says: 85 % of the window, if nothing. */
export class AttentionLesson extends FrameElement {
  protected readonly show = 'lesson';

  protected override get fits(): boolean {
    return this.section !== '';
  }
}

export class AttentionFigure extends FrameElement {
  protected readonly show = 'figure';

  protected override get label() {
    return 'Attention figure';
  }
}

/** One figure of the lesson: `name` is scaling, six-steps, or the id of any of its figures. */
export class AttentionLab extends FrameElement {
  protected readonly show = 'lab';

  protected override get label() {
    return 'Attention lab';
  }

  protected override parameters() {
    return { lab: this.getAttribute('name') ?? '' };
  }
}

export class RecallDeck extends FrameElement {
  protected readonly show = 'deck';

  protected override get label() {
    return 'Recall cards';
  }
}

const ELEMENTS = {
  'attention-lesson': AttentionLesson,
  'attention-figure': AttentionFigure,
  'attention-lab': AttentionLab,
  'recall-deck': RecallDeck,
};

/** Once; a name that the page has given to something else stays with that. */
export function define(): void {
  const registry = globalThis.customElements;
  if (!registry) return;
  for (const [name, element] of Object.entries(ELEMENTS))
    if (!registry.get(name)) registry.define(name, element);
}
