import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import type { LiveState } from '../lib/live-line.ts';
import { oneAtATime } from '../lib/one-at-a-time.ts';
import { useLiveLine } from '../lib/use-live-line.ts';
import { useRead } from '../lib/use-read.ts';
import { importAddress, liveAddress } from './calls-by-role.ts';
import { isFollowed } from './import-status.ts';

interface LiveImport {
  current: DeckImport;
  live: LiveState;
  /** It has been changed by a call of ours, which answered how it stands now. */
  replace: (changed: DeckImport) => void;
}

/** An import as it is now. While it waits or runs, it follows the server's stream. */
export function useLiveImport(listed: DeckImport): LiveImport {
  const params = { importId: listed.id };
  const address = importAddress({ params });
  const { mutate } = useSWRConfig();
  const isLive = isFollowed(listed);
  const one = useRead(isLive ? address : null);
  const [read] = useState(() => oneAtATime(() => one.mutate()));
  const live = useLiveLine(isLive && isFollowed(one.data ?? listed) ? liveAddress({ params }) : null, read);
  return {
    current: (isLive ? one.data : undefined) ?? listed,
    live,
    // Also while nothing is read under this key: what is kept there of an earlier run would be shown else.
    replace: (changed) => void mutate(address, changed, { revalidate: false }),
  };
}
