import type { Page } from 'playwright-core';
import type { BrowserTest } from '../harness/browser-harness.ts';
import { screen } from '../harness/screen.ts';
import { enter } from '../people/person.ts';

interface OfficialDeck {
  id: number;
  title: string;
  official_button_label: string | null;
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

const test = screen({ as: 'student' });

test('STU-02 CX-11 decks are chosen from official and personal ones', async (app) => {
  const { t, student } = app;
  await ownDeck(app, student.id, 'Động từ bất quy tắc', 'Lớp 10A');
  const { page } = app;
  await page.goto('/student/decks');
  const choice = page.getByLabel('Choose a deck');
  await choice.waitFor();
  const groups = await choice.locator('optgroup').evaluateAll((all) =>
    all.map((group) => ({
      label: group.getAttribute('label'),
      titles: [...group.querySelectorAll('option')].map((option) => option.textContent),
    })),
  );
  t.same(groups, [
    { label: 'Official decks', titles: (await officialDecks(app)).map(({ title }) => title) },
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

test('STU-01 SL-21 "dong tu" finds "động từ", without asking the server', async (app) => {
  const { t, student } = app;
  await ownDeck(app, student.id, 'Động từ bất quy tắc', 'Lớp 10A');
  await ownDeck(app, student.id, 'Ngữ pháp', 'Thì của động từ');
  const { page } = app;
  // What the page loads after all else, alone or together with others.
  const last = page.waitForResponse((response) =>
    `${response.url()} ${response.request().postData()}`.includes('/api/official-decks'),
  );
  await page.goto('/student/decks');
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

test('API-02 the dashboard loads by one batch', async (app) => {
  const { t, page } = app;
  const batches = batchesOf(page);
  await page.goto('/student');
  await section(page, 'Official decks').getByRole('link').first().waitFor();
  // What is not needed at first follows, on a slow machine before this is looked at.
  t.same(batches[0], FIRST_BATCH);

  await t.test('CON-03 for five minutes the official decks come from the cache', async (t) => {
    batches.length = 0;
    await page.reload();
    await section(page, 'Official decks').getByRole('link').first().waitFor();
    t.same(batches[0], FIRST_BATCH);
    t.notOk(batches.flat().includes('/api/official-decks'));
  });

  await t.test(
    'STU-04 one button per official deck leads to learning; it has the own label, or says so',
    async (t) => {
      const decks = await officialDecks(app);
      await app.db.query(`update decks set official_button_label = 'Begin here' where id = $1`, [
        decks[1]!.id,
      ]);
      t.teardown(() =>
        app.db.query('update decks set official_button_label = null where id = $1', [decks[1]!.id]),
      );
      // The decks are kept for some minutes.
      await page.evaluate(() => localStorage.clear());
      await enter(page, app.student, '/student');
      const buttons = section(page, 'Official decks').locator('a[href^="/learn/"]');
      await buttons.nth(2).waitFor();
      t.same(await buttons.allInnerTexts(), ['Learn', 'Begin here', 'Learn']);
      await buttons.first().click();
      await page.waitForURL(`**/learn/${decks[0]?.id}`);
    },
  );
});
