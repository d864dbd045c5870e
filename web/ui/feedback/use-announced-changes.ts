import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ChangeAnnouncer, createChangeAnnouncer } from '../../lib/call/change-announcer.ts';
import { browserClock } from '../../lib/live/timing.ts';

export interface Announcement {
  /** Distinguishes a repeated text from the one that was said already. */
  id: number;
  text: string;
}

interface AnnouncedChanges<T> {
  /** The students of whom there is news. */
  changed: (before: T, after: T) => number[];
  text: (students: number) => string;
}

/** Returns what a live region says of data that change by themselves. */
export function useAnnouncedChanges<T>(data: T | undefined, options: AnnouncedChanges<T>): Announcement {
  const [announcement, setAnnouncement] = useState<Announcement>({ id: 0, text: '' });
  const announcer = useRef<ChangeAnnouncer>(undefined);
  const before = useRef<T>(undefined);
  const say = useEffectEvent((students: number) => {
    const text = options.text(students);
    setAnnouncement(({ id }) => ({ id: id + 1, text }));
  });
  const changed = useEffectEvent(options.changed);

  useEffect(() => {
    const made = createChangeAnnouncer({ say: (students) => say(students), after: browserClock.after });
    announcer.current = made;
    return () => made.close();
  }, []);

  useEffect(() => {
    const { current: old } = before;
    before.current = data;
    if (old !== undefined && data !== undefined) announcer.current?.note(changed(old, data));
  }, [data]);

  return announcement;
}
