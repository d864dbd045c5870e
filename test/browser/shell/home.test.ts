import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';
import { logIn } from '../people/person.ts';

const hero = (page: Page) => page.getByRole('region', { name: 'Learn a little each day' });
const decks = (page: Page) => page.getByRole('region', { name: 'Start with a ready-made deck' });
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages of decks' });

const TITLE = { vi: 'Trang chủ · Nhớ', en: 'Home · Nhớ' };

const test = screen();
const inVietnamese = screen({ locale: 'vi-VN' });

test('NAV-01 a tap counts while the page that was rendered ahead wakes up', async ({ t, page }) => {
  const asked = Promise.withResolvers<void>();
  const tapped = Promise.withResolvers<void>();
  t.teardown(tapped.resolve);
  await page.route('**/assets/home.page-*.js', async (route) => {
    asked.resolve();
    await tapped.promise;
    await route.fallback();
  });
  const texts = page.waitForResponse(/\/assets\/en-[^/]+\.js$/);
  await page.goto('/', { waitUntil: 'commit' });
  await Promise.all([asked.promise, texts]);
  await page.waitForFunction(() => document.readyState !== 'loading');
  await hero(page).getByRole('link', { name: 'Get Started' }).click();
  await page.waitForURL('**/register', { waitUntil: 'commit' });
});

test('HOM-03 HOM-04 HOM-19 CX-13 who is logged in is led to the dashboard', async (app) => {
  const { t, page, baseUrl } = app;
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign up now' }).waitFor();
  for (const [role, target, shown, text] of [
    ['student', '/student', '/student', 'To my learning'],
    ['teacher', '/teacher', '/teacher', "Teacher's desk"],
    ['admin', '/assmin', '/assmin', 'Administration'],
  ] as const) {
    await logIn(app, page, role);
    await page.goto('/');
    const links = hero(page).getByRole('link');
    await links.first().waitFor();
    t.same(await links.allInnerTexts(), [text], 'in the place of both');
    t.equal(await page.getByRole('link', { name: 'Sign up now' }).count(), 0, 'no sign-up call');
    t.equal(await links.getAttribute('href'), target);
    await links.first().click();
    await page.waitForURL(`${baseUrl}${shown}`);
    await page.evaluate(() => localStorage.clear());
  }
});

test('a visitor’s home page', async ({ t, page, baseUrl }) => {
  await page.goto('/');

  await t.test('NAV-01 HOM-01 HOM-02 CX-02 the hero leads to registration and login', async () => {
    await hero(page).getByRole('link', { name: 'Get Started' }).click();
    await page.waitForURL('**/register');
    await page.goBack();
    await hero(page).getByRole('link', { name: 'Log In' }).click();
    await page.waitForURL('**/login');
    await page.goBack();
  });

  await t.test('HOM-22 trying five cards comes first', async (t) => {
    await decks(page).getByRole('article').first().waitFor();
    const links = hero(page).getByRole('link');
    t.same(await links.allTextContents(), ['Try five cards now', 'Get Started', 'Log In']);
    await links.first().click();
    await page.waitForURL(/\/try\/\d+$/);
    await page.getByRole('region', { name: 'Card 1 of 5' }).waitFor();
    await page.goBack();
  });

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

  await t.test('GLB-08 the footer leads to About and Privacy, and nowhere else', async (t) => {
    const links = page.getByRole('contentinfo').getByRole('link');
    t.same(await links.allTextContents(), ['About', 'Privacy']);
    await links.first().click();
    await page.waitForURL('**/about');
  });

  await t.test('SL-65 SL-66 GLB-01 the logo leads home, and so does an unknown path', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Nhớ: home page' }).click();
    await page.waitForURL(`${baseUrl}/`);
    await page.goto('/teacher/nothing');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'To the home page' }).click();
    await page.waitForURL(`${baseUrl}/`);
  });

  await t.test('HOM-17 HOM-18 HOM-20 three blurbs, and the way to both articles of About', async (t) => {
    const features = page.getByRole('region', { name: 'Made for memory' });
    await features.getByRole('heading', { level: 3 }).first().waitFor();
    t.equal(await features.getByRole('heading', { level: 3 }).count(), 3);
    await features.getByRole('link', { name: 'More about how it works' }).click();
    await page.waitForURL('**/about');
    await page.getByRole('article', { name: 'For teachers' }).waitFor();
    t.notMatch(
      await page.getByRole('main').textContent(),
      /<\/?(b|br|strong)>/,
      'HOM-21 markup is formatted',
    );
  });
});

test('HOM-12 HOM-13 Start Learning leads to the session with a token, else to the login', async (app) => {
  const { page } = app;
  await page.goto('/');
  const start = decks(page).getByRole('link', { name: 'Start Learning: Everyday nouns' });
  await start.click();
  await page.waitForURL(/\/login\?next=%2Flearn%2F\d+$/);
  await logIn(app, page, 'student');
  await page.goto('/');
  await start.click();
  await page.waitForURL(/\/learn\/\d+$/);
});

test('ERR-16 CX-27 (document 1 §8) decks that cannot be read are said so, and can be tried again', async ({
  t,
  page,
}) => {
  await page.route('**/api/official-decks', (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto('/');
  await notice(page, 'alert', /^The official decks could not be loaded: /).waitFor();
  const failure = page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: 'The official decks could not be loaded' });
  await failure.waitFor();
  await page.unroute('**/api/official-decks');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await decks(page).getByRole('article').first().waitFor();
  t.equal(await failure.count(), 0);
});

test('NAV-04 a page that does not arrive leaves the rest, and comes when tried again', async (app) => {
  const { t, page, baseUrl } = app;
  await page.goto('/about');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route('**/assets/login*', (route) => route.abort());
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  const failure = page.getByRole('main').getByRole('alert');
  await failure.filter({ hasText: 'This part of the page could not be loaded' }).waitFor();
  await page.getByRole('button', { name: /^VI/ }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Giới thiệu' }).waitFor();
  await page.unroute('**/assets/login*');
  await failure.getByRole('button', { name: 'Thử lại' }).click();
  await page.getByRole('heading', { name: 'Chào mừng bạn trở lại' }).waitFor();
  t.equal(page.url(), `${baseUrl}/login`);
});

for (const width of [360, 1320])
  screen({ viewport: { width, height: 900 } })(
    `HOM-01 a visitor turns a card and sees when it comes, at ${width} px`,
    async ({ t, page }) => {
      await page.goto('/');
      const trial = page.getByRole('region', { name: 'A card to try' });
      const press = (name: string | RegExp) => trial.getByRole('button', { name }).click();
      const below = page.getByRole('region', { name: 'Start with a ready-made deck' });
      const top = () => below.evaluate((each) => each.getBoundingClientRect().top + scrollY);
      await below.getByRole('article').first().waitFor();
      const before = await top();

      await trial.getByText('remember', { exact: true }).first().waitFor();
      t.equal(await trial.getByText('nhớ', { exact: true }).count(), 0, 'the answer comes after');
      await press('Turn the card');
      await trial.getByText('nhớ', { exact: true }).waitFor();
      await trial.getByRole('button', { name: /^Unknown\s+tomorrow$/ }).waitFor();
      t.equal(
        await trial.evaluate((each) => each.contains(document.activeElement)),
        true,
        'the keyboard stays',
      );
      await press(/^Confident\s+2 days$/);
      await trial.getByRole('status').getByText('You meet it again in 2 days.').waitFor();
      t.equal(await top(), before, 'nothing below has moved');

      await press('Go to that day');
      await press('Turn the card');
      await press(/^Confident\s+11 days$/);
      await trial.getByText('You meet it again in 11 days.').waitFor();
      await press('Go to that day');
      await press('Turn the card');
      await press(/^Unknown/);
      await trial.getByText('You meet it again in 2 days.').waitFor();
      await press('Start again');
      await trial.getByText('1 / 4', { exact: true }).waitFor();
      t.equal(await top(), before);
    },
  );

inVietnamese('CX-12 HOM-08 HOM-14 NAV-02 NAV-03 LNG-02 LNG-09 Vietnamese pages and titles', async (app) => {
  const { t, page, baseUrl } = app;
  await page.goto('/');
  await page.getByRole('link', { name: 'Bắt đầu ngay' }).waitFor();
  t.equal(await page.getAttribute('html', 'lang'), 'vi');
  await becomes(t, () => page.title(), TITLE.vi);
  const cards = page.getByRole('region', { name: 'Bắt đầu với một bộ thẻ có sẵn' }).getByRole('article');
  await cards.first().waitFor();
  t.equal(await cards.count(), 3);
  const nouns = await cards.filter({ hasText: 'Everyday nouns' }).textContent();
  t.match(nouns, 'Từ vựng về con người, món ăn, nhà cửa');
  await page.goto('/about');
  await page.getByRole('heading', { name: 'Dành cho học sinh' }).waitFor();
  await becomes(t, () => page.title(), 'Giới thiệu · Nhớ');
  t.equal(page.url(), `${baseUrl}/about`, 'and neither asks who comes');
});

test('LNG-04 LNG-08 LNG-09 SL-10 GLB-02 pages are English, and switched as a whole at once', async ({
  t,
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Start Learning: Everyday nouns' }).waitFor();
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
  t.equal(await page.getByText('Start Learning').count(), 0);

  await t.test('LNG-05 and the choice is remembered', async (t) => {
    t.equal(await page.evaluate(() => localStorage.getItem('userLanguage')), 'vi');
    await page.reload();
    await page.getByRole('link', { name: 'Bắt đầu ngay' }).waitFor();
    await becomes(t, () => page.title(), TITLE.vi);
  });
});

test('SL-96 home and About come in the language that the visitor has chosen, else in the browser’s', async (app) => {
  const { t, page, baseUrl, context } = app;
  for (const [path, name] of [
    ['/', { vi: 'Bắt đầu ngay', en: 'Get Started' }],
    ['/about', { vi: 'Dành cho học sinh', en: 'For students' }],
  ] as const)
    for (const [cookie, browser, locale] of [
      ['', 'vi-VN,vi', 'vi'],
      ['', 'en-US,en', 'en'],
      ['a=b; language=en', 'vi', 'en'],
      ['language=vi', 'en', 'vi'],
      ['language=fr', 'en', 'en'],
    ] as const) {
      const headers = { cookie, 'accept-language': browser };
      const document = await (await fetch(baseUrl + path, { headers })).text();
      t.match(document, `<html lang="${locale}">`, `${path} ${cookie} ${browser}`);
      t.match(document, name[locale], 'with its texts');
    }
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: /^VI/ }).click();
  await page.getByRole('link', { name: 'Bắt đầu ngay' }).waitFor();
  const kept = (await context.cookies()).filter(({ httpOnly }) => !httpOnly);
  t.same(
    kept.map(({ name, value }) => [name, value]),
    [['language', 'vi']],
    'the choice, and nothing else',
  );
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
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
});

test('RET-04 the page about privacy names refused logins, reports, sessions and mixed-up cards', async (app) => {
  const { t, page } = app;
  await page.goto('/privacy');
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  for (const [name, text] of [
    ['What is kept', 'except those of refused logins: they stand in the server’s log, without a name'],
    ['What is kept', 'in which browsers you are logged in'],
    ['What is kept', 'the number and the email address by which it knows you'],
    ['What is kept', 'What you report of a card'],
    ['Who sees it', 'Only teachers of your classes see your name with it'],
    ['Who sees it', 'Which cards a class mixes up its teachers see without names'],
    ['For how long', 'Addresses of refused logins: as long as'],
    ['For how long', 'What you report of a card: until'],
  ] as const)
    await part(name).getByText(text).waitFor();
  t.pass();
});
