import type { LoginAnswer } from '../../core/account/account.schema.ts';
import { learns } from '../../core/contract/roles.ts';
import { parseRowId } from '../../core/contract/row-id.ts';
import type { Trial } from '../../core/learning/answering/trial.schema.ts';
import { keysOf, plainStorage } from '../lib/kept/storage-key.ts';
import { paths } from '../lib/pages/paths.ts';
import type { AnswerQueue } from './queue/answer-queue.ts';
import type { ProgressItem, SessionState } from './session/session.state.ts';

/** What a guest has done with the first cards of a deck. Answers are with the state, so both are written at once. */
export interface KeptTrial {
  version: typeof VERSION;
  /** Milliseconds since 1970. */
  writtenAt: number;
  /** Which write it is: another tab that went on has a higher one. */
  step: number;
  deck: Trial['deck'];
  state: SessionState;
  /** In the order given; each has its id for good. */
  answers: ProgressItem[];
}

export const VERSION = '1';
const GUEST = 'nho-trial:';
/** With the student's id and the session's own: what was done twice is there twice. */
const OWNED = 'nho-trial-of:';
/** A guest's answers are for an account that is made within a day. On a school's computer the next guest is another one. */
const GUEST_MS = 24 * 3_600_000;
/** As long as the server takes answers as being of their day. */
const OWNED_MS = 30 * 24 * 3_600_000;

export const trialKey = (deckId: number) => `${GUEST}${deckId}`;

function parse(text: string | null, ageMax: number, now: number): KeptTrial | null {
  try {
    const kept = JSON.parse(text ?? 'null') as KeptTrial | null;
    if (kept?.version !== VERSION || !Array.isArray(kept.answers)) return null;
    const age = now - kept.writtenAt;
    return age >= 0 && age < ageMax ? kept : null;
  } catch {
    return null;
  }
}

/** The trials of this browser's guests. A storage that is forbidden, full or broken keeps nothing, which is no error. */
export function createTrialStore(storage: Storage | null, now: () => number = Date.now) {
  /** What is too old is removed. */
  function readKey(key: string): KeptTrial | null {
    const text = storage?.getItem(key) ?? null;
    const kept = parse(text, key.startsWith(GUEST) ? GUEST_MS : OWNED_MS, now());
    if (!kept && text !== null) storage?.removeItem(key);
    return kept;
  }

  /** The oldest first, as they were answered. */
  const readAll = (prefix: string) =>
    keysOf(storage, prefix)
      .flatMap((key) => {
        const kept = readKey(key);
        return kept ? [{ key, kept }] : [];
      })
      .sort((a, b) => a.kept.writtenAt - b.kept.writtenAt);

  const orElse = <T>(run: () => T, otherwise: T): T => {
    try {
      return run();
    } catch {
      return otherwise;
    }
  };

  return {
    /** The guest's trial of a deck. */
    read: (deckId: number): KeptTrial | null => orElse(() => readKey(trialKey(deckId)), null),

    /** Returns whether it is kept. */
    write: (kept: KeptTrial): boolean =>
      orElse(() => {
        storage?.setItem(trialKey(kept.deck.id), JSON.stringify(kept));
        return storage !== null;
      }, false),

    /** Makes the guest's trials the student's: all of them, or that of one deck. Those of another student stay theirs. */
    claim(userId: number, deckId?: number): void {
      const wanted = deckId === undefined ? GUEST : trialKey(deckId);
      orElse(() => {
        for (const { key, kept } of readAll(wanted)) {
          if (kept.deck.id !== (deckId ?? kept.deck.id)) continue;
          storage?.setItem(`${OWNED}${userId}:${kept.state.answerSeed}`, JSON.stringify(kept));
          storage?.removeItem(key);
        }
      }, undefined);
    },

    /** Gives what a student did as a guest to `take`, and then forgets it. */
    takeOwned(userId: number, take: (kept: KeptTrial) => void): void {
      orElse(() => {
        for (const { key, kept } of readAll(`${OWNED}${userId}:`)) {
          take(kept);
          storage?.removeItem(key);
        }
      }, undefined);
    },
  };
}

export type TrialStore = ReturnType<typeof createTrialStore>;

/** The store of this browser. */
export const trialStore = (): TrialStore => createTrialStore(plainStorage());

/** Returns the deck of whose trial an address is, or null. */
export function deckOfTrialPath(path: string | null): number | null {
  const start = paths.trial(':deckId').replace(':deckId', '');
  return path?.startsWith(start) ? parseRowId(path.slice(start.length)) : null;
}

/**
 * Gives a guest's answers to a student, before the login is stored. A registration gets all of them. A login gets those
 * of the trial that led to it, and no others: they may be somebody else's.
 */
export function claimTrials({ role, user }: LoginAnswer, next: string | null | 'registered'): void {
  if (!learns(role)) return;
  const deckId = next === 'registered' ? undefined : deckOfTrialPath(next);
  if (deckId !== null) trialStore().claim(user.id, deckId);
}

/**
 * Hands what a student did as a guest to the queue of answers, which sends each once and in order. A crash in between hands
 * them over again, under the same ids.
 */
export function takeTrials(queue: Pick<AnswerQueue, 'add'>, store: TrialStore, userId: number): void {
  store.takeOwned(userId, ({ deck, answers }) => queue.add(deck.id, answers));
}
