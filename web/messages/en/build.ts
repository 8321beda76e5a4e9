/** Sentences of the figures of the part "build". */
export const build = {} as const;
