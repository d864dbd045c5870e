import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import t from 'tap';
import { logIn } from './account-in-browser.ts';
import type { BrowserTest } from './browser-harness.ts';
import { startBrowserTest } from './browser-harness.ts';

const hero = (page: Page) => page.getByRole('region', { name: 'Learn a little each day' });
const decks = (page: Page) => page.getByRole('region', { name: 'Start with a ready-made deck' });
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages of decks' });

async function addOfficialDecks(test: BrowserTest, count: number) {
  const { answer } = await logIn(test, test.page, 'teacher');
  await test.page.evaluate(() => localStorage.clear());
  await test.db.query(
    `insert into decks (user_id, title, description, is_official, official_button_label)
     select $1, 'Deck ' || n, case when n % 2 = 0 then 'About deck ' || n end, true, 'Deck ' || n
     from generate_series(1, $2::integer) n`,
    [answer.user.id, count],
  );
}

t.test('NAV-01 HOM-01 HOM-02 the hero of a visitor leads to registration and login', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'en-US' });
  await page.goto(baseUrl);
  await hero(page).getByRole('link', { name: 'Get started' }).click();
  await page.waitForURL('**/register');
  await page.goBack();
  await hero(page).getByRole('link', { name: 'Log in' }).click();
  await page.waitForURL('**/login');
});

t.test('NAV-01 a tap counts while the page that was rendered ahead wakes up', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'en-US' });
  const asked = Promise.withResolvers<void>();
  const tapped = Promise.withResolvers<void>();
  t.teardown(tapped.resolve);
  await page.route('**/assets/home.page-*.js', async (route) => {
    asked.resolve();
    await tapped.promise;
    await route.fallback();
  });
  const texts = page.waitForResponse(/\/assets\/en-[^/]+\.js$/);
  await page.goto(baseUrl, { waitUntil: 'commit' });
  await Promise.all([asked.promise, texts]);
  await page.waitForFunction(() => document.readyState !== 'loading');
  await hero(page).getByRole('link', { name: 'Get started' }).click();
  await page.waitForURL('**/register', { waitUntil: 'commit' });
});

t.test('HOM-03 HOM-04 HOM-19 CX-13 who is logged in is led to the dashboard', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  await page.goto(baseUrl);
  await page.getByRole('link', { name: 'Sign up now' }).waitFor();
  for (const [role, target, shown] of [
    ['student', '/student', '/student'],
    ['teacher', '/teacher', '/teacher'],
    ['admin', '/assmin', '/assmin'],
  ] as const) {
    await logIn(test, page, role);
    await page.goto(baseUrl);
    const links = hero(page).getByRole('link');
    await links.first().waitFor();
    t.same(await links.allInnerTexts(), ['To my learning'], 'in the place of both');
    t.equal(await page.getByRole('link', { name: 'Sign up now' }).count(), 0, 'no sign-up call');
    t.equal(await links.getAttribute('href'), target);
    await links.first().click();
    await page.waitForURL(`${baseUrl}${shown}`);
    await page.evaluate(() => localStorage.clear());
  }
});

t.test('a visitor’s home page', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'en-US' });
  await page.goto(baseUrl);

  await t.test('HOM-11 three decks need no pages', async (t) => {
    await decks(page).getByRole('article').first().waitFor();
    t.equal(await pages(page).count(), 0);
  });

  await t.test('HOM-05 HOM-06 HOM-07 the article shows its first paragraph, more and less', async (t) => {
    const article = page.getByRole('article', { name: 'Thousands of words' });
    const paragraphs = article.getByRole('paragraph');
    await paragraphs.first().waitFor();
    t.equal(await paragraphs.count(), 1);
    await article.getByRole('button', { name: 'Read more' }).click();
    await article.getByText('4000 to 6000 words in 3 to 4 months').waitFor();
    await article.getByRole('button', { name: 'Read less' }).click();
    t.equal(await paragraphs.count(), 1);
  });

  await t.test(
    'GLB-08 the footer leads to About and Privacy; without a contact address to nowhere else',
    async (t) => {
      const links = page.getByRole('contentinfo').getByRole('link');
      t.same(await links.allTextContents(), ['About', 'Privacy']);
      await links.first().click();
      await page.waitForURL('**/about');
    },
  );

  await t.test('SL-66 GLB-01 the logo leads home', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Nhớ: home page' }).click();
    await page.waitForURL(`${baseUrl}/`);
  });

  await t.test('HOM-17 HOM-18 HOM-20 three blurbs, and the way to both articles of About', async (t) => {
    const features = page.getByRole('region', { name: 'Made for memory' });
    await features.getByRole('heading', { level: 3 }).first().waitFor();
    t.equal(await features.getByRole('heading', { level: 3 }).count(), 3);
    await features.getByRole('link', { name: 'More about how it works' }).click();
    await page.waitForURL('**/about');
    await page.getByRole('article', { name: 'For teachers' }).waitFor();
  });

  await t.test('HOM-21 their markup is formatted', async (t) => {
    const article = page.getByRole('article', { name: 'For students' });
    t.equal(await article.getByRole('strong').first().textContent(), 'meeting the same words again');
    t.notMatch(await page.getByRole('main').textContent(), /<\/?(b|br|strong)>/);
  });
});

t.test('HOM-08 CX-12 HOM-14 a visitor sees the official decks, described in their language', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'vi-VN' });
  await page.goto(baseUrl);
  const cards = page.getByRole('region', { name: 'Bắt đầu với một bộ thẻ có sẵn' }).getByRole('article');
  await cards.first().waitFor();
  t.equal(await cards.count(), 3);
  t.match(
    await cards.filter({ hasText: 'Everyday nouns' }).textContent(),
    'Từ vựng về con người, món ăn, nhà cửa',
  );
});

t.test('HOM-12 HOM-13 Start learning leads to the session with a token, else to the login', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const { page, baseUrl } = test;
  await page.goto(baseUrl);
  const start = decks(page).getByRole('link', { name: 'Start learning: Everyday nouns' });
  await start.click();
  await page.waitForURL(/\/login\?next=%2Flearn%2F\d+$/);
  await logIn(test, page, 'student');
  await page.goto(baseUrl);
  await start.click();
  await page.waitForURL(/\/learn\/\d+$/);
});

t.test('ERR-16 decks that cannot be read are said so, and can be tried again', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'en-US' });
  await page.route('**/api/official-decks', (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto(baseUrl);
  const failure = page.getByRole('alert').filter({ hasText: 'The official decks could not be loaded' });
  await failure.waitFor();
  await page.unroute('**/api/official-decks');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await decks(page).getByRole('article').first().waitFor();
  t.equal(await failure.count(), 0);
});

t.test('SL-65 an unknown path says so and leads home', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'en-US' });
  await page.goto(`${baseUrl}/teacher/nothing`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('link', { name: 'To the home page' }).click();
  await page.waitForURL(`${baseUrl}/`);
});

t.test('NAV-04 a page that does not arrive leaves the rest, and comes when tried again', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'en-US' });
  await page.goto(`${baseUrl}/about`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route('**/assets/login*', (route) => route.abort());
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  const failure = page.getByRole('main').getByRole('alert');
  await failure.filter({ hasText: 'This part of the page could not be loaded' }).waitFor();
  await page.getByRole('button', { name: /^VI/ }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Giới thiệu' }).waitFor();
  await page.unroute('**/assets/login*');
  await failure.getByRole('button', { name: 'Thử lại' }).click();
  await page.getByRole('heading', { name: 'Chào mừng bạn trở lại' }).waitFor();
  t.equal(page.url(), `${baseUrl}/login`);
});

t.test('NAV-01 the first load of / needs at most 170 kB of compressed JavaScript', async (t) => {
  const { page, baseUrl } = await startBrowserTest(t, { locale: 'vi-VN' });
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.body());
  });
  await page.goto(baseUrl);
  await page
    .getByRole('link', { name: /^Bắt đầu học/ })
    .first()
    .waitFor();
  const bodies = await Promise.all(scripts);
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  t.ok(bodies.length > 1);
  t.ok(bytes <= 170_000, `${bytes} bytes`);
});

t.test('another site', async (t) => {
  const env = { CONTACT_EMAIL: 'hello@example.org' };
  const test = await startBrowserTest(t, { own: true, locale: 'en-US', env });
  const { page, baseUrl } = test;

  await t.test(
    'HOM-08 HOM-09 HOM-10 more decks come on pages of three, with five numbers at most',
    async (t) => {
      await addOfficialDecks(test, 16);
      await page.goto(baseUrl);
      const cards = decks(page).getByRole('article');
      const numbers = pages(page).getByRole('button', { name: /^Page \d+$/ });
      const current = pages(page).locator('[aria-current=page]');
      await cards.first().waitFor();
      t.equal(await cards.count(), 3);
      t.same(await numbers.allInnerTexts(), ['1', '2', '3', '4', '5']);
      t.equal(await pages(page).getByRole('button', { name: 'Previous page' }).isDisabled(), true);

      await pages(page).getByRole('button', { name: 'Page 5' }).click();
      t.same(await numbers.allInnerTexts(), ['3', '4', '5', '6', '7']);
      await pages(page).getByRole('button', { name: 'Next page' }).click();
      await pages(page).getByRole('button', { name: 'Next page' }).click();
      t.equal(await current.textContent(), '7');
      t.equal(await cards.count(), 1, 'the nineteenth deck');
      t.equal(await pages(page).getByRole('button', { name: 'Next page' }).isDisabled(), true);
      await pages(page).getByRole('button', { name: 'Previous page' }).click();
      t.equal(await current.textContent(), '6');

      await t.test('HOM-15 HOM-16 with their own description, or the invitation', async (t) => {
        const texts = (await cards.allInnerTexts()).join('\n');
        t.match(texts, /About deck \d+/);
        t.match(texts, 'A great deck to start your learning journey.');
      });
    },
  );

  await t.test(
    'GLB-09 SL-13 the footer has a link to the contact address of the configuration',
    async (t) => {
      const contact = page.getByRole('contentinfo').getByRole('link', { name: 'hello@example.org' });
      await contact.waitFor();
      t.equal(await contact.getAttribute('href'), 'mailto:hello@example.org');
    },
  );
});
