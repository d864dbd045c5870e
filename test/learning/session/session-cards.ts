import { forCardTexts } from '../../../core/contract/card-fields.ts';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { sessionReducer } from '../../../web/learning/session/session.reducer.ts';
import type { ProgressItem, SessionState } from '../../../web/learning/session/session.state.ts';
import { currentCard } from '../../../web/learning/session/session.state.ts';
import { type LoadedSession, startSession } from '../../../web/learning/session/session-loading.ts';

/** A UUID that tells which it is. */
export const answerId = (count: number): string =>
  `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;

export const DAY = '2026-11-21';
export const NOON = Date.parse('2026-11-21T12:00:00Z');

const PROGRESS: StudyCard['progresses'][number] = {
  due_day: DAY,
  interval: 2,
  stability: 2.3,
  difficulty: 5,
  reviews: 1,
  lapses: 0,
  last_reviewed_at: '2026-11-19T12:00:00.000Z',
};

const card = (id: number, progresses: StudyCard['progresses']): StudyCard => ({
  id,
  deck_id: 1,
  ...forCardTexts(() => null),
  front: `front ${id}`,
  back: `back ${id}`,
  audio_file: null,
  front_picture: null,
  back_picture: null,
  further_files: null,
  progresses,
  next_days: progresses.length > 0 ? [9, 1] : [2, 1, 1, 1, 1],
});

export const newCard = (id: number): StudyCard => card(id, []);
export const reviewCard = (id: number): StudyCard => card(id, [PROGRESS]);
export const newCards = (count: number, from = 1): StudyCard[] =>
  Array.from({ length: count }, (_, index) => newCard(from + index));
export const reviewCards = (count: number, from = 101): StudyCard[] =>
  Array.from({ length: count }, (_, index) => reviewCard(from + index));

const countOf = (cards: StudyCard[]) => ({
  newCardsToday: cards.filter((each) => each.progresses.length === 0).length,
  reviewCardsToday: cards.filter((each) => each.progresses.length > 0).length,
});

/** A session as it opens with these cards; the counts are theirs unless given. */
export function opened(cards: StudyCard[], loaded: Partial<LoadedSession> = {}): SessionState {
  return startSession({ source: 1, day: DAY, cards, counts: countOf(cards), completed: false, ...loaded });
}

export interface Played {
  state: SessionState;
  sent: ProgressItem[];
  /** The cards in the order in which they were shown. */
  shown: number[];
}

/** Reveals and rates the cards on the screen, one rating each. */
export function play(start: SessionState, ratings: Rating[]): Played {
  return ratings.reduce<Played>(
    ({ state, sent, shown }, rating, index) => {
      const id = currentCard(state)?.id;
      if (id === undefined) throw new Error(`No card is on the screen: ${state.phase}`);
      const revealed = sessionReducer(state, { type: 'revealed', now: NOON }).state;
      const answer = { rating, now: NOON + 4_000, answerId: answerId(index + 1) };
      const rated = sessionReducer(revealed, { type: 'rated', ...answer });
      return { state: rated.state, sent: [...sent, ...rated.send], shown: [...shown, id] };
    },
    { state: start, sent: [], shown: [] },
  );
}

export const times = (count: number, rating: Rating): Rating[] => Array.from({ length: count }, () => rating);
