import type { ReactNode } from 'react';
import { type State, SWRConfig, type SWRConfiguration } from 'swr';
import { ApiError } from '../lib/call/api-client.ts';
import { heardEarly } from '../lib/call/early-reads.ts';
import { useSession } from '../lib/kept/stored-session.ts';

const RETRIES = 3;

export const readConfig: SWRConfiguration = {
  errorRetryCount: RETRIES,
  // What the request itself is to blame for does not get better by repeating it.
  shouldRetryOnError: (error: unknown) =>
    !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500,
};

/** A read as SWR keeps it, with the key that it shows to those who look for keys. */
type Read = State<unknown> & { _k: string };

/** Returns what was heard with the document as the cache holds what was read; of a list, when that is all of it. */
function heardReads(): Map<string, Read> {
  const read = new Map<string, Read>();
  for (const [address, body] of heardEarly()) {
    const { data, total } = body as { data: unknown; total?: number };
    const isWhole = !Array.isArray(data) || total === undefined || total <= data.length;
    if (isWhole) read.set(address, { data, isLoading: false, _k: address });
  }
  return read;
}

const ownConfig: SWRConfiguration = { provider: heardReads };

/** A cache of what was read, for one user: with another user, everything below starts afresh. */
export function UserCache({ children }: { children: ReactNode }) {
  const { userId } = useSession();
  return (
    <SWRConfig key={userId} value={ownConfig}>
      {children}
    </SWRConfig>
  );
}
