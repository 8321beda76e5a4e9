/** Deflate by the browser's own DecompressionStream, in a page or a worker. */
import { LessonError } from './error.ts';

/**
 * Stops as soon as more than `size` bytes come out, so that no bomb unfolds. LessonError:
 *   inflate-missing   the browser has none
 */
export async function inflate(packed: Uint8Array, size: number): Promise<Uint8Array> {
  let stream: DecompressionStream;
  try {
    stream = new DecompressionStream('deflate-raw');
  } catch {
    throw new LessonError(
      'inflate-missing',
      'This browser cannot unpack files of numpy.savez_compressed: save them by numpy.savez.',
    );
  }
  const unpacked = new Uint8Array(size);
  let at = 0;
  const reader = new Blob([packed as BlobPart]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return unpacked.subarray(0, at);
    if (at + value.length > size) {
      await reader.cancel();
      throw new Error('more comes out');
    }
    unpacked.set(value, at);
    at += value.length;
  }
}
