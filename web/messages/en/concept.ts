/** Sentences of the figures of the part "concept". */
export const concept = {} as const;
