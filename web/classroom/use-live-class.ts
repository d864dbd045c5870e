import { useEffect, useEffectEvent, useState } from 'react';
import { openEventStream } from '../lib/event-stream.ts';
import { createLiveLine, type LiveState } from '../lib/live-line.ts';
import { useSession } from '../lib/stored-session.ts';
import { browserTimers } from '../lib/timers.ts';

/** Runs `onChange` whenever figures of the class have changed, or may have. */
export function useLiveClass(classId: number, onChange: () => void): LiveState {
  const { token } = useSession();
  const [state, setState] = useState<LiveState>('connecting');
  const change = useEffectEvent(onChange);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a stream lives as long as the token that opened it
  useEffect(() => {
    const line = createLiveLine({
      connect: (listener) => openEventStream(`/api/classes/${classId}/live`, listener),
      onState: setState,
      onChange: () => change(),
      timers: browserTimers,
      random: Math.random,
    });
    const look = () => (document.hidden ? line.hide() : line.wake());
    line.open();
    if (document.hidden) line.hide();
    window.addEventListener('online', line.wake);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('online', line.wake);
      document.removeEventListener('visibilitychange', look);
      line.close();
      setState('connecting');
    };
  }, [classId, token]);

  return state;
}
