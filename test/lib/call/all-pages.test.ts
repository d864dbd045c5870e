import t from 'tap';
import { addressOf } from '../../../core/address.ts';
import { getAll, getAllPages } from '../../../web/lib/call/all-pages.ts';
import type { Get } from '../../../web/lib/call/gathered-get.ts';

const decks = addressOf('GET /api/decks');
const found = addressOf('GET /api/decks/:deckId/cards', { params: { deckId: 1 }, query: { search: 'a' } });

/** A server that gives a list of numbers, so many at a time, and what it was asked. */
function listOf(length: () => number, most: number) {
  const asked: string[] = [];
  const get = (async (url: string) => {
    asked.push(url);
    const offset = Number(new URL(url, 'http://here').searchParams.get('offset') ?? 0);
    const data = Array.from({ length: length() }, (_, index) => index).slice(offset, offset + most);
    return { success: true, data, total: length(), more: asked.length };
  }) as Get;
  return { get, asked };
}

t.test('a list is read to its end, with what the first answer says beside it', async (t) => {
  const { get, asked } = listOf(() => 7, 3);
  t.same(await getAllPages(found, get), { success: true, data: [0, 1, 2, 3, 4, 5, 6], total: 7, more: 1 });
  t.same(asked, [
    '/api/decks/1/cards?search=a',
    '/api/decks/1/cards?search=a&offset=3',
    '/api/decks/1/cards?search=a&offset=6',
  ]);
});

t.test('a short list is one call', async (t) => {
  for (const length of [0, 3]) {
    const { get, asked } = listOf(() => length, 3);
    t.equal((await getAll(decks, get)).length, length);
    t.same(asked, ['/api/decks']);
  }
});

t.test('a list that becomes shorter while it is read comes to an end', async (t) => {
  let length = 9;
  const { get, asked } = listOf(() => length--, 3);
  t.same(await getAll(decks, get), [0, 1, 2, 3, 4, 5]);
  t.same(asked.slice(1), ['/api/decks?offset=3', '/api/decks?offset=6']);
});

t.test('a list that grows at its beginning while it is read has no row twice', async (t) => {
  let newest = 6;
  const get = (async (url: string) => {
    const offset = Number(new URL(url, 'http://here').searchParams.get('offset') ?? 0);
    const rows = Array.from({ length: newest }, (_, index) => ({ student_id: newest - index }));
    newest++;
    return { success: true, data: rows.slice(offset, offset + 3), total: rows.length };
  }) as Get;
  const rows: unknown[] = await getAll(decks, get);
  t.same(
    rows,
    [6, 5, 4, 3, 2, 1].map((student_id) => ({ student_id })),
  );
});
