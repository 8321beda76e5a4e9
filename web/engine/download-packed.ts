/** `download` for the lesson in one file, where an address is the name of a file that it carries. */
import { packedFile } from './packed-files.ts';

export async function download(name: string | URL): Promise<ArrayBuffer> {
  return packedFile(String(name)).slice().buffer;
}
