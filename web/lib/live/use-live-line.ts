import { useEffect, useEffectEvent, useState } from 'react';
import type { Address, Stream } from '../../../core/api.ts';
import { useSession } from '../kept/stored-session.ts';
import { createLiveLine, type LiveState, openEventStream } from './live-line.ts';
import { followPage } from './page-life.ts';
import { browserClock } from './timing.ts';

/**
 * Runs `onChange` whenever the stream of this path says that something has changed, or it may have. Without a path
 * nothing is listened to.
 */
export function useLiveLine(path: Address<Stream> | null, onChange: () => void): LiveState {
  const { token, adminToken } = useSession();
  const [state, setState] = useState<LiveState>('connecting');
  const change = useEffectEvent(onChange);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a stream lives as long as the token that opened it
  useEffect(() => {
    if (path === null) return;
    const line = createLiveLine({
      connect: (listener) => openEventStream(path, listener),
      onState: setState,
      onChange: () => change(),
      timing: browserClock,
    });
    line.open();
    if (document.hidden) line.hide();
    const unfollow = followPage({ onVisible: line.wake, onHidden: line.hide, onOnline: line.wake });
    return () => {
      unfollow();
      line.close();
      setState('connecting');
    };
  }, [path, token, adminToken]);

  return state;
}
