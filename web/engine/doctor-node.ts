/** `createDoctor` for Node >= 20: on the calling thread, with a pause between the steps of a search. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import createCore from '#core-doctor';
import { doctorHere } from './doctor.ts';
import { DoctorSession } from './doctor-session.ts';
import type { Doctor } from './types/doctor.ts';

export * from './doctor.ts';

const unpack = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(inflateRaw);

export interface EngineOptions {
  /** The compiled core; the file beside this one when left out. */
  readonly wasm?: ArrayBuffer | Uint8Array | undefined;
}

/** Loads the doctor. */
export async function createDoctor(options: EngineOptions = {}): Promise<Doctor> {
  const wasmBinary = options.wasm ?? (await readFile(new URL('./doctor.wasm', import.meta.url)));
  const session = new DoctorSession(await createCore({ wasmBinary }), (packed, size) =>
    unpack(packed, { maxOutputLength: Math.max(1, size) }),
  );
  return doctorHere(session);
}
