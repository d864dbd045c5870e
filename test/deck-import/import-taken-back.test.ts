import t from 'tap';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { type FormFields, fileOf, formOf } from '../card/card-form.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { jsonOf, runImports } from './import-calls.ts';

const api = await startApi(t);
const MP3 = Buffer.from('ID3\x04\0\0\0\0\0\0 music');

async function imported(account: TestAccount, fields: FormFields): Promise<DeckImport> {
  const { status, body } = await account.unchecked('POST /api/imports', { ...formOf(fields) });
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  await runImports(api);
  return await account.data('GET /api/imports/:importId', { params: { importId: body.data.id } });
}
const additions = (account: TestAccount, deckId: number) =>
  account.data('GET /api/decks/:deckId/cards/many', { params: { deckId } });
const undoAddition = (account: TestAccount, deckId: number, key: string) =>
  account.unchecked('DELETE /api/decks/:deckId/cards/many/:key', { params: { deckId, key } });
const cardsOf = async (account: TestAccount, deckId: number) =>
  (await account.data('GET /api/decks/:deckId/cards', { params: { deckId } })).map(
    ({ id, front, back, audio_file }) => ({ id, front, back, audio_file }),
  );
const deckOf = async (deckId: number) =>
  (await api.sql`select title, description from decks where id = ${deckId}`)[0];
const cards = (...of: [front: string, back: string, audio?: string][]) =>
  jsonOf(of.map(([front, back, audio]) => ({ front, back, ...(audio && { audio }) })));

/** A deck of a teacher's, and an import that changes, adds, leaves out and moves cards of it. */
async function updated() {
  const teacher = await api.register('teacher');
  const first = await imported(teacher, {
    title: 'Animals',
    description: 'first',
    json_file: cards(['cat', 'mèo', 'cat.mp3'], ['dog', 'chó'], ['cow', 'bò']),
    audio_files: fileOf(MP3, 'cat.mp3'),
  });
  const deckId = first.deck_id!;
  const before = await cardsOf(teacher, deckId);
  await imported(teacher, {
    title: 'animals',
    description: 'second',
    remove_missing: '1',
    json_file: cards(['cow', 'con bò'], ['cat', 'con mèo', 'other.mp3'], ['hen', 'gà']),
    audio_files: fileOf(Buffer.concat([MP3, MP3]), 'other.mp3'),
  });
  const [addition] = await additions(teacher, deckId);
  return { teacher, deckId, before, addition: addition! };
}

t.test('IMF-19 a deck that was imported is taken back into the trash, by who imported it', async (t) => {
  const [teacher, stranger] = [await api.register('teacher'), await api.register('teacher')];
  const done = await imported(teacher, { title: 'New', json_file: cards(['a', 'b'], ['c', 'd']) });
  const deckId = done.deck_id!;
  const [addition] = await additions(teacher, deckId);
  t.match(addition, { cards: 2, changed: 0, with_deck: true });
  t.match(await undoAddition(stranger, deckId, addition!.key), { status: 403 });
  t.match(await undoAddition(teacher, deckId, addition!.key), { body: { data: { with_deck: true } } });
  t.equal(await deckOf(deckId), undefined);
  t.match(await teacher.data('GET /api/trash'), [{ title: 'New' }]);
});

t.test('IMF-19 an import into a deck leaves it as it was, once it is taken back', async (t) => {
  const { teacher, deckId, before, addition } = await updated();
  t.match(addition, { cards: 1, changed: 3, with_deck: false });
  t.match(
    (await cardsOf(teacher, deckId)).map(({ front, back }) => [front, back]),
    [
      ['cow', 'con bò'],
      ['cat', 'con mèo'],
      ['hen', 'gà'],
    ],
  );
  t.equal((await undoAddition(teacher, deckId, addition.key)).status, 200);
  t.same(await cardsOf(teacher, deckId), before, 'with their numbers, texts, audio and order');
  t.same(await deckOf(deckId), { title: 'Animals', description: 'first' });
  t.equal((await undoAddition(teacher, deckId, addition.key)).status, 200, 'a second time nothing changes');
  t.same(await cardsOf(teacher, deckId), before);
});

t.test(
  'IMF-19 nothing is taken back when a card was changed since; what has gone does not matter',
  async (t) => {
    const { teacher, deckId, before, addition } = await updated();
    const { key } = addition;
    const [cow] = await cardsOf(teacher, deckId);
    const params = (cardId: number) => ({ params: { deckId, cardId } });
    await api.pool.query(`update cards set back = 'bò cái' where id = $1`, [cow!.id]);
    const now = await cardsOf(teacher, deckId);
    t.match(await undoAddition(teacher, deckId, key), {
      body: { code: 'cards_changed_since', params: { count: 1 } },
    });
    t.same(await cardsOf(teacher, deckId), now);
    await teacher.data('DELETE /api/decks/:deckId/cards/:cardId', params(cow!.id));
    t.equal((await undoAddition(teacher, deckId, key)).status, 200);
    t.same(
      await cardsOf(teacher, deckId),
      before.filter(({ id }) => id !== cow!.id),
    );
  },
);

t.test('IMF-19 an import that changed nothing is none to take back', async (t) => {
  const { teacher, deckId } = await updated();
  const count = (await additions(teacher, deckId)).length;
  await imported(teacher, { title: 'animals', json_file: cards(['cow', 'con bò']) });
  t.equal((await additions(teacher, deckId)).length, count);
});
