import { useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { getTogether } from '../lib/gathered-get.ts';
import type { LiveState } from '../lib/live-line.ts';
import { oneAtATime } from '../lib/one-at-a-time.ts';
import { useLiveLine } from '../lib/use-live-line.ts';
import { isActive } from './import-status.ts';

interface LiveImport {
  current: DeckImport;
  live: LiveState;
  /** It has been changed by a call of ours, which answered how it stands now. */
  replace: (changed: DeckImport) => void;
}

/** An import as it is now: while it waits or runs, it follows what the server tells of it. */
export function useLiveImport(listed: DeckImport): LiveImport {
  const url = `/api/admin/imports/${listed.id}`;
  const { mutate } = useSWRConfig();
  const isLive = isActive(listed);
  const one = useSWR(isLive ? url : null, async () => (await getTogether<{ data: DeckImport }>(url)).data);
  const [read] = useState(() => oneAtATime(() => one.mutate()));
  const live = useLiveLine(isLive && isActive(one.data ?? listed) ? `${url}/live` : null, read);
  return {
    current: (isLive ? one.data : undefined) ?? listed,
    live,
    // Also while nothing is read under this key: what is kept there of an earlier run would be shown else.
    replace: (changed) => void mutate(url, changed, { revalidate: false }),
  };
}
