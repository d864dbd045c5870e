import t from 'tap';
import { adminInBrowser } from './admin-in-browser.ts';
import { startBrowserTest } from './browser-harness.ts';
import { notice } from './noted-notices.ts';
import { readsOf } from './page-reads.ts';
import { studentInBrowser } from './student-in-browser.ts';
import { teacherInBrowser } from './teacher-in-browser.ts';

const ENGLISH = { locale: 'en-US' };

t.test('CRD-13 the administrator is told by a notice that a search found nothing', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page, baseUrl } = test;
  const admin = await adminInBrowser(test);
  const deckId = await admin.teacher.deck('Words', [{ front: 'đường', back: 'road' }]);
  await page.goto(`${baseUrl}/assmin?view=cards&deckId=${deckId}`);
  const field = page.getByRole('searchbox', { name: 'Search the cards' });
  const searchButton = page.getByRole('button', { name: 'Search', exact: true });
  const none = notice(page, 'status', 'No cards found');
  await field.fill('duong');
  await field.press('Enter');
  await page.getByRole('status').getByText('1 card found', { exact: true }).waitFor();
  t.equal(await none.count(), 0, 'not when there is a hit');
  for (const text of ['nowhere', 'nothing']) {
    // While one search is under way there is no other.
    await searchButton.and(page.locator(':enabled')).waitFor();
    await field.fill(text);
    await field.press('Enter');
    await none.waitFor();
    await page.getByRole('button', { name: 'Close the notice' }).click();
    await none.waitFor({ state: 'detached' });
  }
});

t.test('ERR-37 CHT-02 the refresh of the progress window says that it has read anew', async (t) => {
  const test = await startBrowserTest(t, ENGLISH);
  const { page, baseUrl } = test;
  const student = await studentInBrowser(test);
  const decks = await student.call('GET /api/official-decks');
  await student.study(decks[0]?.id ?? 0, 2);
  await page.goto(`${baseUrl}/student`);
  await page.getByRole('region', { name: 'My decks' }).getByRole('button').click();
  const refresh = page.getByRole('dialog').getByRole('button', { name: 'Refresh' });
  await refresh.click();
  await notice(page, 'status', 'Everything is up to date.').waitFor();

  await page.route('**/stats', (route) =>
    route.fulfill({ status: 400, json: { code: 'malformed_request', message: 'Not this' } }),
  );
  await refresh.click();
  await notice(page, 'alert', 'The progress could not be loaded: Not this').waitFor();
  t.equal(await page.getByRole('dialog').getByRole('group', { name: 'Cards today' }).count(), 1, 'kept');
});

t.test(
  "CON-02 SL-62 a deck's cards come from the cache for a while, and anew after an own change",
  async (t) => {
    const test = await startBrowserTest(t, ENGLISH);
    const { page, baseUrl } = test;
    const teacher = await teacherInBrowser(test);
    const deckId = await teacher.deck('Words', [{ front: 'cat', back: 'mèo' }]);
    const { alone, batches } = readsOf(page);
    const reads = () =>
      [...alone, ...batches.flat()].filter((url) => url === `/api/decks/${deckId}/cards`).length;
    const list = page.getByRole('list', { name: 'Cards of the deck' });
    const open = async () => {
      await page.goto(`${baseUrl}/teacher?deckId=${deckId}`);
      await list.getByRole('listitem').first().waitFor();
    };
    await open();
    await open();
    t.equal(reads(), 1, 'a reload later');
    await page.goto(`${baseUrl}/teacher/decks`);
    await page.getByRole('button', { name: 'Preview: Words' }).click();
    await page.getByRole('dialog').getByText('cat').first().waitFor();
    t.equal(reads(), 1, 'the preview too');

    await open();
    await page.getByRole('button', { name: 'Delete the card: cat' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the card' }).click();
    await page.getByText('This deck has no cards yet.').waitFor();
    t.equal(reads(), 2);
    await page.reload();
    await page.getByText('This deck has no cards yet.').waitFor();
  },
);
