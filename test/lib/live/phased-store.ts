import { within } from '../../harness/within.ts';

/** What guards the page while it is busy, and how many guards there are. */
export function countedGuard() {
  let guards = 0;
  const guard = () => {
    guards += 1;
    return () => {
      guards -= 1;
    };
  };
  return { guard, guards: () => guards };
}

interface PhasedStore {
  state(): { phase: string };
  subscribe(listener: () => void): () => void;
}

/** Resolves when the store tells of this phase. */
export function phaseOf(store: PhasedStore, wanted: string): Promise<void> {
  const told = new Promise<void>((resolve) => {
    const stop = store.subscribe(() => {
      if (store.state().phase !== wanted) return;
      stop();
      resolve();
    });
  });
  return within(told, `the store tells of the phase ${wanted}`);
}
