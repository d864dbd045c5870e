import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { AnswerStore, Waiting } from './waiting-answer.ts';

const NAME = 'nho-answers';
/** 2 holds undos as well: a client of before, in another tab, would send one as an answer. */
const VERSION = 2;

interface AnswerDb extends DBSchema {
  answers: {
    key: number;
    value: Waiting & { key?: number };
    indexes: { id: string; user: number };
  };
}

/** The queue's home in IndexedDB, which survives reload, closing and a restart of the browser. */
export async function openAnswerStore(factory: typeof openDB = openDB): Promise<AnswerStore> {
  const db: IDBPDatabase<AnswerDb> = await factory<AnswerDb>(NAME, VERSION, {
    upgrade(created, before) {
      if (before > 0) return;
      const store = created.createObjectStore('answers', { keyPath: 'key', autoIncrement: true });
      store.createIndex('id', 'id', { unique: true });
      store.createIndex('user', 'userId');
    },
    // A newer version of the client in another tab must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

  return {
    async add(item) {
      const tx = db.transaction('answers', 'readwrite', { durability: 'strict' });
      const known = await tx.store.index('id').getKey(item.id);
      if (known === undefined) await tx.store.add(item);
      await tx.done;
    },

    async list(userId) {
      const found = await db.getAllFromIndex('answers', 'user', userId);
      return found.map(({ key: _, ...item }) => item);
    },

    async update(item) {
      const tx = db.transaction('answers', 'readwrite');
      const key = await tx.store.index('id').getKey(item.id);
      if (key !== undefined) await tx.store.put({ ...item, key });
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
