/** `download` for the lesson in one file, where an address is the module itself: deflated, in base 85. */
import { decode85 } from './base85.ts';

export async function download(packed: string | URL): Promise<ArrayBuffer> {
  const stream = new Blob([decode85(String(packed))])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).arrayBuffer();
}
