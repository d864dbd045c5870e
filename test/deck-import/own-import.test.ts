import t from 'tap';
import { STUDENT_CARDS_MAX } from '../../core/access/quota-limits.ts';
import { deckImportRun } from '../../core/deck-import/deck-import.run.ts';
import type { DeckImport } from '../../core/deck-import/deck-import.schema.ts';
import { TEACHER_FILES_MAX } from '../../core/deck-import/import-limits.ts';
import { waitingRuns } from '../../core/run/run-rows.ts';
import { type FormFields, fileOf, formOf, MP3 } from '../card/card-form.ts';
import { pngOf } from '../card/pictures-made.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { refused } from '../harness/refused.ts';
import { zipOf as audioZip } from './archive/given-archives.ts';
import { HOSTILE_DIRECTORIES } from './archive/hostile-directories.ts';
import { HOSTILE_FILES } from './archive/hostile-files.ts';
import { importCalls, jsonOf, runImports } from './import-calls.ts';

const api = await startApi(t, { env: { DECKS_MAX: '3', FILES_MAX: '2' } });

const send = (account: TestAccount, fields: FormFields) =>
  account.unchecked('POST /api/imports', { ...formOf(fields) });
const read = async (account: TestAccount, importId: number): Promise<DeckImport> =>
  await account.data('GET /api/imports/:importId', { params: { importId } });
async function importAs(teacher: TestAccount, fields: FormFields): Promise<DeckImport> {
  const { status, body } = await send(teacher, fields);
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  await runImports(api);
  return read(teacher, body.data.id);
}
const cards = (count: number) =>
  jsonOf(Array.from({ length: count }, (_, index) => ({ front: `f${index}`, back: `b${index}` })));
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
  t.same(
    await ofDecks(other),
    [{ title: 'Fruit', is_official: false, cards: 1 }],
    "another's is not touched",
  );
});

t.test('TFI-02 SL-291 a teacher sees, stops and starts only own imports', async (t) => {
  const [teacher, other] = [await api.register('teacher'), await api.register('teacher')];
  const checked = await importAs(teacher, { title: 'Mine', check_only: '1', json_file: cards(2) });
  t.match(checked, { status: 'checked', has_files: true, report: { cards_new: 2 } });
  const params = { importId: checked.id };
  for (const refused of [
    await other.call('GET /api/imports/:importId', { params }),
    await other.call('GET /api/imports/:importId/problems', { params }),
    await other.call('POST /api/imports/:importId/cancel', { params }),
    await other.call('POST /api/imports/:importId/confirm', { params }),
    await other.call('POST /api/imports/:importId/check', {
      params,
      body: { columns: { front: 'front', back: 'back' } },
    }),
  ])
    t.match(refused, { status: 404, body: { code: 'import_not_found' } });
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
  const { token } = await api.register('teacher');
  const { headers } = formOf({ title: 'x' });
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/imports',
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'content-length': String(2 * 1024 ** 3),
    },
  });
  t.equal(answer.statusCode, 413);
  t.match(answer.json(), { code: 'upload_too_large' });
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
  const sounds = ['a.mp3', 'b.mp3', 'c.mp3'].map((name) => ({
    name,
    content: Buffer.concat([MP3, Buffer.from(`${teacher.id}${name}`)]),
  }));
  const archive = await audioZip(Object.fromEntries(sounds.map(({ name, content }) => [name, content])));
  const heard = jsonOf(sounds.map(({ name }) => ({ front: name, back: 'x', audio: name })));
  t.match(
    await importAs(teacher, {
      title: 'Two',
      json_file: heard,
      audio_archive: fileOf(archive, 'a.zip', 'application/zip'),
    }),
    { status: 'failed', failure: { code: 'too_many_files', params: { max: 2 } } },
  );
  const pictures = { 'd.png': pngOf(1, 1), 'e.png': pngOf(2, 2), 'f.png': pngOf(3, 3) };
  t.match(
    await importAs(teacher, {
      title: 'Two',
      json_file: jsonOf(
        Object.keys(pictures).map((name) => ({ front: name, back: 'x', back_picture: name })),
      ),
      audio_archive: fileOf(await audioZip(pictures), 'p.zip', 'application/zip'),
    }),
    { status: 'failed', failure: { code: 'too_many_files', params: { max: 2 } } },
    'pictures count as well',
  );
  t.same(column(await ofDecks(teacher), 'cards'), [2, 1, 1], 'nothing of what was refused is there');
});

t.test('TFI-05 SL-293 each account’s first import comes before anybody’s second', async (t) => {
  const [busy, late] = [await api.register('teacher'), await api.register('teacher')];
  const ids: number[] = [];
  for (const title of ['1', '2', '3'])
    ids.push((await send(busy, { title, json_file: cards(1) })).body.data.id);
  t.match(await send(busy, { title: '4', json_file: cards(1) }), {
    status: 409,
    body: { code: 'too_many_imports' },
  });
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
  const hostile = [...HOSTILE_DIRECTORIES, ...HOSTILE_FILES].filter(([name]) => !byLimits.test(name));
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
  t.match(await send(student, { title: 'Mine', json_file: cards(1) }), {
    status: 403,
    body: { code: 'own_decks_off' },
  });
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
  t.same(
    (await ofDecks(student)).map(({ title, cards: count }) => [title, count]),
    [
      ['Mine', 2],
      ['Full', STUDENT_CARDS_MAX],
    ],
  );
});

t.test(
  'OWD-04 an import into a student’s own deck is nobody else’s, the administrator’s least of all',
  async (t) => {
    const student = await api.register('student');
    await api.sql`update site_settings set students_make_decks = true`;
    t.teardown(() => api.sql`update site_settings set students_make_decks = false`);
    const waiting = (await send(student, { title: 'Diary', json_file: cards(1) })).body.data;
    const checked = await importAs(student, { title: 'Diary', check_only: '1', json_file: cards(1) });
    const admin = await api.register('admin');
    for (const { id } of [waiting, checked]) {
      const params = { importId: id };
      for (const answer of [
        await admin.call('GET /api/admin/imports/:importId', { params }),
        await admin.call('GET /api/admin/imports/:importId/problems', { params }),
        await admin.unchecked('GET /api/admin/imports/:importId/live', { params }),
        await admin.call('POST /api/admin/imports/:importId/cancel', { params }),
        await admin.call('POST /api/admin/imports/:importId/confirm', { params }),
        await admin.call('POST /api/admin/imports/:importId/check', {
          params,
          body: { columns: { front: 'front', back: 'back' } },
        }),
      ])
        refused(t, answer, 'import_not_found');
    }
    t.match(await read(student, checked.id), { status: 'checked' });
  },
);
