import t from 'tap';
import type { Waiting } from '../../../web/learning/queue/waiting-answers.ts';
import {
  answeredOf,
  DECKS_KEPT,
  type KeptDeck,
  noteSent,
  studiedDecks,
  withoutAnswered,
} from '../../../web/learning/session/kept-decks.ts';
import { STORAGE_KEY } from '../../../web/lib/kept/storage-key.ts';
import { OpenedAhead } from '../../../web/lib/live/use-controller.ts';
import { column } from '../../harness/columns.ts';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';
import { DAY, newCard, reviewCard } from './session-cards.ts';

t.beforeEach((t) => {
  t.intercept(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  localStorage.setItem('user_id', '1');
  localStorage.setItem(STORAGE_KEY.token, 'a-token');
});

const sent = (deckId: number, cardId: number, more: object = {}) =>
  ({ id: 'x', userId: 1, deckId, cardId, createdAt: 1, refusals: 0, body: {}, ...more }) as Waiting;

/** Kept at 100: a review, and two new cards of which the server says that there are more. */
const kept = (over: Partial<{ newCardsToday: number; session_completed: boolean }> = {}): KeptDeck => ({
  deck: { id: 5, title: 'Words' } as KeptDeck['deck'],
  set: {
    success: true,
    data: [reviewCard(101), newCard(1), newCard(2)],
    session_completed: over.session_completed ?? false,
    day: DAY,
  },
  counts: { newCardsToday: over.newCardsToday ?? 4, reviewCardsToday: 1, day: DAY } as KeptDeck['counts'],
  at: 100,
});

t.test('the decks studied last on this device are known, each once, five at most', async (t) => {
  for (const deckId of [1, 2, 3, 2, 4, 5, 6]) noteSent(sent(deckId, 1));
  t.same(studiedDecks(), [6, 5, 4, 2, 3]);
  t.equal(studiedDecks().length, DECKS_KEPT);
});

t.test('an answer is noted when the server has it, and its taking back as well', async (t) => {
  noteSent(sent(5, 1), 200);
  noteSent(sent(5, 2), 300);
  t.same(answeredOf(5), { 1: 200, 2: 300 });
  noteSent(sent(5, 1, { undoes: 'x' }), 400);
  t.same(answeredOf(5), { 2: 300 });
  t.same(answeredOf(6), {});
});

t.test('what was answered since is left out, and its counts', async (t) => {
  const today = withoutAnswered(kept(), { 101: 100, 1: 150, 2: 99 });
  t.same(column(today!.set.data, 'id'), [2], 'the one of before was given by the server again');
  t.match(today?.counts, { newCardsToday: 3, reviewCardsToday: 0 });
  t.equal(today?.set.session_completed, false);
});

t.test('all answered: done for today, or too little to say so', async (t) => {
  const all = { 101: 200, 1: 200, 2: 200 };
  t.equal(withoutAnswered(kept({ newCardsToday: 2 }), all)?.set.session_completed, true);
  t.equal(withoutAnswered(kept({ newCardsToday: 4 }), all), null, 'two more are at the server');
});

/** What keeps a session that was opened ahead of its page, and this session. */
function openedAhead(of: 'today' | number) {
  const controller = { isClosed: false, close: () => Object.assign(controller, { isClosed: true }) };
  const ahead = new OpenedAhead<number | 'today', { controller: typeof controller }>();
  const session = { controller };
  ahead.put(of, session);
  return { ahead, session };
}

t.test('ERR-39 a session opened ahead is taken once; one of another deck or login is closed', async (t) => {
  const { ahead, session } = openedAhead(7);
  t.equal(ahead.take(7), session);
  t.equal(session.controller.isClosed, false);
  t.equal(ahead.take(7), undefined);
  const [earlier, ofToday] = [openedAhead(7), openedAhead('today')];
  t.equal(ofToday.ahead.take(7), undefined);
  localStorage.setItem(STORAGE_KEY.token, 'the-next');
  t.equal(earlier.ahead.take(7), undefined, 'its refusal would end this login as well');
  for (const { session } of [earlier, ofToday]) t.equal(session.controller.isClosed, true);
});
