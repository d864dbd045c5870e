import type { After } from '../live/timing.ts';

/** Milliseconds between two announcements, and before the first one. */
export const ANNOUNCE_EVERY_MS = 15_000;

interface ChangeAnnouncerOptions {
  /** Announces how many students have new figures since the last announcement. */
  say: (students: number) => void;
  after: After;
}

export interface ChangeAnnouncer {
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
