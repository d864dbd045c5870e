import type { Page } from 'playwright-core';
import t from 'tap';
import { type BrowserTest, startBrowserTest } from './browser-harness.ts';
import { refuse } from './refused-calls.ts';
import { studentInBrowser } from './student-in-browser.ts';

interface OfficialDeck {
  id: number;
  title: string;
  official_button_label: string;
}

const officialDecks = async (test: BrowserTest) => {
  const response = await test.context.request.get(`${test.baseUrl}/api/official-decks`);
  const { data } = (await response.json()) as { data: OfficialDeck[] };
  return data;
};

const section = (page: Page, name: string) => page.getByRole('region', { name });

/** A deck that only this student has. */
async function ownDeck(test: BrowserTest, userId: number, title: string, description: string) {
  await test.db.query('insert into decks (user_id, title, description) values ($1, $2, $3)', [
    userId,
    title,
    description,
  ]);
}

/** The urls of each batch that the page sends from now on. */
function batchesOf(page: Page): string[][] {
  const batches: string[][] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/batch')) return;
    const { requests } = request.postDataJSON() as { requests: { url: string }[] };
    batches.push(requests.map(({ url }) => url).sort());
  });
  return batches;
}

/** Lets the batch fail for one of its urls, as many times as asked. */
async function failInBatch(page: Page, url: string) {
  await page.route('**/api/batch', async (route) => {
    const { requests } = route.request().postDataJSON() as { requests: { url: string }[] };
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: unknown[] };
    const failure = {
      success: false,
      code: 'overloaded',
      message: 'The server is busy, please try again in a moment',
    };
    const entries = data.map((entry, index) =>
      requests[index]?.url === url ? { status: 503, data: failure } : entry,
    );
    await route.fulfill({ response, json: { success: true, data: entries } });
  });
}

t.test('STU-02 CX-11 decks are chosen from official and personal ones', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const student = await studentInBrowser(test);
  await ownDeck(test, student.id, 'Động từ bất quy tắc', 'Lớp 10A');
  const { page } = test;
  await page.goto(`${test.baseUrl}/student`);
  const choice = page.getByLabel('Choose a deck');
  await choice.waitFor();
  const groups = await choice.locator('optgroup').evaluateAll((all) =>
    all.map((group) => ({
      label: group.getAttribute('label'),
      titles: [...group.querySelectorAll('option')].map((option) => option.textContent),
    })),
  );
  t.same(groups, [
    { label: 'Official decks', titles: (await officialDecks(test)).map(({ title }) => title) },
    { label: 'Personal decks', titles: ['Động từ bất quy tắc'] },
  ]);

  await t.test('STU-03 view progress opens the progress of the chosen deck', async (t) => {
    const view = page.getByRole('button', { name: 'View progress' });
    t.equal(await view.isDisabled(), true, 'not without a deck');
    await choice.selectOption({ label: 'Everyday nouns' });
    await view.click();
    await page.getByRole('dialog', { name: 'Progress: Everyday nouns' }).waitFor();
  });
});

t.test('STU-01 SL-21 "dong tu" finds "động từ", without asking the server', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  const student = await studentInBrowser(test);
  await ownDeck(test, student.id, 'Động từ bất quy tắc', 'Lớp 10A');
  await ownDeck(test, student.id, 'Ngữ pháp', 'Thì của động từ');
  const { page } = test;
  // What the page loads after all else, alone or together with others.
  const last = page.waitForResponse((response) =>
    `${response.url()} ${response.request().postData()}`.includes('/api/answered-reports'),
  );
  await page.goto(`${test.baseUrl}/student`);
  const box = page.getByRole('searchbox', { name: 'Search decks' });
  await box.waitFor();
  await page.getByLabel('Choose a deck').waitFor();
  await last;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });

  await box.fill('   ');
  const found = page.getByRole('list', { name: 'Decks found' }).getByRole('listitem');
  t.equal(await found.count(), 0, 'blank text is not searched for');
  await box.fill('dong tu');
  await found.first().waitFor();
  t.match(await found.allInnerTexts(), [/Động từ bất quy tắc/, /Ngữ pháp/]);
  await page.getByRole('status').filter({ hasText: '2 decks found' }).waitFor({ state: 'attached' });
  await box.fill('nothing like this');
  await page.getByText('No deck matches your search.', { exact: true }).waitFor();
  t.same(asked, []);

  await box.fill('lop 10a');
  await found.getByRole('link', { name: 'Learn: Động từ bất quy tắc' }).click();
  await page.waitForURL('**/learn/*');
});

const FIRST_BATCH = [
  '/api/activity',
  '/api/classes?include=decks',
  '/api/decks',
  '/api/join-requests',
  '/api/today',
];

t.test('API-02 the dashboard loads by one batch', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  await studentInBrowser(test);
  const { page } = test;
  const batches = batchesOf(page);
  await page.goto(`${test.baseUrl}/student`);
  await page.getByLabel('Choose a deck').waitFor();
  // What is not needed at first follows, on a slow machine before this is looked at.
  t.same(batches[0], FIRST_BATCH);

  await t.test('CON-03 for five minutes the official decks come from the cache', async (t) => {
    batches.length = 0;
    await page.reload();
    await section(page, 'Official decks').getByRole('link').first().waitFor();
    await page.getByLabel('Choose a deck').waitFor();
    t.same(batches[0], FIRST_BATCH);
    t.notOk(batches.flat().includes('/api/official-decks'));
  });

  await t.test('STU-04 one button per official deck, with its label, leads to learning', async (t) => {
    const decks = await officialDecks(test);
    const buttons = section(page, 'Official decks').getByRole('link');
    t.same(
      await buttons.allInnerTexts(),
      decks.map((deck) => deck.official_button_label),
    );
    await buttons.first().click();
    await page.waitForURL(`**/learn/${decks[0]?.id}`);
  });
});

t.test('API-02 ERR-34 when the batch fails, the parts are loaded one by one', async (t) => {
  const test = await startBrowserTest(t, { locale: 'en-US' });
  await studentInBrowser(test);
  const { page } = test;
  await page.route('**/api/batch', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${test.baseUrl}/student`);
  await section(page, 'Official decks').getByRole('link').first().waitFor();
  await page.getByLabel('Choose a deck').waitFor();
  t.equal(await page.getByRole('alert').count(), 0, 'what worked in the end is no error');
});

t.test(
  'API-04 ERR-07 decks that cannot be read leave the rest, say why, and can be tried again',
  async (t) => {
    const test = await startBrowserTest(t, { locale: 'en-US' });
    const student = await studentInBrowser(test);
    await ownDeck(test, student.id, 'My own deck', '');
    const { page } = test;
    await failInBatch(page, '/api/decks');
    await page.goto(`${test.baseUrl}/student`);
    await page
      .getByRole('alert')
      .filter({ hasText: 'The decks could not be loaded: The server is busy' })
      .waitFor();
    await section(page, 'Official decks').getByRole('link').first().waitFor();
    const all = section(page, 'All decks');
    await all.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await all.locator('option', { hasText: 'My own deck' }).waitFor({ state: 'attached' });
    t.equal(await all.getByRole('alert').count(), 0);
  },
);

t.test(
  'API-04 ERR-16 official decks that cannot be read leave the rest, and can be tried again',
  async (t) => {
    const test = await startBrowserTest(t, { locale: 'en-US' });
    await studentInBrowser(test);
    const { page } = test;
    const allow = await refuse(page, 'GET', '/api/official-decks');
    await page.goto(`${test.baseUrl}/student`);
    await page
      .getByRole('alert')
      .filter({ hasText: 'The official decks could not be loaded: The server is busy' })
      .waitFor();
    await page.getByLabel('Choose a deck').waitFor();
    const official = section(page, 'Official decks');
    await allow();
    await official.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await official.getByRole('link').first().waitFor();
  },
);
