import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import {
  allSaved,
  congratulation,
  counters,
  flashcard,
  openDeck,
  plainCards,
  revealButton,
  side,
  study,
} from '../people/learning-in-browser.ts';
import { logIn, type Person } from '../people/person.ts';

const DAY_MS = 86_400_000;
const PHONE = { locale: 'vi-VN', viewport: { width: 360, height: 740 }, timezoneId: 'Asia/Ho_Chi_Minh' };

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
  /** It begins on a Vietnamese phone in front of the home page. Default: a student with a deck is logged in. */
  hasOwnAccount?: boolean;
  days: (((t: Test, visitor: Visitor) => Promise<void>) | null)[];
}

/** Turns the card that is shown and rates it, with one thumb. */
async function answer(page: Page, rating: 'Chưa nhớ' | 'Nhớ rõ'): Promise<void> {
  await page.getByRole('button', { name: 'Lật thẻ', exact: true }).click();
  await page.getByRole('button', { name: rating, exact: true }).click();
}

const open = ({ page, deckId }: Visitor) => openDeck(page, deckId);
const completed = (page: Page) => congratulation(page).waitFor();

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
        await study(page, ['Almost']);
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
        await openDeck(next, deckId);
        await study(next, ['Knew it']);
        await allSaved(next);
        const { rows } = await test.db.query<{ day: string }>(
          `select data->>'day' as day from events where student_id = $1 order by position`,
          [student.id],
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
        await test.db.query('insert into deck_settings values ($1, $2, 0, 1)', [student.id, deckId]);
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
        t.notMatch(
          await page.evaluate(() => Object.keys(localStorage).join()),
          /learning:/,
          'it is forgotten',
        );
      },
    ],
  },
  {
    title:
      'NAV-04 NAV-05 NAV-16 a newcomer with a phone registers, studies to the congratulation and comes back tomorrow',
    cards: 0,
    hasOwnAccount: true,
    days: [
      async (t, { test: { db }, page }) => {
        await page.goto('/');
        await page.getByRole('link', { name: 'Bắt đầu ngay' }).first().click();
        await page.waitForURL('**/register');
        await page.getByLabel('Tên của bạn').fill('Nguyễn Thị Lan');
        await page.getByLabel('Email').fill('lan@example.org');
        await page.getByLabel('Mật khẩu', { exact: true }).fill('một mật khẩu');
        await page.getByLabel('Nhập lại mật khẩu').fill('một mật khẩu');
        await page.getByRole('radio', { name: 'Học sinh' }).check();
        await page.getByRole('button', { name: 'Tạo tài khoản của tôi' }).click();
        await page.waitForURL('**/student');
        await notice(page, 'status', 'Tài khoản của bạn đã sẵn sàng').waitFor();

        await page.getByRole('link', { name: 'Học: Common English verbs' }).click();
        await page.waitForURL('**/learn/*');
        await page.getByRole('region', { name: /1 \/ 20|1 trên 20|1 trong/ }).waitFor();
        await answer(page, 'Chưa nhớ');
        for (let card = 2; card <= 20; card++) await answer(page, 'Nhớ rõ');
        await answer(page, 'Nhớ rõ');
        await page.getByRole('heading', { name: 'Chúc mừng, bạn đã hoàn thành buổi học hôm nay!' }).waitFor();
        await page.getByText('Đã lưu mọi câu trả lời').waitFor({ state: 'attached' });
        const { rows } = await db.query<{ events: number; wrong_first: number }>(
          `select count(*)::integer as events,
             count(*) filter (where data->>'first_status' = '0')::integer as wrong_first
           from events join users on users.id = student_id where email = 'lan@example.org'`,
        );
        t.same(rows, [{ events: 20, wrong_first: 1 }], 'each card once, with what was not known at first');

        await page.getByRole('button', { name: 'Kết thúc buổi học' }).click();
        await page.waitForURL('**/student');
      },
      async (_t, { page }) => {
        await page.getByRole('link', { name: 'Học: Common English verbs' }).click();
        await page.getByText('Mới 20').waitFor();
        await page.getByText('Ôn tập 1', { exact: true }).waitFor();
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
    const page = await (await newContext(story.hasOwnAccount ? PHONE : {})).newPage();
    const student = await logIn(app, page, 'student');
    const deckId = await student.deck('Words', plainCards(story.cards));
    if (story.hasOwnAccount) await page.evaluate(() => localStorage.clear());
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
