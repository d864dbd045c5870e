import { useSyncExternalStore } from 'react';

const paper = () => window.matchMedia('print');

function subscribe(onChange: () => void): () => void {
  const query = paper();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Returns whether the page is being printed: a list then shows all that it has. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => paper().matches);
