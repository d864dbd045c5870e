import type { Page } from 'playwright-core';
import t from 'tap';
import { eraseDue } from '../../core/person/retention.ts';
import { becomes } from '../becomes.ts';
import { nho } from '../nho/nho-process.ts';
import { until } from '../until.ts';
import { startBrowserTest } from './browser-harness.ts';
import { enter, newClass, newDeck, registered } from './class-in-browser.ts';
import { notice } from './noted-notices.ts';
import { factsOf, firstLogin, pasteInto, slip } from './roster-in-browser.ts';

const OWN = 'quiet lamp by the lake';
const LATER = 'a boat upon the lake';
const NAMES = Array.from(
  { length: 40 },
  (_, n) => `Nguyễn Văn ${'ABCDEFGHIJ'[n % 10]}${'abcd'[Math.floor(n / 10)]}`,
);

/** Logs in with a slip's password, chooses an own one, and learns the first card of today. */
async function studies(page: Page, baseUrl: string, login: [name: string, password: string], own: string) {
  const [userName, password] = login;
  await firstLogin(page, `${baseUrl}/login?user=${userName}`, password, own);
  await page.waitForURL(`${baseUrl}/student`);
  await page.goto(`${baseUrl}/learn/today`);
  await page.getByRole('button', { name: /^Reveal/ }).click();
  await page.getByRole('button', { name: /^Knew it/ }).click();
}

t.test(
  'RST-10 COL-18 COL-19 OWN-03 OWN-07 a class of forty: from a pasted list to studying, three forgotten passwords, a ' +
    'colleague who takes over, and an erased account that counts for nobody',
  async (t) => {
    const test = await startBrowserTest(t, {
      locale: 'en-US',
      own: true,
      viewport: { width: 1280, height: 900 },
    });
    const { page, baseUrl, db } = test;
    const [teacher, colleague] = [
      await registered(test, 'teacher', 'Cô Hoa'),
      await registered(test, 'teacher', 'Thầy Nam'),
    ];
    const deck = await newDeck(teacher, 'Unit 1');
    for (const [front, back] of [
      ['apple', 'táo'],
      ['river', 'sông'],
    ] as const)
      await teacher.call('POST /api/decks/:deckId/cards', {
        params: { deckId: deck.id },
        body: { front, back },
      });
    const { id: classId } = await newClass(teacher, '10A', deck.id);
    const ofClass = `/teacher/classes?classId=${classId}`;

    // Monday: forty students, and two of them on their phones.
    await enter(test, page, 'teacher', teacher, `${ofClass}&tab=students`);
    await page.getByRole('link', { name: 'Add students from a list' }).click();
    await pasteInto(page.getByLabel('List of students'), NAMES.join('\n'));
    await page.getByRole('button', { name: 'Look at the list' }).click();
    await page.getByRole('button', { name: 'Add 40 students' }).click();
    await page.getByRole('heading', { name: '40 students were added' }).waitFor();
    const logins = new Map<string, [string, string]>();
    await slip(page, NAMES[39]!).waitFor();
    for (const name of NAMES) {
      const [userName, password] = await factsOf(slip(page, name));
      logins.set(name, [userName!, password!]);
    }
    t.equal(logins.size, 40);
    const phones = await Promise.all(
      NAMES.slice(0, 2).map(async () =>
        (await test.newContext({ viewport: { width: 390, height: 844 } })).newPage(),
      ),
    );
    for (const [index, phone] of phones.entries())
      await studies(phone, baseUrl, logins.get(NAMES[index]!)!, OWN);
    const { rows: cards } = await db.query<{ id: number }>('select id from cards where deck_id = $1', [
      deck.id,
    ]);
    for (const name of NAMES.slice(2)) {
      const [email, password] = logins.get(name)!;
      const { body } = await test.api('POST /api/login', { body: { email, password } });
      const { body: changed } = await test.api('POST /api/change-password', {
        token: body.token,
        body: { current_password: password, new_password: OWN, new_password_confirmation: OWN },
      });
      const { status } = await test.api('POST /api/cards/:cardId/progress', {
        token: changed.token,
        params: { cardId: cards[0]!.id },
        body: { status: 2, time_spent: 3, card_type: 'new' },
      });
      t.equal(status, 200, name);
    }
    const studied = async () =>
      (await teacher.call('GET /api/classes/:classId/students-progress', { params: { classId } })).filter(
        ({ cards_studied }) => cards_studied > 0,
      ).length;
    await becomes(t, studied, 40, 'all of them have studied');

    // Wednesday: three have forgotten their passwords.
    await page.goto(`${baseUrl}/teacher/classes/passwords/${classId}`);
    const began = performance.now();
    for (const name of NAMES.slice(0, 3))
      await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
    await page.getByRole('button', { name: 'Give 3 new passwords' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Give new passwords' }).click();
    const given: [string, string][] = [];
    for (const name of NAMES.slice(0, 3)) {
      await slip(page, name).waitFor();
      const [userName, password] = await factsOf(slip(page, name));
      given.push([userName!, password!]);
    }
    const phone = await (await test.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    await studies(phone, baseUrl, given[0]!, LATER);
    t.comment(
      `from three forgotten passwords to studying: ${Math.round((performance.now() - began) / 1_000)} s`,
    );
    const ended = await test.api('POST /api/login', { body: { email: given[1]![0], password: OWN } });
    t.equal(ended.status, 401, 'what was forgotten is no longer good');

    // March: a colleague takes the class over.
    const menu = async (item: string) => {
      await page.getByRole('button', { name: 'More about the class' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await page.goto(baseUrl + ofClass);
    await menu('Teachers');
    const dialog = page.getByRole('dialog', { name: 'Teachers of the class 10A' });
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const link = new URL(await dialog.getByLabel('Link of the invitation').inputValue()).pathname;
    const desk = await (await test.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    await enter(test, desk, 'teacher', colleague, link);
    await desk.getByRole('button', { name: 'Teach this class' }).click();
    await notice(desk, 'status', 'You now teach the class 10A.').waitFor();
    await page.reload();
    await menu('Teachers');
    await dialog.getByRole('button', { name: 'Hand over to Thầy Nam' }).click();
    await page
      .getByRole('dialog', { name: 'Hand the class over to Thầy Nam?' })
      .getByRole('button', { name: 'Hand over' })
      .click();
    await notice(page, 'status', 'The class has been handed over.').waitFor();
    await desk.goto(`${baseUrl}${ofClass}&tab=students`);
    await desk.getByText('40 students').first().waitFor();

    // June: a family asks that everything is deleted.
    await phone.goto(`${baseUrl}/account`);
    const deletion = phone.getByRole('region', { name: 'Delete my account' });
    await deletion.getByRole('button', { name: 'Delete my account…' }).click();
    await deletion.getByLabel('Your password, to be sure that it is you').fill(LATER);
    await deletion.getByRole('button', { name: 'Delete in 14 days' }).click();
    await deletion.getByRole('button', { name: 'Keep my account' }).waitFor();
    const { rows } = await db.query<{ id: number }>('select id from users where user_name = $1', [
      given[0]![0],
    ]);
    const gone = rows[0]!.id;
    await db.query('update users set delete_at = now() where id = $1', [gone]);
    // As the worker does each minute; it may have been quicker.
    await eraseDue(db, async () => {});
    await until(async () => (await db.query('select from users where id = $1', [gone])).rowCount === 0);
    await becomes(
      t,
      async () =>
        (await colleague.call('GET /api/classes/:classId/students-progress', { params: { classId } })).length,
      39,
      'the class has one student less',
    );
    t.ok(
      (await db.query('select from events where student_id = $1', [gone])).rowCount! > 0,
      'the log keeps what it has',
    );
    const sums = async () =>
      (
        await db.query('select sum(students)::integer as students from class_days where class_id = $1', [
          classId,
        ])
      ).rows;
    await becomes(t, sums, [{ students: 39 }], 'and counts it for nobody');

    // The workers have taken in all of it by the time a verification looks.
    const { code, stdout } = await nho(String(db.options.connectionString), 'verify');
    t.equal(code, 0, stdout);
  },
);
