import type { Page } from 'playwright-core';
import { becomes } from '../../harness/becomes.ts';
import { readsOf } from '../harness/page-reads.ts';
import { screen } from '../harness/screen.ts';
import { plainCards } from '../people/learning-in-browser.ts';
import { enter } from '../people/person.ts';
import { noteShifts } from '../shell/layout-shifts.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

const test = screen({ as: 'student' }, async ({ api }) => ({
  official: (await api('GET /api/official-decks')).body.data,
}));

test('STU-01 STU-02 STU-03 CX-11 SL-21 decks are chosen from official and personal ones, and found as they are typed', async (app) => {
  const { t, page, student, official } = app;
  await student.deck('Động từ bất quy tắc', [], { description: 'Lớp 10A' });
  // What the page loads after all else, alone or together with others.
  const last = page.waitForResponse((response) =>
    `${response.url()} ${response.request().postData()}`.includes('/api/official-decks'),
  );
  await page.goto('/student/decks');
  const choice = page.getByLabel('Choose a deck');
  await choice.waitFor();
  await last;
  const groups = await choice.locator('optgroup').evaluateAll((all) =>
    all.map((group) => ({
      label: group.getAttribute('label'),
      titles: [...group.querySelectorAll('option')].map((option) => option.textContent),
    })),
  );
  t.same(groups, [
    { label: 'Official decks', titles: official.map(({ title }) => title) },
    { label: 'Personal decks', titles: ['Động từ bất quy tắc'] },
  ]);
  const reads = readsOf(page);
  const box = page.getByRole('searchbox', { name: 'Search decks' });
  const found = page.getByRole('list', { name: 'Decks found' }).getByRole('listitem');
  await box.fill('   ');
  t.equal(await found.count(), 0, 'blank text is not searched for');
  await box.fill('dong tu');
  await found.first().waitFor();
  t.match(await found.allInnerTexts(), [/Động từ bất quy tắc/]);
  await page.getByRole('status').filter({ hasText: '1 deck found' }).waitFor({ state: 'attached' });
  await box.fill('nothing like this');
  await page.getByText('No deck matches your search.', { exact: true }).waitFor();
  t.same(reads, { batches: [], alone: [] }, 'the server is not asked');

  const view = page.getByRole('button', { name: 'View progress' });
  t.equal(await view.count(), 0, 'not without a deck');
  await choice.selectOption({ label: 'Everyday nouns' });
  await view.click();
  await page.getByRole('dialog', { name: 'Progress: Everyday nouns' }).waitFor();
  await page.keyboard.press('Escape');
  await box.fill('lop 10a');
  await found.getByRole('link', { name: 'Learn: Động từ bất quy tắc' }).click();
  await page.waitForURL('**/learn/*');
});

const FIRST_BATCH = [
  '/api/activity',
  '/api/classes?include=decks',
  '/api/decks',
  '/api/join-requests',
  '/api/recent-deck',
  '/api/today',
];

test('API-02 CON-03 STU-04 the home loads by one batch, its official decks for five minutes from the cache', async (app) => {
  const { t, page, sql, student, official } = app;
  const { batches } = readsOf(page);
  const buttons = section(page, 'Official decks').locator('a[href^="/learn/"]');
  await page.goto('/student');
  await buttons.first().waitFor();
  // What is not needed at first follows, on a slow machine before this is looked at.
  t.same(batches[0], FIRST_BATCH);
  batches.length = 0;
  await page.reload();
  await buttons.first().waitFor();
  t.same(batches[0], FIRST_BATCH);
  t.notOk(batches.flat().includes('/api/official-decks'));

  const label = (text: string | null) =>
    sql`update decks set official_button_label = ${text} where id = ${official[1]!.id}`;
  await label('Begin here');
  t.teardown(() => label(null));
  await page.evaluate(() => localStorage.clear());
  await enter(page, student, '/student');
  await buttons.nth(2).waitFor();
  t.same(await buttons.allInnerTexts(), ['Learn', 'Begin here', 'Learn'], 'one for each, by its own label');
  await buttons.first().click();
  await page.waitForURL(`**/learn/${official[0]!.id}`);

  await t.test(
    'STU-04 SL-117 (document 1 §2) one that was begun keeps its label among the own decks',
    async (t) => {
      await student.study(official[1]!.id, 1);
      await page.goto('/student');
      const begun = section(page, 'My decks').getByRole('link', {
        name: `Begin here: ${official[1]!.title}`,
      });
      await begun.waitFor();
      t.equal(await begun.textContent(), 'Begin here');
      t.equal(await begun.getAttribute('href'), `/learn/${official[1]!.id}`);
    },
  );
});

test('STU-05 STU-06 STU-07 (document 1 §2) TDY-10 TDY-12 the deck studied last goes on, or is done for today', async (app) => {
  const { t, page, student } = app;
  const reads = readsOf(page);
  await page.goto('/student');
  await section(page, 'Official decks').getByRole('link').first().waitFor();
  const last = section(page, 'Last studied');
  t.equal(await last.count(), 0, 'before the first card there is none');
  t.equal(
    [...reads.batches.flat(), ...reads.alone].filter((url) => url === '/api/recent-deck').length,
    1,
    'which is asked for once',
  );

  const before = await student.deck('Before', plainCards(3));
  await student.study(before, 1);
  await page.goto('/student');
  await last.getByRole('button', { name: 'Progress: Before' }).waitFor();
  t.equal(await page.getByRole('button', { name: 'Progress: Before' }).count(), 1, 'nothing is said twice');
  await last.getByRole('link', { name: 'Continue: Before' }).click();
  await page.waitForURL(`**/learn/${before}`);
  const deckId = await student.deck('Newest', plainCards(2));
  await student.study(deckId, 1);
  const shiftsOf = await noteShifts(page);
  await page.goto('/student');
  await last.getByText('Newest', { exact: true }).waitFor();
  await section(page, 'My decks').getByRole('article').nth(1).waitFor();
  const { shift, moved } = await shiftsOf();
  t.ok(shift < 0.02, moved.join('\n'));
  await last.getByRole('button', { name: 'Progress: Newest' }).click();
  await page.getByRole('dialog', { name: 'Progress: Newest' }).waitFor();
  await page.keyboard.press('Escape');
  await last.getByRole('link', { name: 'Continue: Newest' }).click();
  await page.waitForURL(`**/learn/${deckId}`);

  await student.study(deckId, 2);
  await page.goto('/student');
  await last.getByText('Done for today', { exact: true }).waitFor();
  t.equal(await last.getByRole('link').count(), 0);
});

const onPhone = screen({ as: 'student', viewport: { width: 360, height: 740 } });

onPhone(
  'TDY-16 TDY-17 a phone shows the way into a class, and the deck studied last in one line',
  async (app) => {
    const { t, page, student } = app;
    await page.goto('/student');
    const join = page.getByRole('link', { name: 'Join a class with its code' });
    const { y, height } = (await join.boundingBox())!;
    const bar = (await page.getByRole('navigation').last().boundingBox())!;
    t.ok(y + height <= bar.y, `${y} + ${height}`);
    await join.click();
    const code = page.getByRole('textbox', { name: 'Class code' });
    await becomes(
      t,
      () => code.evaluate((field) => field.getBoundingClientRect().bottom < innerHeight),
      true,
    );

    await student.study(await student.deck('Before', plainCards(2)), 1);
    const deckId = await student.deck(
      'A title that is longer than any line of a phone can ever be',
      plainCards(2),
    );
    await student.study(deckId, 2);
    await page.goto('/student');
    const last = section(page, 'Last studied');
    await last.getByText('Done for today', { exact: true }).waitFor();
    t.ok((await last.boundingBox())!.height <= 56, 'one line below its name');
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  },
);
