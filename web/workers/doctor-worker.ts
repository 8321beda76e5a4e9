/** The tensor doctor in a worker: files of 64 MiB are read and searched without the page standing still. */
import type { DoctorAnswer } from '../engine/doctor-messages.ts';
import { serveDoctor } from '../engine/doctor-serve.ts';

// The types of the page have no worker's scope.
const answer = postMessage as unknown as (message: DoctorAnswer) => void;

serveDoctor(globalThis, (message) => answer(message));
