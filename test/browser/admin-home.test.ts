import t from 'tap';
import { adminInBrowser } from './admin-in-browser.ts';
import { startBrowserTest } from './browser-harness.ts';
import { newClass, newDeck, registered, studentOf } from './class-in-browser.ts';
import { refuse } from './refused-calls.ts';

t.test('the administrator first sees who is there, what there is and whether all is well', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US', own: true });
  const { page } = test;
  const teacher = await registered(test, 'teacher', 'Cô Hoa');
  const { id } = await newClass(teacher, '10A1', (await newDeck(teacher, 'Unit 1')).id);
  await studentOf(test, id, 'Lan', teacher);
  await adminInBrowser(test);
  const allow = await refuse(page, 'GET', '/api/admin/home');
  await page.goto(`${test.baseUrl}/assmin`);
  const panel = page.getByRole('tabpanel', { name: 'Overview' });
  await panel.getByRole('button', { name: 'Try again' }).waitFor();
  await allow();
  await panel.getByRole('button', { name: 'Try again' }).click();
  const figure = async (label: string) =>
    panel
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
      .textContent();
  await panel.getByText('Students active today').waitFor();
  t.equal(await figure('Students'), '1');
  t.equal(await figure('Students active today'), '0');
  t.equal(await figure('Classes'), '1');
  await panel
    .getByRole('status')
    .getByText('All answers are kept, and every figure is up to date.')
    .waitFor();
  await panel
    .getByRole('region', { name: 'Storage' })
    .getByText(/ used, .* free; the database has /)
    .waitFor();
  await panel.getByRole('link', { name: 'Details' }).click();
  await page.getByRole('tabpanel', { name: 'System log' }).waitFor();
});
