import type { Locator } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { changePassword, logInByForm } from '../account/account-forms.ts';
import { screen } from '../harness/screen.ts';
import { chooseInMenu } from '../people/account-in-browser.ts';
import { newClass, newDeck, studentOf } from '../people/class-in-browser.ts';
import type { Person } from '../people/person.ts';
import { factsOf, firstLogin, pagesOf, pasteInto, readCode, slip } from '../people/roster-in-browser.ts';

const OWN = 'quiet lamp by the lake';
const CLASS = Array.from({ length: 38 }, (_, n) => `Nguyễn Văn Số ${'abcdefghij'[n % 10]}${n}`);

const test = screen({ as: 'teacher' });

/** Students of a list are added to the class. */
const added = (teacher: Person, classId: number, names: string[]) =>
  teacher.call('POST /api/classes/:classId/roster', {
    params: { classId },
    body: { key: crypto.randomUUID(), rows: names.map((name) => ({ name, user_name: null, email: null })) },
  });

const isInSight = async (element: Locator): Promise<boolean> => {
  const box = await element.boundingBox();
  const { height } = element.page().viewportSize()!;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
};

test('RST-01 RST-10 RST-16 a class of forty, from the pasted list to studying', async (app) => {
  const { t, page, baseUrl, newContext, teacher } = app;
  const deckId = await teacher.deck('Unit 1', [{ front: 'apple', back: 'táo' }]);
  const { id } = await newClass(teacher, '10A', deckId);
  await page.goto(`/teacher/classes?classId=${id}&tab=students`);
  await page.getByRole('link', { name: 'Add students' }).click();
  const list = page.getByLabel('List of students');

  await pasteInto(list, Array.from({ length: 5_000 }, (_, n) => `Học Sinh ${n}`).join('\n'));
  await page.getByRole('button', { name: 'Look at the list' }).click();
  await page.getByText('These are 5,000 rows: at most 1,000 at once').waitFor();

  const rows = [
    'Họ và tên\tTên đăng nhập\tEmail',
    ...CLASS.map((name) => `${name}\t\t`),
    'Lê Chi\tchi.le\t',
    'Lê Chi\tchi.le\t',
    '=cmd|x\t\t',
    `Trần Bình\t\t${teacher.email}`,
  ];
  await list.fill(rows.join('\r\n'));
  await page.getByRole('button', { name: 'Look at the list' }).click();
  await page.getByRole('heading', { name: '3 lines need your look' }).waitFor();
  const line = (number: number) => page.getByRole('group', { name: `Line ${number}`, exact: true });
  await line(41).getByText('This user name is in the list twice').waitFor();
  await line(42).getByText('This is a formula, not a name').waitFor();
  await line(43).getByText('Somebody with this email address has an account already').waitFor();
  await line(41).getByLabel('User name').fill('chi.le2');
  await line(43).getByLabel('Email').fill('');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('heading', { name: '1 line needs your look' }).waitFor();
  await page.getByRole('heading', { name: '41 students to be added' }).waitFor();

  const add = page.getByRole('button', { name: 'Add 41 students' });
  await line(42).scrollIntoViewIfNeeded();
  await becomes(t, () => isInSight(add), true);
  await add.click();
  await page.getByRole('heading', { name: '41 students were added' }).waitFor();
  await t.test('RST-14 the page leads to their heading; the ways to keep them stay', async (t) => {
    const heading = page.getByRole('heading', { name: '41 students were added' });
    await becomes(t, () => heading.evaluate((element) => element === document.activeElement), true);
    await becomes(t, () => isInSight(heading), true);
    await slip(page, 'Trần Bình').scrollIntoViewIfNeeded();
    await becomes(t, () => isInSight(page.getByRole('button', { name: 'Print the slips' })), true);
  });
  await slip(page, 'Trần Bình').waitFor();
  const [userName, password, address] = await factsOf(slip(page, 'Trần Bình'));
  t.equal(userName, 'binh.tran');
  t.match(password, /^[a-z]+-[a-z]+-[a-z]+-\d{4}$/);
  t.equal(`http://${address}`, `${baseUrl}/login`);
  const code = slip(page, 'Trần Bình').getByRole('img');
  t.equal(await readCode(code), `${baseUrl}/login?user=binh.tran`, 'SL-133 it has no password in it');

  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await t.test('RST-14 leaving asks while they are neither printed nor saved', async (t) => {
    const stay = async () => {
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      // The question has given its entry of the history back.
      await becomes(t, () => page.evaluate(() => history.state?.dialogs?.length), 1);
      await slip(page, 'Trần Bình').waitFor();
    };
    await page.getByRole('link', { name: 'Back to the class 10A' }).click();
    await stay();
    await page.goBack();
    await stay();
    await chooseInMenu(page, 'Log out');
    await stay();
    t.equal(page.url(), `${baseUrl}/teacher/classes/roster/${id}`);
  });

  await t.test('RST-04 the slips are printed, eight on a page', async (t) => {
    await page.emulateMedia({ media: 'print' });
    t.equal(pagesOf(await page.pdf({ format: 'A4' })), 6);
    t.equal(await page.getByRole('heading', { level: 1 }).filter({ visible: true }).count(), 0);
    t.equal(await readCode(code), `${baseUrl}/login?user=binh.tran`, 'the code on paper');
    await page.emulateMedia({ media: 'screen' });
  });

  await t.test('RST-05 with the slip into the class, by way of an own password', async (t) => {
    const phone = await (await newContext({ locale: 'en-US' })).newPage();
    await firstLogin(phone, `${baseUrl}/login?user=binh.tran`, password!, OWN);
    await phone.waitForURL(`${baseUrl}/student`);
    await phone.goto(`/learn/${deckId}`);
    await phone.getByText('apple').first().waitFor();
    t.equal(await phone.evaluate(() => localStorage.getItem('must_change_password')), null);
    await phone.context().close();
  });

  await t.test('RST-14 who says so leaves by the way back', async () => {
    await page.goBack();
    await question.getByRole('button', { name: 'Discard and leave' }).click();
    await page.getByRole('heading', { level: 1, name: '10A' }).waitFor();
    t.equal(await question.count(), 0);
  });
});

test('RST-12 a long list says how far it is, is stopped, gone on with, and lets everybody log in between', async (app) => {
  const { t, page, api, teacher } = app;
  const { id } = await newClass(teacher, '10D', (await newDeck(teacher, 'Unit 1')).id);
  const early = await added(teacher, id, CLASS.slice(0, 6));
  const logIns = async () => {
    const asked = early.map(({ user_name: email, password }) =>
      api('POST /api/login', { body: { email, password: password! } }),
    );
    return [...new Set((await Promise.all(asked)).map(({ status }) => status))];
  };
  await page.goto(`/teacher/classes/roster/${id}`);
  const names = Array.from({ length: 100 }, (_, n) => `Trần Thị ${'abcdefghij'[n % 10]}${n}`);
  await pasteInto(page.getByLabel('List of students'), names.join('\n'));
  await page.getByRole('button', { name: 'Look at the list' }).click();

  // The second part waits for the test, and so do all later ones.
  const parts = [];
  const isHeld = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  await page.route(`**/api/classes/${id}/roster`, async (route) => {
    if (parts.push(route.request().postDataJSON()) === 2) {
      isHeld.resolve();
      await letGo.promise;
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Add 100 students' }).click();
  await isHeld.promise;
  await page.getByText('40 of 100 accounts made', { exact: true }).waitFor();
  const progress = page.getByRole('progressbar', { name: 'Accounts made' });
  t.equal(await progress.getAttribute('aria-valuenow'), '40');
  t.same(await logIns(), [200], 'in the middle of it all get in');
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await stop.click();
  await becomes(t, () => stop.isDisabled(), true);
  letGo.resolve();
  await page.getByRole('heading', { name: '80 students were added' }).waitFor();
  t.equal(parts.length, 2, 'what was sent is made, and no more');
  const list = await app.sql`select from class_members where class_id = ${id}`;
  t.equal(list.length, 86);
  await page.getByRole('button', { name: 'Go on with 20 students' }).click();
  t.same(await logIns(), [200]);
  await page.getByRole('heading', { name: '100 students were added' }).waitFor();
});

test('RST-29 RST-17 RST-19 a list as schools have it: its columns are asked, lines that are left out taken in', async (app) => {
  const { t, page, teacher } = app;
  const { id } = await newClass(teacher, '10D', (await newDeck(teacher, 'Unit 1')).id);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/teacher/classes/roster/${id}`);
  const rows = [
    '1\tNguyễn Văn\tAn\t01/02/2012',
    '2\tTrần Thị\tBình\t3/4/2012',
    '\tLê Thị Thu Hà\t\t',
    'Tổng số: 3\t\t\t',
  ];
  await pasteInto(page.getByLabel('List of students'), rows.join('\n'));
  const look = page.getByRole('button', { name: 'Look at the list' });
  await look.press('Enter');
  const heading = page.getByRole('heading', { name: 'What is in these columns?' });
  await becomes(t, () => heading.evaluate((element) => element === document.activeElement), true);
  const column = (number: number) => page.getByLabel(`Column ${number}`, { exact: true });
  await page.getByText('2 students: “Nguyễn Văn An” and “Trần Thị Bình”').waitFor();
  await column(2).selectOption('Leave out');
  await page
    .getByText('Choose the column with the names, or those with family name and given name.')
    .waitFor();
  t.ok(await look.isDisabled(), 'half a name is none');
  await page.getByRole('button', { name: 'Back to the text' }).click();
  t.equal(await page.getByLabel('List of students').inputValue(), rows.join('\n'));
  await look.click();
  t.equal(await column(2).inputValue(), 'family');
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'at 360 px');
  await look.click();
  await page.getByRole('heading', { name: '2 students to be added' }).waitFor();
  const left = page.getByRole('region', { name: 'Lines that are left out' });
  await left.getByText('Tổng số: 3').waitFor();
  await left.getByRole('button', { name: 'Take in line 3: Lê Thị Thu Hà' }).press('Enter');
  await page.getByRole('heading', { name: '1 line is left out' }).waitFor();
  t.equal(
    await page.getByRole('group', { name: 'Line 3' }).getByLabel('Name', { exact: true }).inputValue(),
    'Lê Thị Thu Hà',
  );
  const question = page.getByRole('dialog', { name: 'Throw away what you have changed?' });
  await page.getByRole('button', { name: 'Choose the columns' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('group', { name: 'Line 3' }).waitFor();
  await page.getByRole('button', { name: 'Choose the columns' }).click();
  await question.getByRole('button', { name: 'Throw it away' }).click();
  await heading.waitFor();
  await look.click();
  await left.getByRole('button', { name: 'Take in line 3: Lê Thị Thu Hà' }).click();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Add 3 students' }).click();
  await slip(page, 'Lê Thị Thu Hà').waitFor();
  t.equal((await factsOf(slip(page, 'Lê Thị Thu Hà')))[0], 'ha.le');
});

test('RST-22 RST-24 two lists side by side: what stands beside a name is shown, what may belong to it asked', async (app) => {
  const { t, page, teacher } = app;
  const { id } = await newClass(teacher, '10E', (await newDeck(teacher, 'Unit 1')).id);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/teacher/classes/roster/${id}`);
  const rows = [
    'STT\tHọ tên\tSTT\tHọ tên',
    '1\tVũ Thị Nga (lớp trưởng)\t3\tLý Văn Quý - Bùi Hà',
    '2\tĐỗ Minh Khôi\t4\tTô Hoài',
  ];
  await pasteInto(page.getByLabel('List of students'), rows.join('\n'));
  await page.getByRole('button', { name: 'Look at the list' }).click();
  await page.getByRole('heading', { name: '3 students to be added' }).waitFor();
  const good = page.getByRole('region', { name: 'Students to be added' });
  await good.getByText('Not part of the name: lớp trưởng').waitFor();
  t.match(await good.getByRole('row').allTextContents(), [/Name/, /Vũ Thị Nga/, /Đỗ Minh Khôi/, /Tô Hoài/]);
  const bad = page.getByRole('region', { name: 'Lines to be mended' });
  await bad.getByText('Is all of this the name?').waitFor();
  const name = bad.getByLabel('Name', { exact: true });
  t.equal(await name.inputValue(), 'Lý Văn Quý - Bùi Hà');
  await name.fill('Lý Văn Quý');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('heading', { name: '4 students to be added' }).waitFor();
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'at 360 px');
  await page.getByRole('button', { name: 'Add 4 students' }).click();
  await slip(page, 'Vũ Thị Nga').waitFor();
  t.match((await factsOf(slip(page, 'Vũ Thị Nga')))[0], /^nga\.vu\d*$/);
});

test('RST-08 RST-10 RST-13 RST-15 a student gets another name, and a new password in place of a lost one', async (app) => {
  const { t, page, newContext, baseUrl, teacher } = app;
  const { id } = await newClass(teacher, '10B', (await newDeck(teacher, 'Unit 1')).id);
  const [made] = await added(teacher, id, ['Phạm Sai']);
  const { user_name: userName } = made!;
  await page.goto(`/teacher/classes?classId=${id}&tab=students`);
  await page.getByRole('button', { name: /^Phạm Sai/ }).click();
  const change = page.getByRole('button', { name: 'Change the name' });
  await change.press('Enter');
  const field = page.getByLabel('Name of the student');
  await field.fill('  ');
  await field.press('Enter');
  await page.getByText('Please fill in this field').waitFor();
  await field.fill('Phạm Quên');
  await field.press('Enter');
  await page.getByText('The student is now called Phạm Quên.').waitFor();
  await becomes(t, () => change.evaluate((button) => button === document.activeElement), true);
  await page.getByRole('dialog', { name: 'Phạm Quên' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Phạm Quên/ }).click();
  const give = page.getByRole('button', { name: 'Give a new password' });
  const activity = page.getByRole('heading', { name: 'Activity of each day' }).last();
  await activity.waitFor();
  t.ok((await give.boundingBox())!.y < (await activity.boundingBox())!.y, 'RST-15 before the figures');
  await give.click();
  await page
    .getByRole('dialog', { name: 'A new password for Phạm Quên?' })
    .getByRole('button', { name: 'Give a new password' })
    .click();
  await slip(page, 'Phạm Quên').waitFor();
  const [name, password] = await factsOf(slip(page, 'Phạm Quên'));
  t.equal(name, userName);
  await page.emulateMedia({ media: 'print' });
  t.equal(pagesOf(await page.pdf({ format: 'A4' })), 1);

  const phone = await (await newContext({ locale: 'en-US' })).newPage();
  await logInByForm(phone, { email: ` ${userName.toUpperCase()} `, password: password! }, '/login');
  await phone.getByRole('heading', { name: 'Choose your password' }).waitFor();
  // Nothing else is open until then.
  await phone.goto('/student/classes');
  await phone.getByRole('heading', { name: 'Choose your password' }).waitFor();
  await changePassword(phone, password!, password!);
  await phone.getByText('Choose a different password from the one you were given').waitFor();
  await changePassword(phone, password!, OWN);
  await phone.waitForURL(`${baseUrl}/student/classes`);
  await phone.getByRole('heading', { level: 1, name: 'Classes' }).waitFor();
  await phone.context().close();
});

test('RST-11 several students get new passwords at once, on slips to be printed', async (app) => {
  const { t, page, newContext, baseUrl, teacher } = app;
  const { id } = await newClass(teacher, '10C', (await newDeck(teacher, 'Unit 1')).id);
  const names = Array.from({ length: 45 }, (_, index) => `Lê Số ${String(index + 1).padStart(2, '0')}`);
  for (const part of [names.slice(0, 40), names.slice(40)]) await added(teacher, id, part);
  await studentOf(app, id, 'Một Mình', teacher);
  await page.goto(`/teacher/classes?classId=${id}`);
  await page.getByRole('button', { name: 'More about the class' }).click();
  await page.getByRole('menuitem', { name: 'New passwords for several' }).click();
  const list = page.getByRole('list', { name: 'Students to whom you give passwords' });
  await list.getByRole('checkbox', { name: 'Lê Số 45' }).waitFor();
  t.equal(await list.getByRole('checkbox').count(), 45, 'not of an account that somebody made by themselves');
  t.ok(await page.getByRole('button', { name: 'Give new passwords' }).isDisabled());
  await page.getByRole('checkbox', { name: 'Choose all' }).check();
  await list.getByRole('checkbox', { name: 'Lê Số 07' }).uncheck();
  await page.getByRole('button', { name: 'Give 44 new passwords' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give new passwords' }).click();
  await slip(page, 'Lê Số 45').waitFor();
  t.equal(await page.getByRole('list', { name: 'Login slips' }).getByRole('listitem').count(), 44);
  t.equal(await slip(page, 'Lê Số 07').count(), 0);
  const [userName, password] = await factsOf(slip(page, 'Lê Số 45'));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  t.match(file.suggestedFilename(), /10C\.csv$/);
  await page.emulateMedia({ media: 'print' });
  t.equal(pagesOf(await page.pdf({ format: 'A4' })), 6);
  const phone = await (await newContext({ locale: 'en-US' })).newPage();
  await firstLogin(phone, `${baseUrl}/login?user=${userName}`, password!, OWN);
  await phone.waitForURL(`${baseUrl}/student`);
  await phone.context().close();
  await page.emulateMedia({ media: 'screen' });
  // RST-14: what is saved is asked about no more.
  await page.getByRole('link', { name: 'Back to the class 10C' }).click();
  await page.waitForURL(`${baseUrl}/teacher/classes?classId=${id}&tab=students`);
});
