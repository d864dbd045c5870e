import t from 'tap';
import { columns } from '../../harness/columns.ts';
import { startBrowserTest } from '../harness/browser-harness.ts';
import { notice } from '../harness/noted-notices.ts';
import { adminInBrowser } from '../people/admin-in-browser.ts';
import { newClass, newDeck, studentOf } from '../people/class-in-browser.ts';
import { makeAccount } from '../people/person.ts';

const test = await startBrowserTest(t, { locale: 'en-US' });
const { page } = test;
const teacher = await makeAccount(test, 'teacher');
const { id: classId } = await newClass(teacher, '10A1', (await newDeck(teacher, 'Unit 1')).id);
await studentOf(test, classId, 'Nguyễn Đức Dũng', teacher);
await studentOf(test, classId, 'Trần Ánh', teacher);
const admin = await adminInBrowser(test);
const panel = page.getByRole('tabpanel', { name: 'People' });
const people = panel.getByRole('list', { name: 'People' });
const dialog = page.getByRole('dialog');

t.test('PPL-01 PPL-06 SL-100 somebody is found without tone marks and gets a new password', async (t) => {
  await admin.open('people');
  await people.getByRole('link').nth(1).waitFor();
  await panel.getByLabel('Name, email or user name').fill('duc dung');
  await people.getByRole('link').nth(1).waitFor({ state: 'detached' });
  await people.getByRole('link', { name: 'Nguyễn Đức Dũng' }).click();
  await panel.getByRole('heading', { name: 'Nguyễn Đức Dũng' }).waitFor();
  await panel.getByRole('region', { name: 'Classes' }).getByText('10A1').waitFor();
  await panel.getByRole('button', { name: 'New password' }).click();
  await dialog.getByRole('button', { name: 'New password' }).click();
  const password = dialog.getByRole('table', { name: 'New passwords' }).locator('code');
  await password.waitFor();
  t.match(await password.textContent(), /^[a-z]+(-[a-z]+){2}-\d{4}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await panel.getByText('Must change the password').waitFor();

  // Back closes the window of a new password, and leaves the person open.
  await panel.getByRole('button', { name: 'New password' }).click();
  await dialog.getByRole('button', { name: 'New password' }).click();
  await password.waitFor();
  const address = page.url();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await panel.getByRole('heading', { name: 'Nguyễn Đức Dũng' }).waitFor();
  t.equal(page.url(), address);
});

t.test('PPL-05 PPL-11 several are disabled at once; the own account is refused', async () => {
  await test.sql`update users set name = 'Quản Trị' where id = ${admin.id}`;
  await admin.open(`people&classId=${classId}`);
  await people.getByText('Trần Ánh').waitFor();
  await panel.getByLabel('Choose all on this page').check();
  await panel.getByRole('button', { name: 'Disable', exact: true }).click();
  await dialog.getByText('Disable 3 people?').waitFor();
  await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByText('3 accounts were changed.').waitFor();
  await people.getByText('Disabled').nth(2).waitFor();
  await admin.open('people&role=admin&search=Quản Trị');
  await panel.getByLabel('Choose Quản Trị').check();
  await panel.getByRole('button', { name: 'Disable', exact: true }).click();
  await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByText(/^Quản Trị: (This is the last administrator|This cannot be done)/).waitFor();
});

t.test('PPL-09 a teacher with a class stays one, and the reason is said', async () => {
  await admin.open(`people&role=teacher&personId=${teacher.id}`);
  // The list has a filter of the same name.
  await panel.getByRole('link', { name: 'Audit log', exact: true }).waitFor();
  await panel.getByLabel('Role').selectOption('student');
  await dialog.getByRole('button', { name: 'Change the role' }).click();
  await page.getByText(/This teacher still has classes, decks or exams/).waitFor();
});

t.test('BOA-03 the acts of one person are in the book', async () => {
  await panel.getByRole('link', { name: 'Audit log', exact: true }).click();
  const acts = page.getByRole('tabpanel', { name: 'Audit log' }).getByRole('list', { name: 'Entries' });
  await acts.getByText('Class made').waitFor();
  await acts.getByText('Account disabled').waitFor();
  await page.getByRole('search', { name: 'Find entries' }).getByLabel('Action').selectOption('class.made');
  await acts.getByText('Account disabled').waitFor({ state: 'detached' });
  await acts.getByText('Class made').waitFor();
});

t.test('COL-21 SL-188 a class of somebody who has left is given to another teacher', async (t) => {
  const gone = await makeAccount(test, 'teacher');
  const other = await makeAccount(test, 'teacher', `Thầy Nam ${gone.id}`);
  const { id } = await newClass(gone, '10A1', (await newDeck(gone, 'Unit 1')).id);
  await admin.open(`people&personId=${gone.id}`);
  await page.getByRole('button', { name: 'Hand over: 10A1' }).click();
  await dialog.getByLabel('Find a teacher').fill(other.name);
  await dialog.getByRole('radio', { name: other.name }).check();
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await notice(page, 'status', 'The class has been handed over.').waitFor();
  await page.getByText('In no class.').waitFor();
  const params = { classId: id };
  const { teachers } = await other.call('GET /api/classes/:classId/teachers', { params });
  t.same(columns(teachers, 'id', 'is_owner'), [[other.id, true]], 'its owner so far is out of it');
});

t.test('OWN-04 OWN-05 the administrator sees what stands in the way, and deletes at once', async (t) => {
  const leaving = await makeAccount(test, 'teacher', 'Cô Hoa Rời');
  const { id } = leaving;
  await newClass(leaving, '10A9', (await newDeck(leaving, 'Unit 9')).id);
  const confirm = async (name: string) => {
    await panel.getByRole('button', { name }).click();
    await dialog.getByRole('button', { name }).click();
  };
  await admin.open(`people&personId=${id}`);
  await panel.getByText(/Class: 10A9 · Deck: Unit 9$/).waitFor();
  await confirm('Delete at once');
  await page.getByText(/^Cô Hoa Rời: Classes, decks that classes have/).waitFor();
  await test.sql`delete from classes where teacher_id = ${id}`;
  await page.reload();
  await confirm('Delete in 14 days');
  await panel.getByText(/^The account will be deleted at/).waitFor();
  await confirm('Keep the account');
  await panel.getByRole('button', { name: 'Delete in 14 days' }).waitFor();
  await confirm('Delete at once');
  await panel.getByRole('list', { name: 'People' }).waitFor();
  t.equal((await test.db.query('select from users where id = $1', [id])).rowCount, 0);
});
