/** The bytes of a compiled module. */

// From bytes, not streaming: some learning-management systems serve wasm under a wrong type.
export async function download(url: string | URL): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
  return answer.arrayBuffer();
}
