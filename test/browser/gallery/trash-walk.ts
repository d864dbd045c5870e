import { callsOf } from '../people/person.ts';
import type { Walk } from './gallery-walk.ts';

/** The trash of decks and that of a deck, with nothing in it and with what a teacher has deleted. */
export async function walkTrash(
  walk: Walk,
  token: string,
  deck: (title: string) => Promise<number>,
): Promise<void> {
  const { test, page, say, open, press, check } = walk;
  await open('/teacher/decks/trash');
  await page.getByText(say('The trash is empty. A deck that is deleted stays here for 30 days.')).waitFor();
  await check('empty trash');
  const [thrown, kept] = [await deck('Một bộ thẻ có tên rất dài, đã xóa từ lâu'), await deck('Trái cây')];
  const call = callsOf(test, token);
  for (const { id: cardId } of await call('GET /api/decks/:deckId/cards', { params: { deckId: kept } }))
    await call('DELETE /api/decks/:deckId/cards/:cardId', { params: { deckId: kept, cardId } });
  await call('DELETE /api/decks/:deckId', { params: { deckId: thrown } });
  await open(`/teacher/decks/trash/${kept}`);
  await page.getByRole('list', { name: say('Deleted cards') }).waitFor();
  await check('deleted cards');
  await open('/teacher/decks/trash');
  await press('Empty the trash');
  await page.getByRole('dialog', { name: say('Empty the trash?') }).waitFor();
  await check('question about the trash');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await check('deleted decks');
  // The lists of decks are to be as long in each look.
  await call('DELETE /api/decks/:deckId', { params: { deckId: kept } });
}
