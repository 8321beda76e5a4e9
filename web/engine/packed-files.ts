/** Where the lesson in one file keeps its other files, from its first script, which unpacks them, to its second. */
const FILES = Symbol.for('attention-lesson/files');

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
const place = globalThis as { [FILES]?: Files };

export function keepFiles(files: Files): void {
  place[FILES] = files;
}

/** Throws an Error for a name that is not there. */
export function packedFile(name: string): Uint8Array<ArrayBuffer> {
  const found = place[FILES]?.get(name);
  if (!found) throw new Error(`${name} is not in this file`);
  return found;
}
