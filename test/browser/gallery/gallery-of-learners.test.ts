import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import { LOOKS, lookName, screenCheck } from '../harness/accessible-screen.ts';
import { screen } from '../harness/screen.ts';
import { openDeck } from '../people/learning-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';
import { gallerySchool, type School } from './gallery-school.ts';
import { walkMadeDecks } from './made-decks-walk.ts';
import { walkMarkedCard } from './marks-walk.ts';
import { walkWays } from './ways-walk.ts';

/** A bar of nobody is drawn, but has no height to be seen. */
const DRAWN = { state: 'attached' } as const;

const NUMBERS = /^(Show the numbers|Xem số liệu)$/;
const REVEAL = /^(Reveal|Lật thẻ)$/;
const KNOWN = /^(Knew it|Nhớ rõ)$/;
const UNDO = /^(Undo|Hoàn tác)$/;

const NOT_ANSWERED = /^(You have not answered this card yet|Bạn chưa trả lời thẻ này lần nào)\.$/;

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });
const bars = (on: Page | Locator) => on.locator('[data-value]');

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** A dialog is no wider than the screen, whatever of it could be scrolled to. */
async function dialogFits(t: Test, page: Page): Promise<void> {
  const sticksOut = await page
    .getByRole('dialog')
    .evaluate((box) =>
      [...box.querySelectorAll('button, input, select, svg, table')]
        .filter((each) => each.getBoundingClientRect().right > innerWidth)
        .map((each) => each.outerHTML.slice(0, 80)),
    );
  t.same(sticksOut, []);
}

async function walkHome(t: Test, page: Page, { learner, deckId, className, wished, done }: School) {
  const check = screenCheck(t, page);
  await enter(page, learner, '/student');
  await button(page, new RegExp(`^(Withdraw|Thôi, không xin nữa): ${wished}$`)).waitFor();
  await page.getByRole('article', { name: className }).waitFor();
  await page.getByRole('link', { name: new RegExp(`: ${done.title}$`) }).waitFor();
  await page.getByRole('searchbox').fill('a');
  const decks = page.getByRole('region', { name: /^(My decks|Bộ thẻ của tôi)$/ });
  await page.getByRole('link', { name: /^(Learn \d|Review \d|Học \d|Ôn \d)/ }).waitFor();
  await decks.getByText(/^(3 of|Đã học 3)/).waitFor();
  await check('home');

  await decks.getByRole('button', { name: /^(Progress|Tiến độ): Unit 1$/ }).click();
  const dialog = page.getByRole('dialog');
  await bars(dialog).nth(6).waitFor(DRAWN);
  await dialog.getByRole('button', { name: NUMBERS }).click();
  await button(page, /^30 (days|ngày)$/).click();
  await bars(dialog).nth(29).waitFor(DRAWN);
  await dialogFits(t, page);
  await check('progress of a deck');
  await page.goto('/student/classes');
  await page.getByRole('article', { name: className }).waitFor();
  await check('classes');
  await button(page, /^(Classes that have ended|Các lớp đã kết thúc)$/).click();
  await page.getByText(/^(None of your classes has ended|Chưa lớp nào của bạn kết thúc)\.$/).waitFor();
  await check('no class that has ended');
  await page.goto('/join/KMTRWB');
  await page.getByText(/^(The code KMT RWB is not valid|Mã KMT RWB không đúng)$/).waitFor();
  await check('a code that is not valid');
  await page.goto('/student/decks');
  await page.getByRole('searchbox').waitFor();
  await check('decks');
  await page.goto(`/student/decks/${deckId}`);
  await page
    .getByRole('button', { name: /^(Put aside for good|Không học thẻ này nữa):/ })
    .first()
    .click();
  const bringBack = page.getByRole('button', { name: /^(Bring back|Lấy lại):/ });
  await bringBack.first().waitFor();
  await check('own cards of a deck');
  // The next look finds as many as this one.
  await bringBack.first().click();
  await bringBack.first().waitFor({ state: 'detached' });
  await button(page, /^(History|Lịch sử): /)
    .first()
    .click();
  const history = page.getByRole('dialog');
  await history.getByRole('list').or(history.getByText(NOT_ANSWERED)).waitFor();
  await check('history of a card');
  await page.goto(`/student/pairs/${deckId}`);
  await page
    .getByRole('list', { name: /^(Fronts|Mặt trước)$/ })
    .or(page.getByText(/^(A game needs at least|Trò chơi cần ít nhất)/))
    .waitFor();
  await check('a game of pairs');
  await page.goto(`/student/cram/${deckId}`);
  const begin = button(page, /^(Begin|Bắt đầu)$/);
  await begin.waitFor();
  await check('a choice of cards before a test');
  await begin.click();
  await button(page, /^(Reveal|Lật thẻ)/).waitFor();
  await check('practice before a test');
}

/** The home of somebody who has begun nothing, and of somebody who is done; the session over all decks. */
async function walkToday(t: Test, { test }: School, context: BrowserContext) {
  const [newcomer, diligent] = [
    await makeAccount(test, 'student', 'An'),
    await makeAccount(test, 'student', 'Bình'),
  ];
  const first = await context.newPage();
  await enter(first, newcomer, '/student');
  await first.getByText(/^(Choose your first deck|Chọn bộ thẻ đầu tiên của bạn)$/).waitFor();
  await first.getByRole('article').nth(2).waitFor();
  await screenCheck(t, first)('home of a newcomer');
  await first.close();

  const page = await context.newPage();
  const cards = [
    { front: 'water', back: 'nước' },
    { front: 'fire', back: 'lửa' },
  ];
  const deckId = await diligent.deck('Một bộ thẻ có tên rất dài, dài hơn cả màn hình', cards);
  await diligent.study(deckId, 1);
  await enter(page, diligent, '/learn/today');
  await button(page, REVEAL).click();
  await button(page, KNOWN).waitFor();
  await screenCheck(t, page)('answer over all decks');
  await button(page, KNOWN).click();
  await page.getByRole('heading', { name: /^(Congratulations|Chúc mừng)/ }).waitFor();
  await page.getByText(/^(All answers saved|Đã lưu mọi câu trả lời)$/).waitFor({ state: 'attached' });
  await page.goto('/student');
  await page.getByText(/(Next: |Lần tới: )/).waitFor();
  await page.getByText(/^(2 of 2|Đã học 2)/).waitFor();
  await page.getByRole('searchbox').waitFor();
  await screenCheck(t, page)('home when all is done');
  await page.close();
}

async function walkSession(t: Test, page: Page, { learner }: School) {
  const check = screenCheck(t, page);
  const cards = [
    { front: 'a'.repeat(80), back: 'Tôi không hiểu câu này '.repeat(8).trim() },
    { front: 'water', back: 'nước', example_sentence: 'Can I have some water?', definition: 'a liquid' },
  ];
  const title = 'Một bộ thẻ có tên rất dài, dài hơn cả màn hình';
  await openDeck(page, await learner.deck(title, cards));
  await button(page, REVEAL).waitFor();
  await check('card');
  await button(page, REVEAL).click();
  await button(page, KNOWN).waitFor();
  await check('answer');
  await button(page, /^(Edit the deck's settings|Sửa cài đặt của bộ thẻ)$/).click();
  await page.getByRole('dialog').waitFor();
  await check('settings');
  await closeDialog(page);
  await button(page, KNOWN).click();
  await button(page, UNDO).waitFor();
  await check('next card');
  await button(page, REVEAL).click();
  await button(page, KNOWN).click();
  await page.getByRole('heading', { name: /^(Congratulations|Chúc mừng)/ }).waitFor();
  await button(page, UNDO).waitFor();
  await check('completion');
  await button(page, UNDO).click();
  await button(page, REVEAL).waitFor();
  await page
    .getByText(/^(The last answer was taken back|Đã hoàn tác câu trả lời vừa rồi)$/)
    .waitFor({ state: 'attached' });
  await check('card taken back');
}

/** The own account: a file of the own data, what stands before the end of the account, and the note on every page. */
async function walkAccount(t: Test, { test }: School, context: BrowserContext) {
  const person = await makeAccount(test, 'student', 'Cường');
  const page = await context.newPage();
  const check = screenCheck(t, page);
  await enter(page, person, '/account');
  await button(page, /^(Make a file of my data|Tạo tệp dữ liệu của tôi)$/).click();
  await button(page, /^(Download my data|Tải dữ liệu của tôi)$/).waitFor();
  await button(page, /^(Delete my account…|Xóa tài khoản của tôi…)$/).click();
  await button(page, /^(Delete in 14 days|Xóa sau 14 ngày)$/).waitFor();
  await check('own data, and the form that deletes the account');
  await test.db.query(
    `update users set delete_at = now() + interval '14 days', delete_reason = 'own' where id = $1`,
    [person.id],
  );
  await page.goto('/student/decks');
  await button(page, /^(Keep my account|Giữ tài khoản của tôi)$/).waitFor();
  await page.getByRole('searchbox').waitFor();
  await check('decks of somebody whose account will be deleted');
  await page.close();
}

async function walkExams(t: Test, page: Page, { running, done }: School) {
  const check = screenCheck(t, page);
  await page.goto(`/exam/${running.id}`);
  await page.getByRole('radio').nth(39).waitFor();
  await check('exam');
  await page.goto(`/exam/${done.id}`);
  await page
    .getByRole('main')
    .getByText(/^(5\.0 points|5,0 điểm)$/)
    .waitFor();
  await check('result of an exam');
}

async function walkClass(t: Test, page: Page, { teacher, classId, done }: School) {
  const check = screenCheck(t, page);
  const path = (tab: string) => `/teacher/classes?classId=${classId}&tab=${tab}`;
  await enter(page, teacher, '/teacher');
  await page.getByRole('main').getByRole('article').nth(1).waitFor();
  await check('home of a teacher');
  await page.goto(`${path('overview')}`);
  await page.getByRole('tabpanel').getByRole('img').waitFor();
  await check('overview of a class');
  await page.goto(`${path('students')}`);
  const students = page
    .getByRole('table', { name: /^(Students|Học sinh)$/ })
    .getByRole('rowheader')
    .getByRole('button');
  await students.nth(11).waitFor();
  await bars(page).first().waitFor(DRAWN);
  await button(page, NUMBERS).click();
  await check('progress of a class');
  await students.first().click();
  await bars(page.getByRole('dialog')).nth(31).waitFor(DRAWN);
  await dialogFits(t, page);
  await check('figures of a student');

  await page.goto(`${path('exams')}`);
  await page.getByRole('combobox', { name: /^(Exam|Bài kiểm tra)$/ }).selectOption({ label: done.title });
  const results = page.getByRole('table', { name: /^(Results|Kết quả)$/ }).getByRole('rowheader');
  await results.nth(11).waitFor();
  await bars(page).nth(10).waitFor(DRAWN);
  // Those with the most to say.
  await page.getByLabel(/^(Sort by|Sắp xếp theo)$/).selectOption('date-down');
  await button(page, NUMBERS).click();
  await check('exam results of a class');
  // A window that fills the screen has no other size.
  await page.evaluate(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('not here'));
  });
  await button(page, /^(Show on the board|Chiếu lên bảng)$/).click();
  await page.getByRole('dialog').getByRole('listitem').nth(11).waitFor();
  await check('wall of an exam');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await results.getByRole('button').nth(11).click();
  await page.getByRole('dialog').getByRole('listitem').nth(5).waitFor();
  await check('attempt');
}

async function walkHub(t: Test, page: Page, { classId, done }: School) {
  const check = screenCheck(t, page);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: done.title, exact: true }) });
  await page.goto('/teacher/exams');
  await row
    .getByRole('button', { name: /^(Results of|Kết quả của) / })
    .first()
    .waitFor();
  await check('exams');
  await row
    .getByRole('button', { name: /^(Results of|Kết quả của) / })
    .first()
    .click();
  await page.getByRole('dialog').getByText('3/6').first().waitFor();
  await check('results of an exam');
  await page.goto(`/teacher/classes/exams/${classId}`);
  await row.waitFor();
  await check('exams of a class');
}

const test = screen();

test('LNG-01 every screen of learners and their results is accessible and fits', async (app) => {
  const { t, newContext } = app;
  const school = await gallerySchool(app);
  for (const look of LOOKS)
    await t.test(lookName(look), async (t) => {
      const [own, teachers, strangers] = [
        await newContext(look),
        await newContext(look),
        await newContext(look),
      ];
      t.teardown(() => Promise.all([own.close(), teachers.close(), strangers.close()]));
      const [page, desk] = [await own.newPage(), await teachers.newPage()];
      await walkToday(t, school, strangers);
      await walkMadeDecks(t, app, strangers);
      await walkAccount(t, school, strangers);
      for (const walk of [walkHome, walkSession, walkWays, walkMarkedCard, walkExams])
        await walk(t, page, school);
      for (const walk of [walkClass, walkHub]) await walk(t, desk, school);
    });
});
