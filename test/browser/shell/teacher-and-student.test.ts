import type { Page } from 'playwright-core';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { plainCards } from '../people/learning-in-browser.ts';
import { enter, makeAccount } from '../people/person.ts';

const CARDS = 3;
/** What a rating leads to is shown within 2 s; a busy machine gets more. */
const SHOWN_WITHIN_MS = 20_000;

const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { sameDocument: true }));
/** Resolves to false when the page has been loaded anew since it was marked. */
const isMarked = (page: Page) => page.evaluate(() => 'sameDocument' in window);

const test = screen(
  { as: 'teacher', at: '/teacher', viewport: { width: 1280, height: 900 } },
  ({ teacher }) => teacher.deck('Unit 1', plainCards(CARDS)).then((deckId) => ({ deckId })),
);

test('CLS-04 CLS-07 CLS-13 CLS-15 CLS-17 CLS-18 PRG-02 STU-08 STU-12 from two new accounts to answers on the teacher’s open tab', async (app) => {
  const { t, page: teacher, newContext } = app;
  const pupil = await makeAccount(app, 'student', 'Nguyễn Văn An');
  const phone = await newContext({
    locale: 'vi-VN',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    timezoneId: 'Asia/Ho_Chi_Minh',
  });
  const student = await phone.newPage();

  // The teacher makes a class that studies a deck.
  const sections = teacher.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('link', { name: 'Classes', exact: true }).click();
  const newClass = teacher.getByRole('form', { name: 'New class' });
  await newClass.getByLabel('Class name').fill('10A1');
  await newClass.getByLabel('Deck', { exact: true }).selectOption({ label: 'Unit 1' });
  await newClass.getByRole('button', { name: 'Create class' }).click();
  const code = await teacher
    .getByRole('group', { name: 'Class code' })
    .getByText(/^[A-Z]{3} [A-Z]{4}$/)
    .textContent();

  await notice(teacher, 'status', `code ${code}, number`).waitFor();

  // The student asks to join.
  await enter(student, pupil, '/student');
  const classes = student.getByRole('region', { name: 'Lớp của tôi' });
  await classes.getByText('Bạn chưa có lớp.').waitFor();
  await classes.getByRole('textbox', { name: 'Mã của lớp' }).fill(code ?? '');
  await classes.getByRole('button', { name: 'Xin vào lớp', exact: true }).click();
  await notice(student, 'status', 'Đã gửi yêu cầu.').waitFor();
  const waiting = classes.getByRole('list', { name: 'Yêu cầu của bạn' }).getByRole('listitem');
  await waiting.filter({ hasText: '10A1' }).waitFor();
  await mark(student);

  // Approved, the class comes to the student's screen by itself.
  const tabs = teacher.getByRole('tablist', { name: 'What is shown of the class' });
  await tabs.getByRole('tab', { name: 'Requests' }).click();
  const requests = teacher.getByRole('list', { name: 'Join requests' }).getByRole('listitem');
  await requests.filter({ hasText: pupil.email }).waitFor();
  await teacher.getByRole('button', { name: `Approve: ${pupil.name}` }).click();
  await notice(teacher, 'status', 'The student is now in the class.').waitFor();
  await requests.waitFor({ state: 'detached' });
  const joined = classes.getByRole('article', { name: '10A1' });
  await joined.getByText(`Giáo viên: ${app.teacher.name}`).waitFor();
  await waiting.waitFor({ state: 'detached' });
  t.equal(await isMarked(student), true, 'without a reload');

  // The teacher watches, the student studies.
  await tabs.getByRole('tab', { name: 'Progress' }).click();
  await teacher.getByRole('status').getByText('Live', { exact: true }).waitFor();
  const board = teacher.getByRole('table', { name: 'Students' }).getByRole('row');
  const row = board.filter({ hasText: pupil.name });
  await row.getByRole('cell', { name: '0', exact: true }).first().waitFor();
  await mark(teacher);
  const loads: string[] = [];
  teacher.on('framenavigated', (frame) => loads.push(frame.url()));
  await joined.getByRole('link', { name: 'Học: Unit 1' }).click();
  for (let position = 1; position <= CARDS; position++) {
    await student.getByRole('region', { name: `Thẻ ${position} trên ${CARDS}` }).waitFor();
    await student.getByRole('button', { name: 'Lật thẻ', exact: true }).click();
    await student.getByRole('button', { name: 'Chắc chắn', exact: true }).click();
  }
  await student.getByText('Đã lưu mọi câu trả lời').waitFor({ state: 'attached' });
  const saved = performance.now();
  await row.getByRole('cell', { name: '3', exact: true }).first().waitFor();
  const elapsed = performance.now() - saved;
  t.ok(elapsed < SHOWN_WITHIN_MS, `three cards on the board after ${Math.round(elapsed)} ms`);
  t.equal(await isMarked(teacher), true, 'without a reload');
  t.same(loads, []);

  // Who leaves is no longer there, at once.
  await student.getByRole('button', { name: 'Kết thúc buổi học' }).click();
  await student.waitForURL('**/student');
  await joined.getByRole('button', { name: 'Rời lớp' }).click();
  await student.getByRole('dialog').getByRole('button', { name: 'Rời lớp' }).click();
  await notice(student, 'status', 'Bạn đã rời lớp.').waitFor();
  await joined.waitFor({ state: 'detached' });
  await row.waitFor({ state: 'detached' });
  await board.first().waitFor({ state: 'detached' });
  t.equal(await isMarked(teacher), true, 'without a reload');
});
