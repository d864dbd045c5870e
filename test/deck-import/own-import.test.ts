import t from 'tap';
import { STUDENT_CARDS_MAX } from '../../core/access/quota-limits.ts';
import { deckImportRun } from '../../core/deck-import/deck-import.run.ts';
import { TEACHER_FILES_MAX } from '../../core/deck-import/import-limits.ts';
import { waitingRuns } from '../../core/run/run-rows.ts';
import { fileOf, formOf, MP3 } from '../card/card-form.ts';
import { pngOf } from '../card/pictures-made.ts';
import { shareWith } from '../deck/shared-decks.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { column, columns } from '../harness/columns.ts';
import { refused } from '../harness/refused.ts';
import { zipOf } from './archive/given-archives.ts';
import { HOSTILE_ARCHIVES } from './archive/hostile-archives.ts';
import { importCalls, jsonOf, ownImports, runImports } from './import-calls.ts';

const api = await startApi(t, { env: { DECKS_MAX: '3', FILES_MAX: '2' } });

const { send, read, importAs } = ownImports(api);
const cards = (count: number) =>
  jsonOf(Array.from({ length: count }, (_, index) => ({ front: `f${index}`, back: `b${index}` })));
/** A card for each file, which has it, and the archive with the files. */
const cardsWith = async (field: 'audio' | 'back_picture', files: Record<string, Buffer>) => ({
  json_file: jsonOf(Object.keys(files).map((name) => ({ front: name, back: 'x', [field]: name }))),
  audio_archive: fileOf(await zipOf(files), 'a.zip', 'application/zip'),
});
const ofDecks = ({ id }: TestAccount) =>
  api.sql`select title, is_official, (select count(*)::integer from cards c where c.deck_id = d.id) as cards
    from decks d where user_id = ${id} order by id`;

t.test('TFI-01 SL-290 a teacher imports an own deck, never official; its title updates it', async (t) => {
  const teacher = await api.register('teacher');
  const [other] = [await api.register('teacher')];
  await importAs(other, { title: 'Fruit', json_file: cards(1) });
  const done = await importAs(teacher, {
    title: 'Fruit',
    is_official: '1',
    official_button_label: 'Start',
    json_file: cards(2),
  });
  t.match(done, { status: 'completed', is_official: false, official_button_label: null, failure: null });
  t.same(await ofDecks(teacher), [{ title: 'Fruit', is_official: false, cards: 2 }]);
  const again = await importAs(teacher, { title: 'fruit', json_file: cards(3) });
  t.match(again.report, { updates_deck: { id: done.deck_id }, cards_new: 1, cards_unchanged: 2 });
  t.match(await ofDecks(other), [{ title: 'Fruit', cards: 1 }], "another's is not touched");
});

t.test('TFI-02 SL-291 a teacher sees, stops and starts only own imports', async (t) => {
  const [teacher, other] = [await api.register('teacher'), await api.register('teacher')];
  const checked = await importAs(teacher, { title: 'Mine', check_only: '1', json_file: cards(2) });
  t.match(checked, { status: 'checked', has_files: true, report: { cards_new: 2 } });
  const acts = await api.sql`select from acts where actor_id = ${teacher.id}`;
  t.same(acts, [], 'SL-146 a check is no act');
  const params = { importId: checked.id };
  const chosen = { front: 'front', back: 'back' };
  for (const answer of [
    await other.call('GET /api/imports/:importId', { params }),
    await other.call('GET /api/imports/:importId/problems', { params }),
    await other.call('POST /api/imports/:importId/cancel', { params }),
    await other.call('POST /api/imports/:importId/confirm', { params }),
    await other.call('POST /api/imports/:importId/check', { params, body: { columns: chosen } }),
  ])
    refused(t, answer, 'import_not_found');
  t.same((await other.call('GET /api/imports')).body.data, []);
  const data = await teacher.data('GET /api/imports');
  t.same(column(data, 'id'), [checked.id]);
  const admin = await api.register('admin');
  const listed = await admin.data('GET /api/admin/imports');
  t.same(listed, [], "the administrators' list is not filled by teachers");
  await teacher.data('POST /api/imports/:importId/confirm', { params });
  await runImports(api);
  t.match(await read(teacher, checked.id), { status: 'completed' });
});

t.test('TFI-03 SL-292 a teacher’s file has at most two thousand cards, an admin’s more', async (t) => {
  const teacher = await api.register('teacher');
  t.match(await importAs(teacher, { title: 'Most', json_file: cards(2_000) }), { status: 'completed' });
  t.match(await importAs(teacher, { title: 'Too many', json_file: cards(2_001) }), {
    status: 'failed',
    failure: { code: 'too_many_cards', params: { max: 2_000 } },
  });
  const admin = importCalls(api, await api.register('admin'));
  t.match(await admin.import({ title: 'More', json_file: cards(2_001) }), { status: 'completed' });
});

t.test('TFI-03 SL-292 a package of two gigabytes is refused before it is read', async (t) => {
  const teacher = await api.register('teacher');
  const headers = { ...formOf({ title: 'x' }).headers, 'content-length': String(2 * 1024 ** 3) };
  t.match(await teacher.raw('POST', '/api/imports', { headers }), coded(413, 'upload_too_large'));
  t.equal(TEACHER_FILES_MAX, 200 * 1024 ** 2);
});

t.test('TFI-04 PIC-08 a teacher’s decks and files are counted when the deck is to appear', async (t) => {
  const teacher = await api.register('teacher');
  for (const title of ['One', 'Two', 'Three'])
    t.match(await importAs(teacher, { title, json_file: cards(1) }), { status: 'completed' });
  t.match(await importAs(teacher, { title: 'Four', json_file: cards(1) }), {
    status: 'failed',
    failure: { code: 'too_many_decks', params: { max: 3 } },
  });
  t.match(await importAs(teacher, { title: 'One', json_file: cards(2) }), { status: 'completed' });
  const sounds = ['a.mp3', 'b.mp3', 'c.mp3'].map((name) => [name, Buffer.concat([MP3, Buffer.from(name)])]);
  const pictures = { 'd.png': pngOf(1, 1), 'e.png': pngOf(2, 2), 'f.png': pngOf(3, 3) };
  for (const [field, files] of [
    ['audio', Object.fromEntries(sounds)],
    ['back_picture', pictures],
  ] as const)
    t.match(
      await importAs(teacher, { title: 'Two', ...(await cardsWith(field, files)) }),
      { status: 'failed', failure: { code: 'too_many_files', params: { max: 2 } } },
      field,
    );
  t.same(column(await ofDecks(teacher), 'cards'), [2, 1, 1], 'nothing of what was refused is there');
});

t.test('TFI-05 SL-293 each account’s first import comes before anybody’s second', async (t) => {
  const [busy, late] = [await api.register('teacher'), await api.register('teacher')];
  const ids: number[] = [];
  for (const title of ['1', '2', '3'])
    ids.push((await send(busy, { title, json_file: cards(1) })).body.data.id);
  t.match(await send(busy, { title: '4', json_file: cards(1) }), coded(409, 'too_many_imports'));
  const other = (await send(late, { title: '1', json_file: cards(1) })).body.data.id;
  t.same(await waitingRuns(api.pool, deckImportRun), [ids[0], other, ids[1], ids[2]]);
  await runImports(api);
  t.equal((await send(busy, { title: '1', json_file: cards(1) })).status, 202, 'none waits any more');
  await runImports(api);
});

t.test('TFI-06 SL-294 hostile archives of a teacher are refused for the same reasons', async (t) => {
  const teacher = await api.register('teacher');
  // These are measured by the limits of another test.
  const byLimits = /entries said|over its limit|more in all/;
  const hostile = HOSTILE_ARCHIVES.filter(([name]) => !byLimits.test(name));
  for (const [name, code, archive] of hostile) {
    const done = await importAs(teacher, {
      title: 'Hostile',
      json_file: jsonOf([{ front: 'a', back: 'b' }]),
      audio_archive: fileOf(archive(), 'a.zip', 'application/zip'),
    });
    t.match(done, { status: 'failed', failure: { code } }, name);
  }
  t.same(await ofDecks(teacher), []);
});

t.test('OWD-02 OWD-03 a student imports an own deck, within a student’s limits', async (t) => {
  const student = await api.register('student');
  t.match(await send(student, { title: 'Mine', json_file: cards(1) }), coded(403, 'own_decks_off'));
  const allow = (allowed: boolean) =>
    api.pool.query('update site_settings set students_make_decks = $1', [allowed]);
  await allow(true);
  t.teardown(() => allow(false));
  t.match(await importAs(student, { title: 'Mine', is_official: '1', json_file: cards(2) }), {
    status: 'completed',
    is_official: false,
  });
  t.same(await ofDecks(student), [{ title: 'Mine', is_official: false, cards: 2 }]);
  t.match(await importAs(student, { title: 'Large', json_file: cards(STUDENT_CARDS_MAX + 1) }), {
    status: 'failed',
  });
  t.match(await importAs(student, { title: 'Full', json_file: cards(STUDENT_CARDS_MAX) }), {
    status: 'completed',
  });
  const more = jsonOf([{ front: 'one more', back: 'x' }]);
  t.match(await importAs(student, { title: 'Full', json_file: more }), {
    status: 'failed',
    failure: { code: 'deck_full', params: { max: STUDENT_CARDS_MAX } },
  });
  const { body } = await send(student, { title: 'Late', json_file: cards(1) });
  await allow(false);
  await runImports(api);
  t.match(await read(student, body.data.id), { status: 'failed', failure: { code: 'own_decks_off' } });
  t.same(columns(await ofDecks(student), 'title', 'cards'), [
    ['Mine', 2],
    ['Full', STUDENT_CARDS_MAX],
  ]);
});

t.test('OWD-04 an import into a student’s own deck is nobody else’s, nor the administrator’s', async (t) => {
  const student = await api.register('student');
  await api.sql`update site_settings set students_make_decks = true`;
  t.teardown(() => api.sql`update site_settings set students_make_decks = false`);
  const waiting = (await send(student, { title: 'Diary', json_file: cards(1) })).body.data;
  const checked = await importAs(student, { title: 'Diary', check_only: '1', json_file: cards(1) });
  const admin = await api.register('admin');
  const chosen = { front: 'front', back: 'back' };
  for (const { id } of [waiting, checked]) {
    const params = { importId: id };
    for (const answer of [
      await admin.call('GET /api/admin/imports/:importId', { params }),
      await admin.call('GET /api/admin/imports/:importId/problems', { params }),
      await admin.call('GET /api/admin/imports/:importId/cards', { params }),
      await admin.call('PATCH /api/admin/imports/:importId/cards/:row', {
        params: { ...params, row: 1 },
        body: { is_left_out: true },
      }),
      await admin.call('POST /api/admin/imports/:importId/cancel', { params }),
      await admin.call('POST /api/admin/imports/:importId/confirm', { params }),
      await admin.call('POST /api/admin/imports/:importId/check', { params, body: { columns: chosen } }),
    ])
      refused(t, answer, 'import_not_found');
    // The last one: a stream that is wrongly open has no end.
    const stream = await admin.unchecked('GET /api/admin/imports/:importId/live', { params });
    refused(t, stream, 'import_not_found');
  }
  t.match(await read(student, checked.id), { status: 'checked' });
});

const listed = (account: TestAccount) => account.data('GET /api/imports');
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
  t.same(await listed(owner), [], 'SL-305 a check is for who made it');
  const done = await importAs(colleague, fields);
  t.match(done, { status: 'completed', deck_id: id, report: { cards_new: 1, cards_changed: 1 } });
  t.same(await ofDeck(id), { owner: owner.id, title: 'Animals', description: null, fronts: ['cat', 'dog'] });
  t.match(await listed(owner), [{ id: done.id, started_by: { id: colleague.id, name: 'Cô Mai' } }]);
  await read(owner, done.id);
  const call = { token: owner.token, params: { importId: done.id } };
  t.match(await api.call('POST /api/imports/:importId/cancel', call), { body: { code: 'import_not_found' } });
  const params = { importId: done.id };
  const stranger = await api.register('teacher');
  refused(t, await stranger.call('GET /api/imports/:importId', { params }), 'import_not_found');
});

t.test('TFI-09 who may only use it, or nothing at all, is refused before', async (t) => {
  const { id } = await given();
  const stranger = await api.register('teacher');
  const into = { into_deck: String(id), json_file: file('x') };
  t.match(await send(stranger, into), coded(403, 'deck_not_owned'));
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
  t.match(await read(colleague, body.data.id), failed);
  const call = { token: colleague.token, params: { importId: checked.id } };
  await api.call('POST /api/imports/:importId/confirm', call);
  await runImports(api);
  t.match(await read(colleague, checked.id), failed);
  t.same((await ofDeck(id)).fronts, ['cat']);
});

t.test('TFI-10 the files take the room of the deck’s owner', async (t) => {
  const { owner, colleague, id } = await given();
  const withPictures = (...names: string[]) =>
    cardsWith('back_picture', Object.fromEntries(names.map((name) => [name, pngOf(name.charCodeAt(0), 10)])));
  const into = { into_deck: String(id) };
  t.match(await importAs(colleague, { ...into, ...(await withPictures('a', 'b', 'c')) }), {
    status: 'failed',
    failure: { code: 'owner_has_no_room' },
  });
  t.same((await ofDeck(id)).fronts, ['cat']);
  t.match(await importAs(colleague, { ...into, ...(await withPictures('a', 'b')) }), { status: 'completed' });
  // Now the owner has the two files that they may have, and the colleague still none.
  const own = { title: 'Own', ...(await withPictures('c')) };
  t.match(await importAs(owner, own), { status: 'failed', failure: { code: 'too_many_files' } });
  t.match(await importAs(colleague, own), { status: 'completed' });
});

const additions = (account: TestAccount, deckId: number) =>
  account.data('GET /api/decks/:deckId/cards/many', { params: { deckId } });
const undoAddition = (account: TestAccount, deckId: number, key: string) =>
  account.unchecked('DELETE /api/decks/:deckId/cards/many/:key', { params: { deckId, key } });
const textsOf = async (account: TestAccount, deckId: number) =>
  (await account.data('GET /api/decks/:deckId/cards', { params: { deckId } })).map(
    ({ id, front, back, audio_file }) => ({ id, front, back, audio_file }),
  );
const deckOf = async (deckId: number) =>
  (await api.sql`select title, description from decks where id = ${deckId}`)[0];
const pairs = (...of: [front: string, back: string, audio?: string][]) =>
  jsonOf(of.map(([front, back, audio]) => ({ front, back, ...(audio && { audio }) })));

/** A deck of a teacher's, and an import that changes, adds, leaves out and moves cards of it. */
async function updated() {
  const teacher = await api.register('teacher');
  const first = await importAs(teacher, {
    title: 'Animals',
    description: 'first',
    json_file: pairs(['cat', 'mèo', 'cat.mp3'], ['dog', 'chó'], ['cow', 'bò']),
    audio_files: fileOf(MP3, 'cat.mp3'),
  });
  const deckId = first.deck_id!;
  const before = await textsOf(teacher, deckId);
  await importAs(teacher, {
    title: 'animals',
    description: 'second',
    remove_missing: '1',
    json_file: pairs(['cow', 'con bò'], ['cat', 'con mèo', 'other.mp3'], ['hen', 'gà']),
    audio_files: fileOf(Buffer.concat([MP3, MP3]), 'other.mp3'),
  });
  const [addition] = await additions(teacher, deckId);
  return { teacher, deckId, before, addition: addition! };
}

t.test('IMF-19 a deck that was imported is taken back into the trash, by who imported it', async (t) => {
  const [teacher, stranger] = [await api.register('teacher'), await api.register('teacher')];
  const done = await importAs(teacher, { title: 'New', json_file: pairs(['a', 'b'], ['c', 'd']) });
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
    (await textsOf(teacher, deckId)).map(({ front, back }) => [front, back]),
    [
      ['cow', 'con bò'],
      ['cat', 'con mèo'],
      ['hen', 'gà'],
    ],
  );
  t.equal((await undoAddition(teacher, deckId, addition.key)).status, 200);
  t.same(await textsOf(teacher, deckId), before, 'with their numbers, texts, audio and order');
  t.same(await deckOf(deckId), { title: 'Animals', description: 'first' });
  t.equal((await undoAddition(teacher, deckId, addition.key)).status, 200, 'a second time nothing changes');
  t.same(await textsOf(teacher, deckId), before);
});

t.test('IMF-19 nothing is taken back when a card was changed since; one gone does not matter', async (t) => {
  const { teacher, deckId, before, addition } = await updated();
  const { key } = addition;
  const [cow] = await textsOf(teacher, deckId);
  const params = (cardId: number) => ({ params: { deckId, cardId } });
  await api.pool.query(`update cards set back = 'bò cái' where id = $1`, [cow!.id]);
  const now = await textsOf(teacher, deckId);
  const { body } = await undoAddition(teacher, deckId, key);
  t.match(body, { code: 'cards_changed_since', params: { count: 1 } });
  t.same(await textsOf(teacher, deckId), now);
  await teacher.data('DELETE /api/decks/:deckId/cards/:cardId', params(cow!.id));
  t.equal((await undoAddition(teacher, deckId, key)).status, 200);
  t.same(
    await textsOf(teacher, deckId),
    before.filter(({ id }) => id !== cow!.id),
  );
});

t.test('IMF-19 an import that changed nothing is none to take back', async (t) => {
  const { teacher, deckId } = await updated();
  const count = (await additions(teacher, deckId)).length;
  await importAs(teacher, { title: 'animals', json_file: pairs(['cow', 'con bò']) });
  t.equal((await additions(teacher, deckId)).length, count);
});
