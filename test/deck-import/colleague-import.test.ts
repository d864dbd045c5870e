import t from 'tap';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { type FormFields, fileOf, formOf } from '../card/card-form.ts';
import { pngOf } from '../card/pictures-made.ts';
import { shareWith } from '../deck/shared-decks.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { zipOf } from './archive/given-archives.ts';
import { jsonOf, runImports } from './import-calls.ts';

const api = await startApi(t, { env: { FILES_MAX: '1' } });

const send = (account: TestAccount, fields: FormFields) =>
  account.unchecked('POST /api/imports', { ...formOf({ title: 'ignored', ...fields }) });
const read = (account: TestAccount, importId: number) =>
  account.call('GET /api/imports/:importId', { params: { importId } });
const listed = async (account: TestAccount): Promise<DeckImport[]> => await account.data('GET /api/imports');
async function importAs(teacher: TestAccount, fields: FormFields): Promise<DeckImport> {
  const { status, body } = await send(teacher, fields);
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  await runImports(api);
  return (await read(teacher, body.data.id)).body.data;
}
const ofDeck = async (deckId: number) =>
  (
    await api.sql`select d.user_id as owner, d.title, d.description,
    (select json_agg(c.front order by c.ordinal) from cards c where c.deck_id = d.id) as fronts
    from decks d where id = ${deckId}`
  )[0];

/** A deck of one teacher's that another may edit. */
async function given() {
  const [owner, colleague] = [
    await api.register('teacher'),
    await api.register('teacher', { name: 'Cô Mai' }),
  ];
  const { id } = await api.addDeck(owner.id, [{ front: 'cat', back: 'mèo' }], { title: 'Animals' });
  await shareWith(owner, id, colleague, 'edit');
  const end = () => api.pool.query('delete from deck_shares where deck_id = $1', [id]);
  return { owner, colleague, id, end };
}
const file = (...fronts: string[]) => jsonOf(fronts.map((front) => ({ front, back: `b ${front}` })));

t.test('TFI-09 a file comes into a colleague’s deck that one may edit, and both see it', async (t) => {
  const { owner, colleague, id } = await given();
  const fields = { into_deck: String(id), description: 'theirs', json_file: file('cat', 'dog') };
  const checked = await importAs(colleague, { ...fields, check_only: '1' });
  t.match(checked, { status: 'checked', report: { updates_deck: { id, title: 'Animals' }, cards_new: 1 } });
  t.same(await listed(owner), [], 'a check is for who made it');
  const done = await importAs(colleague, fields);
  t.match(done, { status: 'completed', deck_id: id, report: { cards_new: 1, cards_changed: 1 } });
  t.same(await ofDeck(id), { owner: owner.id, title: 'Animals', description: null, fronts: ['cat', 'dog'] });
  t.match(await listed(owner), [{ id: done.id, started_by: { id: colleague.id, name: 'Cô Mai' } }]);
  t.equal((await read(owner, done.id)).status, 200);
  const call = { token: owner.token, params: { importId: done.id } };
  t.match(await api.call('POST /api/imports/:importId/cancel', call), { body: { code: 'import_not_found' } });
  t.equal((await read(await api.register('teacher'), done.id)).status, 404);
});

t.test('TFI-09 who may only use it, or nothing at all, is refused before', async (t) => {
  const { id } = await given();
  const stranger = await api.register('teacher');
  const into = { into_deck: String(id), json_file: file('x') };
  t.match(await send(stranger, into), { status: 403, body: { code: 'deck_not_owned' } });
  t.match(await send(stranger, { ...into, into_deck: '9999999999' }), { body: { code: 'deck_not_found' } });
  t.match(await send(await api.register('student'), into), { status: 403 });
  t.same((await ofDeck(id)).fronts, ['cat']);
});

t.test('TFI-09 a right that ends meanwhile refuses the import, and what was checked', async (t) => {
  const { colleague, id, end } = await given();
  const fields = { into_deck: String(id), json_file: file('dog') };
  const checked = await importAs(colleague, { ...fields, check_only: '1' });
  const { body } = await send(colleague, fields);
  await end();
  await runImports(api);
  const failed = { status: 'failed', failure: { code: 'deck_not_editable' } };
  t.match((await read(colleague, body.data.id)).body.data, failed);
  const call = { token: colleague.token, params: { importId: checked.id } };
  await api.call('POST /api/imports/:importId/confirm', call);
  await runImports(api);
  t.match((await read(colleague, checked.id)).body.data, failed);
  t.same((await ofDeck(id)).fronts, ['cat']);
});

t.test('TFI-10 the files take the room of the deck’s owner', async (t) => {
  const { owner, colleague, id } = await given();
  const withPictures = async (...names: string[]) => ({
    json_file: jsonOf(names.map((name) => ({ front: name, back: 'x', back_picture: name }))),
    audio_archive: fileOf(
      await zipOf(Object.fromEntries(names.map((name) => [name, pngOf(10 + name.charCodeAt(0), 10)]))),
      'a.zip',
      'application/zip',
    ),
  });
  const into = { into_deck: String(id) };
  t.match(await importAs(colleague, { ...into, ...(await withPictures('a.png', 'b.png')) }), {
    status: 'failed',
    failure: { code: 'owner_has_no_room' },
  });
  t.same((await ofDeck(id)).fronts, ['cat']);
  t.match(await importAs(colleague, { ...into, ...(await withPictures('a.png')) }), { status: 'completed' });
  // Now the owner has the one file that they may have, and the colleague still none.
  const own = { title: 'Own', ...(await withPictures('c.png')) };
  t.match(await importAs(owner, own), { status: 'failed', failure: { code: 'too_many_files' } });
  t.match(await importAs(colleague, own), { status: 'completed' });
});
