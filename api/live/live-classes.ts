import { teaches } from '../../core/access/class-rights.ts';
import type { Services } from '../services.ts';
import { type Watcher, Watchers } from './watchers.ts';

/** At most one `changed` a class in this time. */
const INTERVAL_MS = 1_000;

/** Returns the open tabs of this process, to which it passes on which classes' figures have changed. */
export function liveClasses({
  feed,
  streams,
  directory,
}: Pick<Services, 'feed' | 'streams' | 'directory'>): Watchers {
  /** Of the tabs to which a change has just been sent: whether there was another since. */
  const pauses = new WeakMap<ReadonlySet<Watcher>, { changedSince: boolean }>();
  const live = new Watchers({ feed, streams }, ({ table, id }) => {
    if (table === 'class_progress' || table === 'exam_results') changed(id);
    if (table === 'classes') void checkClass(id);
  });

  function changed(classId: number): void {
    const tabs = live.of(classId);
    if (!tabs) return;
    const pause = pauses.get(tabs);
    if (pause) {
      pause.changedSince = true;
      return;
    }
    live.changed(classId);
    const begun = { changedSince: false };
    pauses.set(tabs, begun);
    setTimeout(() => {
      pauses.delete(tabs);
      if (begun.changedSince && live.of(classId) === tabs) changed(classId);
    }, INTERVAL_MS).unref();
  }

  /** Ends the tabs of those whose class it is no longer, or when it is gone. */
  async function checkClass(classId: number): Promise<void> {
    const tabs = live.of(classId);
    if (!tabs) return;
    const found = await Promise.resolve(directory.class(classId)).catch(() => null);
    // Null: it cannot be asked for now, and what was missed is read again with the next change.
    if (found === null) return;
    for (const tab of [...tabs])
      if (!found || !teaches(tab.accountId, found)) {
        tab.send('ended');
        tab.close();
      }
  }
  return live;
}
