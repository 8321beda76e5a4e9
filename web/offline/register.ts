/** Makes the page work without its server, and asks before it takes a new version. */
import { workerUrl } from '../engine/flash-worker-url.ts';

/** The first screen comes first: everything is fetched once more for the time without a server. */
const AFTER_LOAD_MS = 3000;
const HOUR_MS = 3_600_000;

/** The reader of this tab has asked for the new version. */
let asked = false;
let loaded: Promise<typeof import('./update-bar.ts')> | undefined;

function bar(): Promise<typeof import('./update-bar.ts')> {
  loaded ??= import('./update-bar.ts').catch((reason: unknown) => {
    loaded = undefined; // another time it may come
    throw reason;
  });
  return loaded;
}

/** While the files of this version can still be had. A reload may cut it off, which is no fault of the page. */
const fetchBar = (): void => void bar().catch(() => undefined);

/** Nothing in a frame, whose host has its own say, and where there are no service workers: plain http, private windows. */
export function workOffline(): void {
  const { serviceWorker } = navigator;
  if (parent !== window || import.meta.env.DEV || !serviceWorker) return;
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (asked) location.reload();
    else if (controlled) void tellOfOther();
    else fetchBar();
    controlled = true;
  });
  const begin = () => {
    if (controlled) fetchBar();
    setTimeout(() => void register(serviceWorker), AFTER_LOAD_MS);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}

/** Another tab asked for the new version. This one is in the middle of something, perhaps. */
async function tellOfOther(): Promise<void> {
  const { showUpdate } = await bar();
  showUpdate('elsewhere', () => location.reload());
}

async function register(serviceWorker: ServiceWorkerContainer): Promise<void> {
  let registration: ServiceWorkerRegistration;
  try {
    registration = await serviceWorker.register(workerUrl('./sw.js'));
  } catch {
    return; // refused here: the page works on while its server is there
  }
  const offer = async () => {
    const { waiting } = registration;
    // Without a controller it is the first version, not a new one.
    if (!waiting || !serviceWorker.controller) return;
    const { showUpdate } = await bar();
    showUpdate('ready', () => {
      asked = true;
      waiting.postMessage('use-new-version');
    });
  };
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
