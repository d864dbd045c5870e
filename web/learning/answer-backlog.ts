import type { AnswerJournal } from './answer-journal.ts';
import type { Answer, AnswerStore } from './waiting-answer.ts';

export type Backlog = ReturnType<typeof createBacklog>;

/** The answers that wait, wherever they are on their way to IndexedDB: in memory, in the journal, in the store. */
export function createBacklog(journal: AnswerJournal, openStore: () => Promise<AnswerStore>) {
  /** This tab's own answers that no one has acknowledged yet, and whether they are on disk. */
  const own = new Map<string, { answer: Answer; onDisk: boolean }>();
  let store: Promise<AnswerStore> | undefined;

  const opened = () => {
    store ??= openStore().catch(() => journal);
    return store;
  };

  const ownOf = (userId: number) => [...own.values()].filter(({ answer }) => answer.userId === userId);

  return {
    /** On disk when this returns, as far as the browser lets us. */
    write(answer: Answer): void {
      own.set(answer.id, { answer, onDisk: journal.write(answer) });
    },

    /**
     * From journal and memory into the store, what a closed tab has left included. Only whoever may send does this:
     * another tab could otherwise put back what has just been sent.
     */
    async settle(userId: number): Promise<void> {
      const target = await opened();
      if (target === journal) return;
      try {
        for (const answer of await journal.list(userId)) {
          await target.add(answer);
          await journal.remove(answer.id);
        }
        for (const each of ownOf(userId)) {
          if (!each.onDisk) await target.add(each.answer);
          each.onDisk = true;
        }
      } catch (error) {
        // A store without room: the answers are sent from where they are.
        console.error(error);
      }
    },

    /** A student's answers, in the order given. */
    async list(userId: number): Promise<Answer[]> {
      // The journal first: what moves on between the two readings is then in both rather than in neither.
      const journaled = await journal.list(userId);
      const stored = await (await opened()).list(userId);
      const found = new Map([...stored, ...journaled].map((answer) => [answer.id, answer]));
      for (const { answer, onDisk } of ownOf(userId)) {
        if (found.has(answer.id)) continue;
        // What was on disk and no longer is has been sent, by another tab.
        if (onDisk) own.delete(answer.id);
        else found.set(answer.id, answer);
      }
      return [...found.values()];
    },

    async update(answer: Answer): Promise<void> {
      await (await opened()).update(answer);
    },

    async forget(id: string): Promise<void> {
      own.delete(id);
      await (await opened()).remove(id);
      await journal.remove(id);
    },

    /** This tab's answers, at hand without waiting. */
    ownAnswers: (userId: number): Answer[] => ownOf(userId).map(({ answer }) => answer),

    /** After the store has failed: the next reading opens it anew. */
    reopen(): void {
      store = undefined;
    },
  };
}
