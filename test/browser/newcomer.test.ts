import type { Page } from 'playwright-core';
import t from 'tap';
import { becomes } from '../becomes.ts';
import { chooseLanguage } from './account-in-browser.ts';
import { startBrowserTest } from './browser-harness.ts';
import { notice } from './noted-notices.ts';

const PHONE = { width: 360, height: 740 };
const DAY_MS = 86_400_000;

/** Turns the card that is shown and rates it, with one thumb. */
async function answer(page: Page, rating: 'Chưa nhớ' | 'Nhớ rõ'): Promise<void> {
  await page.getByRole('button', { name: 'Lật thẻ', exact: true }).click();
  await page.getByRole('button', { name: rating, exact: true }).click();
}

t.test('whoever is new here', async (t) => {
  // Of its own: for the last of them it becomes tomorrow.
  const test = await startBrowserTest(t, { own: true, timezoneId: 'Asia/Ho_Chi_Minh' });
  const { baseUrl, db } = test;

  await t.test(
    'NAV-02 NAV-03 the home page is at /, About beside it, and neither asks who comes',
    async (t) => {
      const page = await (await test.newContext({ locale: 'en-US' })).newPage();
      for (const [path, title] of [
        ['/', 'Home · Nhớ'],
        ['/about', 'About · Nhớ'],
      ] as const) {
        await page.goto(`${baseUrl}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        t.equal(new URL(page.url()).pathname, path, 'no login in between');
        await becomes(t, () => page.title(), title);
      }
    },
  );

  await t.test('GLB-10 one banner serves successes and failures alike', async (t) => {
    const page = await (await test.newContext({ locale: 'en-US' })).newPage();
    await page.goto(`${baseUrl}/register`);
    await page.getByLabel('Your name').fill('Lan');
    await page.getByLabel('Email').fill('banner@example.org');
    await page.getByLabel('Password', { exact: true }).fill('một mật khẩu');
    await page.getByLabel('Repeat the password').fill('một mật khẩu');
    await page.getByLabel('I am a…').selectOption('student');
    await page.getByRole('button', { name: 'Create my account' }).click();
    const success = notice(page, 'status', 'Your account is ready');
    await success.waitFor();
    await page.evaluate(() => history.pushState(null, '', '/assmin'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await notice(page, 'alert', "You don't have permission to access the admin area").waitFor();
    t.equal(await success.count(), 0, 'the newer message takes its place');
  });

  await t.test(
    'NAV-04 NAV-05 NAV-16 a newcomer with a phone registers, studies to the congratulation and comes back tomorrow',
    async (t) => {
      const context = await test.newContext({ locale: 'vi-VN', viewport: PHONE });
      const page = await context.newPage();
      await page.goto(baseUrl);
      await page.getByRole('link', { name: 'Bắt đầu ngay' }).first().click();
      await page.waitForURL('**/register');
      await page.getByLabel('Tên của bạn').fill('Nguyễn Thị Lan');
      await page.getByLabel('Email').fill('lan@example.org');
      await page.getByLabel('Mật khẩu', { exact: true }).fill('một mật khẩu');
      await page.getByLabel('Nhập lại mật khẩu').fill('một mật khẩu');
      await page.getByLabel('Bạn là…').selectOption('student');
      await page.getByRole('button', { name: 'Tạo tài khoản của tôi' }).click();
      await page.waitForURL('**/student');
      await notice(page, 'status', 'Tài khoản của bạn đã sẵn sàng').waitFor();

      await page.getByRole('link', { name: 'Common verbs' }).click();
      await page.waitForURL('**/learn/*');
      await page.getByRole('region', { name: /1 \/ 20|1 trên 20|1 trong/ }).waitFor();
      await answer(page, 'Chưa nhớ');
      for (let card = 2; card <= 20; card++) await answer(page, 'Nhớ rõ');
      await answer(page, 'Nhớ rõ');
      await page.getByRole('heading', { name: 'Chúc mừng, bạn đã hoàn thành buổi học hôm nay!' }).waitFor();
      await page.getByText('Đã lưu mọi câu trả lời').waitFor({ state: 'attached' });
      const { rows } = await db.query<{ events: number; wrong_first: number }>(
        `select count(*)::integer as events,
           count(*) filter (where data->>'first_status' = '0')::integer as wrong_first
         from events join users on users.id = student_id where email = 'lan@example.org'`,
      );
      t.same(rows, [{ events: 20, wrong_first: 1 }], 'each card once, with what was not known at first');

      await page.getByRole('button', { name: 'Kết thúc buổi học' }).click();
      await page.waitForURL('**/student');
      await page.getByRole('button', { name: 'Tiến độ: Common English verbs' }).click();
      const modal = page.getByRole('dialog');
      await modal.getByText('20%').first().waitFor();
      await modal.locator('[data-value="19"]').waitFor();
      await page.keyboard.press('Escape');
      await modal.waitFor({ state: 'detached' });

      await chooseLanguage(page, 'EN – English');
      await page.getByRole('heading', { name: 'My decks' }).waitFor();
      t.equal(await page.locator('html').getAttribute('lang'), 'en');

      await test.moveClock(1);
      await context.clock.setFixedTime(Date.now() + DAY_MS);
      await page.getByRole('link', { name: 'Learn: Common English verbs' }).click();
      await page.getByText('New 20').waitFor();
      await page.getByText('Review 1', { exact: true }).waitFor();
      t.equal(await page.getByRole('region', { name: 'Card 1 of 20' }).count(), 1);
    },
  );
});
