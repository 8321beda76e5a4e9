/**
 * The service worker: keeps the lesson as it was built, so that it opens when the server is gone. A new version waits
 * until the reader asks for it. The build puts in what there is to keep: .scripts/offline.mjs.
 */
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';

declare const PRECACHE: { url: string; revision: string | null }[];

/** What the types of the page do not know of a service worker. */
interface Scope {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}
const scope = self as unknown as Scope;

// States and hosts stand in the address: the page is the same.
precacheAndRoute(PRECACHE, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();

addEventListener('message', ({ data }) => {
  if (data === 'use-new-version') void scope.skipWaiting();
});
// The page that registered it loads the rest of itself through it, too.
addEventListener('activate', (event) => {
  (event as Event & { waitUntil(done: Promise<unknown>): void }).waitUntil(scope.clients.claim());
});
