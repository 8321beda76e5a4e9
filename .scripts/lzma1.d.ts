/** Its package names its sources as its types, which are not written for compilers as strict as ours. */
export function compress(bytes: Uint8Array, mode?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9): Uint8Array;
