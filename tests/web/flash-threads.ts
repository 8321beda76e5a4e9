/** The worker of the float32 kernels as a thread of Node: what a page sends is transferred here too. */
import { fileURLToPath } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import { build, type Rolldown } from 'vite';

/** The scope that a browser's worker has. */
const SCOPE = `
const { parentPort } = require('node:worker_threads');
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
globalThis.addEventListener = (type, listen) => parentPort.on(type, (data) => listen({ data }));
`;

const [built] = (await build({
  configFile: false,
  logLevel: 'error',
  build: {
    write: false,
    lib: {
      entry: fileURLToPath(new URL('../../web/workers/flash-worker.ts', import.meta.url)),
      formats: ['iife'],
      name: 'worker',
    },
  },
})) as Rolldown.RolldownOutput[];
export const CODE = SCOPE + (built as Rolldown.RolldownOutput).output[0].code;

/** What went to a worker and what came back. */
export interface Traffic {
  readonly sent: ArrayBuffer[][];
  readonly received: ArrayBuffer[][];
}

class ThreadWorker extends EventTarget {
  readonly #thread: Thread;

  constructor(
    private readonly traffic: Traffic,
    code: string,
  ) {
    super();
    this.#thread = new Thread(code, { eval: true });
    this.#thread.on('message', (data) => {
      if (data.buffers)
        traffic.received.push(data.buffers.map(({ buffer }: Float32Array) => buffer));
      this.dispatchEvent(new MessageEvent('message', { data }));
    });
    this.#thread.on('error', ({ message }) => {
      this.dispatchEvent(Object.assign(new Event('error'), { message }));
    });
  }

  postMessage(message: unknown, transfer: ArrayBuffer[] = []): void {
    if (transfer.some(({ byteLength }) => byteLength === 0)) throw new Error('detached or empty');
    if (transfer.length > 0) this.traffic.sent.push(transfer);
    this.#thread.postMessage(message, transfer);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}

export const threadWorker = (traffic: Traffic, code = CODE): Worker =>
  new ThreadWorker(traffic, code) as unknown as Worker;
