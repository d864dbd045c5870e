import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import type { Exam } from '../../../core/exam/exam.schema.ts';
import { until } from '../../harness/until.ts';
import { LOOKS, lookName } from '../harness/accessible-screen.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { DRAWN, POINTS, screen } from '../harness/screen.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import { followed, openDeck, plainCards, regularStudent } from '../people/learning-in-browser.ts';
import { enter, makeAccount, type Person } from '../people/person.ts';
import { type ProgressScene, progressScene } from '../people/progress-in-browser.ts';
import { examsOf, KEY, PASSAGE, thirteenResults } from '../people/results-in-browser.ts';
import { checkOf, closeDialog } from './gallery-walk.ts';

/** A class in which everything has happened that a screen may have to show, under names that need much room. */
interface School extends Pick<ProgressScene, 'test' | 'teacher' | 'classId'> {
  /** What its students study. */
  deckId: number;
  className: string;
  /** One of its students: has studied, has handed an exam in, is taking another, and has asked to join a second class. */
  learner: Person;
  /** The name of that second class. */
  wished: string;
  /** Handed in by the class. */
  done: Exam;
  /** What the learner is taking. */
  running: Exam;
  fresh: Exam;
}

const DAY_MS = 86_400_000;

async function gallerySchool(test: BrowserTest): Promise<School> {
  const className = 'Lớp mười chuyên Anh của trường Nguyễn Thị Minh Khai';
  const wished = 'Lớp tiếng Anh giao tiếp buổi tối thứ hai, thứ tư và thứ sáu';
  const scene = await progressScene(test, test.page, className);
  const { teacher, classId, deckId } = scene;
  const exams = examsOf(scene);
  const { exam: done } = await thirteenResults(exams, 'Bài kiểm tra giữa học kỳ một năm học mới', (n) =>
    scene.student(`Nguyễn Hoàng Thị Minh Châu Phương ${n}`, [{ daysAgo: n, cards: n }]),
  );
  const learner = await studentOf(test, classId, 'Nguyễn Thị Thanh Phương Quỳnh Anh', teacher);
  const other = await newClass(teacher, wished, deckId);
  const { code } = await teacher.call('POST /api/classes/:classId/code', {
    params: { classId: other.id },
    body: { ends_at: new Date(Date.now() + DAY_MS).toISOString(), open_until: null },
  });
  await learner.call('POST /api/class-codes/:code/join', { params: { code } });
  await learner.study(deckId, 3);
  await exams.handedIn(done, learner.id, 'ABC---');
  const running = await exams.exam('ABCD'.repeat(6), {
    title: 'Đề đang làm',
    duration_minutes: 60,
    main_content_type: 'text',
    main_text: PASSAGE,
  });
  await learner.call('GET /api/exams/:examId', { params: { examId: running.id } });
  await learner.call('POST /api/exams/:examId/answers', {
    params: { examId: running.id },
    body: { version: 0, answers: {}, skipped: [running.questions[1]!.id, running.questions[11]!.id] },
  });
  await exams.exam('AB', { title: 'Đề bị ẩn', is_hidden: true });
  await exams.exam(KEY, { title: 'Đề chưa làm', duration_minutes: 45 });
  await until(async () => {
    const rows = await test.sql`select from exam_results where exam_id = ${done.id}`;
    return rows.length === 14;
  }, 'every result is there');
  const fresh = await exams.exam('AB', { title: 'Ôn tập cuối kỳ' });
  return { test, teacher, classId, deckId, className, learner, wished, done, running, fresh };
}

const NUMBERS = /^(Show the numbers|Xem số liệu)$/;
const REVEAL = /^(Reveal|Lật thẻ)$/;
const KNOWN = /^(Confident|Chắc chắn)$/;
const UNDO = /^(Undo|Hoàn tác)$/;

const NOT_ANSWERED = /^(You have not answered this card yet|Bạn chưa trả lời thẻ này lần nào)\.$/;

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });
const bars = (on: Page | Locator) => on.locator(POINTS);

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
  const check = checkOf(t, page);
  await enter(page, learner, '/student');
  await button(page, new RegExp(`^(Withdraw|Thôi, không xin nữa): ${wished}$`)).waitFor();
  await page.getByRole('article', { name: className }).waitFor();
  await page.getByRole('link', { name: new RegExp(`: ${done.title}$`) }).waitFor();
  await page.getByRole('searchbox').fill('a');
  const decks = page.getByRole('region', { name: /^(My decks|Bộ thẻ của tôi)$/ });
  await page.getByRole('link', { name: /^(Learn \d|Review \d|Học \d|Ôn \d)/ }).waitFor();
  await check('home', decks.getByText(/^(3 of|Đã học 3)/));

  await decks.getByRole('button', { name: /^(Progress|Tiến độ): Unit 1$/ }).click();
  const dialog = page.getByRole('dialog');
  await bars(dialog).nth(6).waitFor(DRAWN);
  await dialog.getByRole('button', { name: NUMBERS }).click();
  await button(page, /^30 (days|ngày)$/).click();
  await bars(dialog).nth(29).waitFor(DRAWN);
  await dialogFits(t, page);
  await check('progress of a deck');
  await page.goto('/student/classes');
  await check('classes', page.getByRole('article', { name: className }));
  await button(page, /^(Classes that have ended|Các lớp đã kết thúc)$/).click();
  await page.getByText(/^(None of your classes has ended|Chưa lớp nào của bạn kết thúc)\.$/).waitFor();
  await check('no class that has ended');
  await page.goto('/join/KMTRWB');
  await page.getByText(/^(The code KMT RWB is not valid|Mã KMT RWB không đúng)$/).waitFor();
  await check('a code that is not valid');
  await page.goto('/student/decks');
  await check('decks', page.getByRole('searchbox'));
  await page.goto(`/student/decks/${deckId}`);
  await page
    .getByRole('button', { name: /^(Put aside for good|Không học thẻ này nữa):/ })
    .first()
    .click();
  const bringBack = page.getByRole('button', { name: /^(Bring back|Lấy lại):/ });
  await check('own cards of a deck', bringBack.first());
  // The next look finds as many as this one.
  await bringBack.first().click();
  await bringBack.first().waitFor({ state: 'detached' });
  await button(page, /^(History|Lịch sử): /)
    .first()
    .click();
  const history = page.getByRole('dialog');
  await check('history of a card', history.getByRole('list').or(history.getByText(NOT_ANSWERED)));
  await page.goto(`/student/pairs/${deckId}`);
  await page
    .getByRole('list', { name: /^(Fronts|Mặt trước)$/ })
    .or(page.getByText(/^(A game needs at least|Trò chơi cần ít nhất)/))
    .waitFor();
  await check('a game of pairs');
  await page.goto(`/student/cram/${deckId}`);
  const begin = button(page, /^(Begin|Bắt đầu)$/);
  await check('a choice of cards before a test', begin);
  await begin.click();
  await check('practice before a test', button(page, /^(Reveal|Lật thẻ)/));
}

/** The home of somebody who has begun nothing, and of somebody who is done; the session over all decks. */
async function walkToday(t: Test, { test }: School, context: BrowserContext) {
  const [newcomer, diligent] = [
    await makeAccount(test, 'student', 'An'),
    await makeAccount(test, 'student', 'Bình'),
  ];
  const first = await context.newPage();
  await enter(first, newcomer, '/student');
  await first.getByText(/^(Choose your first deck|Chọn bộ thẻ đầu tiên)$/).waitFor();
  await first.getByRole('article').nth(2).waitFor();
  await checkOf(t, first)('home of a newcomer');
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
  await checkOf(t, page)('answer over all decks');
  await button(page, KNOWN).click();
  await page.getByRole('heading', { name: /^(Congratulations|Chúc mừng)/ }).waitFor();
  await followed(page);
  await page.getByText(/^(All answers saved|Đã lưu mọi câu trả lời)$/).waitFor({ state: 'attached' });
  await page.goto('/student');
  await page.getByText(/(Next: |Lần tới: )/).waitFor();
  await page.getByText(/^(2 of 2|Đã học 2)/).waitFor();
  await page.getByRole('searchbox').waitFor();
  await checkOf(t, page)('home when all is done');
  await page.close();
}

async function walkSession(t: Test, page: Page, { learner }: School) {
  const check = checkOf(t, page);
  const cards = [
    { front: 'a'.repeat(80), back: 'Tôi không hiểu câu này '.repeat(8).trim() },
    { front: 'water', back: 'nước', example_sentence: 'Can I have some water?', definition: 'a liquid' },
  ];
  const title = 'Một bộ thẻ có tên rất dài, dài hơn cả màn hình';
  await openDeck(page, await learner.deck(title, cards));
  await check('card', button(page, REVEAL));
  await button(page, REVEAL).click();
  await check('answer', button(page, KNOWN));
  await button(page, /^(Edit the deck's settings|Sửa cài đặt của bộ thẻ)$/).click();
  await check('settings', page.getByRole('dialog'));
  await closeDialog(page);
  await button(page, KNOWN).click();
  await check('next card', button(page, UNDO));
  await button(page, REVEAL).click();
  await button(page, KNOWN).click();
  await page.getByRole('heading', { name: /^(Congratulations|Chúc mừng)/ }).waitFor();
  await check('completion', button(page, UNDO));
  await button(page, UNDO).click();
  await button(page, REVEAL).waitFor();
  await page
    .getByText(/^(The last answer was taken back|Đã hoàn tác câu trả lời vừa rồi)$/)
    .waitFor({ state: 'attached' });
  await check('card taken back');
}

/** Who has studied for most of a year: the rhythm, the end of a session with hard words, and a deck without cards. */
async function walkRegular(t: Test, { test }: School, context: BrowserContext) {
  const student = await regularStudent(test);
  const page = await context.newPage();
  const check = checkOf(t, page);
  await enter(page, student, '/student');
  const rhythm = page.getByRole('region', { name: /^(Your study rhythm|Nhịp học của bạn)$/ });
  await check('study rhythm', rhythm.getByRole('img').nth(1));
  const hard = { front: 'a'.repeat(60), back: 'Tôi không hiểu câu này '.repeat(8).trim() };
  await openDeck(page, await student.deck('Từ khó', [hard, ...plainCards(3)]));
  for (const key of ['1', '1', '3', '3', '1', '3', '3']) {
    await button(page, REVEAL).click();
    await button(page, KNOWN).waitFor();
    await page.keyboard.press(key);
  }
  const words = /^(Hardest words of this session|Những từ khó nhất buổi này)$/;
  const streak = page.getByText(/^(\d+-day streak|Chuỗi \d+ ngày học)$/);
  await check('end of a session', page.getByRole('region', { name: words }), streak);
  await openDeck(page, await student.deck('Trống', []));
  const empty = /^(This deck has no cards yet\.|Bộ thẻ này chưa có thẻ nào\.)$/;
  await check('nothing to study', page.getByText(empty));
  await page.close();
}

/** The own account: a file of the own data, what stands before the end of the account, and the note on every page. */
async function walkAccount(t: Test, { test }: School, context: BrowserContext) {
  const person = await makeAccount(test, 'student', 'Cường');
  const page = await context.newPage();
  const check = checkOf(t, page);
  await enter(page, person, '/account');
  await button(page, /^(Make a file of my data|Tạo tệp dữ liệu của tôi)$/).click();
  await button(page, /^(Download my data|Tải dữ liệu của tôi)$/).waitFor();
  await button(page, /^(Delete my account…|Xóa tài khoản của tôi…)$/).click();
  await button(page, /^(Delete in 14 days|Xóa sau 14 ngày)$/).waitFor();
  await check('own data, and the form that deletes the account');
  await test.sql`update users set delete_at = now() + interval '14 days', delete_reason = 'own'
    where id = ${person.id}`;
  await page.goto('/student/decks');
  await button(page, /^(Keep my account|Giữ tài khoản của tôi)$/).waitFor();
  await check('decks of somebody whose account will be deleted', page.getByRole('searchbox'));
  const other = await context.newPage();
  await enter(other, await makeAccount(test, 'student', 'Nguyễn Thị Thanh Phương Quỳnh Anh'));
  await check('somebody else is logged in', button(page, /^(Continue as|Tiếp tục với tên) /));
  await other.close();
  await page.close();
}

async function walkExams(t: Test, page: Page, { running, done, fresh }: School) {
  const check = checkOf(t, page);
  await page.goto(`/exam/${fresh.id}`);
  await check('question before an exam', button(page, /^(Start now|Bắt đầu làm)$/));
  await page.goto(`/exam/${running.id}`);
  await check('exam', page.getByRole('radio').nth(39), button(page, /^(Review question 12|Xem lại câu 12)$/));
  await page.goto(`/exam/${done.id}`);
  await check('result of an exam', page.getByRole('main').getByText(/^5\/10$/));
}

async function walkClass(t: Test, page: Page, { teacher, classId, done }: School) {
  const check = checkOf(t, page);
  const path = (tab: string) => `/teacher/classes?classId=${classId}&tab=${tab}`;
  await enter(page, teacher, '/teacher');
  await check('home of a teacher', page.getByRole('main').getByRole('article').nth(1));
  await page.goto(`${path('overview')}`);
  await check('overview of a class', page.getByRole('tabpanel').getByRole('img'));
  await page.goto(`${path('students')}`);
  const students = page
    .getByRole('table', { name: /^(Students|Học sinh)$/ })
    .getByRole('rowheader')
    .getByRole('button');
  await students.nth(11).waitFor();
  await button(page, NUMBERS).scrollIntoViewIfNeeded();
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
  await button(page, NUMBERS).scrollIntoViewIfNeeded();
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
  await check('wall of an exam', page.getByRole('dialog').getByRole('listitem').nth(11));
  await closeDialog(page);
  await results.getByRole('button').nth(11).click();
  await check('attempt', page.getByRole('dialog').getByRole('listitem').nth(5));
}

async function walkHub(t: Test, page: Page, { classId, done }: School) {
  const check = checkOf(t, page);
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: done.title, exact: true }) });
  await page.goto('/teacher/exams');
  await check('exams', row.getByRole('button', { name: /^(Results of|Kết quả của) / }).first());
  await row
    .getByRole('button', { name: /^(Results of|Kết quả của) / })
    .first()
    .click();
  await check('results of an exam', page.getByRole('dialog').getByText('3/6').first());
  await closeDialog(page);
  const menu = row.getByRole('button', { name: /^(Assign to class|Giao cho lớp): / });
  await menu.click();
  await page.getByRole('menuitem', { name: /^(View results|Xem kết quả)$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(View results|Xem kết quả)$/ })
    .click();
  await check('results of no class', page.getByRole('dialog').getByRole('alert'));
  await closeDialog(page);
  await menu.click();
  await check('classes of an exam', page.getByRole('menuitem').first());
  await page.goto(`/teacher/classes/exams/${classId}`);
  await check('exams of a class', row);
}

/** Decks that a student makes: none yet, some, one of them, and where the school lets nobody make them any more. */
async function walkMadeDecks(t: Test, test: BrowserTest, context: BrowserContext): Promise<void> {
  const allow = (allowed: boolean) => test.sql`update site_settings set students_make_decks = ${allowed}`;
  await allow(true);
  const student = await makeAccount(test, 'student', 'Phương');
  const page = await context.newPage();
  const check = checkOf(t, page);
  const made = page.getByRole('region', { name: /^(Decks I made|Bộ thẻ tôi tự tạo)$/ });
  await enter(page, student, '/student/decks');
  await made.getByRole('link', { name: /^(Make a deck|Tạo bộ thẻ)$/ }).waitFor();
  await check('no deck made yet', page.getByRole('searchbox'));

  const title = 'Những từ mà tôi hay quên nhất khi viết thư';
  const deckId = await student.deck(title, [{ front: 'although', back: 'mặc dù' }]);
  await page.goto('/student/decks');
  await made.getByRole('listitem').waitFor();
  await check('decks with one that the student made', page.getByRole('searchbox'));
  await page.goto('/student/decks/own');
  const card = page.getByRole('article', { name: title });
  await check('own decks', card);
  await page.goto(`/student/decks/own/${deckId}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await check('own deck', page.getByText('although').first());

  await allow(false);
  await page.goto('/student/decks/own');
  await check('own decks where none are made any more', card.getByRole('button', { name: /^(Export|Xuất)/ }));
  await page.close();
}

/** What a class suggests, in the session and in its settings. */
async function walkClassWay(t: Test, page: Page, { test, learner }: Pick<School, 'test' | 'learner'>) {
  const check = checkOf(t, page);
  const deckId = await learner.deck('Lớp luyện', [{ front: 'water', back: 'nước' }]);
  await test.sql`insert into class_decks (class_id, deck_id, way, way_required, way_set_at)
     select class_id, ${deckId}, 'typing', false, now() from class_members where student_id = ${learner.id} and status = 'approved'`;
  await openDeck(page, deckId);
  const said = /^(Your class )?“.*(by typing|gõ đáp án)\.$/;
  await check('a way of a class', page.getByText(said));
  await page.getByRole('button', { name: /^(Edit the deck's settings|Sửa cài đặt của bộ thẻ)$/ }).click();
  await check('a way of a class in the settings', page.getByRole('dialog').getByText(said));
  await closeDialog(page);
}

/** The ways to practise beside turning: a choice before and after, and a dictation. */
async function walkWays(t: Test, page: Page, { test, learner }: School): Promise<void> {
  const check = checkOf(t, page);
  const cards = [
    { front: 'water', back: 'nước', audio_file: '/storage/cards/water.mp3' },
    { front: 'an apology', back: 'lời xin lỗi dài đến mức một dòng trên điện thoại không đủ chỗ cho nó' },
    { front: 'fire', back: 'lửa' },
    { front: 'earth', back: 'đất' },
  ];
  const opened = async (way: 'choice' | 'dictation') => {
    const deckId = await learner.deck('Cách luyện', cards);
    await learner.settings(deckId, { way });
    await openDeck(page, deckId);
  };
  await opened('choice');
  const options = page.getByRole('group').getByRole('button');
  await check('a choice', options.nth(3));
  await options.filter({ hasText: 'lửa' }).click();
  await check('a wrong choice', page.getByText(/^(Not right|Chưa đúng)$/));
  await opened('dictation');
  await check('a dictation', page.getByRole('button', { name: /^(Play audio|Nghe phát âm)$/ }));
  await walkClassWay(t, page, { test, learner });
}

/** A card with a mark of each kind, one of them wrong, and a formula wider than a phone. */
async function walkMarkedCard(t: Test, page: Page, { learner }: School): Promise<void> {
  const check = checkOf(t, page);
  const cards = [
    {
      front: 'Diện tích **tam giác** //vuông// \\(\\notknown\\)',
      back: `{漢字|かんじ}: \\(S = \\frac{1}{2} a b\\)\n\\[${'x + '.repeat(40)}x\\]`,
      example_sentence: '**đậm** và //nghiêng//',
      definition: '\\(a^2 + b^2 = c^2\\)',
    },
  ];
  await openDeck(page, await learner.deck('Đậm, nghiêng, công thức', cards));
  await page.getByText(/^\((a formula that cannot be drawn|công thức không vẽ được)\)$/).waitFor();
  await check('card with emphasis');
  await page.getByRole('button', { name: /^(Reveal|Lật thẻ)$/ }).click();
  await page.locator('.katex-display').waitFor();
  await page.evaluate(() => document.fonts.ready);
  await check('answer with formulas');
}

const test = screen();

test('LNG-01 GLB-30 GLB-31 every screen of learners and their results is accessible and fits', async (app) => {
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
      await walkRegular(t, school, strangers);
      await walkMadeDecks(t, app, strangers);
      await walkAccount(t, school, strangers);
      for (const walk of [walkHome, walkSession, walkWays, walkMarkedCard, walkExams])
        await walk(t, page, school);
      for (const walk of [walkClass, walkHub]) await walk(t, desk, school);
    });
});
