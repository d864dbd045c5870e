import { becomes } from '../../harness/becomes.ts';
import { screen } from '../harness/screen.ts';

const TITLE = { vi: 'Trang chủ · Nhớ', en: 'Home · Nhớ' };

const test = screen();
const inVietnamese = screen({ locale: 'vi-VN' });

inVietnamese(
  'NAV-02 NAV-03 LNG-02 LNG-09 a Vietnamese browser gets Vietnamese pages and titles',
  async (app) => {
    const { t, page, baseUrl } = app;
    await page.goto('/');
    await page.getByRole('link', { name: 'Bắt đầu ngay' }).waitFor();
    t.equal(await page.getAttribute('html', 'lang'), 'vi');
    await becomes(t, () => page.title(), TITLE.vi);
    await page.goto('/about');
    await page.getByRole('heading', { name: 'Dành cho học sinh' }).waitFor();
    await becomes(t, () => page.title(), 'Giới thiệu · Nhớ');
    t.equal(page.url(), `${baseUrl}/about`, 'and neither asks who comes');
  },
);

test('LNG-04 LNG-08 LNG-09 SL-10 GLB-02 pages are English, and switched as a whole at once', async ({
  t,
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Start learning: Everyday nouns' }).waitFor();
  t.equal(await page.getAttribute('html', 'lang'), 'en');
  await becomes(t, () => page.title(), TITLE.en);
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

test('LNG-06 where storage is forbidden the pages are Vietnamese, and work', async ({ t, page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'Bắt đầu học: Everyday nouns' }).waitFor();
  t.equal(await page.getAttribute('html', 'lang'), 'vi');
  await page.getByRole('button', { name: /^EN/ }).click();
  await page.getByRole('link', { name: 'Get started' }).waitFor();
});

inVietnamese('LNG-10 errors are translated too', async ({ t, page }) => {
  await page.goto('/login');
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
