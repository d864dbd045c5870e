import type { Deck, DeckSettings } from '../../../core/deck/deck.schema.ts';
import { makeUuid } from '../../lib/call/uuid.ts';
import { queueSettled } from '../queue/queue-settled.ts';
import { learningFailure } from './learning-failure.ts';
import type { SessionParts } from './session.parts.ts';
import type { SessionState } from './session.state.ts';
import type { KeptSession } from './session-cache.ts';
import { resumeSession, startSession } from './session-loading.ts';

/** How long a new session waits for answers of the one before. The server would otherwise give their cards again. */
const SETTLE_MS = 3_000;

export interface OpenedSession {
  /** Null in a session over all decks, as the settings are. */
  deck: Deck | null;
  settings: DeckSettings | null;
  session: SessionState;
  /** False when the server could not be asked which day it is. */
  dayKnown: boolean;
}

export async function openFresh(parts: SessionParts): Promise<OpenedSession> {
  const { source, api, queue, cache, clock } = parts;
  const settled = await Promise.race([
    queueSettled(queue),
    new Promise<void>((done) => clock.after(SETTLE_MS, done)),
  ]);
  // Asked before the cards: what is acknowledged in between is then left out twice rather than not at all.
  const unsentIds = settled === 'empty' ? [] : await queue.pendingCards(source);
  const { deck, set, counts } = await api.open();
  const session = startSession({
    source,
    day: set.day,
    cards: set.data,
    counts,
    completed: set.session_completed,
    unsentIds,
    learned: cache.readLearned(set.day),
    answerSeed: makeUuid(),
  });
  return { deck, settings: counts.settings, session, dayKnown: true };
}

/** The stored session, or null when it is of an earlier day. */
async function resume(parts: SessionParts, stored: KeptSession): Promise<OpenedSession | null> {
  const { api, clock } = parts;
  const session = resumeSession(stored.state, clock.now());
  try {
    const { deck, counts } = await api.reopen();
    if (counts.day !== stored.state.day) return null;
    return { deck, settings: counts.settings, session, dayKnown: true };
  } catch (error) {
    if (learningFailure(error) !== 'other') throw error;
    // Without the server the student goes on with what is here.
    return { deck: stored.deck, settings: stored.settings, session, dayKnown: false };
  }
}

/** The session that this browser keeps of today, else a new one. */
export async function openSession(parts: SessionParts): Promise<OpenedSession> {
  const stored = parts.cache.read();
  const resumed = stored && (await resume(parts, stored));
  if (resumed) return resumed;
  if (stored) parts.cache.clear();
  return openFresh(parts);
}
