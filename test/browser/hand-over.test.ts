import t from 'tap';
import { adminInBrowser } from './admin-in-browser.ts';
import { startBrowserTest } from './browser-harness.ts';
import { newClass, newDeck, registered } from './class-in-browser.ts';
import { notice } from './noted-notices.ts';

t.test('COL-21 the administrator gives a class of somebody who has left to another teacher', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page } = test;
  const teacher = await registered(test, 'teacher', 'Cô Hoa');
  const other = await registered(test, 'teacher', `Thầy Nam ${teacher.id}`);
  const { id: classId } = await newClass(teacher, '10A1', (await newDeck(teacher, 'Unit 1')).id);
  const admin = await adminInBrowser(test);
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
