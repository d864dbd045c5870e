import t from 'tap';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { viewBehind } from '../../../web/learning/session/use-learning-session.ts';
import { columns } from '../../harness/columns.ts';
import { until } from '../../harness/until.ts';
import { failure } from '../queue/queue-bench.ts';
import { openedSession, sessionBench } from './session-bench.ts';
import { newCard, newCards, reviewCard, reviewCards, times } from './session-cards.ts';

t.test('LRN-43 LRN-46 a new session loads everything once, a reload resumes it from the cache', async (t) => {
  const { bench, page: first } = await openedSession(newCards(5));
  t.equal(first.controller.view().status, 'ready');
  first.answer(0, 2);
  first.controller.reveal();
  first.controller.close();
  const again = await bench.openPage();
  t.equal(again.card(), 3);
  t.ok(again.controller.view().session?.revealedAt, 'the revealed card is still revealed');
  t.same(again.controller.view().session?.counters, { new: 3, learning: 1, review: 0 });
  t.same(bench.server.calls, ['open', 'reopen']);
});

t.test('CX-21 a session of an earlier day is discarded for a new one', async (t) => {
  const { bench, page: first } = await openedSession(newCards(5));
  first.answer(0);
  bench.server.day = '2026-11-22';
  const again = await bench.openPage();
  t.equal(again.card(), 1);
  t.same(again.controller.view().session?.learning, []);
  t.equal(bench.stored()?.state.day, '2026-11-22');
});

t.test('CX-21 a page that stays open over night starts anew when the student is back', async (t) => {
  const { bench, page } = await openedSession(newCards(5));
  page.answer(0);
  bench.server.day = '2026-11-22';
  await page.controller.checkDay();
  t.equal(page.card(), 2, 'not asked again within ten minutes');
  await bench.browser.time.advance(600_000);
  await page.controller.checkDay();
  t.equal(page.card(), 1);
  t.equal(page.controller.view().session?.day, '2026-11-22');
});

t.test('without the server a stored session goes on, and its answers wait', async (t) => {
  const { bench, page: first } = await openedSession(newCards(5));
  first.answer(2);
  await first.idle();
  bench.server.error = failure(0);
  bench.browser.replies.push(failure(0));
  const again = await bench.openPage();
  t.equal(again.card(), 2);
  again.answer(2);
  await again.waiting();
  t.equal(again.card(), 3);
  t.equal(again.queue.snapshot().pending, 1);
});

t.test('answers of an earlier visit are sent before a new session is loaded', async (t) => {
  const bench = sessionBench(newCards(3));
  bench.browser.replies.push(failure(0));
  const first = await bench.openPage();
  first.answer(2);
  await first.waiting();
  first.controller.end();
  const again = await bench.openPage();
  t.same(bench.browser.takenCards(), [1]);
  t.equal(again.card(), 2);
});

t.test('answers of an earlier visit that cannot be sent yet are not asked again', async (t) => {
  const { bench, page: first } = await openedSession(newCards(3));
  bench.browser.replies.push('never', failure(0));
  first.answer(2);
  first.controller.end();
  const again = bench.page();
  const opening = again.controller.open();
  await until(() => again.queue.snapshot().pending === 1);
  await bench.browser.time.advance(3_000);
  await opening;
  t.equal(again.card(), 2);
});

t.test('SL-34 the next cards are asked for only when the server has every answer', async (t) => {
  const { bench, page } = await openedSession(newCards(23));
  page.answer(0);
  page.answer(...times(18, 2));
  await page.idle();
  bench.browser.replies.push(failure(0));
  page.answer(2);
  await until(() => bench.browser.tried.length === 19);
  await page.waiting();
  t.notOk(bench.server.calls.some((call) => call.startsWith('more')));
  t.same([page.phase(), page.card()], ['studying', 1], 'meanwhile the learning card is studied');
  await bench.browser.time.advance(1_000);
  await page.idle();
  page.answer(2);
  await page.idle();
  await until(() => page.card() === 21);
  t.same(
    bench.server.calls.filter((call) => call.startsWith('more')),
    ['more 20'],
  );
  page.answer(...times(3, 2));
  t.equal(page.phase(), 'completed');
});

t.test('SL-34 with nothing to go on with the session waits and tries again by itself', async (t) => {
  const { bench, page } = await openedSession(reviewCards(21));
  page.answer(...times(19, 2));
  bench.server.error = failure(0);
  page.answer(2);
  await until(() => page.controller.view().stuck);
  t.equal(page.phase(), 'needs-more');
  t.same(page.news, [], 'a lost network is shown where the card would be');
  bench.server.error = undefined;
  await bench.browser.time.advance(1_000);
  await page.inPhase('studying');
  t.equal(page.card(), 121);
  t.notOk(page.controller.view().stuck);
});

t.test('SL-34 counts that were too high end the session', async (t) => {
  const bench = sessionBench(newCards(2));
  bench.server.counts = { newCardsToday: 5, reviewCardsToday: 1 };
  const page = await bench.openPage();
  t.same(page.controller.view().session?.counters, { new: 5, learning: 0, review: 1 });
  page.answer(2, 2);
  await page.inPhase('completed');
});

t.test('CX-21 when the next cards are of another day the session starts anew', async (t) => {
  const { bench, page } = await openedSession(newCards(21));
  page.answer(0);
  page.answer(...times(18, 2));
  bench.server.day = '2026-11-22';
  page.answer(2);
  await until(() => page.controller.view().session?.day === '2026-11-22');
  t.same(page.controller.view().session?.round, [1, 21]);
  t.same(page.controller.view().session?.learning, []);
});

t.test('LRN-38 End Session clears the caches and leads to the dashboard', async (t) => {
  const { bench, page } = await openedSession(newCards(2));
  t.ok(bench.stored());
  page.controller.end();
  t.equal(bench.stored(), null);
  t.same(page.newsTypes(), ['leave dashboard']);
});

t.test('ERR-44 SL-36 the daily limit clears the session and leads to the dashboard', async (t) => {
  const { bench, page } = await openedSession(newCards(21));
  bench.server.error = failure(500, 'Daily card limit reached for this deck.');
  page.answer(...times(20, 2));
  await until(() => page.news.length === 2);
  t.same(page.newsTypes(), ['failed', 'leave dashboard']);
  t.equal(bench.stored(), null);
});

t.test('ERR-39 a refused login keeps the session for after the next login', async (t) => {
  const { bench, page: first } = await openedSession(newCards(3));
  first.answer(2);
  bench.server.error = failure(401);
  const again = await bench.openPage();
  t.same(again.newsTypes(), ['failed', 'leave login']);
  t.equal(bench.stored()?.state.position, 1);
});

t.test('ERR-42 ERR-43 a failure that may pass keeps the session, a missing deck does not', async (t) => {
  const bench = sessionBench(newCards(3));
  const first = bench.page();
  bench.server.error = failure(500);
  await first.controller.open();
  t.same(first.newsTypes(), ['failed']);
  t.match(first.controller.view(), { status: 'failed', failure: 'other' });
  bench.server.error = undefined;
  await first.controller.open();
  t.equal(first.card(), 1);
  bench.server.error = failure(404);
  const again = await bench.openPage();
  t.match(again.controller.view(), { status: 'failed', failure: 'not-found' });
  t.equal(bench.stored(), null);
});

t.test('LRN-08 saved settings bring the counts of the new limits', async (t) => {
  const { bench, page } = await openedSession(newCards(5));
  bench.server.counts = { newCardsToday: 2, reviewCardsToday: 0 };
  const settings = { new_cards_per_day: 2, max_cards_per_day: 20 };
  await page.controller.saveSettings(settings);
  t.same(page.newsTypes(), ['settings-saved']);
  t.same(page.controller.view().settings, settings);
  t.same(page.controller.view().session?.newIds, [1, 2]);
});

t.test('LRN-07 ERR-47 a refusal of the settings is for the form', async (t) => {
  const { bench, page } = await openedSession(newCards(5));
  bench.server.error = failure(422, 'Maximum cards per day must be at least 10× new cards per day');
  await t.rejects(page.controller.saveSettings({ new_cards_per_day: 9, max_cards_per_day: 9 }), {
    message: /Maximum cards per day/,
  });
  t.same(page.news, []);
});

t.test('a second tab follows the first: a card is not asked for in two places', async (t) => {
  const bench = sessionBench(newCards(5));
  const [one, two] = [bench.page(), bench.page()];
  await one.controller.open();
  await two.controller.open();
  await bench.browser.time.advance(5_000);
  one.answer(2);
  two.controller.follow();
  t.equal(two.card(), 2);
  await bench.browser.time.advance(5_000);
  two.answer(2);
  one.controller.follow();
  t.equal(one.card(), 3);
  await until(() => bench.browser.takenCards().length === 2);
});

const of = (deckId: number, card: StudyCard): StudyCard => ({
  ...card,
  deck_id: deckId,
  deck: { id: deckId, title: `Deck ${deckId}`, display_back_first: false },
});
const CARDS = [of(4, reviewCard(11)), of(9, reviewCard(12)), of(4, newCard(13))];

t.test('TDY-06 a session over all decks sends each answer as of its deck, and undo as well', async (t) => {
  const { bench, page } = await openedSession(CARDS, 'today');
  const { status, deck, settings } = page.controller.view();
  t.same([status, deck, settings], ['ready', null, null]);
  page.answer(2, 0);
  // An answer that has not gone out is taken back without a word.
  await until(() => bench.browser.tried.length === 2 && page.queue.snapshot().pending === 0);
  page.controller.undo();
  await until(() => bench.browser.tried.length === 3 && page.queue.snapshot().pending === 0);
  t.same(columns(bench.browser.tried, 'cardId', 'deckId'), [
    [11, 4],
    [12, 9],
    [12, 9],
  ]);
  t.same(bench.browser.takenCards(), [11]);
  t.equal(page.card(), 12);
});

t.test('TDY-06 it goes on after a reload, and a card whose answer waits is not asked again', async (t) => {
  const { bench, page: first } = await openedSession(CARDS, 'today');
  first.answer(2);
  const again = await bench.openPage();
  t.same([again.card(), again.controller.view().session?.counters], [12, { new: 1, learning: 0, review: 1 }]);
  t.same(bench.server.calls, ['open', 'reopen']);

  bench.browser.replies.push('never');
  again.answer(2);
  again.controller.end();
  const fresh = bench.page();
  const opened = fresh.controller.open();
  await bench.browser.time.advance(3_000);
  await opened;
  t.equal(fresh.card(), 13);
});

t.test(
  'TDY-06 (document 2 §3) it begins with what the decks were teaching, also while an answer waits',
  async (t) => {
    const bench = sessionBench(CARDS, 'today');
    const card = { ...reviewCard(99), deck_id: 4 };
    const learning = { originalId: 99, originalType: 'review', status: 0, lastStudied: 1 } as const;
    bench.hand([{ card, learning, isSent: true }]);
    const page = await bench.openPage();
    t.equal(page.card(), 99);
    t.equal(page.controller.view().session?.counters.learning, 1);
    t.same(bench.handed(), [], 'it has them now');
    page.answer(2);
    await page.idle();
    t.same(bench.browser.takenCards(), [], 'its first answer is with the server');
  },
);

t.test('TDY-06 it ends when all decks are done', async (t) => {
  const { page } = await openedSession(CARDS, 'today');
  page.answer(...times(CARDS.length, 2));
  t.equal(page.phase(), 'completed');
});

t.test('SL-122 a card that a crash shows again is one answer, whatever it is rated then', async (t) => {
  for (const cards of [newCards(3), reviewCards(3)])
    for (const again of [2, 0] as const) {
      const { bench, page: first } = await openedSession(cards);
      const before = bench.stored();
      first.answer(2);
      await first.idle();
      bench.loseWritesSince(before);
      const second = await bench.openPage();
      t.equal(second.card(), cards[0]!.id, 'the same card');
      second.answer(again, ...times(again === 0 ? 3 : 1, 2));
      await second.idle();
      const ids = bench.browser.takenCards();
      t.equal(ids.filter((id) => id === cards[0]!.id).length, 1, `rated ${again} then`);
      t.equal(new Set(ids).size, ids.length, 'no other card is counted twice, or left out');
    }
});

t.test('SL-122 a crash that loses several steps counts none of them twice', async (t) => {
  const { bench, page: first } = await openedSession(newCards(4));
  const before = bench.stored();
  first.answer(...times(3, 2));
  await first.idle();
  bench.loseWritesSince(before);
  const second = await bench.openPage();
  second.answer(...times(4, 2));
  await second.idle();
  t.same(bench.browser.takenCards(), [1, 2, 3, 4]);
});

t.test('SL-122 LRN-30 what was taken back is answered anew, also after a crash', async (t) => {
  const { bench, page: first } = await openedSession(reviewCards(2));
  first.answer(2);
  first.controller.undo();
  await first.idle();
  const before = bench.stored();
  first.answer(0);
  await first.idle();
  t.same(bench.browser.takenCards(), [101], 'under an id of its own, since the first is undone for good');
  bench.loseWritesSince(before);
  const second = await bench.openPage();
  second.answer(2, 2);
  await second.idle();
  t.same(bench.browser.takenCards(), [101, 102]);
});

t.test('SL-122 ids are of version 4, and differ between cards and between sessions', async (t) => {
  const ids = new Set<string>();
  for (let session = 0; session < 3; session += 1) {
    const { bench, page } = await openedSession(newCards(20));
    page.answer(...times(20, 2));
    await page.idle();
    for (const { id } of bench.browser.tried) ids.add(id);
  }
  t.equal(ids.size, 60);
  for (const id of ids) t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

t.test('LRN-54 what stands around the card follows once the next card is drawn', async (t) => {
  const { page } = await openedSession(newCards(3));
  const { controller } = page;
  let drawn: (() => void) | undefined;
  const behind = viewBehind(controller, (run) => {
    drawn = run;
    return () => {
      drawn = undefined;
    };
  });
  let changes = 0;
  behind.subscribe(() => {
    changes += 1;
  });
  page.answer(2);
  t.equal(page.card(), 2);
  t.equal(behind.view().session?.counters.new, 3, 'the card goes first');
  t.equal(changes, 0);
  drawn?.();
  t.equal(behind.view(), controller.view());
  t.equal(changes, 1, 'a reveal and a rating within one frame are one change');
  page.answer(2);
  page.answer(2);
  t.equal(controller.view().session?.phase, 'completed');
  t.equal(behind.view(), controller.view(), 'with no next card, at once');
  t.equal(drawn, undefined, 'and not once more');
  await controller.saveSettings({ new_cards_per_day: 30, max_cards_per_day: 200 });
  t.equal(behind.view(), controller.view(), 'nor do settings wait');
});
