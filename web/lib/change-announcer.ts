import type { Timers } from './timers.ts';

/** Milliseconds between two announcements, and before the first one. */
export const ANNOUNCE_EVERY_MS = 15_000;

interface ChangeAnnouncerOptions<Handle> {
  /** Tells how many students have new figures since it was told last. */
  say: (students: number) => void;
  timers: Timers<Handle>;
}

export interface ChangeAnnouncer {
  note(students: readonly number[]): void;
  close(): void;
}

/** Gathers what changes, so that a class at work does not talk without end to whoever listens to the page. */
export function createChangeAnnouncer<Handle>({
  say,
  timers,
}: ChangeAnnouncerOptions<Handle>): ChangeAnnouncer {
  let due: Handle | undefined;
  const changed = new Set<number>();

  return {
    note(students) {
      for (const student of students) changed.add(student);
      if (changed.size === 0 || due !== undefined) return;
      due = timers.set(() => {
        due = undefined;
        say(changed.size);
        changed.clear();
      }, ANNOUNCE_EVERY_MS);
    },
    close() {
      if (due !== undefined) timers.clear(due);
      due = undefined;
      changed.clear();
    },
  };
}
