import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { within } from '../../harness/within.ts';
import { fillRegistration } from '../account/account-forms.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { screen } from '../harness/screen.ts';
import { adminInBrowser } from '../people/admin-in-browser.ts';
import { newClass, newDeck } from '../people/class-in-browser.ts';
import { makeAccount } from '../people/person.ts';

const setEntry = (test: BrowserTest, entry: string, code: string | null = null) =>
  test.sql`update site_settings set entry = ${entry}, entry_code = ${code}, entry_is_chosen = true`;

const test = screen({ own: true });

test('ENT-02 (document 2 §2) GLB-09 SL-13 (document 1 §1) the administrator answers once who may come in, with all other tabs open, and changes it under "Site"', async (app) => {
  const { t, page, sql, newContext } = app;
  await sql`update site_settings set entry_is_chosen = false`;
  const admin = await adminInBrowser(app);
  await page.goto('/assmin');
  await page.getByRole('heading', { name: 'One question first' }).waitFor();
  t.equal(await page.getByRole('region', { name: 'Today', exact: true }).count(), 0, 'in its place');
  await admin.open('official');
  await page.getByRole('heading', { name: 'Official decks', exact: true }).first().waitFor();
  t.equal(await page.getByText('One question first').count(), 0, 'it holds no other tab');
  await page.goto('/assmin');
  // Somebody has an account: what holds now is chosen already.
  await page.getByRole('radio', { name: 'Everybody', exact: true, checked: true }).waitFor();
  await page.getByRole('radio', { name: 'Who has the code of the school' }).check();
  const contact = page.getByRole('textbox', { name: 'Contact address' });
  t.equal(await contact.inputValue(), admin.email, 'GLB-09 the administrator’s own, to be changed');
  await contact.fill('truong');
  await page.getByRole('button', { name: 'Go on with this' }).click();
  await contact.and(page.locator('[aria-invalid=true]')).and(page.locator(':focus')).waitFor();
  await contact.fill('hoi@truong.edu.vn');
  await page.getByRole('button', { name: 'Go on with this' }).click();
  const overview = page.getByRole('region', { name: 'Today', exact: true });
  await overview.waitFor();
  await page.reload();
  await overview.waitFor();
  await page.goto('/about');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'hoi@truong.edu.vn' });
  t.equal(await link.getAttribute('href'), 'mailto:hoi@truong.edu.vn', 'GLB-09 SL-13 (document 1 §1)');
  await admin.open('site');
  await page.getByRole('form', { name: 'Settings of the site' }).getByLabel('Contact address').fill('');
  await page.getByRole('button', { name: 'Save the settings' }).click();
  await page.getByText("The site's settings have been saved.").waitFor();
  await page.goto('/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).waitFor();
  await becomes(t, () => link.count(), 0);

  await admin.open('site');
  const registration = page.getByRole('region', { name: 'Registration' });
  const rows = await sql<{ entry_code: string }>`select entry_code from site_settings`;
  const spaced = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`;
  await registration.getByText(spaced(rows[0]!.entry_code)).waitFor();
  await registration.getByRole('button', { name: 'Make a new code' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new code' }).click();
  await registration.getByText(spaced(rows[0]!.entry_code)).waitFor({ state: 'detached' });
  await registration.getByRole('radio', { name: 'Nobody registers' }).check();
  await registration.getByRole('button', { name: 'Save who may come in' }).click();
  await page.getByText('This holds from now on.').waitFor();
  const guest = await (await newContext({ locale: 'en-US' })).newPage();
  await guest.goto('/');
  await guest
    .getByRole('region', { name: 'Your first card is one minute away' })
    .getByText('Your school makes')
    .waitFor();
  t.equal(await guest.getByRole('link', { name: /^(Get Started|Sign up|Sign up now)$/ }).count(), 0);
  await guest.goto('/login');
  await guest.getByText('Your school makes the accounts: ask your teacher').waitFor();
  await guest.goto('/register');
  await guest.getByRole('heading', { name: 'Your school makes the accounts' }).waitFor();
  t.equal(await guest.getByRole('textbox').count(), 0);
});

test('ENT-02 a new school chooses by itself, with the button in the first screen of a phone', async (app) => {
  const { t, page, sql } = app;
  await page.setViewportSize({ width: 360, height: 740 });
  await adminInBrowser(app);
  await sql`update site_settings set entry_is_chosen = false`;
  await sql`delete from users where role <> 'admin'`;
  await page.goto('/assmin');
  const goOn = page.getByRole('button', { name: 'Go on with this' });
  await goOn.waitFor();
  const box = await goOn.boundingBox();
  t.ok(box && box.y + box.height <= 740, `${box?.y}`);
  await goOn.click();
  await page.getByText('Please choose one').waitFor();
  t.equal(await page.getByRole('radio', { checked: true }).count(), 0);
});

test('ENT-03 ENT-04 a teacher waits, sees it, and goes on when the administrator approves', async (app) => {
  const { t, page, newContext, baseUrl } = app;
  await adminInBrowser(app);
  await setEntry(app, 'approval');
  const newcomer = async (name: string) => {
    const other = await (await newContext({ locale: 'en-US' })).newPage();
    await other.goto('/register?next=%2Fteacher%2Fclasses');
    await fillRegistration(other, `${crypto.randomUUID()}@example.org`, 'teacher', { name });
    await other.getByText('Your school lets teachers in one by one').waitFor();
    await other.getByRole('button', { name: 'Create my account' }).click();
    await other.getByRole('heading', { name: 'Your school will let you in soon' }).waitFor();
    return other;
  };
  const [hoa, binh] = [await newcomer('Cô Hoa'), await newcomer('Thầy Bình')];
  t.equal(await hoa.getByRole('navigation', { name: 'Sections' }).count(), 0);
  await hoa.goto('/teacher/decks');
  await hoa.getByRole('heading', { name: 'Your school will let you in soon' }).waitFor();
  await hoa.goto('/account');
  await hoa.getByRole('heading', { name: 'Your account' }).waitFor();
  await hoa.goto('/waiting?next=%2Fteacher%2Fclasses');
  await hoa.getByRole('button', { name: 'Check again now' }).click();

  await page.goto('/assmin');
  const waiting = page.getByRole('region', { name: 'Teachers who wait to be let in' });
  await waiting.getByRole('checkbox', { name: 'Choose Thầy Bình' }).check();
  await waiting.getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await waiting.getByRole('checkbox', { name: 'Choose Thầy Bình' }).waitFor({ state: 'detached' });
  await waiting.getByRole('checkbox', { name: 'Choose all on this page' }).check();
  await waiting.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await waiting.waitFor({ state: 'detached' });

  // The page looks by itself, too: the button may have gone with the page.
  const lookAgain = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('button')]
        .find(({ textContent }) => textContent === 'Check again now')
        ?.click(),
    );
  await lookAgain(hoa);
  await hoa.waitForURL(`${baseUrl}/teacher/classes`);
  await hoa.getByRole('heading', { level: 1, name: 'Classes' }).waitFor();
  await lookAgain(binh);
  await binh.getByRole('heading', { name: 'Welcome back' }).waitFor();
});

test('ENT-05 ENT-09 by code: the link of a class brings its code along, and a wrong one counts for the browser', async (app) => {
  const { t, newContext } = app;
  const teacher = await makeAccount(app, 'teacher');
  const { id } = await newClass(teacher, '10A', (await newDeck(teacher, 'Unit 1')).id);
  const ends_at = new Date(Date.now() + 86_400_000).toISOString();
  const { code } = await teacher.call('POST /api/classes/:classId/code', {
    params: { classId: id },
    body: { ends_at, open_until: null },
  });
  await setEntry(app, 'code', 'ABCDEFGH');
  const student = await (await newContext({ locale: 'en-US' })).newPage();
  const sent: string[] = [];
  student.on('request', (request) => {
    if (request.url().endsWith('/api/register')) sent.push(request.postDataJSON().device);
  });
  await student.goto(`/join/${code}`);
  await student.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  const field = student.getByLabel('Code of your school');
  await within(field.and(student.locator(`[value="${code}"]`)).waitFor(), 'the code of the class is there');
  await student.getByRole('radio', { name: 'Teacher' }).check();
  await student.getByText('Your school lets teachers in one by one').waitFor();
  await fillRegistration(student, `${crypto.randomUUID()}@example.org`, 'student');
  await field.fill('AAAAAAAA');
  await student.getByRole('button', { name: 'Create my account' }).click();
  await student.getByText('The code is missing or wrong: ask your school for the current one').waitFor();
  await field.fill(code);
  await student.getByRole('button', { name: 'Create my account' }).click();
  await student.getByRole('button', { name: 'Join' }).waitFor();
  t.match(sent, [/^[\w-]{22}$/, sent[0]], 'ENT-09 its wrong codes are counted as those of one browser');
  t.equal(await student.evaluate(() => localStorage.getItem('device')), sent[0], 'which stays known');
});
