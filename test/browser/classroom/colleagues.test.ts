import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { newClass, studentOf } from '../people/class-in-browser.ts';
import { enter, makeAccount, type Person } from '../people/person.ts';
import { progressScene, student } from '../people/progress-in-browser.ts';
import { examsOf } from '../people/results-in-browser.ts';

const test = screen({}, async (app) => {
  const scene = await progressScene(app);
  const colleague = await makeAccount(app, 'teacher', 'Thầy Nam');
  const visit = async (person: Person, path: string) => {
    const page = await (await app.newContext()).newPage();
    await enter(page, person, path);
    return page;
  };
  const invited = (email: string | null, classId = scene.classId) =>
    scene.teacher.call('POST /api/classes/:classId/invitations', { params: { classId }, body: { email } });
  const joined = async () => {
    const { token } = await invited(null);
    await colleague.call('POST /api/class-invitation-links/:token/accept', { params: { token } });
  };
  return {
    ...scene,
    colleague,
    visit,
    invited,
    joined,
    ofClass: `/teacher/classes?classId=${scene.classId}`,
  };
});

const openMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More about the class' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('COL-18 COL-22 COL-24 a teacher is invited by a link, which is none for students, and sees the class live', async (app) => {
  const { t, teacher, colleague, classId, cards, visit, ofClass } = app;
  const mai = await studentOf(app, classId, 'Mai', teacher);
  const owners = await visit(teacher, ofClass);
  await openMenu(owners, 'Teachers');
  const dialog = owners.getByRole('dialog', { name: 'Teachers of the class 10A1' });
  await dialog.getByText('Owner', { exact: true }).waitFor();
  await dialog.getByLabel('Email address of a teacher').fill('no address');
  await dialog.getByRole('button', { name: 'Find' }).click();
  await dialog.getByText('This is not an email address').waitFor();
  await dialog.getByLabel('Email address of a teacher').fill('nobody@example.org');
  await dialog.getByRole('button', { name: 'Find' }).click();
  await dialog.getByText('No teacher here is known by this address').waitFor();
  await dialog.getByRole('button', { name: 'Make a link' }).waitFor();
  await dialog.getByLabel('Email address of a teacher').fill('');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = await dialog.getByLabel('Link of the invitation').inputValue();
  t.match(link, /\/teach\/[\w-]{43}$/);
  await dialog.getByRole('img', { name: 'QR code of the invitation' }).waitFor();
  await owners.evaluate(() => Object.assign(window, { print: () => {} }));
  await dialog.getByRole('button', { name: 'Print' }).click();
  const sheet = owners.locator('[data-printed-alone]');
  await sheet.getByText('Teach the class 10A1 together').waitFor({ state: 'attached' });
  t.equal(await sheet.getByText('It is used once').count(), 1, 'COL-22 the paper says how long it is good');
  await owners.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await sheet.waitFor({ state: 'detached' });
  await dialog.getByRole('region', { name: 'Open invitations' }).getByText('By link').waitFor();

  const students = await visit(mai, new URL(link).pathname);
  await students.getByText('This invitation is for teachers').waitFor();
  t.equal(await students.getByRole('button', { name: 'Teach this class' }).count(), 0);

  const page = await visit(colleague, new URL(link).pathname);
  await page.getByText('10A1').waitFor();
  await page.getByRole('button', { name: 'Teach this class' }).click();
  await notice(page, 'status', 'You now teach the class 10A1.').waitFor();
  await page.getByText('With Cô Hoa').waitFor();
  await page.getByRole('tab', { name: 'Progress' }).click();
  await student(page, 'Mai').waitFor();
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
  const body = { status: 2, time_spent: 7, card_type: 'new' } as const;
  await mai.call('POST /api/cards/:cardId/progress', { params: { cardId: cards[0]! }, body });
  await student(page, 'Mai').getByRole('cell', { name: '1', exact: true }).first().waitFor();

  const late = await visit(await makeAccount(app, 'teacher', 'Cô Mai'), new URL(link).pathname);
  await late.getByText('This invitation was used already: ask for a new one').waitFor();
});

test('COL-19 an invitation to an address stands on the home, to be accepted or declined', async (app) => {
  const { t, teacher, colleague, classId, deckId, invited, visit } = app;
  await invited(colleague.email);
  const second = await newClass(teacher, '10A2', deckId);
  await invited(colleague.email, second.id);
  const page = await visit(colleague, '/teacher');
  const offers = page.getByRole('list', { name: 'Invitations to classes' });
  await offers.getByRole('button', { name: 'Decline: 10A2' }).click();
  await offers.getByText('10A2').waitFor({ state: 'detached' });
  await offers.getByRole('button', { name: 'Accept: 10A1' }).click();
  const card = page.getByRole('article', { name: '10A1' });
  await card.getByText('With Cô Hoa').waitFor();
  await offers.waitFor({ state: 'detached' });
  const ids = async () => (await colleague.call('GET /api/classes')).map(({ id }) => id);
  t.same(await ids(), [classId]);
});

test('COL-19 a class is handed over, and its owner so far leaves it', async (app) => {
  const { t, teacher, colleague, joined, visit, ofClass } = app;
  await joined();
  const page = await visit(teacher, ofClass);
  await openMenu(page, 'Teachers');
  const dialog = page.getByRole('dialog', { name: 'Teachers of the class 10A1' });
  await dialog.getByRole('button', { name: 'Hand over to Thầy Nam' }).click();
  const question = page.getByRole('dialog', { name: 'Hand the class over to Thầy Nam?' });
  await question.getByRole('button', { name: 'Hand over' }).click();
  await notice(page, 'status', 'The class has been handed over.').waitFor();
  await dialog.getByRole('button', { name: 'Leave class' }).click();
  await page
    .getByRole('dialog', { name: 'Leave the class “10A1”?' })
    .getByRole('button', { name: 'Leave class' })
    .click();
  await notice(page, 'status', 'You have left the class.').waitFor();
  await becomes(t, async () => (await teacher.call('GET /api/classes')).length, 0);
  const theirs = await visit(colleague, '/teacher');
  await theirs.getByRole('article', { name: '10A1' }).getByText('Handed over to you on').waitFor();
});

test('COL-03 COL-04 a colleague looks at a deck of the owner, and takes an exam out of the class', async (app) => {
  const { t, teacher, colleague, classId, joined, visit, ofClass } = app;
  await joined();
  const owners = await visit(teacher, `${ofClass}&tab=decks`);
  await owners.getByRole('link', { name: 'Unit 1' }).waitFor();
  const page = await visit(colleague, `${ofClass}&tab=decks`);
  await page.getByRole('button', { name: 'Preview: Unit 1' }).click();
  await page.getByRole('dialog').getByText('front 1', { exact: true }).waitFor();
  t.equal(await page.getByRole('link', { name: 'Unit 1' }).count(), 0, 'its cards the owner manages');

  await examsOf(app).exam('AB', { title: 'Unit 1 test' });
  await page.goto(`/teacher/classes/exams/${classId}`);
  const out = page.getByRole('button', { name: 'Take out: Unit 1 test' });
  await out.click();
  t.equal(await page.getByRole('link', { name: 'Edit: Unit 1 test' }).count(), 0);
  await page.getByRole('dialog').getByRole('button', { name: 'Take out' }).click();
  await notice(page, 'status', 'Class unassigned successfully').waitFor();
  await out.waitFor({ state: 'detached' });
});

test('COL-13 COL-20 SL-304 a class is copied without its people, archived, found in its list, and brought back', async (app) => {
  const { t, teacher, classId, visit, ofClass } = app;
  const lan = await studentOf(app, classId, 'Lan', teacher);
  const page = await visit(teacher, ofClass);
  await openMenu(page, 'Copy class');
  const dialog = page.getByRole('dialog', { name: 'Copy class' });
  await dialog.getByLabel('Class name').fill('11A1');
  await dialog.getByRole('button', { name: 'Make the copy' }).click();
  await page.getByRole('heading', { name: '11A1' }).waitFor();
  await page.getByText('No students yet', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Decks' }).click();
  await page.getByText('Unit 1').waitFor();

  await page.goto(ofClass);
  await openMenu(page, 'Archive class');
  await page
    .getByRole('dialog', { name: 'Archive the class “10A1”?' })
    .getByRole('button', { name: 'Archive class' })
    .click();
  await notice(page, 'status', 'The class is archived.').waitFor();
  await page.getByText('Everything can be read, and nothing changes.').waitFor();
  await page.getByRole('tab', { name: 'Decks' }).click();
  await page.getByText('Unit 1').waitFor();
  t.equal(await page.getByRole('button', { name: 'Add deck' }).count(), 0);
  await page.getByRole('tab', { name: 'Exam results' }).click();
  await page.getByText('The class has no exam yet.').waitFor();
  t.equal(await page.getByRole('link', { name: /Create (an )?exam/ }).count(), 0);
  await page.getByRole('tab', { name: 'Requests' }).click();
  await page.getByText('The class is archived: nobody can ask to join.').waitFor();
  await page.goto(`/teacher/classes/exams/${classId}`);
  await page.getByRole('heading', { name: 'Exams of 10A1' }).waitFor();
  t.equal(await page.getByRole('link', { name: 'Create exam' }).count(), 0);
  await page.goto(`/teacher/classes/roster/${classId}`);
  await page.getByText('The class is archived: bring it back first.').waitFor();
  const students = await visit(lan, '/student/classes');
  await students.getByRole('button', { name: 'Classes that have ended' }).click();
  const ended = students.getByRole('article', { name: '10A1' });
  await ended.getByText('Ended on').waitFor();
  await ended.getByText('You took no exam in this class.').waitFor();
  await ended.getByRole('link', { name: 'Learn: Unit 1' }).waitFor();

  await page.goto('/teacher/classes?classId=');
  await page.getByRole('button', { name: 'Archived classes' }).click();
  await page.getByRole('list', { name: 'Archived classes' }).getByRole('link', { name: '10A1' }).click();
  await page.getByRole('button', { name: 'Bring the class back' }).click();
  await notice(page, 'status', 'The class is in use again.').waitFor();
  await page.getByRole('button', { name: 'Code and QR' }).waitFor();
  const read = page.waitForResponse((response) =>
    `${response.url()} ${response.request().postData()}`.includes('archived=true'),
  );
  await page.goto('/teacher/classes?classId=');
  await read;
  await page.getByRole('link', { name: /10A1/ }).first().waitFor();
  t.equal(await page.getByRole('button', { name: 'Archived classes' }).count(), 0);
});
