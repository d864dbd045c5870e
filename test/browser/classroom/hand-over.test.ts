import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { adminInBrowser } from '../people/admin-in-browser.ts';
import { newClass, newDeck } from '../people/class-in-browser.ts';
import { makeAccount } from '../people/person.ts';

const test = screen();

test('COL-21 the administrator gives a class of somebody who has left to another teacher', async (app) => {
  const { t, page } = app;
  const teacher = await makeAccount(app, 'teacher');
  const other = await makeAccount(app, 'teacher', `Thầy Nam ${teacher.id}`);
  const { id: classId } = await newClass(teacher, '10A1', (await newDeck(teacher, 'Unit 1')).id);
  const admin = await adminInBrowser(app);
  await admin.open(`people&personId=${teacher.id}`);
  await page.getByRole('button', { name: 'Hand over: 10A1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over the class 10A1' });
  await dialog.getByLabel('Find a teacher').fill(other.name);
  await dialog.getByRole('radio', { name: other.name }).check();
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await notice(page, 'status', 'The class has been handed over.').waitFor();
  await page.getByText('In no class.').waitFor();
  const { teachers } = await other.call('GET /api/classes/:classId/teachers', { params: { classId } });
  t.match(teachers, [{ id: other.id, is_owner: true }]);
});
