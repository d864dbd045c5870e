import { useSyncExternalStore } from 'react';
import { isOffline } from '../call/network.ts';
import { isAnyTabAtWork, isAtWorkHere } from '../kept/at-work.ts';
import { createListeners } from './listeners.ts';
import { followPage } from './page-life.ts';
import { browserClock, pause } from './timing.ts';

const WORKER = '/sw.js';
/** The first visit has its own files to load before the worker loads those of others. */
const REGISTER_AFTER_MS = 2_000;
/** How often a page that stays open looks for a new version, when it is looked at. */
const POLL_MS = 30 * 60 * 1_000;
/** How long a page that lacks a part waits for the version that has it. */
const NEWEST_WITHIN_MS = 10_000;
/** A page that was loaded again for a missing part, and lacks it still, is not loaded a third time. */
const RELOADED = 'nho-reloaded-at';
const RELOAD_EVERY_MS = 60_000;

const listeners = createListeners();
let registration: ServiceWorkerRegistration | undefined;
let polledAt = 0;

/** Absent on pages without HTTPS, this computer's own aside. */
const container = (): ServiceWorkerContainer | undefined => navigator.serviceWorker;

/** A worker that waits beside the one in use is a new version; the first one takes over by itself. */
const waiting = (): ServiceWorker | null => (registration?.active && registration.waiting) || null;

const subscribe = listeners.add;
export const useNewVersion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting() !== null,
    () => false,
  );

function activate(worker: ServiceWorker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  container()?.addEventListener('controllerchange', () => resolve(), { once: true });
  worker.postMessage('activate');
  return promise;
}

/** Goes on with the new version. Other tabs keep theirs until they are loaded again. */
export async function takeNewVersion(): Promise<void> {
  const worker = waiting();
  if (worker) await Promise.race([activate(worker), pause(NEWEST_WITHIN_MS)]);
  window.location.reload();
}

/** Lets the next page that is loaded be of the new version, without a word, when that interrupts nobody. */
async function activateQuietly(): Promise<void> {
  const worker = waiting();
  if (worker && !(await isAnyTabAtWork())) await activate(worker);
}

async function poll(): Promise<void> {
  if (!registration || isOffline() || browserClock.now() - polledAt < POLL_MS) return;
  polledAt = browserClock.now();
  await registration.update();
}

function follow(found: ServiceWorkerRegistration): void {
  registration = found;
  polledAt = browserClock.now();
  const followWorker = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => listeners.notify());
  followWorker(found.installing);
  found.addEventListener('updatefound', () => followWorker(found.installing));
  listeners.notify();
}

const quietly = (work: Promise<unknown>): void => {
  // Without a worker the client works as well, only not without a network.
  work.catch((error: unknown) => console.warn(error));
};

/** Lets the client open without a network from now on. Returns how to stop following its versions. */
export function followVersions(): () => void {
  const workers = container();
  if (!workers) return () => {};
  const cancel = browserClock.after(registration ? 0 : REGISTER_AFTER_MS, () =>
    quietly(workers.register(WORKER, { updateViaCache: 'none' }).then((found) => found && follow(found))),
  );
  const stop = followPage({
    onVisible: () => quietly(poll()),
    onHidden: () => quietly(activateQuietly()),
  });
  return () => {
    cancel();
    stop();
  };
}

/** Resolves when the newest version is in use, if there is one. */
async function activateNewest(): Promise<void> {
  const found = await container()?.getRegistration();
  await found?.update();
  const worker = found?.installing ?? found?.waiting;
  if (!worker) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => {
    if (worker.state === 'installed') void activate(worker).then(resolve);
    else if (worker.state !== 'installing') resolve();
  };
  worker.addEventListener('statechange', check);
  check();
  await promise;
}

function mayReload(): boolean {
  try {
    const before = Number(sessionStorage.getItem(RELOADED) ?? 0);
    sessionStorage.setItem(RELOADED, String(Date.now()));
    return Date.now() - before > RELOAD_EVERY_MS;
  } catch {
    // Nothing could stop it from loading again and again.
    return false;
  }
}

/**
 * Returns whether the server says that it has no such part; one that did not arrive for other reasons may be asked for
 * again.
 */
async function isGone(failure: Error): Promise<boolean> {
  const address = /\S+\.(?:js|css)/.exec(failure.message)?.[0];
  return (
    address !== undefined && (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status === 404
  );
}

async function loadNewest(failure: Error): Promise<void> {
  if (!(await isGone(failure)) || !mayReload()) return;
  const newest = activateNewest().catch((error: unknown) => console.warn(error));
  await Promise.race([newest, pause(NEWEST_WITHIN_MS)]);
  window.location.reload();
}

/**
 * Loads the page again, once, when a part of it is gone since the server has a new version. The address is already the
 * one that was wanted. A session or an exam is not left for it.
 */
export function followMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!isOffline() && !isAtWorkHere()) quietly(loadNewest(payload));
  });
}
