import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import {
  allSaved,
  counters,
  flashcard,
  type Learner,
  learner,
  openDeck,
  plainCards,
  revealButton,
  side,
  study,
} from './learning-in-browser.ts';
import { notice } from './noted-notices.ts';

const DAY_MS = 86_400_000;

interface Visitor {
  test: BrowserTest;
  page: Page;
  student: Learner;
  deckId: number;
}

/** What a student of a deck does on the first day, and on those that follow. */
interface Story {
  title: string;
  cards: number;
  /** The browser's clock stays where it was. Default: it moves on with the product's. */
  hasOldClock?: boolean;
  days: (((t: Test, visitor: Visitor) => Promise<void>) | null)[];
}

const open = ({ test, page, deckId }: Visitor) => openDeck(test, deckId, page);
const completed = (page: Page) => page.getByRole('heading', { name: /^Congratulations/ }).waitFor();

/** Knows both cards of the deck at once. */
async function knowBoth(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await open(visitor);
  await study(page, ['Knew it', 'Knew it']);
  await completed(page);
  await allSaved(page);
}

const STORIES: Story[] = [
  {
    title: 'LRN-30 CX-15 SL-32 the student comes back: what was hard returns first, and is asked once',
    cards: 3,
    days: [
      async (_t, visitor) => {
        const { page } = visitor;
        await open(visitor);
        await study(page, ['Forgot', 'Knew it', 'Knew it', 'Knew it']);
        await completed(page);
        await allSaved(page);
      },
      async (t, visitor) => {
        const { page, student } = visitor;
        await open(visitor);
        await flashcard(page, 1, 1).waitFor();
        await side(page, 'front 1').waitFor();
        t.same(await counters(page), ['New 0', 'Learning 0', 'Review 1']);
        await study(page, ['Needed a look']);
        t.same(await counters(page), ['New 0', 'Learning 1', 'Review 0']);
        await study(page, ['Forgot', 'Knew it']);
        await completed(page);
        await allSaved(page);
        const events = await student.events();
        t.equal(events.length, 4);
        t.same(events[3], { front: 'front 1', rating: 1, card_type: 'review', first_status: 1, tries: 1 });
      },
      async (t, visitor) => {
        const { page } = visitor;
        await open(visitor);
        await flashcard(page, 1, 3).waitFor();
        t.same(await counters(page), ['New 0', 'Learning 0', 'Review 3']);
      },
    ],
  },
  {
    title: 'LRN-39 a day with nothing due has the no-cards screen',
    cards: 2,
    days: [
      async (_t, visitor) => knowBoth(visitor),
      async (_t, visitor) => {
        await open(visitor);
        await visitor.page.getByText('There is nothing to study in this deck today.').waitFor();
      },
    ],
  },
  {
    title: "CX-21 yesterday's session is discarded, though it is not 24 hours old",
    cards: 4,
    hasOldClock: true,
    days: [
      async (_t, visitor) => {
        await open(visitor);
        await study(visitor.page, ['Forgot', 'Forgot']);
      },
      async (t, visitor) => {
        const { page } = visitor;
        await open(visitor);
        await flashcard(page, 1, 4).waitFor();
        t.same(await counters(page), ['New 4', 'Learning 0', 'Review 0']);
      },
    ],
  },
  {
    title: 'an answer that was given yesterday without a network counts for yesterday',
    cards: 3,
    days: [
      async (_t, visitor) => {
        const { page } = visitor;
        await open(visitor);
        await study(page, ['Knew it']);
        await allSaved(page);
        await page.context().setOffline(true);
        await study(page, ['Knew it']);
        await page.getByText('1 answer waiting for the network').waitFor();
        await page.close();
      },
      async (t, { test, page, student, deckId }) => {
        await page.context().setOffline(false);
        const next = await page.context().newPage();
        await openDeck(test, deckId, next);
        await study(next, ['Knew it']);
        await allSaved(next);
        const { rows } = await test.db.query<{ day: string }>(
          `select data->>'day' as day from events where student_id = $1 order by position`,
          [student.studentId],
        );
        const [first, second, third] = rows.map(({ day }) => Date.parse(day) / DAY_MS);
        t.equal(second, first);
        t.equal(third, Number(first) + 1);
      },
    ],
  },
  {
    title: "ERR-44 SL-36 the server's own daily limit sends the student back to the dashboard",
    cards: 2,
    days: [
      async (_t, visitor) => knowBoth(visitor),
      null,
      async (t, visitor) => {
        const { test, page, student, deckId } = visitor;
        await test.db.query('insert into deck_settings values ($1, $2, 0, 1)', [student.studentId, deckId]);
        await open(visitor);
        await revealButton(page).waitFor();
        t.same(await counters(page), ['New 0', 'Learning 0', 'Review 1']);
        await study(page, ['Knew it']);
        await completed(page);
        await page.getByRole('button', { name: 'End session' }).click();
        await page.waitForURL('**/student');
        await open(visitor);
        await notice(page, 'alert', 'Daily card limit reached for this deck.').waitFor();
        await page.waitForURL('**/student');
      },
    ],
  },
];

t.test('students who come back: one product goes through the days with all of them', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US', own: true });
  const start = Date.now();
  const visitors = new Map<Story, Visitor>();
  for (const story of STORIES) {
    const page = await (await test.newContext()).newPage();
    const student = await learner(test, page);
    const deckId = await student.deck('Words', plainCards(story.cards));
    visitors.set(story, { test, page, student, deckId });
  }
  for (let day = 0; day < 3; day++) {
    if (day > 0) await test.moveClock(1);
    for (const [{ title, days, hasOldClock }, visitor] of visitors) {
      const visit = days[day];
      if (!visit) continue;
      if (day > 0 && !hasOldClock) await visitor.page.context().clock.setFixedTime(start + day * DAY_MS);
      await t.test(`${title}: day ${day + 1}`, (t) => visit(t, visitor));
    }
  }
});
