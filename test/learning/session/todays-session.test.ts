import t from 'tap';
import type { StudyCard } from '../../../core/learning/study-card.schema.ts';
import { columns } from '../../harness/columns.ts';
import { until } from '../../harness/until.ts';
import { sessionBench } from './session-bench.ts';
import { newCard, reviewCard } from './session-cards.ts';

const of = (deckId: number, card: StudyCard): StudyCard => ({
  ...card,
  deck_id: deckId,
  deck: { id: deckId, title: `Deck ${deckId}`, display_back_first: false },
});
const CARDS = [of(4, reviewCard(11)), of(9, reviewCard(12)), of(4, newCard(13))];

t.test('TDY-06 a session over all decks sends each answer as of its deck, and undo as well', async (t) => {
  const bench = sessionBench(CARDS, 'today');
  const page = await bench.openPage();
  const { status, deck, settings } = page.controller.view();
  t.same([status, deck, settings], ['ready', null, null]);
  page.answer(2);
  page.answer(0);
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
  const bench = sessionBench(CARDS, 'today');
  const first = await bench.openPage();
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

t.test('TDY-06 it ends when all decks are done', async (t) => {
  const bench = sessionBench(CARDS, 'today');
  const page = await bench.openPage();
  for (let card = 0; card < CARDS.length; card++) page.answer(2);
  t.equal(page.phase(), 'completed');
});
