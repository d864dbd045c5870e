import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { newClass, newDeck, studentOf, withClass } from '../people/class-in-browser.ts';
import { enter, makeAccount, type Person } from '../people/person.ts';

const test = screen({}, async (app) => {
  const teacher = await makeAccount(app, 'teacher');
  return { teacher, ...(await withClass({ teacher })) };
});

const open = ({ page }: { page: Page }, student: Person) => enter(page, student, '/student');
const section = (page: Page) => page.getByRole('region', { name: 'My classes' });
const card = (page: Page, name: string) => section(page).getByRole('article', { name });
const ownDeck = (page: Page, name: string) =>
  page.getByRole('region', { name: 'My decks' }).getByRole('article', { name });
const opener = (page: Page) => section(page).getByRole('button', { name: 'Join a class', exact: true });
const number = (page: Page) => section(page).getByRole('textbox', { name: 'Number or code of the class' });
const waiting = (page: Page) =>
  section(page).getByRole('list', { name: 'Your requests' }).getByRole('listitem');
const focus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

async function join(page: Page, text: string): Promise<void> {
  await number(page).fill(text);
  await section(page).getByRole('button', { name: 'Join', exact: true }).click();
}

test('STU-08 CLS-17 SL-20 CX-23 ERR-37 a student asks to join, and waits', async (app) => {
  const { t, page, classroom } = app;
  const student = await makeAccount(app, 'student', 'An');
  await open(app, student);
  await section(page).getByText('You are in no class yet.').waitFor();
  t.equal(await number(page).count(), 0, 'the form comes when it is asked for');
  await opener(page).click();
  for (const text of ['', 'ten', '1.5', '-1', '99999999999']) {
    await join(page, text);
    await section(page).getByText('A number has digits only').waitFor();
    await number(page).press('End');
    await number(page).fill('1');
    await section(page).getByText('A number has digits only').waitFor({ state: 'detached' });
  }
  t.same(await student.call('GET /api/join-requests'), [], 'nothing was sent');

  await join(page, ` #${classroom.id} `);
  await notice(page, 'status', 'Your request has been sent.').waitFor();
  await waiting(page).waitFor();
  t.match(await waiting(page).allInnerTexts(), [
    new RegExp(`^Class ${classroom.id}\\s+You asked to join on `),
  ]);
  t.equal(await number(page).inputValue(), '');
  t.equal(await section(page).getByRole('article').count(), 0, 'it is no class of the student yet');
  t.match(await student.call('GET /api/join-requests'), [{ class_id: classroom.id }]);

  await t.test('ERR-19 SL-20 JOI-13 asking twice, or for no class, is refused with the reason', async (t) => {
    await join(page, String(classroom.id));
    await notice(page, 'alert', 'Joining failed: You have already asked to join this class').waitFor();
    await join(page, '2000000000');
    await notice(page, 'alert', 'Joining failed: Class not found').waitFor();
    await section(page).getByText('There is no such class.').waitFor();
    await becomes(t, () => number(page).evaluate((field) => field === document.activeElement), true);
    t.equal(await number(page).inputValue(), '2000000000', 'to be corrected');
    await join(page, 'KMT RWB');
    await notice(page, 'alert', 'Joining failed: This code is not valid').waitFor();
    await section(page).getByText('There is no such class.').waitFor();
    t.equal(await waiting(page).count(), 1);
  });

  await t.test('CLS-18 a request can be withdrawn', async (t) => {
    const allow = await refuse(page, 'POST', `/api/classes/${classroom.id}/leave`);
    await section(page)
      .getByRole('button', { name: `Withdraw: Class ${classroom.id}` })
      .click();
    await notice(page, 'alert', 'The request could not be withdrawn: The server is busy').waitFor();
    t.equal(await waiting(page).count(), 1);
    await allow();
    await section(page)
      .getByRole('button', { name: `Withdraw: Class ${classroom.id}` })
      .click();
    await notice(page, 'status', 'Your request has been withdrawn.').waitFor();
    await waiting(page).waitFor({ state: 'detached' });
    t.same(await student.call('GET /api/join-requests'), []);
  });
});

test('CX-23 an approval shows by itself, with the decks of the class', async (app) => {
  const { page, teacher, classroom } = app;
  const student = await studentOf(app, classroom.id, 'An');
  await page.clock.install();
  await open(app, student);
  await waiting(page).waitFor();
  await teacher.call('POST /api/classes/:classId/approve/:studentId', {
    params: { classId: classroom.id, studentId: student.id },
  });
  await page.clock.runFor(15_000);
  await notice(page, 'status', 'You are now in the class 10A1.').waitFor();
  await card(page, '10A1').waitFor();
  await waiting(page).waitFor({ state: 'detached' });
  await ownDeck(page, 'Unit 1').waitFor();
});

test('CX-23 a rejection shows when the student comes back to the page', async (app) => {
  const { page, teacher, classroom } = app;
  const student = await studentOf(app, classroom.id, 'An');
  await page.clock.install();
  await open(app, student);
  await waiting(page).waitFor();
  await teacher.call('DELETE /api/classes/:classId/reject/:studentId', {
    params: { classId: classroom.id, studentId: student.id },
  });
  // Long enough after the first read, and long before the next that comes by itself.
  await page.clock.pauseAt(Date.now() + 6_000);
  await focus(page);
  await page.clock.runFor(1_000);
  await notice(page, 'status', `Your request to join class ${classroom.id} is no longer open.`).waitFor();
  await waiting(page).waitFor({ state: 'detached' });
});

test('TDY-09 STU-10 STU-11 STU-12 CLS-01 each class shows what it is and its decks', async (app) => {
  const { t, page, teacher, classroom } = app;
  const unit2 = await newDeck(teacher, 'Unit 2');
  await teacher.call('POST /api/classes/:classId/decks', {
    params: { classId: classroom.id },
    body: { deck_id: unit2.id },
  });
  const other = await newClass(teacher, '11B2', unit2.id);
  const student = await studentOf(app, classroom.id, 'An', teacher);
  await student.call('POST /api/classes/:classId/join', { params: { classId: other.id } });
  await teacher.call('POST /api/classes/:classId/approve/:studentId', {
    params: { classId: other.id, studentId: student.id },
  });
  await open(app, student);
  await card(page, '11B2').getByRole('heading', { name: '11B2' }).waitFor();
  const shown = card(page, '10A1');
  await shown.getByText('Teacher: Cô Hoa').waitFor();
  const [{ joined_at } = { joined_at: null }] = (await student.call('GET /api/classes')) ?? [];
  const day = await page.evaluate(
    (at) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(new Date(at)),
    joined_at ?? '',
  );
  await shown.getByText(`Joined on ${day}`).waitFor();
  const decks = shown.getByRole('list', { name: 'Decks of the class' }).getByRole('listitem');
  t.match(await decks.allInnerTexts(), [/Unit 1/, /Unit 2/]);

  await t.test('CX-10 a deck of the class can be learnt', async () => {
    await decks.getByRole('link', { name: 'Learn: Unit 2' }).click();
    await page.waitForURL(`**/learn/${unit2.id}`);
    await page.getByText('There is nothing to study in this deck today.').waitFor();
  });
});

test('TDY-09 a class without a deck says so', async (app) => {
  const { page, teacher, classroom } = app;
  const { deck } = await teacher.call('GET /api/classes/:classId', {
    params: { classId: classroom.id },
    query: { include: 'decks' },
  });
  await teacher.call('DELETE /api/classes/:classId/decks/:deckId', {
    params: { classId: classroom.id, deckId: deck!.id },
  });
  await open(app, await studentOf(app, classroom.id, 'An', teacher));
  await card(page, '10A1').getByText('The teacher has not given the class a deck yet.').waitFor();
});

test('STU-18 CLS-18 ERR-37 ERR-22 a student leaves after a question', async (app) => {
  const { t, page, teacher, classroom } = app;
  const student = await studentOf(app, classroom.id, 'An', teacher);
  await open(app, student);
  const personal = ownDeck(page, 'Unit 1');
  await personal.waitFor();
  const leave = async (answer: string) => {
    await card(page, '10A1').getByRole('button', { name: 'Leave class' }).click();
    const question = page.getByRole('dialog', { name: 'Leave the class “10A1”?' });
    await question.getByRole('button', { name: answer }).click();
  };
  await leave('Cancel');
  const allow = await refuse(page, 'POST', `/api/classes/${classroom.id}/leave`);
  await leave('Leave class');
  await notice(page, 'alert', 'Leaving failed: The server is busy').waitFor();
  await allow();
  t.equal((await student.call('GET /api/classes')).length, 1);
  await leave('Leave class');
  await notice(page, 'status', 'You have left the class.').waitFor();
  await section(page).getByText('You are in no class yet.').waitFor();
  t.equal(await section(page).getByRole('article').count(), 0);
  t.same(await student.call('GET /api/classes'), []);
  // So are its decks.
  await personal.waitFor({ state: 'detached' });
});
