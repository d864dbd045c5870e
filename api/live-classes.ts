import type { ChangeFeed } from '../core/change-feed.ts';
import { teaches } from '../core/class-rights.ts';
import type { Directory } from '../core/directory.ts';

/** At most one `changed` a class in this time. */
const INTERVAL_MS = 1_000;

export interface LiveTab {
  teacherId: number;
  changed(): void;
  /** The class is no longer there, or no longer the teacher's. */
  ended(): void;
  /** Ends the stream; its reader comes back with its token. */
  close(): void;
}

interface LiveClass {
  tabs: Set<LiveTab>;
  /** Runs while a change has just been sent. */
  pause: NodeJS.Timeout | undefined;
  changedSince: boolean;
}

/** Passes on to the open tabs of this process which classes' figures have changed. */
export class LiveClasses {
  readonly #classes = new Map<number, LiveClass>();
  readonly #directory: Directory;
  #closed = false;

  constructor(feed: ChangeFeed, directory: Directory) {
    this.#directory = directory;
    feed.listen({
      onChange: ({ table, id }) => {
        if (table === 'class_progress' || table === 'exam_results') this.#changed(id);
        if (table === 'classes') void this.#checkClass(id);
        // A new password, perhaps: the teacher's token has to be shown again.
        if (table === 'users') this.#closeTabs((tab) => tab.teacherId === id);
      },
      // Changes may have been missed, of passwords as well: every tab opens its stream and reads again.
      onReset: () => this.#closeTabs(() => true),
    });
  }

  /** True when the process ends: a stream opened now would keep it from ending. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Notifies the tab of every change until the returned function is called. */
  watch(classId: number, tab: LiveTab): () => void {
    const live = this.#classes.get(classId) ?? { tabs: new Set(), pause: undefined, changedSince: false };
    this.#classes.set(classId, live);
    live.tabs.add(tab);
    return () => {
      live.tabs.delete(tab);
      if (live.tabs.size) return;
      clearTimeout(live.pause);
      this.#classes.delete(classId);
    };
  }

  /** Ends every stream. */
  close(): void {
    this.#closed = true;
    this.#closeTabs(() => true);
  }

  #changed(classId: number): void {
    const live = this.#classes.get(classId);
    if (!live) return;
    if (live.pause) {
      live.changedSince = true;
      return;
    }
    for (const tab of live.tabs) tab.changed();
    live.changedSince = false;
    live.pause = setTimeout(() => {
      live.pause = undefined;
      if (live.changedSince) this.#changed(classId);
    }, INTERVAL_MS).unref();
  }

  async #checkClass(classId: number): Promise<void> {
    const live = this.#classes.get(classId);
    if (!live) return;
    const found = await Promise.resolve(this.#directory.class(classId)).catch(() => null);
    // Null: it cannot be asked for now, and what was missed is read again with the next change.
    if (found === null) return;
    for (const tab of [...live.tabs]) if (!found || !teaches(tab.teacherId, found)) tab.ended();
  }

  #closeTabs(which: (tab: LiveTab) => boolean): void {
    for (const { tabs } of this.#classes.values()) for (const tab of [...tabs].filter(which)) tab.close();
  }
}
