/** Sentences of the figures of the part "practice". */
export const practice = {} as const;
