import type { Rating } from '../../../core/learning/learning.schema.ts';
import { LEARNING_MAX, TIME_SPENT_MAX, TRIES_MAX } from '../../../core/learning/learning-limits.ts';
import {
  type AnswersToCard,
  currentCard,
  isNew,
  type LearningCard,
  type OriginalType,
  type ProgressItem,
  type SessionState,
  type Step,
} from './session.state.ts';
import { advance } from './session-round.ts';
import { summarize } from './session-summary.ts';

interface Answer {
  rating: Rating;
  now: number;
  answerId: string;
}

const without = (ids: number[], id: number): number[] => ids.filter((other) => other !== id);

/** Whole seconds from reveal to rating; a clock that was set back counts as none. */
export function timeSpent(revealedAt: number, now: number): number {
  const seconds = Math.round((now - revealedAt) / 1000);
  return Math.min(TIME_SPENT_MAX, Math.max(0, seconds));
}

/**
 * Returns the id of the answer to a card. A session sends one for each card, and another one after each undo. The id is
 * the same when a crash makes the card come again, so the server counts that answer once.
 */
function idOfAnswer({ answerSeed, takenBack }: SessionState, cardId: number, drawnId: string): string {
  if (answerSeed === undefined) return drawnId;
  const end = answerSeed.length - 12;
  const node = Number.parseInt(answerSeed.slice(end), 16);
  // A card's id has 31 bits, which leaves 17 of the last 48. The rest stays random: no other session has these ids.
  const given = (takenBack?.[cardId] ?? 0) * 2 ** 31 + cardId;
  return answerSeed.slice(0, end) + ((node + given) % 2 ** 48).toString(16).padStart(12, '0');
}

function countAnswer(state: SessionState, id: number, rating: Rating): AnswersToCard {
  const before = state.answers[id];
  return { first: before?.first ?? rating, tries: Math.min(TRIES_MAX, (before?.tries ?? 0) + 1) };
}

/** Takes a card out of its list and its counter. */
function take(state: SessionState, id: number): SessionState {
  const { counters } = state;
  if (state.learning.some((card) => card.originalId === id)) {
    return {
      ...state,
      learning: state.learning.filter((card) => card.originalId !== id),
      counters: { ...counters, learning: counters.learning - 1 },
    };
  }
  if (state.newIds.includes(id)) {
    return { ...state, newIds: without(state.newIds, id), counters: { ...counters, new: counters.new - 1 } };
  }
  return {
    ...state,
    reviewIds: without(state.reviewIds, id),
    counters: { ...counters, review: counters.review - 1 },
  };
}

function finish(state: SessionState, id: number): SessionState {
  const taken = take(state, id);
  const { [id]: _, ...answers } = taken.answers;
  return {
    ...taken,
    answers,
    cards: taken.cards.filter((card) => card.id !== id),
    doneIds: taken.doneIds.includes(id) ? taken.doneIds : [...taken.doneIds, id],
  };
}

/** The card in hand does not come again in this session, and is nothing for the server's log. */
export function putAside(state: SessionState): SessionState {
  const card = currentCard(state);
  if (!card) return state;
  return advance({ ...finish(state, card.id), revealedAt: null, turned: null });
}

function startLearning(state: SessionState, card: LearningCard): SessionState {
  const taken = take(state, card.originalId);
  const known = taken.learned.some((other) => other.id === card.originalId);
  const content = taken.cards.filter((other) => other.id === card.originalId);
  return {
    ...taken,
    learning: [...taken.learning, card],
    learned: known ? taken.learned : [...taken.learned, ...content],
    counters: { ...taken.counters, learning: taken.counters.learning + 1 },
  };
}

/** The card's new place. With a full learning list it keeps the old one and comes again in a later round. */
function place(state: SessionState, id: number, type: OriginalType, { rating, now }: Answer): SessionState {
  if (rating === 2) return finish(state, id);
  const entry: LearningCard = { originalId: id, originalType: type, status: rating, lastStudied: now };
  if (state.learning.some((card) => card.originalId === id)) {
    return { ...state, learning: state.learning.map((card) => (card.originalId === id ? entry : card)) };
  }
  return state.learning.length < LEARNING_MAX ? startLearning(state, entry) : state;
}

/**
 * A review card is sent with its first answer, whatever it is, and never again in this session; a new card only when
 * it is known, with what the server would otherwise never hear: the first answer and the number of tries.
 */
function mustSend(state: SessionState, id: number, type: OriginalType, rating: Rating): boolean {
  if (state.relearning || state.sentIds.includes(id)) return false;
  const learning = state.learning.some((card) => card.originalId === id);
  return rating === 2 || (type === 'review' && !learning);
}

export function rate(state: SessionState, answer: Answer): Step {
  const card = currentCard(state);
  if (!card || state.revealedAt === null) return { state, send: [], undo: null };
  const { id } = card;
  const learning = state.learning.find((entry) => entry.originalId === id);
  const type = learning?.originalType ?? (isNew(card) ? 'new' : 'review');
  const counted = countAnswer(state, id, answer.rating);
  const send: ProgressItem[] = [];
  if (mustSend(state, id, type, answer.rating)) {
    send.push({
      id: idOfAnswer(state, id, answer.answerId),
      cardId: id,
      body: {
        status: answer.rating,
        time_spent: timeSpent(state.revealedAt, answer.now),
        card_type: type,
        ...(card.meaning && { meaning: card.meaning }),
        first_status: counted.first,
        tries: counted.tries,
        answered_at: Math.max(0, Math.round(answer.now)),
        ...(state.turned && { mode: 'session', ...state.turned }),
      },
    });
  }
  const noted: SessionState = {
    ...state,
    turned: null,
    answers: { ...state.answers, [id]: counted },
    sentIds: send.length > 0 ? [...state.sentIds, id] : state.sentIds,
    summary: summarize(state, { id, counted, rating: answer.rating, now: answer.now }),
  };
  return { state: advance(place(noted, id, type, answer)), send, undo: null };
}
