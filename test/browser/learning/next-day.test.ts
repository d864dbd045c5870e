import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { screen } from '../harness/screen.ts';
import {
  allSaved,
  congratulation,
  counters,
  flashcard,
  openDeck,
  plainCards,
  side,
  study,
} from '../people/learning-in-browser.ts';
import { logIn, type Person } from '../people/person.ts';

const DAY_MS = 86_400_000;

interface Visitor {
  test: BrowserTest;
  page: Page;
  student: Person;
  deckId: number;
}

/** What a student of a deck does on the first day, and on those that follow. */
interface Story {
  title: string;
  cards: number;
  /** The browser's clock stays where it was. Default: it moves on with the product's. */
  hasOldClock?: boolean;
  days: ((t: Test, visitor: Visitor) => Promise<void>)[];
}

const open = ({ page, deckId }: Visitor) => openDeck(page, deckId);
const completed = (page: Page) => congratulation(page).waitFor();

const STORIES: Story[] = [
  {
    title: 'LRN-30 CX-15 SL-32 the student comes back: what was hard returns first, and is asked once',
    cards: 3,
    days: [
      async (_t, visitor) => {
        const { page } = visitor;
        await open(visitor);
        await study(page, ['Unknown', 'Confident', 'Confident', 'Confident']);
        await completed(page);
        await allSaved(page);
      },
      async (t, visitor) => {
        const { page, student } = visitor;
        await open(visitor);
        await flashcard(page, 1, 1).waitFor();
        await side(page, 'front 1').waitFor();
        t.same(await counters(page), ['New 0', 'Learning 0', 'Review 1']);
        await study(page, ['Revealed']);
        t.same(await counters(page), ['New 0', 'Learning 1', 'Review 0']);
        await study(page, ['Unknown', 'Confident']);
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
    title: "CX-21 yesterday's session is discarded, though it is not 24 hours old",
    cards: 4,
    hasOldClock: true,
    days: [
      async (_t, visitor) => {
        await open(visitor);
        await study(visitor.page, ['Unknown', 'Unknown']);
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
        await study(page, ['Confident']);
        await allSaved(page);
        await page.context().setOffline(true);
        await study(page, ['Confident']);
        await page.getByText('1 answer waiting for the network').waitFor();
        await page.close();
      },
      async (t, { test, page, student, deckId }) => {
        await page.context().setOffline(false);
        const next = await page.context().newPage();
        await openDeck(next, deckId);
        await study(next, ['Confident']);
        await allSaved(next);
        const rows = await test.sql<{ day: string }>`select data->>'day' as day from events
          where student_id = ${student.id} order by position`;
        const [first, second, third] = rows.map(({ day }) => Date.parse(day) / DAY_MS);
        t.equal(second, first);
        t.equal(third, Number(first) + 1);
      },
    ],
  },
];

const test = screen({ own: true });

test('students who come back: one product goes through the days with all of them', async (app) => {
  const { t, newContext, moveClock } = app;
  const start = Date.now();
  const visitors = new Map<Story, Visitor>();
  for (const story of STORIES) {
    const page = await (await newContext()).newPage();
    const student = await logIn(app, page, 'student');
    const deckId = await student.deck('Words', plainCards(story.cards));
    visitors.set(story, { test: app, page, student, deckId });
  }
  for (let day = 0; day < 3; day++) {
    if (day > 0) await moveClock(1);
    for (const [{ title, days, hasOldClock }, visitor] of visitors) {
      const visit = days[day];
      if (!visit) continue;
      if (day > 0 && !hasOldClock) await visitor.page.context().clock.setFixedTime(start + day * DAY_MS);
      await t.test(`${title}: day ${day + 1}`, (t) => visit(t, visitor));
    }
  }
});
