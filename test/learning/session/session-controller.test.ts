import t from 'tap';
import { until } from '../../harness/until.ts';
import { failure } from '../queue/queue-bench.ts';
import { sessionBench } from './session-bench.ts';
import { newCards, reviewCards } from './session-cards.ts';

t.test('LRN-43 LRN-46 a new session loads everything once, a reload resumes it from the cache', async (t) => {
  const bench = sessionBench(newCards(5));
  const first = await bench.openPage();
  t.equal(first.controller.view().status, 'ready');
  first.answer(0);
  first.answer(2);
  first.controller.reveal();
  first.controller.close();
  const again = await bench.openPage();
  t.equal(again.card(), 3);
  t.ok(again.controller.view().session?.revealedAt, 'the revealed card is still revealed');
  t.same(again.controller.view().session?.counters, { new: 3, learning: 1, review: 0 });
  t.same(bench.server.calls, ['open', 'reopen']);
});

t.test('CX-21 a session of an earlier day is discarded for a new one', async (t) => {
  const bench = sessionBench(newCards(5));
  const first = await bench.openPage();
  first.answer(0);
  bench.server.day = '2026-11-22';
  const again = await bench.openPage();
  t.equal(again.card(), 1);
  t.same(again.controller.view().session?.learning, []);
  t.equal(bench.stored()?.state.day, '2026-11-22');
});

t.test('CX-21 a page that stays open over night starts anew when the student is back', async (t) => {
  const bench = sessionBench(newCards(5));
  const page = await bench.openPage();
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
  const bench = sessionBench(newCards(5));
  const first = await bench.openPage();
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
  const bench = sessionBench(newCards(3));
  const first = await bench.openPage();
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
  const bench = sessionBench(newCards(23));
  const page = await bench.openPage();
  page.answer(0);
  for (let count = 0; count < 18; count += 1) page.answer(2);
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
  for (let count = 0; count < 3; count += 1) page.answer(2);
  t.equal(page.phase(), 'completed');
});

t.test('SL-34 with nothing to go on with the session waits and tries again by itself', async (t) => {
  const bench = sessionBench(reviewCards(21));
  const page = await bench.openPage();
  for (let count = 0; count < 19; count += 1) page.answer(2);
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
  page.answer(2);
  page.answer(2);
  await page.inPhase('completed');
});

t.test('CX-21 when the next cards are of another day the session starts anew', async (t) => {
  const bench = sessionBench(newCards(21));
  const page = await bench.openPage();
  page.answer(0);
  for (let count = 0; count < 18; count += 1) page.answer(2);
  bench.server.day = '2026-11-22';
  page.answer(2);
  await until(() => page.controller.view().session?.day === '2026-11-22');
  t.same(page.controller.view().session?.round, [1, 21]);
  t.same(page.controller.view().session?.learning, []);
});

t.test('LRN-38 End session clears the caches and leads to the dashboard', async (t) => {
  const bench = sessionBench(newCards(2));
  const page = await bench.openPage();
  t.ok(bench.stored());
  page.controller.end();
  t.equal(bench.stored(), null);
  t.same(page.newsTypes(), ['leave dashboard']);
});

t.test('ERR-44 SL-36 the daily limit clears the session and leads to the dashboard', async (t) => {
  const bench = sessionBench(newCards(21));
  const page = await bench.openPage();
  bench.server.error = failure(500, 'Daily card limit reached for this deck.');
  for (let count = 0; count < 20; count += 1) page.answer(2);
  await until(() => page.news.length === 2);
  t.same(page.newsTypes(), ['failed', 'leave dashboard']);
  t.equal(bench.stored(), null);
});

t.test('ERR-39 a refused login keeps the session for after the next login', async (t) => {
  const bench = sessionBench(newCards(3));
  const first = await bench.openPage();
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
  const bench = sessionBench(newCards(5));
  const page = await bench.openPage();
  bench.server.counts = { newCardsToday: 2, reviewCardsToday: 0 };
  const settings = { new_cards_per_day: 2, max_cards_per_day: 20 };
  await page.controller.saveSettings(settings);
  t.same(page.newsTypes(), ['settings-saved']);
  t.same(page.controller.view().settings, settings);
  t.same(page.controller.view().session?.newIds, [1, 2]);
});

t.test('LRN-07 ERR-47 a refusal of the settings is for the form', async (t) => {
  const bench = sessionBench(newCards(5));
  const page = await bench.openPage();
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
