/** The decoder of lzma1 alone: its main module brings the encoder along. web/vite.single.config.ts says where these lie. */
declare module 'lzma1/decoder' {
  import type { InputBuffer, OutputBuffer } from 'lzma1/streams';

  export class Decoder {
    /** Throws an Error for what is not LZMA, or is cut off. */
    decompress(input: InputBuffer, output: OutputBuffer): void;
  }
}
declare module 'lzma1/streams' {
  export class InputBuffer {
    constructor(bytes: Uint8Array);
  }
  export class OutputBuffer {
    constructor(size: number);
    toArray(): Uint8Array<ArrayBuffer>;
  }
}
