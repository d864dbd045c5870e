import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { eraseDue } from '../../../core/person/retention.ts';
import { until } from '../../harness/until.ts';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { screen } from '../harness/screen.ts';
import { adminInBrowser } from '../people/admin-in-browser.ts';
import { newClass, newDeck } from '../people/class-in-browser.ts';
import { makeAccount } from '../people/person.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const deletion = (page: Page) => page.getByRole('region', { name: 'Delete my account' });
const banner = (page: Page) => page.getByRole('region', { name: 'Your account will be deleted' });

async function askToDelete(page: Page, password: string): Promise<void> {
  await deletion(page).getByRole('button', { name: 'Delete my account…' }).click();
  await deletion(page).getByLabel('Your password, to be sure that it is you').fill(password);
  await deletion(page).getByRole('button', { name: 'Delete in 14 days' }).click();
}

const test = screen({ as: 'student', at: '/account' });
const asGuest = screen();

test('OWN-01 OWN-02 the own data are put together, fetched and read', async ({ t, page, student }) => {
  const section = page.getByRole('region', { name: 'My data' });
  await section.getByRole('button', { name: 'Make a file of my data' }).click();
  const take = section.getByRole('button', { name: 'Download my data' });
  await take.waitFor();
  await section.getByText(/^Your file is ready \(/).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), take.click()]);
  t.equal(download.suggestedFilename(), 'my-data.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  t.match(data, { account: { email: student.email, role: 'student' }, events: [], decks: [] });
});

test('OWN-03 an account is deleted, kept after all, deleted again, and gone', async (app) => {
  const { t, page, db, student } = app;
  await askToDelete(page, 'not the password');
  await deletion(page)
    .getByRole('alert')
    .getByText(/current password is wrong/)
    .waitFor();
  await deletion(page).getByLabel('Your password, to be sure that it is you').fill(student.password);
  await deletion(page).getByRole('button', { name: 'Delete in 14 days' }).click();
  await deletion(page)
    .getByText(/^Your account will be deleted at .+, as you asked\.$/)
    .waitFor();

  await page.goto('/student');
  await banner(page).waitFor();
  // Now all that the page needs was asked for with the document.
  await page.reload();
  await banner(page).getByRole('button', { name: 'Keep my account' }).click();
  await page.getByText('Your account stays.').waitFor();
  await banner(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Choose your first deck').waitFor();
  t.equal(await banner(page).count(), 0);

  await page.goto('/account');
  await askToDelete(page, student.password);
  await deletion(page).getByRole('button', { name: 'Keep my account' }).waitFor();
  await db.query('update users set delete_at = now() where id = $1', [student.id]);
  // As the worker does each minute; it may have been quicker.
  await eraseDue(db, async () => {});
  await until(async () => (await db.query('select from users where id = $1', [student.id])).rowCount === 0);
  await page.goto('/student');
  await page.waitForURL(/\/login/);
  await page.getByRole('main').getByLabel(/Email/).first().fill(student.email);
  await page.getByLabel('Password', { exact: true }).fill(student.password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page
    .getByText(/the password is wrong/)
    .first()
    .waitFor();
});

/** A teacher's page of the own account, and what others still need of theirs. */
async function teacherWithClass(test: BrowserTest) {
  const teacher = await makeAccount(test, 'teacher', 'Cô Hoa Rời');
  await newClass(teacher, '10A9', (await newDeck(teacher, 'Unit 9')).id);
  return teacher;
}

asGuest('OWN-04 OWN-05 the administrator sees what stands in the way, and deletes at once', async (app) => {
  const { t, page, db } = app;
  const teacher = await teacherWithClass(app);
  const admin = await adminInBrowser(app);
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
});
