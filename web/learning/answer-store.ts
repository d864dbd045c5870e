import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Answer, AnswerStore } from './waiting-answer.ts';

const NAME = 'nho-answers';
const VERSION = 1;

interface AnswerDb extends DBSchema {
  answers: {
    key: number;
    value: Answer & { key?: number };
    indexes: { id: string; user: number };
  };
}

/** The queue's home in IndexedDB, which survives reload, closing and a restart of the browser. */
export async function openAnswerStore(factory: typeof openDB = openDB): Promise<AnswerStore> {
  const db: IDBPDatabase<AnswerDb> = await factory<AnswerDb>(NAME, VERSION, {
    upgrade(created) {
      const store = created.createObjectStore('answers', { keyPath: 'key', autoIncrement: true });
      store.createIndex('id', 'id', { unique: true });
      store.createIndex('user', 'userId');
    },
    // A newer version of the client in another tab must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

  return {
    async add(answer) {
      const tx = db.transaction('answers', 'readwrite', { durability: 'strict' });
      const known = await tx.store.index('id').getKey(answer.id);
      if (known === undefined) await tx.store.add(answer);
      await tx.done;
    },

    async list(userId) {
      const found = await db.getAllFromIndex('answers', 'user', userId);
      return found.map(({ key: _, ...answer }) => answer);
    },

    async update(answer) {
      const tx = db.transaction('answers', 'readwrite');
      const key = await tx.store.index('id').getKey(answer.id);
      if (key !== undefined) await tx.store.put({ ...answer, key });
      await tx.done;
    },

    async remove(id) {
      const tx = db.transaction('answers', 'readwrite');
      const key = await tx.store.index('id').getKey(id);
      if (key !== undefined) await tx.store.delete(key);
      await tx.done;
    },
  };
}
