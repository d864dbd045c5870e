import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { eraseDue } from '../../core/person/retention.ts';
import { untilSeen } from '../person/until-seen.ts';
import { until } from '../until.ts';
import { logIn } from './account-in-browser.ts';
import { adminInBrowser } from './admin-in-browser.ts';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import { newClass, newDeck, registered } from './class-in-browser.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const deletion = (page: Page) => page.getByRole('region', { name: 'Delete my account' });
const banner = (page: Page) => page.getByRole('region', { name: 'Your account will be deleted' });

async function askToDelete(page: Page, password: string): Promise<void> {
  await deletion(page).getByRole('button', { name: 'Delete my account…' }).click();
  await deletion(page).getByLabel('Your password, to be sure that it is you').fill(password);
  await deletion(page).getByRole('button', { name: 'Delete in 14 days' }).click();
}

t.test('OWN-01 OWN-02 the own data are put together, fetched and read', async (t: Test) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  const { email } = await logIn(test, page, 'student');
  await page.goto(`${baseUrl}/account`);
  const section = page.getByRole('region', { name: 'My data' });
  await section.getByRole('button', { name: 'Make a file of my data' }).click();
  const take = section.getByRole('button', { name: 'Download my data' });
  await take.waitFor();
  await section.getByText(/^Your file is ready \(/).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), take.click()]);
  t.equal(download.suggestedFilename(), 'my-data.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  t.match(data, { account: { email, role: 'student' }, events: [], decks: [] });
});

t.test('OWN-03 an account is deleted, kept after all, deleted again, and gone', async (t: Test) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl, db } = test;
  const { password, answer, email } = await logIn(test, page, 'student');
  await page.goto(`${baseUrl}/account`);
  await askToDelete(page, 'not the password');
  await deletion(page)
    .getByRole('alert')
    .getByText(/current password is wrong/)
    .waitFor();
  await deletion(page).getByLabel('Your password, to be sure that it is you').fill(password);
  await deletion(page).getByRole('button', { name: 'Delete in 14 days' }).click();
  await deletion(page)
    .getByText(/^Your account will be deleted at .+, as you asked\.$/)
    .waitFor();

  await page.goto(`${baseUrl}/student`);
  await banner(page).waitFor();
  // Now all that the page needs was asked for with the document.
  await page.reload();
  await banner(page).getByRole('button', { name: 'Keep my account' }).click();
  await page.getByText('Your account stays.').waitFor();
  await banner(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('searchbox').waitFor();
  t.equal(await banner(page).count(), 0);

  await page.goto(`${baseUrl}/account`);
  await askToDelete(page, password);
  await deletion(page).getByRole('button', { name: 'Keep my account' }).waitFor();
  await db.query('update users set delete_at = now() where id = $1', [answer.user.id]);
  // As the worker does each minute; it may have been quicker.
  await eraseDue(db, async () => {});
  await until(
    async () => (await db.query('select from users where id = $1', [answer.user.id])).rowCount === 0,
  );
  await page.goto(`${baseUrl}/student`);
  await page.getByRole('button', { name: 'Log in again' }).first().click();
  await page.waitForURL(/\/login/);
  await page.getByRole('main').getByLabel(/Email/).first().fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page
    .getByText(/the password is wrong/)
    .first()
    .waitFor();
});

/** A teacher's page of the own account, and what others still need of theirs. */
async function teacherWithClass(test: BrowserTest) {
  const teacher = await registered(test, 'teacher', 'Cô Hoa Rời');
  await newClass(teacher, '10A9', (await newDeck(teacher, 'Unit 9')).id);
  return teacher;
}

t.test(
  'OWN-04 OWN-05 the administrator sees what stands in the way, and deletes at once',
  async (t: Test) => {
    const test = await startBrowserTest(t, { locale: 'en-US', own: true });
    const { page, db } = test;
    const teacher = await teacherWithClass(test);
    const admin = await adminInBrowser(test);
    const panel = page.getByRole('tabpanel', { name: 'People' });
    await admin.open(`people&personId=${teacher.id}`);
    await panel.getByText(/Class: 10A9 · Deck: Unit 9$/).waitFor();
    await panel.getByRole('button', { name: 'Delete at once' }).click();
    await dialog(page).getByRole('button', { name: 'Delete at once' }).click();
    await page.getByText(/^Cô Hoa Rời: Classes, decks that classes have/).waitFor();
    await db.query('delete from classes where teacher_id = $1', [teacher.id]);
    await page.reload();
    await panel.getByRole('button', { name: 'Delete in 14 days' }).click();
    await dialog(page).getByRole('button', { name: 'Delete in 14 days' }).click();
    await panel.getByText(/^The account will be deleted at/).waitFor();
    await panel.getByRole('button', { name: 'Keep the account' }).click();
    await dialog(page).getByRole('button', { name: 'Keep the account' }).click();
    await panel.getByRole('button', { name: 'Delete in 14 days' }).waitFor();
    await panel.getByRole('button', { name: 'Delete at once' }).click();
    await dialog(page).getByRole('button', { name: 'Delete at once' }).click();
    await panel.getByRole('list', { name: 'People' }).waitFor();
    t.equal((await db.query('select from users where id = $1', [teacher.id])).rowCount, 0);
  },
);

t.test('RET-01 RET-04 a rule says whom it would delete, and stands on the page about privacy', async () => {
  const test = await startBrowserTest(t, { locale: 'en-US', own: true });
  const { page, baseUrl, db } = test;
  const old = await registered(test, 'student', 'Lâu Rồi');
  await untilSeen(db, old);
  await db.query(`update users set seen_at = now() - interval '4 years' where id = $1`, [old.id]);
  const admin = await adminInBrowser(test);
  await admin.open('site');
  const form = page.getByRole('form', { name: 'How long accounts are kept' });
  await form.getByLabel('Accounts that nobody has seen').selectOption('3');
  await form.getByRole('button', { name: 'See what this would do' }).click();
  await dialog(page)
    .getByText(/^Today this would delete 1 account, 30 days from now\./)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await page.getByText('The times have been saved.').waitFor();
  await page.goto(`${baseUrl}/privacy`);
  await page.getByText(/nobody has seen you here for 3 years\. 30 days pass/).waitFor();
});
