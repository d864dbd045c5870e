import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { Classroom } from '../../core/classroom/classroom.schema.ts';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import { enter, newClass, newDeck, type Person, registered, studentOf } from './class-in-browser.ts';
import { notice } from './noted-notices.ts';
import { refuse } from './refused-calls.ts';

interface Given {
  test: BrowserTest;
  page: Page;
  teacher: Person;
  classroom: Classroom;
}

/** A class with one deck, and a browser for a student. */
async function given(t: Test): Promise<Given> {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const teacher = await registered(test, 'teacher', 'Cô Hoa');
  const deck = await newDeck(teacher, 'Unit 1');
  return { test, page: test.page, teacher, classroom: await newClass(teacher, '10A1', deck.id) };
}

const open = ({ test, page }: Given, student: Person) => enter(test, page, 'student', student, '/student');
const section = (page: Page) => page.getByRole('region', { name: 'My classes' });
const card = (page: Page, name: string) => section(page).getByRole('article', { name });
const opener = (page: Page) => section(page).getByRole('button', { name: 'Join a class', exact: true });
const number = (page: Page) => section(page).getByRole('textbox', { name: 'Number or code of the class' });
const waiting = (page: Page) =>
  section(page).getByRole('list', { name: 'Your requests' }).getByRole('listitem');
const focus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

async function join(page: Page, text: string): Promise<void> {
  await number(page).fill(text);
  await section(page).getByRole('button', { name: 'Join', exact: true }).click();
}

t.test('STU-08 CLS-17 SL-20 CX-23 ERR-37 a student asks to join, and waits', async (t) => {
  const scene = await given(t);
  const { test, page, classroom } = scene;
  const student = await registered(test, 'student', 'An');
  await open(scene, student);
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
  t.match(await waiting(page).allInnerTexts(), [/10A1\s+Waiting for Cô Hoa since/]);
  t.equal(await number(page).inputValue(), '');
  t.equal(await section(page).getByRole('article').count(), 0, 'it is no class of the student yet');
  t.match(await student.call('GET /api/join-requests'), [{ class_id: classroom.id }]);

  await t.test('ERR-19 SL-20 asking twice, or for no class, is refused with the reason', async (t) => {
    await join(page, String(classroom.id));
    await notice(page, 'alert', 'Joining failed: You have already asked to join this class').waitFor();
    await join(page, '2000000000');
    await notice(page, 'alert', 'Joining failed: Class not found').waitFor();
    t.equal(await number(page).inputValue(), '2000000000', 'to be corrected');
    t.equal(await waiting(page).count(), 1);
  });

  await t.test('CLS-18 a request can be withdrawn', async (t) => {
    const allow = await refuse(page, 'POST', `/api/classes/${classroom.id}/leave`);
    await section(page).getByRole('button', { name: 'Withdraw: 10A1' }).click();
    await notice(page, 'alert', 'The request could not be withdrawn: The server is busy').waitFor();
    t.equal(await waiting(page).count(), 1);
    await allow();
    await section(page).getByRole('button', { name: 'Withdraw: 10A1' }).click();
    await notice(page, 'status', 'Your request has been withdrawn.').waitFor();
    await waiting(page).waitFor({ state: 'detached' });
    t.same(await student.call('GET /api/join-requests'), []);
  });
});

t.test('CX-23 an approval shows by itself, with the decks of the class', async (t) => {
  const scene = await given(t);
  const { test, page, teacher, classroom } = scene;
  const student = await studentOf(test, classroom.id, 'An');
  await page.clock.install();
  await open(scene, student);
  await waiting(page).waitFor();
  await teacher.call('POST /api/classes/:classId/approve/:studentId', {
    params: { classId: classroom.id, studentId: student.id },
  });
  await page.clock.runFor(15_000);
  await notice(page, 'status', 'You are now in the class 10A1.').waitFor();
  await card(page, '10A1').waitFor();
  await waiting(page).waitFor({ state: 'detached' });
  await page.getByLabel('Choose a deck').locator('optgroup[label="Personal decks"] option').waitFor({
    state: 'attached',
  });
});

t.test('CX-23 a rejection shows when the student comes back to the page', async (t) => {
  const scene = await given(t);
  const { test, page, teacher, classroom } = scene;
  const student = await studentOf(test, classroom.id, 'An');
  await page.clock.install();
  await open(scene, student);
  await waiting(page).waitFor();
  await teacher.call('DELETE /api/classes/:classId/reject/:studentId', {
    params: { classId: classroom.id, studentId: student.id },
  });
  // Long enough after the first read, and long before the next that comes by itself.
  await page.clock.pauseAt(Date.now() + 6_000);
  await focus(page);
  await page.clock.runFor(1_000);
  await notice(page, 'status', 'Your request to join 10A1 is no longer open.').waitFor();
  await waiting(page).waitFor({ state: 'detached' });
});

t.test('TDY-09 STU-10 STU-11 STU-12 CLS-01 each class shows what it is and its decks', async (t) => {
  const scene = await given(t);
  const { test, page, teacher, classroom } = scene;
  const unit2 = await newDeck(teacher, 'Unit 2');
  await teacher.call('POST /api/classes/:classId/decks', {
    params: { classId: classroom.id },
    body: { deck_id: unit2.id },
  });
  const other = await newClass(teacher, '11B2', unit2.id);
  const student = await studentOf(test, classroom.id, 'An', teacher);
  await student.call('POST /api/classes/:classId/join', { params: { classId: other.id } });
  await teacher.call('POST /api/classes/:classId/approve/:studentId', {
    params: { classId: other.id, studentId: student.id },
  });
  await open(scene, student);
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

t.test('TDY-09 a class without a deck says so', async (t) => {
  const scene = await given(t);
  const { test, page, teacher, classroom } = scene;
  const { deck } = await teacher.call('GET /api/classes/:classId', {
    params: { classId: classroom.id },
    query: { include: 'decks' },
  });
  await teacher.call('DELETE /api/classes/:classId/decks/:deckId', {
    params: { classId: classroom.id, deckId: deck!.id },
  });
  await open(scene, await studentOf(test, classroom.id, 'An', teacher));
  await card(page, '10A1').getByText('The teacher has not given the class a deck yet.').waitFor();
});

t.test('STU-18 CLS-18 ERR-37 ERR-22 a student leaves after a question', async (t) => {
  const scene = await given(t);
  const { test, page, teacher, classroom } = scene;
  const student = await studentOf(test, classroom.id, 'An', teacher);
  await open(scene, student);
  const personal = page.getByLabel('Choose a deck').locator('option', { hasText: 'Unit 1' });
  await personal.waitFor({ state: 'attached' });
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

t.test(
  'API-04 ERR-18 classes that cannot be read leave the rest, say why, and can be tried again',
  async (t) => {
    const scene = await given(t);
    const { test, page, teacher, classroom } = scene;
    const allowBatch = await refuse(page, 'POST', '/api/batch');
    const allow = await refuse(page, 'GET', '/api/classes');
    await open(scene, await studentOf(test, classroom.id, 'An', teacher));
    await notice(page, 'alert', 'The classes could not be loaded: The server is busy').waitFor();
    await page.getByLabel('Choose a deck').waitFor();
    await allow();
    await allowBatch();
    await section(page).getByRole('button', { name: 'Try again' }).click();
    await card(page, '10A1').waitFor();
  },
);
