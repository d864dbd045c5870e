import type { StudyCard } from '../../core/card/card.schema.ts';
import type { Deck, DeckSettings } from '../../core/deck/deck.schema.ts';
import { dropCache, dropOldCaches, readCache, writeCache } from '../lib/expiring-cache.ts';
import type { Counters, LearningCard, SessionState } from './session.state.ts';
import { dropUndoCache, readUndoCache, writeUndoCache } from './undo-cache.ts';

const VERSION = '1.0';
const DAY_MS = 24 * 3_600 * 1_000;

/** The user's id is in every key already: the cache adds it. */
const deckPrefix = (deckId: number) => `learning:${deckId}:`;
export const sessionCacheName = (deckId: number) => `${deckPrefix(deckId)}session`;
const learnedName = (deckId: number) => `${deckPrefix(deckId)}cards`;

type Apart = 'cards' | 'newIds' | 'reviewIds' | 'learning' | 'counters' | 'learned' | 'past';
type Rest = Omit<SessionState, Apart>;

interface CachedSession {
  timestamp: number;
  allCards: StudyCard[];
  newCards: number[];
  reviewCards: number[];
  learningCards: LearningCard[];
  sessionCompleted: boolean;
  counts: Counters;
  rest: Rest;
  /** The last of the steps that can be taken back. */
  lastStep?: string | null;
  deck: Deck;
  settings: DeckSettings;
}

interface CachedCards {
  timestamp: number;
  day: string;
  cards: StudyCard[];
}

export interface StoredSessionOfDeck {
  timestamp: number;
  state: SessionState;
  deck: Deck;
  settings: DeckSettings;
}

/** The cards that were relearnt today, kept apart from the session. Those of another day than `day` are discarded. */
export function readLearnedCards(deckId: number, day: string): StudyCard[] {
  const cached = readCache<CachedCards>(learnedName(deckId), { version: VERSION, maxAgeMs: DAY_MS });
  if (cached && cached.day !== day) dropCache(learnedName(deckId));
  return cached?.day === day ? cached.cards : [];
}

/** The session to resume, or null: none, older than 24 hours or of another version. The caller compares the day. */
export function readSessionCache(deckId: number): StoredSessionOfDeck | null {
  const cached = readCache<CachedSession>(sessionCacheName(deckId), { version: VERSION, maxAgeMs: DAY_MS });
  if (!cached?.rest || cached.rest.deckId !== deckId) return null;
  return {
    timestamp: cached.timestamp,
    state: {
      ...cached.rest,
      cards: cached.allCards,
      newIds: cached.newCards,
      reviewIds: cached.reviewCards,
      learning: cached.learningCards,
      counters: cached.counts,
      learned: readLearnedCards(deckId, cached.rest.day),
      past: readUndoCache(deckId, cached.lastStep ?? null),
    },
    deck: cached.deck,
    settings: cached.settings,
  };
}

export function writeSessionCache({ timestamp, state, deck, settings }: StoredSessionOfDeck): void {
  const { cards, newIds, reviewIds, learning, counters, learned, past, ...rest } = state;
  const session: CachedSession = {
    timestamp,
    allCards: cards,
    newCards: newIds,
    reviewCards: reviewIds,
    learningCards: learning,
    sessionCompleted: state.phase === 'completed',
    counts: counters,
    rest,
    lastStep: past.at(-1)?.id ?? null,
    deck,
    settings,
  };
  const write = () => writeCache(sessionCacheName(state.deckId), session, { version: VERSION });
  if (write()) writeUndoCache(state.deckId, past);
  else {
    // The session itself matters more than what can be taken back.
    dropUndoCache(state.deckId);
    write();
  }
  const learnedCards: CachedCards = { timestamp, day: state.day, cards: learned };
  writeCache(learnedName(state.deckId), learnedCards, { version: VERSION });
}

/** Forgets a deck's session and its learning cards; throws when the browser's storage keeps them. */
export function clearSessionCache(deckId: number): void {
  dropCache(deckPrefix(deckId));
  dropUndoCache(deckId);
  if (readSessionCache(deckId)) throw new Error('The stored session could not be removed');
}

/** Forgets this student's sessions that are over, of all decks: they would take the room of others for ever. */
export const dropOldSessions = (): void => dropOldCaches('learning:', DAY_MS);
