/** Sentences of the figures of the part "depth". */
export const depth = {} as const;
