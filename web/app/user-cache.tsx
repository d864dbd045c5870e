import type { ReactNode } from 'react';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { ApiError } from '../lib/api-client.ts';
import { useSession } from '../lib/stored-session.ts';

const RETRIES = 3;

export const readConfig: SWRConfiguration = {
  errorRetryCount: RETRIES,
  // What the request itself is to blame for does not get better by repeating it.
  shouldRetryOnError: (error: unknown) =>
    !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500,
};

const ownConfig: SWRConfiguration = { provider: () => new Map() };

/** A cache of what was read, for one user: with another user, everything below starts afresh. */
export function UserCache({ children }: { children: ReactNode }) {
  const { userId } = useSession();
  return (
    <SWRConfig key={userId} value={ownConfig}>
      {children}
    </SWRConfig>
  );
}
