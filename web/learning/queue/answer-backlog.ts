import type { AnswerJournal } from './answer-journal.ts';
import { type AnswerStore, isUndo, type Waiting } from './waiting-answer.ts';

export type Backlog = ReturnType<typeof createBacklog>;

/** The answers and undos that wait, wherever they are on their way to IndexedDB: in memory, in the journal, in the store. */
export function createBacklog(journal: AnswerJournal, openStore: () => Promise<AnswerStore>) {
  /** What this tab has given and no one has acknowledged yet, and whether it is on disk. */
  const own = new Map<string, { item: Waiting; onDisk: boolean }>();
  let store: Promise<AnswerStore> | undefined;

  const opened = () => {
    store ??= openStore().catch(() => journal);
    return store;
  };

  const ownOf = (userId: number) => [...own.values()].filter(({ item }) => item.userId === userId);

  return {
    /** On disk when this returns, as far as the browser lets us. */
    write(item: Waiting): void {
      // Another tab must not find an undo whose answer only this one knows: the server would not know it either.
      const tooEarly = isUndo(item) && own.get(item.undoes)?.onDisk === false;
      own.set(item.id, { item, onDisk: !tooEarly && journal.write(item) });
    },

    /**
     * Moves answers from journal and memory into the store, also those of a closed tab. Only the tab that may send
     * does this: another could otherwise put back what has just been sent.
     */
    async settle(userId: number): Promise<void> {
      const target = await opened();
      if (target === journal) return;
      try {
        for (const item of await journal.list(userId)) {
          await target.add(item);
          await journal.remove(item.id);
        }
        for (const each of ownOf(userId)) {
          if (!each.onDisk) await target.add(each.item);
          each.onDisk = true;
        }
      } catch (error) {
        // A store without room: the answers are sent from where they are.
        console.error(error);
      }
    },

    /** What a student has given, in that order. */
    async list(userId: number): Promise<Waiting[]> {
      // What is given, or comes to disk, from here on may be in neither of the readings.
      const onDiskBefore = new Set(ownOf(userId).flatMap(({ item, onDisk }) => (onDisk ? item.id : [])));
      // The journal first: what moves on between the two readings is then in both rather than in neither.
      const journaled = await journal.list(userId);
      const stored = await (await opened()).list(userId);
      const found = new Map([...stored, ...journaled].map((item) => [item.id, item]));
      for (const { item } of ownOf(userId)) {
        if (found.has(item.id)) continue;
        // What was on disk and no longer is has been sent, by another tab.
        if (onDiskBefore.has(item.id)) own.delete(item.id);
        else found.set(item.id, item);
      }
      return [...found.values()];
    },

    async update(item: Waiting): Promise<void> {
      await (await opened()).update(item);
    },

    async forget(id: string): Promise<void> {
      own.delete(id);
      await (await opened()).remove(id);
      await journal.remove(id);
    },

    /** What this tab has given, at hand without waiting. */
    ownItems: (userId: number): Waiting[] => ownOf(userId).map(({ item }) => item),

    /** After the store has failed: the next reading opens it again. */
    reopen(): void {
      store = undefined;
    },
  };
}
