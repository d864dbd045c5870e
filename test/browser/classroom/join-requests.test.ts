import type { Pool } from 'pg';
import type { Page } from 'playwright-core';
import type { Classroom } from '../../../core/classroom/classroom.schema.ts';
import { notice } from '../harness/noted-notices.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { studentOf, withClass } from '../people/class-in-browser.ts';

const test = screen({ as: 'teacher' }, withClass);

interface Given {
  page: Page;
  db: Pool;
  classroom: Classroom;
}

const openClass = ({ page, classroom }: Pick<Given, 'page' | 'classroom'>, view = '') =>
  page.goto(`/teacher/classes?classId=${classroom.id}${view}`);
const openRequests = (scene: Pick<Given, 'page' | 'classroom'>) => openClass(scene, '&tab=requests');

const rows = (page: Page) => page.getByRole('list', { name: 'Join requests' }).getByRole('listitem');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const nobody = (page: Page) => page.getByText('Nobody is waiting.');
const reload = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

const membersOf = async ({ db, classroom }: Pick<Given, 'db' | 'classroom'>) => {
  const { rows: members } = await db.query<{ name: string; status: string }>(
    `select u.name, m.status from class_members m join users u on u.id = m.student_id
     where m.class_id = $1 order by u.name`,
    [classroom.id],
  );
  return members.map(({ name, status }) => `${name}: ${status}`);
};

test('CLS-06 CLS-12 CLS-13 the tab shows who waits, with name and email', async (app) => {
  const { t, page, classroom } = app;
  const an = await studentOf(app, classroom.id, 'An');
  const binh = await studentOf(app, classroom.id, 'Bình');
  await openClass(app);
  await page.getByRole('tab', { name: 'Requests 2 waiting' }).click();
  await rows(page).first().waitFor();
  const [first, second] = await rows(page).allInnerTexts();
  t.match(first, new RegExp(`^An\\s+${an.email}\\s+Waiting since`), 'the longest waiting first');
  t.match(second, new RegExp(`^Bình\\s+${binh.email}`));
});

test('CLS-14 CLS-15 ERR-37 an approved request leaves the list, and the student is in', async (app) => {
  const { t, page, classroom } = app;
  await studentOf(app, classroom.id, 'An');
  await openRequests(app);
  await page.getByText('No students yet').waitFor();
  await button(page, 'Approve: An').click();
  await notice(page, 'status', 'The student is now in the class.').waitFor();
  await nobody(page).waitFor();
  await page.getByText('1 student', { exact: true }).waitFor();
  t.same(await membersOf(app), ['An: approved']);
});

test('CLS-14 CLS-16 ERR-37 a rejected request leaves the list, and the student is not in', async (app) => {
  const { t, page, classroom } = app;
  await studentOf(app, classroom.id, 'An');
  await openRequests(app);
  await button(page, 'Reject: An').click();
  await notice(page, 'status', 'The request has been turned down.').waitFor();
  await nobody(page).waitFor();
  t.same(await membersOf(app), ['An: rejected']);
});

test('ERR-24 ERR-25 a request that could not be answered stays', async (app) => {
  const { t, page, classroom } = app;
  const { id } = await studentOf(app, classroom.id, 'An');
  await refuse(page, 'POST', `/api/classes/${classroom.id}/approve/${id}`);
  await refuse(page, 'DELETE', `/api/classes/${classroom.id}/reject/${id}`);
  await openRequests(app);
  await button(page, 'Approve: An').click();
  await notice(page, 'alert', 'The student could not be approved: The server is busy').waitFor();
  t.equal(await rows(page).count(), 1);
  await button(page, 'Reject: An').click();
  await notice(page, 'alert', 'The request could not be turned down: The server is busy').waitFor();
  t.equal(await rows(page).count(), 1);
  t.same(await membersOf(app), ['An: pending']);
});

test('ERR-24 a request that was withdrawn meanwhile is said to be gone', async (app) => {
  const { t, page, classroom } = app;
  const an = await studentOf(app, classroom.id, 'An');
  await openRequests(app);
  await button(page, 'Approve: An').waitFor();
  await an.call('POST /api/classes/:classId/leave', { params: { classId: classroom.id } });
  await button(page, 'Approve: An').click();
  await notice(page, 'alert', 'The student could not be approved: This request is gone').waitFor();
  await nobody(page).waitFor();
  t.same(await membersOf(app), []);
});

test('CLS-15 all are approved at once, each by itself', async (app) => {
  const { t, page, classroom } = app;
  await studentOf(app, classroom.id, 'An');
  await openRequests(app);
  await row(page, 'An').waitFor();
  t.equal(await button(page, 'Approve all').count(), 0, 'not for one');
  const binh = await studentOf(app, classroom.id, 'Bình');
  await studentOf(app, classroom.id, 'Chi');
  await reload(page);
  await row(page, 'Chi').waitFor();
  // One who withdraws does not hold up the others.
  await binh.call('POST /api/classes/:classId/leave', { params: { classId: classroom.id } });
  await button(page, 'Approve all').click();
  await nobody(page).waitFor();
  t.same(await membersOf(app), ['An: approved', 'Chi: approved']);

  await t.test('until the server fails', async (t) => {
    const dung = await studentOf(app, classroom.id, 'Dũng');
    await studentOf(app, classroom.id, 'Em');
    await refuse(page, 'POST', `/api/classes/${classroom.id}/approve/${dung.id}`);
    await openRequests(app);
    await row(page, 'Em').waitFor();
    await button(page, 'Approve all').click();
    await notice(page, 'alert', 'The student could not be approved').waitFor();
    await button(page, 'Approve all').waitFor();
    t.match(await membersOf(app), ['An: approved', 'Chi: approved', 'Dũng: pending', 'Em: pending']);
  });
});

test('CLS-15 whoever goes elsewhere approves no more of them', async (app) => {
  const { t, page, classroom } = app;
  await studentOf(app, classroom.id, 'An');
  await studentOf(app, classroom.id, 'Bình');
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/approve/*', async (route) => {
    await gone;
    await route.continue();
  });
  await openRequests(app);
  await button(page, 'Approve all').click();
  await page.getByRole('status').filter({ hasText: 'Approving 1 of 2…' }).waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: 'Decks' }).click();
  await page.getByRole('heading', { name: 'Decks of the class' }).waitFor();
  go();
  await page.getByRole('tab', { name: 'Requests 1 waiting' }).waitFor();
  t.same(await membersOf(app), ['An: approved', 'Bình: pending']);
});

test('CLS-13 a new request appears by itself, on the tab too', async (app) => {
  const { page, classroom } = app;
  await page.clock.install();
  await openRequests(app);
  await nobody(page).waitFor();
  await studentOf(app, classroom.id, 'An');
  await page.clock.runFor(10_000);
  await row(page, 'An').waitFor();
  await page.getByRole('tab', { name: 'Requests 1 waiting' }).waitFor();
});

test('CLS-07 the tab of the students shows the progress of the class', async (app) => {
  const { page, teacher, classroom } = app;
  await studentOf(app, classroom.id, 'An', teacher);
  await openClass(app);
  await page.getByRole('tab', { name: 'Students' }).click();
  await page.getByRole('tab', { name: 'Students', selected: true }).waitFor();
  await page.getByRole('tabpanel', { name: 'Students' }).getByText('An', { exact: true }).first().waitFor();
});
