/**
 * Cards as a text file that Anki imports: one note a line, its fields with tabs between, and what the fields are in the
 * lines before (Anki manual, "Importing", "File Headers"). Intervals are not exported: Anki plans by its own.
 */
export interface AnkiCard {
  /** Stable: importing again changes the same note instead of adding one. */
  readonly id: string;
  /** HTML. */
  readonly front: string;
  readonly back: string;
  readonly tags: readonly string[];
}

export function ankiDeck(cards: readonly AnkiCard[], deck = 'Attention lesson'): string {
  const headers = [
    '#separator:tab',
    '#html:true',
    '#notetype:Basic',
    `#deck:${oneLine(deck)}`,
    '#guid column:1',
    '#tags column:4',
  ];
  const notes = cards.map(({ id, front, back, tags }) =>
    [`attention-lesson:${id}`, front, back, tags.map(tagOf).join(' ')].map(fieldOf).join('\t'),
  );
  return `${[...headers, ...notes].join('\n')}\n`;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Spaces part one tag from the next. */
const tagOf = (tag: string) => tag.trim().replace(/\s+/g, '_');

/** Quoted where it would be taken for more than one field or line, with its quotes doubled. */
function fieldOf(text: string): string {
  const clean = text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
  return /["\t\n]/.test(clean) ? `"${clean.replaceAll('"', '""')}"` : clean;
}
