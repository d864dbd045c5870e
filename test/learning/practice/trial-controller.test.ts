import t from 'tap';
import type { Rating } from '../../../core/learning/learning.schema.ts';
import { createTrialController } from '../../../web/learning/practice/trial.page.tsx';
import { currentCard, type ProgressItem } from '../../../web/learning/session/session.state.ts';
import { createTrialStore, deckOfTrialPath, takeTrials } from '../../../web/learning/trial-store.ts';
import { column } from '../../harness/columns.ts';
import { memoryStorage } from '../../lib/kept/memory-storage.ts';
import { NOON, newCards } from '../session/session-cards.ts';

const HOUR = 3_600_000;

/** A browser with its storage and clock, and a server that gives five cards of any deck, or fails. */
function browser(storage: Storage | null = memoryStorage()) {
  const at = { now: NOON };
  const server = { error: undefined as Error | undefined, asked: 0 };
  const store = createTrialStore(storage, () => at.now);
  async function tab(deckId = 1) {
    const controller = createTrialController({
      deckId,
      store,
      now: () => at.now,
      load: async () => {
        server.asked += 1;
        if (server.error) throw server.error;
        const deck = {
          id: deckId,
          title: `Deck ${deckId}`,
          display_back_first: false,
          lenient_typing: false,
        };
        return { deck, cards: newCards(5, deckId * 100) };
      },
    });
    await controller.open();
    const answer = (...ratings: Rating[]) => {
      for (const rating of ratings) {
        at.now += 1_000;
        controller.reveal();
        controller.rate(rating);
      }
    };
    const trial = () => controller.view().trial;
    const card = () => trial() && currentCard(trial()!.state)?.id;
    return { controller, answer, trial, card };
  }
  const taken = (userId: number) => {
    const sent: [number, ProgressItem[]][] = [];
    takeTrials({ add: (deckId, items) => sent.push([deckId, items]) }, store, userId);
    return sent;
  };
  return { at, server, store, tab, taken };
}

t.test('SL-120 five cards are learnt, the missed one again, and each is one answer', async (t) => {
  const { tab } = browser();
  const { answer, trial } = await tab();
  answer(2, 0, 2, 2, 2, 2);
  t.equal(trial()?.state.phase, 'completed');
  t.match(trial()?.state.summary, { cards: 5, right: 4 });
  const answers = trial()?.answers ?? [];
  t.same(column(answers, 'cardId'), [100, 102, 103, 104, 101]);
  t.match(answers.at(-1)?.body, { status: 2, first_status: 0, tries: 2, card_type: 'new' });
  t.equal(new Set(answers.map(({ id }) => id)).size, 5);
});

t.test('SL-120 a reload goes on where it was, without asking the server', async (t) => {
  const { tab, server } = browser();
  const first = await tab();
  first.answer(2, 2);
  server.error = new Error('no network');
  const again = await tab();
  t.equal(again.card(), 102);
  t.equal(again.trial()?.answers.length, 2);
  t.equal(server.asked, 1);
});

t.test('SL-120 cards that cannot be loaded are said so, and can be tried again', async (t) => {
  const { tab, server } = browser();
  server.error = new Error('no network');
  const { controller } = await tab();
  t.equal(controller.view().status, 'failed');
  server.error = undefined;
  await controller.open();
  t.equal(controller.view().status, 'ready');
});

t.test('SL-120 two tabs answer each card once', async (t) => {
  const { tab, store } = browser();
  const [first, second] = [await tab(), await tab()];
  first.answer(2);
  t.equal(second.card(), 100, 'it has not heard yet');
  second.answer(2);
  t.equal(second.card(), 101, 'a tap shows what the other one did, and is no answer');
  second.answer(2);
  first.controller.follow();
  t.equal(first.card(), 102);
  t.same(column(store.read(1)!.answers, 'cardId'), [100, 101]);
});

t.test('SL-121 who registers gets all trials, once and in order; nobody else gets them', async (t) => {
  const { tab, store, taken } = browser();
  const [later, first] = [await tab(2), await tab(1)];
  first.answer(2, 2);
  later.answer(2);
  t.same(taken(7), [], 'nobody has registered');
  store.claim(7);
  t.same(taken(8), []);
  const given = taken(7).map(([deckId, items]) => [deckId, items.map(({ cardId }) => cardId)]);
  t.same(given, [
    [1, [100, 101]],
    [2, [200]],
  ]);
  t.same(taken(7), [], 'and not again');
});

t.test('SL-121 a login gets the trial that led to it, and no other', async (t) => {
  const { tab, store, taken } = browser();
  for (const deckId of [1, 12]) (await tab(deckId)).answer(2);
  store.claim(7, 1);
  t.same(
    taken(7).map(([deckId]) => deckId),
    [1],
  );
  t.ok(store.read(12));
  t.equal(deckOfTrialPath('/try/12'), 12);
  for (const path of ['/try/', '/try/x', '/learn/12', '/student', null]) t.equal(deckOfTrialPath(path), null);
});

t.test('SL-121 a tab that is left open after a registration begins anew, under other ids', async (t) => {
  const { tab, store, taken } = browser();
  const left = await tab();
  left.answer(2);
  store.claim(7);
  left.answer(2);
  const [[, before] = []] = taken(7);
  await left.controller.open();
  left.answer(2);
  store.claim(8);
  const [[, after] = []] = taken(8);
  t.same([before?.length, after?.length], [1, 1]);
  t.not(before?.[0]?.id, after?.[0]?.id);
});

t.test('SL-121 a guest’s answers are forgotten after a day, a student’s after thirty', async (t) => {
  const { tab, store, taken, at } = browser();
  (await tab(1)).answer(2);
  (await tab(2)).answer(2);
  store.claim(7, 2);
  at.now += 25 * HOUR;
  t.equal(store.read(1), null);
  t.equal(taken(7).length, 1);
});

t.test('SL-120 a browser that keeps nothing still lets a guest learn, and says so', async (t) => {
  const { tab } = browser(null);
  const { controller, answer, trial } = await tab();
  answer(2, 2, 2, 2, 2);
  t.equal(trial()?.state.phase, 'completed');
  t.equal(controller.view().isKept, false);
});

t.test('what is kept in another form is no trial', async (t) => {
  const storage = memoryStorage();
  for (const text of ['', '{', 'null', '7', '{"version":"0"}', '{"version":"1"}']) {
    storage.setItem('nho-trial:1', text);
    t.equal(createTrialStore(storage).read(1), null, text);
  }
});
