import t from 'tap';
import { becomes } from '../becomes.ts';
import { startBrowserTest } from './browser-harness.ts';
import { enter, newClass, newDeck, registered, studentOf } from './class-in-browser.ts';
import { factsOf, firstLogin, pagesOf, pasteInto, readCode, slip } from './roster-in-browser.ts';

const OWN = 'quiet lamp by the lake';
const CLASS = Array.from({ length: 38 }, (_, n) => `Nguyễn Văn Số ${'abcdefghij'[n % 10]}${n}`);

t.test('RST-01 RST-10 a class of forty, from the pasted list to studying', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page } = test;
  const teacher = await registered(test, 'teacher', 'Cô Hoa');
  const deck = await newDeck(teacher, 'Unit 1');
  await teacher.call('POST /api/decks/:deckId/cards', {
    params: { deckId: deck.id },
    body: { front: 'apple', back: 'táo' },
  });
  const { id } = await newClass(teacher, '10A', deck.id);
  await enter(test, page, 'teacher', teacher, `/teacher/classes?classId=${id}&tab=students`);
  await page.getByRole('link', { name: 'Add students from a list' }).click();
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

  await page.getByRole('button', { name: 'Add 41 students' }).click();
  await page.getByRole('heading', { name: '41 students were added' }).waitFor();
  await slip(page, 'Trần Bình').waitFor();
  const [userName, password, address] = await factsOf(slip(page, 'Trần Bình'));
  t.equal(userName, 'binh.tran');
  t.match(password, /^[a-z]+-[a-z]+-[a-z]+-\d{3}$/);
  t.equal(`http://${address}`, `${test.baseUrl}/login`);
  const code = slip(page, 'Trần Bình').getByRole('img');
  t.equal(await readCode(code), `${test.baseUrl}/login?user=binh.tran`);

  await t.test('RST-04 the slips are printed, eight on a page', async (t) => {
    await page.emulateMedia({ media: 'print' });
    t.equal(pagesOf(await page.pdf({ format: 'A4' })), 6);
    t.equal(await page.getByRole('heading', { level: 1 }).filter({ visible: true }).count(), 0);
    t.equal(await readCode(code), `${test.baseUrl}/login?user=binh.tran`, 'the code on paper');
    await page.emulateMedia({ media: 'screen' });
  });

  await t.test('RST-05 with the slip into the class, by way of an own password', async (t) => {
    const phone = await (await test.newContext({ locale: 'en-US' })).newPage();
    await firstLogin(phone, `${test.baseUrl}/login?user=binh.tran`, password!, OWN);
    await phone.waitForURL(`${test.baseUrl}/student`);
    await phone.goto(`${test.baseUrl}/learn/${deck.id}`);
    await phone.getByText('apple').first().waitFor();
    t.equal(await phone.evaluate(() => localStorage.getItem('must_change_password')), null);
    await phone.context().close();
  });
});

t.test('RST-08 RST-10 who has forgotten the password studies again', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page } = test;
  const teacher = await registered(test, 'teacher', 'Cô Hoa');
  const { id } = await newClass(teacher, '10B', (await newDeck(teacher, 'Unit 1')).id);
  const [made] = await teacher.call('POST /api/classes/:classId/roster', {
    params: { classId: id },
    body: { key: crypto.randomUUID(), rows: [{ name: 'Phạm Quên', user_name: null, email: null }] },
  });
  const { user_name: userName } = made!;
  await enter(test, page, 'teacher', teacher, `/teacher/classes?classId=${id}&tab=students`);
  await page.getByRole('button', { name: /^Phạm Quên/ }).click();
  await page.getByRole('button', { name: 'Give a new password' }).click();
  await page
    .getByRole('dialog', { name: 'A new password for Phạm Quên?' })
    .getByRole('button', { name: 'Give a new password' })
    .click();
  await slip(page, 'Phạm Quên').waitFor();
  const [name, password] = await factsOf(slip(page, 'Phạm Quên'));
  t.equal(name, userName);
  await page.emulateMedia({ media: 'print' });
  t.equal(pagesOf(await page.pdf({ format: 'A4' })), 1);

  const phone = await (await test.newContext({ locale: 'en-US' })).newPage();
  await phone.goto(`${test.baseUrl}/login`);
  await phone.getByLabel('Email or user name').fill(` ${userName.toUpperCase()} `);
  await phone.getByLabel('Password', { exact: true }).fill(password!);
  await phone.getByRole('button', { name: 'Log in', exact: true }).click();
  await phone.getByRole('heading', { name: 'Choose your password' }).waitFor();
  // Nothing else is open until then.
  await phone.goto(`${test.baseUrl}/student/classes`);
  await phone.getByRole('heading', { name: 'Choose your password' }).waitFor();
  await phone.getByLabel('Current password').fill(password!);
  await phone.getByLabel('New password', { exact: true }).fill(password!);
  await phone.getByLabel('Repeat the new password').fill(password!);
  await phone.getByRole('button', { name: 'Change the password' }).click();
  await phone.getByText('Choose another one than the one you were given').waitFor();
  await phone.getByLabel('New password', { exact: true }).fill(OWN);
  await phone.getByLabel('Repeat the new password').fill(OWN);
  await phone.getByRole('button', { name: 'Change the password' }).click();
  await phone.waitForURL(`${test.baseUrl}/student/classes`);
  await phone.getByRole('heading', { level: 1, name: 'Classes' }).waitFor();
  await phone.context().close();
});

t.test('RST-13 a student gets another name, in the window and in the list', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page } = test;
  const teacher = await registered(test, 'teacher', 'Cô Hoa');
  const { id } = await newClass(teacher, '10D', (await newDeck(teacher, 'Unit 1')).id);
  await teacher.call('POST /api/classes/:classId/roster', {
    params: { classId: id },
    body: { key: crypto.randomUUID(), rows: [{ name: 'Phạm Sai', user_name: null, email: null }] },
  });
  await enter(test, page, 'teacher', teacher, `/teacher/classes?classId=${id}&tab=students`);
  await page.getByRole('button', { name: /^Phạm Sai/ }).click();
  const change = page.getByRole('button', { name: 'Change the name' });
  await change.press('Enter');
  const field = page.getByLabel('Name of the student');
  await field.fill('  ');
  await field.press('Enter');
  await page.getByText('Please fill in this field').waitFor();
  await field.fill('Phạm Đúng');
  await field.press('Enter');
  await page.getByText('The student is now called Phạm Đúng.').waitFor();
  await becomes(t, () => change.evaluate((button) => button === document.activeElement), true);
  await page.getByRole('dialog', { name: 'Phạm Đúng' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Phạm Đúng/ }).waitFor();
});

t.test('RST-11 several students get new passwords at once, on slips to be printed', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page } = test;
  const teacher = await registered(test, 'teacher', 'Cô Hoa');
  const { id } = await newClass(teacher, '10C', (await newDeck(teacher, 'Unit 1')).id);
  const params = { classId: id };
  const names = Array.from({ length: 45 }, (_, index) => `Lê Số ${String(index + 1).padStart(2, '0')}`);
  for (const part of [names.slice(0, 40), names.slice(40)])
    await teacher.call('POST /api/classes/:classId/roster', {
      params,
      body: {
        key: crypto.randomUUID(),
        rows: part.map((name) => ({ name, user_name: null, email: null })),
      },
    });
  await studentOf(test, id, 'Một Mình', teacher);
  await enter(test, page, 'teacher', teacher, `/teacher/classes?classId=${id}`);
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
  await page.emulateMedia({ media: 'print' });
  t.equal(pagesOf(await page.pdf({ format: 'A4' })), 6);
  const phone = await (await test.newContext({ locale: 'en-US' })).newPage();
  await firstLogin(phone, `${test.baseUrl}/login?user=${userName}`, password!, OWN);
  await phone.waitForURL(`${test.baseUrl}/student`);
  await phone.context().close();
});
