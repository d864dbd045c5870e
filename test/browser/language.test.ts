import t from 'tap';
import { becomes } from '../becomes.ts';
import { startBrowserTest } from './browser-harness.ts';

const TITLE = { vi: 'Trang chủ · Nhớ', en: 'Home · Nhớ' };

t.test('LNG-02 LNG-09 a Vietnamese browser gets Vietnamese pages and titles', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'vi-VN' });
  await page.goto(baseUrl);
  await page.getByRole('link', { name: 'Bắt đầu ngay' }).waitFor();
  t.equal(await page.getAttribute('html', 'lang'), 'vi');
  await becomes(t, () => page.title(), TITLE.vi);
  await page.goto(`${baseUrl}/about`);
  await page.getByRole('heading', { name: 'Dành cho học sinh' }).waitFor();
  await becomes(t, () => page.title(), 'Giới thiệu · Nhớ');
});

t.test('LNG-04 LNG-09 SL-10 another browser gets English pages and titles', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'en-US' });
  await page.goto(baseUrl);
  await page.getByRole('link', { name: 'Get started' }).waitFor();
  t.equal(await page.getAttribute('html', 'lang'), 'en');
  await becomes(t, () => page.title(), TITLE.en);
});

t.test('LNG-08 GLB-02 the switch changes the whole interface at once', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'en-US' });
  await page.goto(baseUrl);
  await page.getByRole('link', { name: 'Start learning: Everyday nouns' }).waitFor();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const language = page.getByRole('banner').getByRole('group', { name: 'Language' });
  await language.getByRole('button', { name: /^VI/ }).click();
  await page.getByRole('link', { name: 'Bắt đầu ngay' }).waitFor();
  await page.getByRole('link', { name: 'Bắt đầu học: Everyday nouns' }).waitFor();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Giới thiệu' }).waitFor();
  await page.waitForFunction((title) => document.title === title, TITLE.vi);
  t.equal(await page.getAttribute('html', 'lang'), 'vi');
  t.equal(loads, 0, 'without loading the page anew');
  t.equal(await page.getByText('Start learning').count(), 0);

  await t.test('LNG-05 and the choice is remembered', async (t) => {
    t.equal(await page.evaluate(() => localStorage.getItem('userLanguage')), 'vi');
    await page.reload();
    await page.getByRole('link', { name: 'Bắt đầu ngay' }).waitFor();
    await becomes(t, () => page.title(), TITLE.vi);
  });
});

t.test('LNG-06 where storage is forbidden the pages are Vietnamese, and work', async (t) => {
  const { page, context, baseUrl } = await startBrowserTest(t, { locale: 'en-US' });
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await page.goto(baseUrl);
  await page.getByRole('link', { name: 'Bắt đầu học: Everyday nouns' }).waitFor();
  t.equal(await page.getAttribute('html', 'lang'), 'vi');
  await page.getByRole('button', { name: /^EN/ }).click();
  await page.getByRole('link', { name: 'Get started' }).waitFor();
});

t.test('LNG-10 errors are translated too', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'vi-VN' });
  await page.goto(`${baseUrl}/login`);
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByLabel('Mật khẩu', { exact: true }).fill('mật khẩu');
  await page.getByRole('main').getByRole('button', { name: 'Đăng nhập' }).click();
  const failure = page.getByRole('alert');
  await failure.waitFor();
  t.equal(
    await failure.textContent(),
    'Đăng nhập không thành công: Email, tên đăng nhập hoặc mật khẩu không đúng',
  );
});
