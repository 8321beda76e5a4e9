/** Sentences of host-demo.html, which is a site of its own: its table is not the lesson's. */
const plural = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

export const hostDemo = {
  none: 'No progress yet.',
  standing: (read: number, answers: number, cards: number) =>
    `${plural(read, 'section')} read, ${plural(answers, 'answer')}, ${plural(cards, 'card')} scheduled. Kept by this site.`,
  completed: 'The lesson is complete.',
  noAnswer: 'Nothing yet: answer an exercise in the lesson.',
  answer: (kind: string, percent: number) => `${kind}: ${percent} % right`,
  weights: (rows: readonly string[]) => `Weights by query: ${rows.join('; ')}.`,
  refused: (code: string, message: string) => `Refused (${code}): ${message}`,
};
