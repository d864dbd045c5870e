import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { spacedCode } from '../../../core/text/code-text.ts';
import { becomes } from '../../harness/becomes.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { refuse } from '../harness/refused-calls.ts';
import { screen } from '../harness/screen.ts';
import { newClass, newDeck, studentOf, withClass } from '../people/class-in-browser.ts';
import { enter, makeAccount, type Person } from '../people/person.ts';
import { hold } from '../shell/held-calls.ts';

const test = screen({}, async (app) => {
  const teacher = await makeAccount(app, 'teacher');
  const { classroom } = await withClass({ teacher });
  const params = { classId: classroom.id };
  const approve = (studentId: number, classId = classroom.id) =>
    teacher.call('POST /api/classes/:classId/approve/:studentId', { params: { classId, studentId } });
  return { teacher, classroom, params, approve };
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const focus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

// Of a student.
const section = (page: Page) => page.getByRole('region', { name: 'My classes' });
const card = (page: Page, name: string) => section(page).getByRole('article', { name });
const ownDeck = (page: Page, name: string) =>
  page.getByRole('region', { name: 'My decks' }).getByRole('article', { name });
const number = (page: Page) => section(page).getByRole('textbox', { name: 'Class code' });
const waiting = (page: Page) =>
  section(page).getByRole('list', { name: 'Your requests' }).getByRole('listitem');

async function join(page: Page, text: string): Promise<void> {
  await number(page).fill(text);
  await button(page, 'Join').click();
}

// Of the teacher.
const rows = (page: Page) => page.getByRole('list', { name: 'Join requests' }).getByRole('listitem');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const nobody = (page: Page) => page.getByText('Nobody is waiting.').waitFor();

interface ClassScene extends BrowserTest {
  teacher: Person;
  params: { classId: number };
}

const openClass = ({ page, teacher, params }: ClassScene, view = '&tab=requests') =>
  enter(page, teacher, `/teacher/classes?classId=${params.classId}${view}`);

const membersOf = async ({ sql, params }: ClassScene) => {
  const members = await sql<{ name: string; status: string }>`
    select u.name, m.status from class_members m join users u on u.id = m.student_id
    where m.class_id = ${params.classId} order by u.name`;
  return members.map(({ name, status }) => `${name}: ${status}`);
};

test('STU-08 JOI-09 JOI-14 TDY-11 (document 1 §2) CLS-17 SL-20 CX-23 ERR-37 a student asks to join by a form that is in sight, and waits', async (app) => {
  const { t, page, classroom } = app;
  const student = await makeAccount(app, 'student', 'An');
  await enter(page, student, '/student');
  await section(page).getByText('You are not in a class yet.').waitFor();
  await number(page).waitFor();
  await section(page).getByText('Ask your teacher for your class code').waitFor();
  await section(page).getByText('Your teacher tells you its letters, such as KMT RXBG.').waitFor();
  t.equal(await number(page).evaluate((field) => field === document.activeElement), false);
  for (const text of ['', 'ten', '1.5', '-1', '99999999999']) {
    await join(page, text);
    await section(page).getByText('A code has letters only').waitFor();
    await number(page).press('End');
    await number(page).fill('1');
    await section(page).getByText('A code has letters only').waitFor({ state: 'detached' });
  }
  await join(page, 'ĐBC FGHJ');
  await section(page).getByText('Your keyboard has changed the code: switch Vietnamese typing off').waitFor();
  t.same(await student.call('GET /api/join-requests'), [], 'JOI-14 nothing was sent');

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
    await join(page, 'KMT RXBG');
    await notice(page, 'alert', 'Joining failed: This code is not valid').waitFor();
    await section(page).getByText('There is no such class.').waitFor();
    t.equal(await waiting(page).count(), 1);
  });

  await t.test('SL-319 what was said of the last try goes with the next', async () => {
    await join(page, 'ten');
    await section(page).getByText('A code has letters only').waitFor();
    await notice(page, 'alert', 'Joining failed: This code is not valid').waitFor({ state: 'detached' });
  });

  await t.test('TDY-11 after the first card it comes when it is asked for', async (t) => {
    const other = await makeAccount(app, 'student', 'Bình');
    await other.study(await other.deck('Words', [{ front: 'a', back: 'b' }]), 1);
    const own = await app.newContext().then((context) => context.newPage());
    await enter(own, other, '/student');
    await section(own).getByText('You are not in a class yet.').waitFor();
    t.equal(await number(own).count(), 0);
    await section(own).getByRole('button', { name: 'Join a class', exact: true }).click();
    await becomes(t, () => number(own).evaluate((field) => field === document.activeElement), true);
  });

  await t.test('CLS-18 a request can be withdrawn', async (t) => {
    const allow = await refuse(page, 'POST', `/api/classes/${classroom.id}/leave`);
    const withdraw = button(page, `Withdraw: Class ${classroom.id}`);
    await withdraw.click();
    await notice(page, 'alert', 'The request could not be withdrawn: The server is busy').waitFor();
    t.equal(await waiting(page).count(), 1);
    await allow();
    await withdraw.click();
    await notice(page, 'status', 'Your request has been withdrawn.').waitFor();
    await waiting(page).waitFor({ state: 'detached' });
    t.same(await student.call('GET /api/join-requests'), []);
  });
});

test('CX-23 SL-318 what became of a request shows by itself, or when the student comes back to the page', async (app) => {
  const { page, teacher, classroom, approve } = app;
  const student = await studentOf(app, classroom.id, 'An');
  const other = await newClass(teacher, '11B2', (await newDeck(teacher, 'Unit 2')).id);
  await student.call('POST /api/classes/:classId/join', { params: { classId: other.id } });
  await page.clock.install();
  await enter(page, student, '/student');
  await waiting(page).nth(1).waitFor();
  await waiting(page).first().getByText('Once you are in, the class appears here by itself.').waitFor();
  await approve(student.id);
  await page.clock.runFor(6_000);
  await notice(page, 'status', 'You are now in the class 10A1.').waitFor();
  await card(page, '10A1').waitFor();
  await ownDeck(page, 'Unit 1').waitFor();
  await waiting(page).nth(1).waitFor({ state: 'detached' });

  // A page that nobody sees asks for nothing.
  const becomesSeen = (state: DocumentVisibilityState) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    }, state);
  await becomesSeen('hidden');
  await teacher.call('DELETE /api/classes/:classId/reject/:studentId', {
    params: { classId: other.id, studentId: student.id },
  });
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 6_000));
  await waiting(page).waitFor();
  await becomesSeen('visible');
  await focus(page);
  await page.clock.runFor(1_000);
  await notice(page, 'status', `Your request to join class ${other.id} is no longer open.`).waitFor();
  await waiting(page).waitFor({ state: 'detached' });
});

test('STU-09 STU-19 STU-20 ERR-33 (document 1 §2) TDY-09 STU-10 STU-11 STU-12 CLS-01 each class shows what it is and its decks, alone when it is chosen', async (app) => {
  const { t, page, teacher, classroom, params, approve } = app;
  const { id: deckId } = await newDeck(teacher, 'Unit 2');
  await teacher.call('POST /api/classes/:classId/decks', { params, body: { deck_id: deckId } });
  const { id: classId } = await newClass(teacher, '11B2', deckId);
  await teacher.call('DELETE /api/classes/:classId/decks/:deckId', { params: { classId, deckId } });
  const student = await studentOf(app, classroom.id, 'An', teacher);
  await student.call('POST /api/classes/:classId/join', { params: { classId } });
  await approve(student.id, classId);
  await enter(page, student, '/student');
  await card(page, '11B2').getByRole('heading', { name: '11B2' }).waitFor();
  await card(page, '11B2').getByText('The teacher has not given the class a deck yet.').waitFor();
  const shown = card(page, '10A1');
  await shown.getByText('Teacher: Cô Hoa').waitFor();
  const joined = (await student.call('GET /api/classes')).find(({ id }) => id === classroom.id);
  const day = await page.evaluate(
    (at) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(new Date(at)),
    joined?.joined_at ?? '',
  );
  await shown.getByText(`Joined on ${day}`).waitFor();
  const decks = shown.getByRole('list', { name: 'Decks of the class' }).getByRole('listitem');
  t.match(await decks.allInnerTexts(), [/Unit 1/, /Unit 2/]);

  await t.test('STU-09 of two classes one is chosen, and shown alone', async (t) => {
    const names = () =>
      section(page)
        .getByRole('article')
        .evaluateAll((all) => all.map((one) => one.ariaLabel));
    const choice = section(page).getByRole('combobox', { name: 'Class' });
    t.same(await choice.locator('option').allInnerTexts(), ['All my classes', ...(await names())]);
    await choice.selectOption('10A1');
    await becomes(t, names, ['10A1']);
    await choice.selectOption('All my classes');
    await becomes(t, async () => (await names()).length, 2);
  });

  await t.test('STU-20 ERR-33 where the class has no deck, the button says so', async () => {
    await card(page, '11B2').getByRole('button', { name: "Study the class's deck" }).click();
    await notice(page, 'alert', 'No deck is assigned to this class').waitFor();
  });

  await t.test('STU-19 else it opens the session of the deck that the class has first', async () => {
    const study = shown.getByRole('link', { name: "Study the class's deck" });
    t.equal(await study.getAttribute('href'), `/learn/${classroom.deck?.id}`);
  });

  await t.test('CX-10 a deck of the class can be learnt', async () => {
    await decks.getByRole('link', { name: 'Learn: Unit 2' }).click();
    await page.waitForURL(`**/learn/${deckId}`);
    await page.getByText('There is nothing to study in this deck today.').waitFor();
  });
});

test('STU-18 CLS-18 ERR-37 ERR-22 a student leaves after a question', async (app) => {
  const { t, page, teacher, classroom } = app;
  const student = await studentOf(app, classroom.id, 'An', teacher);
  await enter(page, student, '/student');
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
  await section(page).getByText('You are not in a class yet.').waitFor();
  t.equal(await section(page).getByRole('article').count(), 0);
  t.same(await student.call('GET /api/classes'), []);
  // So are its decks.
  await personal.waitFor({ state: 'detached' });
});

/** What a camera reads from the QR code that the page shows. */
async function scanned(page: Page): Promise<string | undefined> {
  const image = page.getByRole('img', { name: 'QR code that leads to the class' });
  await image.waitFor();
  const markup = await image.evaluate((svg) => svg.outerHTML);
  // The page's own style is not part of the picture: light and dark are said anew.
  const { pixels, size } = await page.evaluate(async (text) => {
    const holder = document.createElement('div');
    holder.innerHTML = text;
    const svg = holder.querySelector('svg')!;
    svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    svg.setAttribute('width', '400');
    svg.setAttribute('height', '400');
    svg.querySelector('rect')!.setAttribute('fill', 'white');
    svg.querySelector('path')!.setAttribute('fill', 'black');
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg.outerHTML)}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 400 });
    const context = canvas.getContext('2d')!;
    context.drawImage(picture, 0, 0);
    return { pixels: [...context.getImageData(0, 0, 400, 400).data], size: 400 };
  }, markup);
  return jsQR(new Uint8ClampedArray(pixels), size, size)?.data;
}

test('JOI-07 JOI-12 a teacher shows the code and its QR code, opens, renews and ends it, and lets it hold again', async (app) => {
  const { t, page, teacher, classroom, params, baseUrl } = app;
  await openClass(app, '');
  await page.getByRole('button', { name: 'Code and QR' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join the class 10A1' });
  await dialog.getByText('You approve each student.').waitFor();
  await dialog.getByLabel('Who comes with the code').selectOption('60');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Students are in at once until').waitFor();
  const codeNow = async () => (await teacher.call('GET /api/classes/:classId/code', { params })).code;
  const first = await codeNow();
  t.equal(await scanned(page), `${new URL(baseUrl).origin}/join/${first}`);
  await dialog.getByText(spacedCode(first), { exact: true }).waitFor();

  await page.evaluate(() => {
    window.print = () => {};
  });
  await dialog.getByRole('button', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('heading', { name: '10A1' }).filter({ visible: true }).waitFor();
  await page.locator('.mantine-Modal-overlay').waitFor({ state: 'hidden' });
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.locator('[data-printed-alone]').waitFor({ state: 'detached' });

  await dialog.getByLabel('Who comes with the code').selectOption('0');
  await dialog.getByRole('button', { name: 'Renew the code' }).click();
  await dialog.getByText('You approve each student.').waitFor();
  const second = await codeNow();
  t.not(second, first);
  t.equal(await scanned(page), `${new URL(baseUrl).origin}/join/${second}`);

  await dialog.getByRole('button', { name: 'End the code' }).click();
  await dialog.getByText(`The code ${spacedCode(second)} has ended`).waitFor();
  await page.getByText('The code has ended: nobody joins by it.').waitFor();
  await dialog.getByRole('button', { name: 'Let the code hold again' }).click();
  await dialog.getByText('You approve each student.').waitFor();
  t.equal(await codeNow(), second);
  await dialog.getByText(`the number of the class, ${classroom.id}`).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Class code' }).getByText(spacedCode(second)).waitFor();
});

test('JOI-04 JOI-08 JOI-09 a link leads through registration into the class, and a code is typed', async (app) => {
  const { page, teacher, params } = app;
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const newCode = async (open_until: string | null) => {
    const body = { ends_at: inHours(24), open_until };
    return (await teacher.call('POST /api/classes/:classId/code', { params, body })).code;
  };
  const open = await newCode(inHours(1));
  await page.goto(`/join/${open}`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL(/\/register\?next=%2Fjoin%2F/);
  await enter(page, await makeAccount(app, 'student'), `/join/${open}`);
  await page.getByText('You are in at once.').waitFor();
  await page.getByRole('button', { name: 'Join' }).click();
  await notice(page, 'status', 'You are in the class 10A1.').waitFor();
  await page.getByRole('heading', { name: '10A1' }).waitFor();

  const code = await newCode(null);
  await enter(page, await makeAccount(app, 'student'), `/join/${open}`);
  await page.getByText(`The code ${spacedCode(open)} is not valid`).waitFor();
  await page.goto('/student/classes');
  await button(page, 'Join a class').click();
  const field = page.getByRole('textbox', { name: 'Class code' });
  await field.fill(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `);
  await button(page, 'Join').click();
  await button(page, 'Withdraw: 10A1').waitFor();
});

test('CLS-06 CLS-07 (document 1 §2) CLS-12 CLS-13 CLS-14 CLS-15 CLS-16 ERR-24 ERR-25 ERR-37 requests are answered one by one', async (app) => {
  const { t, page, params } = app;
  const { classId } = params;
  const an = await studentOf(app, classId, 'An');
  const binh = await studentOf(app, classId, 'Bình');
  const chi = await studentOf(app, classId, 'Chi');
  await openClass(app, '');
  await page.getByRole('tab', { name: 'Requests 3 waiting' }).waitFor();
  const ways = page.getByRole('group', { name: 'What to do with the class' });
  await ways.getByRole('link', { name: 'Join requests' }).click();
  await page.getByText('No students yet', { exact: true }).waitFor();
  await rows(page).nth(2).waitFor();
  const [first, second] = await rows(page).allInnerTexts();
  t.match(first, new RegExp(`^An\\s+${an.email}\\s+Waiting since`), 'the longest waiting first');
  t.match(second, new RegExp(`^Bình\\s+${binh.email}`));

  const allowed = [
    await refuse(page, 'POST', `/api/classes/${classId}/approve/${an.id}`),
    await refuse(page, 'DELETE', `/api/classes/${classId}/reject/${binh.id}`),
  ];
  await button(page, 'Approve: An').click();
  await notice(page, 'alert', 'The student could not be approved: The server is busy').waitFor();
  await button(page, 'Reject: Bình').click();
  await notice(page, 'alert', 'The request could not be turned down: The server is busy').waitFor();
  t.equal(await rows(page).count(), 3);
  t.same(await membersOf(app), ['An: pending', 'Bình: pending', 'Chi: pending']);
  for (const allow of allowed) await allow();

  await button(page, 'Approve: An').click();
  await notice(page, 'status', 'The student is now in the class.').waitFor();
  await row(page, 'An').waitFor({ state: 'detached' });
  await page.getByText('1 student', { exact: true }).waitFor();
  await button(page, 'Reject: Bình').click();
  await notice(page, 'status', 'The request has been turned down.').waitFor();
  await row(page, 'Bình').waitFor({ state: 'detached' });
  // The list has just been read, and is not read again before the click.
  await page.reload();
  await button(page, 'Approve: Chi').waitFor();
  await chi.call('POST /api/classes/:classId/leave', { params });
  await button(page, 'Approve: Chi').click();
  await notice(page, 'alert', 'The student could not be approved: This request is gone').waitFor();
  await nobody(page);
  t.same(await membersOf(app), ['An: approved', 'Bình: rejected']);

  await ways.getByRole('link', { name: 'Progress' }).click();
  await page.getByRole('tab', { name: 'Progress', selected: true }).waitFor();
  await page.getByRole('tabpanel', { name: 'Progress' }).getByText('An', { exact: true }).first().waitFor();
});

test('CLS-15 all are approved at once, each by itself', async (app) => {
  const { t, page, classroom } = app;
  await studentOf(app, classroom.id, 'An');
  await openClass(app);
  await row(page, 'An').waitFor();
  t.equal(await button(page, 'Approve all').count(), 0, 'not for one');
  const binh = await studentOf(app, classroom.id, 'Bình');
  await studentOf(app, classroom.id, 'Chi');
  await focus(page);
  await row(page, 'Chi').waitFor();
  // One who withdraws does not hold up the others.
  await binh.call('POST /api/classes/:classId/leave', { params: app.params });
  await button(page, 'Approve all').click();
  await nobody(page);
  t.same(await membersOf(app), ['An: approved', 'Chi: approved']);

  await t.test('until the server fails', async (t) => {
    const dung = await studentOf(app, classroom.id, 'Dũng');
    await studentOf(app, classroom.id, 'Em');
    await refuse(page, 'POST', `/api/classes/${classroom.id}/approve/${dung.id}`);
    await openClass(app);
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
  const go = await hold(page, '**/approve/*');
  await openClass(app);
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
  await openClass(app);
  await nobody(page);
  await studentOf(app, classroom.id, 'An');
  await page.clock.runFor(10_000);
  await row(page, 'An').waitFor();
  await page.getByRole('tab', { name: 'Requests 1 waiting' }).waitFor();
});
