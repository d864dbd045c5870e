import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ProgressBody } from '../../../core/learning/learning.schema.ts';
import { keysOf } from '../../lib/kept/storage-key.ts';

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

interface OnItsWay {
  /** UUID, made once. */
  id: string;
  userId: number;
  deckId: number;
  cardId: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** How often the server has refused it for what it is. */
  refusals: number;
}

/** An answer; its id is sent as Idempotency-Key with every try: the server counts the answer once. */
export interface Answer extends OnItsWay {
  body: ProgressBody;
}

/** The taking back of an answer. */
interface Undo extends OnItsWay {
  /** The answer's id. */
  undoes: string;
}

/** What waits for the server. */
export type Waiting = Answer | Undo;

export const isUndo = (item: Waiting): item is Undo => 'undoes' in item;

/** Where answers and undos wait; each belongs to the student that gave it. */
export interface AnswerStore {
  /** Adds at the end; an id that is already there is not added again. */
  add(item: Waiting): Promise<void>;
  /** What a student has given, in the order given. */
  list(userId: number): Promise<Waiting[]>;
  update(item: Waiting): Promise<void>;
  remove(id: string): Promise<void>;
}

const PREFIX = 'nho-answer';

/** Where an answer is in the plain storage. */
export const answerKey = ({ userId, id }: Pick<Waiting, 'userId' | 'id'>) => `${PREFIX}:${userId}:${id}`;

export interface AnswerJournal extends AnswerStore {
  /** True when it is written: the next instruction may be the last of the page. */
  write(item: Waiting): boolean;
}

/**
 * Answers and undos in the browser's plain storage, one key each. Writing there is synchronous, writing to IndexedDB is
 * not: a page that closes right after a tap would lose the tap. The journal holds an answer until IndexedDB has it, and
 * for good in a browser that has no IndexedDB.
 */
export function createAnswerJournal(storage: Storage | null): AnswerJournal {
  const read = (key: string): Waiting[] => {
    try {
      const item = JSON.parse(storage?.getItem(key) ?? 'null') as Waiting | null;
      return item?.id && (isUndo(item) ? item.undoes : item.body) ? [item] : [];
    } catch {
      return [];
    }
  };

  const write = (item: Waiting): boolean => {
    try {
      storage?.setItem(answerKey(item), JSON.stringify(item));
      return storage !== null;
    } catch {
      // A full storage: IndexedDB, which has more room, takes the answer a moment later.
      return false;
    }
  };

  return {
    write,
    async add(item) {
      write(item);
    },
    async list(userId) {
      const found = keysOf(storage, `${PREFIX}:${userId}:`).flatMap(read);
      return found.sort((a, b) => a.createdAt - b.createdAt);
    },
    async update(item) {
      write(item);
    },
    async remove(id) {
      for (const key of keysOf(storage, PREFIX)) if (key.endsWith(`:${id}`)) storage?.removeItem(key);
    },
  };
}
