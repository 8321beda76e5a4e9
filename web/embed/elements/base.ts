/** Where the lesson lies: the folder with embed.html, beside the folder of the script. */
let ofScript: string | undefined;

/** The address of the script that defines the elements. */
export function setScript(address: string | undefined): void {
  if (address && /^https?:/.test(address)) ofScript = new URL('../', address).href;
}

/** For a page that bundles the elements: the folder of embed.html, for all elements that name none. */
export function setLessonBase(folder: string): void {
  ofScript = new URL(folder.endsWith('/') ? folder : `${folder}/`, location.href).href;
}

/** Throws where nobody has said it. */
export function lessonBase(attribute: string | null): string {
  if (attribute)
    return new URL(attribute.endsWith('/') ? attribute : `${attribute}/`, location.href).href;
  if (ofScript) return ofScript;
  throw new TypeError(
    'Say where the lesson lies: base="https://lesson.example/", or setLessonBase.',
  );
}
