/** Makes the page work without its server, and asks before it takes a new version. */
import { workerUrl } from '../engine/flash-worker-url.ts';

/** The first screen comes first: everything is fetched once more for the time without a server. */
const AFTER_LOAD_MS = 3000;
const HOUR_MS = 3_600_000;

/** Nothing in a frame, whose host has its own say, and where there are no service workers: plain http, private windows. */
export function workOffline(): void {
  if (parent !== window || import.meta.env.DEV || !navigator.serviceWorker) return;
  const begin = () => setTimeout(() => void register(), AFTER_LOAD_MS);
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  let registration: ServiceWorkerRegistration;
  try {
    registration = await serviceWorker.register(workerUrl('./sw.js'));
  } catch {
    return; // refused here: the page works on while its server is there
  }
  const controlled = serviceWorker.controller !== null;
  let asked = false;
  const offer = async () => {
    const { waiting } = registration;
    // Without a controller it is the first version, not a new one.
    if (!waiting || !serviceWorker.controller) return;
    const { showUpdate } = await import('./update-bar.ts');
    showUpdate('ready', () => {
      asked = true;
      waiting.postMessage('use-new-version');
    });
  };
  serviceWorker.addEventListener('controllerchange', async () => {
    if (asked) return location.reload();
    if (!controlled) return;
    // Another tab asked for it. This one is in the middle of something, perhaps.
    const { showUpdate } = await import('./update-bar.ts');
    showUpdate('elsewhere', () => location.reload());
  });
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') void offer();
    });
  });
  await offer();
  const look = () => void registration.update().catch(() => undefined); // no server: later, then
  setInterval(look, HOUR_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}
