import type { WorkElsewhere } from '../../lib/kept/sealed-work.ts';
import { answerKey, openAnswerStore } from './waiting-answers.ts';

/** The answers that wait in IndexedDB. Opened again, they are in the journal, from where the queue takes them. */
export async function answersElsewhere(): Promise<WorkElsewhere> {
  // A browser that has no IndexedDB has them in the journal anyway.
  const store = await openAnswerStore().catch(() => null);
  const listOf = async (userId: number) => (await store?.list(userId)) ?? [];
  return {
    entriesOf: async (userId) =>
      (await listOf(userId)).map((item) => [answerKey(item), JSON.stringify(item)]),
    async removeOf(userId) {
      for (const { id } of await listOf(userId)) await store?.remove(id);
    },
  };
}
