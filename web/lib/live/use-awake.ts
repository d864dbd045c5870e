import { useDeferredValue, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the client draws by itself; false while a page is rendered ahead, and while the client takes that over, which
 * has to be the same. What comes then is drawn in pieces, between which a phone scrolls.
 */
export const useAwake = (): boolean =>
  useDeferredValue(
    useSyncExternalStore(
      never,
      () => true,
      () => false,
    ),
  );
