import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the client draws by itself; false while a page is rendered ahead, and while the client takes that over, which
 * has to be the same.
 */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
