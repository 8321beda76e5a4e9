/** The compiled classifier from its bytes: for the worker, which imports no compiled module itself. */
import createCore from '#core-triage';
import { type TriageCalls, triageOf } from './triage.ts';

export const openTriage = async (wasmBinary: ArrayBuffer | Uint8Array): Promise<TriageCalls> =>
  triageOf(await createCore({ wasmBinary }));
