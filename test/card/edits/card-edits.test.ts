import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { Edit, TableCard } from '../../../core/card/edits/card-edit.schema.ts';
import { editCards } from '../../../core/card/edits/card-edits.ts';
import { seenCard } from '../../../core/card/seen-card.ts';
import { EDITED_AT_ONCE_MAX } from '../../../core/contract/card-limits.ts';
import { shareWith } from '../../deck/shared-decks.ts';
import { startApi } from '../../harness/api-harness.ts';
import { coded } from '../../harness/coded.ts';
import { column, columns } from '../../harness/columns.ts';

const DAY_MS = 86_400_000;
const api = await startApi(t);
const teacher = await api.register('teacher');

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const edit = (deckId: number, what: Edit, { key = randomUUID() as string, by = teacher } = {}) =>
  by.call('POST /api/decks/:deckId/cards/edits', { params: { deckId }, body: { key, edit: what } });
const undo = (deckId: number, key: string, by = teacher) =>
  by.call('DELETE /api/decks/:deckId/cards/edits/:key', { params: { deckId, key } });
const table = async (deckId: number, by = teacher): Promise<TableCard[]> =>
  await by.data('GET /api/decks/:deckId/cards/table', { params: { deckId } });
const fronts = async (deckId: number) => column(await table(deckId), 'front').join('');
const edits = async (deckId: number, by = teacher) =>
  await by.data('GET /api/decks/:deckId/cards/edits', { params: { deckId } });
/** A deck with the cards a, b, c and so on. */
const letters = (count: number, ownerId = teacher.id) =>
  api.addDeck(
    ownerId,
    [...'abcdef'.slice(0, count)].map((front) => ({ front, back: front.toUpperCase() })),
  );
const seen = (cards: readonly TableCard[]) => cards.map((card) => ({ id: card.id, seen: seenCard(card) }));
const rowsOf = (deckId: number) =>
  api.sql`select to_jsonb(c) - ${'updated_at'} as row from cards c where deck_id = ${deckId}
    order by ordinal`;

t.test('TAB-01 many cards are changed together, or none when somebody else changed one', async (t) => {
  const deck = await letters(3);
  const before = await rowsOf(deck.id);
  const cards = await table(deck.id);
  const change = () => ({
    act: 'texts' as const,
    cards: seen(cards).map((card) => ({ ...card, back: ' x '.normalize('NFD'), level: 'A1' })),
  });
  await api.sql`update cards set definition = 'theirs' where id = ${cards[1]!.id}`;
  const refused = await edit(deck.id, change());
  t.match(refused, coded(409, 'cards_changed_meanwhile'));
  t.same((refused.body as unknown as { data: TableCard[] }).data, [{ ...cards[1], definition: 'theirs' }]);
  await api.sql`update cards set definition = null where id = ${cards[1]!.id}`;
  t.same(await rowsOf(deck.id), before, 'nothing was done');

  const key = randomUUID();
  const done = await edit(deck.id, change(), { key });
  t.match(done.body.data, { key, act: 'texts', cards: 3 });
  t.same(columns(await table(deck.id), 'back', 'level'), Array(3).fill(['x', 'A1']));
  t.same((await edit(deck.id, change(), { key })).body.data, done.body.data, 'the same is not done twice');
  t.match(
    await edit(deck.id, {
      act: 'texts',
      cards: [{ ...seen(await table(deck.id))[2]!, front: ' ' }],
    }),
    coded(422, 'front_back_required'),
  );

  t.same(await edits(deck.id), [done.body.data]);
  t.equal((await undo(deck.id, key)).status, 200);
  t.equal((await undo(deck.id, key)).status, 200, 'a second time nothing happens');
  t.same(await rowsOf(deck.id), before);
  t.same(await edits(deck.id), []);
});

t.test('TAB-02 what somebody has changed since is not undone', async (t) => {
  const deck = await letters(2);
  const key = randomUUID();
  const [a] = seen(await table(deck.id));
  await edit(deck.id, { act: 'texts', cards: [{ ...a!, back: 'x' }] }, { key });
  await api.sql`update cards set back = 'y' where id = ${a!.id}`;
  t.match(await undo(deck.id, key), coded(409, 'edit_overtaken'));
  t.same(column(await table(deck.id), 'back'), ['y', 'B']);
  await api.sql`update cards set back = 'x' where id = ${a!.id}`;
  api.clock.advance(DAY_MS);
  t.same(codeOf(await undo(deck.id, key)), 'edit_too_old');
  t.same(codeOf(await undo(deck.id, randomUUID())), 'edit_not_found');
});

t.test(
  'TAB-03 SL-283 deleted cards come back with their ids, their places and all that they have',
  async (t) => {
    const deck = await letters(5);
    const all = await table(deck.id);
    await edit(deck.id, { act: 'tags', ids: all.map(({ id }) => id), add: ['Bài 1'], remove: [] });
    const before = await rowsOf(deck.id);
    const key = randomUUID();
    await edit(deck.id, { act: 'delete', cards: seen([all[1]!, all[2]!, all[4]!]) }, { key });
    t.equal(await fronts(deck.id), 'ad');
    const deleted = await api.sql`select from deleted_cards where deck_id = ${deck.id}`;
    t.equal(deleted.length, 3, 'they count as deleted');
    t.match(
      await edit(deck.id, { act: 'delete', cards: seen([all[0]!, all[1]!]) }),
      coded(409, 'cards_gone'),
    );
    t.equal(await fronts(deck.id), 'ad');
    await undo(deck.id, key);
    t.same(await rowsOf(deck.id), before);
    const rows = await api.sql`select from deleted_cards where deck_id = ${deck.id}`;
    t.equal(rows.length, 0, 'none counts as deleted');

    // Others take the places meanwhile.
    const again = randomUUID();
    await edit(deck.id, { act: 'delete', cards: seen(await table(deck.id)).slice(3) }, { key: again });
    const more = { params: { deckId: deck.id }, body: { front: 'new', back: 'new' } };
    await teacher.data('POST /api/decks/:deckId/cards', more);
    await undo(deck.id, again);
    t.equal(await fronts(deck.id), 'abcdnewe');
  },
);

t.test(
  'TAB-04 SL-284 cards are placed behind others, and the whole deck is put into another order',
  async (t) => {
    const deck = await letters(6);
    const ids = (await table(deck.id)).map(({ id }) => id);
    const [a, b, c, d, e] = ids as [number, number, number, number, number];
    const place = (moved: number[], after: number | null) =>
      edit(deck.id, { act: 'place', ids: moved, after });
    const { body } = await place([e, b], null);
    t.equal(await fronts(deck.id), 'beacdf');
    await place([a, c], d);
    t.equal(await fronts(deck.id), 'bedacf');
    await place([a, d], a);
    t.equal(await fronts(deck.id), 'bedacf', 'behind a card that moves itself');
    t.same(codeOf(await undo(deck.id, body.data.key)), 'edit_overtaken', 'the order is another one by now');

    const now = (await table(deck.id)).map(({ id }) => id);
    t.match(
      await edit(deck.id, { act: 'order', ids: ids.toReversed(), seen: ids }),
      coded(409, 'order_changed_meanwhile'),
    );
    const twice = await edit(deck.id, { act: 'order', ids: [...ids.slice(1), ids[1]!], seen: now });
    t.same(codeOf(twice), 'order_changed_meanwhile');
    const done = await edit(deck.id, { act: 'order', ids: ids.toReversed(), seen: now });
    t.equal(await fronts(deck.id), 'fedcba');
    await edit(deck.id, { act: 'delete', cards: seen(await table(deck.id)).slice(0, 1) });
    await undo(deck.id, done.body.data.key);
    t.equal(await fronts(deck.id), 'bedac', 'without the one that is gone');

    const order = await edit(deck.id, { act: 'order', ids: [a, b, c, d, e], seen: [b, e, d, a, c] });
    await teacher.data('POST /api/decks/:deckId/cards', {
      params: { deckId: deck.id },
      body: { front: 'n', back: 'N' },
    });
    const { id: n } = (await table(deck.id)).at(-1)!;
    await place([n], b);
    t.equal(await fronts(deck.id), 'abncde');
    t.equal((await undo(deck.id, order.body.data.key)).status, 200);
    t.equal(await fronts(deck.id), 'bnedac', 'a new one behind its neighbour');
  },
);

t.test('TAB-05 SL-280 cards go to another deck as new ones, and come back as they were', async (t) => {
  const [from, to] = [await letters(4), await letters(1)];
  const cards = await table(from.id);
  await edit(from.id, { act: 'tags', ids: [cards[1]!.id], add: ['x'], remove: [] });
  const before = await rowsOf(from.id);
  await edit(from.id, { act: 'copy', ids: [cards[2]!.id, cards[1]!.id], to_deck_id: to.id });
  t.equal(await fronts(to.id), 'abc', 'in deck order');
  t.same((await table(to.id))[1]!.tags, ['x'], 'with their tags');
  const key = randomUUID();
  const move = () => ({ act: 'move' as const, cards: seen([cards[3]!]), to_deck_id: to.id });
  await Promise.all([1, 2, 3].map(() => edit(from.id, move(), { key })));
  t.same([await fronts(from.id), await fronts(to.id)], ['abc', 'abcd']);
  t.not((await table(to.id)).at(-1)!.id, cards[3]!.id, 'a card never changes its deck: it is another one');
  await undo(from.id, key);
  t.same(await rowsOf(from.id), before);
  t.equal(await fronts(to.id), 'abc');
  t.same(codeOf(await edit(from.id, { ...move(), to_deck_id: from.id })), 'same_deck');

  const colleague = await api.register('teacher');
  const others = await letters(1, colleague.id);
  // Past the call, which refuses it as well: the right may go while somebody else holds the deck.
  const at = { deckId: from.id, editorId: teacher.id, now: new Date(api.clock.now()) };
  const away = { key: randomUUID(), edit: { ...move(), to_deck_id: others.id } };
  await t.rejects(editCards(api.pool, at, away), { code: 'deck_not_owned' });
  t.equal((await edit(from.id, { ...move(), to_deck_id: others.id })).status, 403);
  t.same(await rowsOf(from.id), before);
});

t.test('TAB-06 SL-282 tags are Unicode, each once whatever its case, twenty of forty letters', async (t) => {
  const deck = await letters(2);
  const before = seen(await table(deck.id));
  const [a, b] = before.map(({ id }) => id) as [number, number];
  const tag = (ids: number[], add: string[], remove: string[] = []) =>
    edit(deck.id, { act: 'tags', ids, add, remove });
  const tags = async () => (await table(deck.id)).map((card) => card.tags);
  await tag([a, b], [' Động  vật '.normalize('NFD'), 'động vật', 'A1, khó']);
  t.same(await tags(), Array(2).fill(['Động vật', 'A1', 'khó']));
  t.equal((await edit(deck.id, { act: 'texts', cards: [{ ...before[0]!, back: 'x' }] })).status, 200);
  t.match((await table(deck.id))[0], { back: 'x', tags: ['Động vật', 'A1', 'khó'] }, 'both are kept');
  const { body } = await tag([b], ['dễ'], ['KHÓ']);
  t.same((await tags())[1], ['Động vật', 'A1', 'dễ']);
  t.same((await tag([b], ['dễ'])).body.data.cards, 0, 'nothing is new');
  const many = Array.from({ length: 18 }, (_, index) => `t${index}`);
  t.match(await tag([a, b], many), coded(422, 'too_many_tags'));
  t.same(codeOf(await tag([a], ['ế'.repeat(41)])), 'tag_too_long');
  t.equal((await tag([a], ['ế'.repeat(40)])).status, 200);
  await undo(deck.id, body.data.key);
  t.same((await tags())[1], ['Động vật', 'A1', 'khó']);
});

t.test('TAB-07 two thousand cards at once, and none more; the table comes in parts of as many', async (t) => {
  const deck = await api.addDeck(teacher.id, EDITED_AT_ONCE_MAX + 1);
  const rows = await api.sql<{ id: number }>`select id from cards where deck_id = ${deck.id}`;
  const ids = rows.map(({ id }) => id);
  const tag = (some: number[]) => edit(deck.id, { act: 'tags', ids: some, add: ['x'], remove: [] });
  t.equal((await tag(ids)).status, 422);
  t.same((await tag(ids.slice(1))).body.data.cards, EDITED_AT_ONCE_MAX);
  t.equal((await table(deck.id)).length, 2_000);
});

t.test('TAB-08 a colleague with the right edits, others are refused; each undoes their own', async (t) => {
  const deck = await letters(2);
  const [editor, user] = [await api.register('teacher'), await api.register('teacher')];
  await shareWith(teacher, deck.id, editor, 'edit');
  await shareWith(teacher, deck.id, user);
  const [a] = await table(deck.id);
  const what: Edit = { act: 'tags', ids: [a!.id], add: ['x'], remove: [] };
  const { body } = await edit(deck.id, what, { by: editor });
  t.match(body.data, { cards: 1 });
  t.same(codeOf(await edit(deck.id, what, { by: user })), 'deck_only_used');
  t.same(await edits(deck.id), []);
  t.same(codeOf(await undo(deck.id, body.data.key)), 'edit_not_found');
  t.equal((await undo(deck.id, body.data.key, editor)).status, 200);
});

t.test(
  'VER-11 SL-286 cards mean something else from now on, and what they did once that is undone',
  async (t) => {
    const deck = await letters(2);
    const [a, b] = (await table(deck.id)) as [TableCard, TableCard];
    const meanings = async () =>
      column(await api.sql`select meaning from cards where deck_id = ${deck.id} order by ordinal`, 'meaning');
    const texts: Edit = { act: 'texts', cards: [{ ...seen([a])[0]!, back: 'other' }] };
    await edit(deck.id, texts);
    t.same(await meanings(), [1, 1]);
    t.match(
      await edit(deck.id, { act: 'meaning', cards: seen([a]) }),
      coded(409, 'cards_changed_meanwhile'),
      'it is not the card that was seen',
    );
    const { body } = await edit(deck.id, { act: 'meaning', cards: seen([{ ...a, back: 'other' }]) });
    t.match(body.data, { act: 'meaning', cards: 1 });
    t.same(await meanings(), [3, 1]);
    const other = await letters(0);
    await edit(deck.id, { act: 'copy', ids: [a.id], to_deck_id: other.id });
    t.same(await api.sql`select back, meaning from cards where deck_id = ${other.id}`, [
      { back: 'other', meaning: 1 },
    ]);
    t.equal((await undo(deck.id, body.data.key)).status, 200);
    t.same(await meanings(), [1, 1]);
    t.same(await table(deck.id), [{ ...a, back: 'other' }, b], 'the texts stay');
  },
);
