import t from 'tap';
import { startBrowserTest } from './browser-harness.ts';

t.test('NAV-04 a page that does not arrive leaves the rest, and comes when tried again', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'en-US' });
  await page.goto(`${baseUrl}/about`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route('**/assets/login*', (route) => route.abort());
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  const failure = page.getByRole('main').getByRole('alert');
  await failure.filter({ hasText: 'This part of the page stopped working' }).waitFor();
  await page.getByRole('button', { name: /^VI/ }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Giới thiệu' }).waitFor();
  await page.unroute('**/assets/login*');
  await failure.getByRole('button', { name: 'Thử lại' }).click();
  await page.getByRole('heading', { name: 'Chào mừng bạn trở lại' }).waitFor();
  t.equal(page.url(), `${baseUrl}/login`);
});
