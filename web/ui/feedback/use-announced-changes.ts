import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type After, browserClock } from '../../lib/live/timing.ts';

/** Milliseconds between two announcements, and before the first one. */
export const ANNOUNCE_EVERY_MS = 15_000;

interface ChangeAnnouncerOptions {
  /** Announces how many students have new figures since the last announcement. */
  say: (students: number) => void;
  after: After;
}

interface ChangeAnnouncer {
  note(students: readonly number[]): void;
  close(): void;
}

/** Gathers what changes, so that a class at work does not talk without end to a listener of the page. */
export function createChangeAnnouncer({ say, after }: ChangeAnnouncerOptions): ChangeAnnouncer {
  let cancel: (() => void) | undefined;
  const changed = new Set<number>();

  return {
    note(students) {
      for (const student of students) changed.add(student);
      if (changed.size === 0 || cancel) return;
      cancel = after(ANNOUNCE_EVERY_MS, () => {
        cancel = undefined;
        say(changed.size);
        changed.clear();
      });
    },
    close() {
      cancel?.();
      cancel = undefined;
      changed.clear();
    },
  };
}

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
