import type { Walk } from './gallery-walk.ts';

/** The table of a deck's cards and its windows. */
export async function walkDeckTable(walk: Walk, deckId: number, front: string): Promise<void> {
  const { page, say, open, press, check } = walk;
  await open(`/teacher/decks/table/${deckId}`);
  const grid = page.getByRole('grid');
  const cell = grid.getByRole('gridcell', { name: front, exact: true }).first();
  await cell.click();
  await check('table of cards');
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await grid.getByRole('alert').waitFor();
  await check('cell of the table');
  await page.keyboard.press('Escape');

  await page
    .getByRole('checkbox', { name: say('Select the card {front}', front) })
    .first()
    .check();
  await check('selected cards');
  await press('Tags…');
  await page.getByLabel(say('Tags to add')).fill('Bài 1, động từ');
  await check('tags of cards');
  await press('Change the tags');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press('Copy or move…');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Cancel') })
    .or(page.getByText(say('You have no other deck yet: make one, then send cards there.')))
    .waitFor();
  await check('copying cards');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press('Find and replace…');
  await page.getByLabel(say('Find'), { exact: true }).fill('nhà');
  await page.getByLabel(say('Replace with'), { exact: true }).fill('căn nhà');
  await page.getByRole('list', { name: say('What would change') }).waitFor();
  await check('find and replace');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
