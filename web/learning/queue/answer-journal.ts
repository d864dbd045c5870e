import { type AnswerStore, isUndo, type Waiting } from './waiting-answer.ts';

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
  const keys = (prefix: string): string[] => {
    const found: string[] = [];
    for (let index = 0; index < (storage?.length ?? 0); index += 1) {
      const key = storage?.key(index);
      if (key?.startsWith(prefix)) found.push(key);
    }
    return found;
  };

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
      const found = keys(`${PREFIX}:${userId}:`).flatMap(read);
      return found.sort((a, b) => a.createdAt - b.createdAt);
    },
    async update(item) {
      write(item);
    },
    async remove(id) {
      for (const key of keys(PREFIX)) if (key.endsWith(`:${id}`)) storage?.removeItem(key);
    },
  };
}

/** The browser's storage, or null where it is forbidden: reading the property alone may throw. */
export function plainStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
