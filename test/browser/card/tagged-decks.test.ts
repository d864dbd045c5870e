import { becomes } from '../../harness/becomes.ts';
import { notice } from '../harness/noted-notices.ts';
import { screen } from '../harness/screen.ts';

const test = screen({ as: 'teacher' });

test('TAB-19 decks are tagged, and found by their tags', async ({ t, page, teacher }) => {
  await teacher.deck('Fruit');
  const deckId = await teacher.deck('Verbs');
  await page.goto(`/teacher?deckId=${deckId}`);
  await page.getByLabel('Tags (optional)').fill('Lớp 10, anh');
  await page.getByRole('button', { name: 'Save the details' }).click();
  await notice(page, 'status', 'The deck has been saved.').waitFor();
  await page.getByRole('link', { name: 'All decks' }).click();
  const own = page.getByRole('region', { name: 'Your decks' });
  await page.getByLabel('Tag', { exact: true }).selectOption('Lớp 10');
  await becomes(t, () => own.getByRole('article').count(), 1, 'the tagged one');
  await own.getByRole('article', { name: 'Verbs' }).waitFor();
  await page.getByLabel('Tag', { exact: true }).selectOption('All decks');
  await becomes(t, () => own.getByRole('article').count(), 2, 'both again');
});
