import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { removeUnusedFiles } from '../../core/files/unused-files.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { startApi } from '../harness/api-harness.ts';
import { openTestPool } from '../harness/database-harness.ts';
import { sql } from '../harness/sql.ts';
import { trashCalls } from '../trash/given-trash.ts';

const DAY = 24 * 60 * 60_000;

t.test('a file to which nothing has referred for two days is removed, and no other', async (t) => {
  const api = await startApi(t);
  const { storage } = api.services;
  const now = Date.now();
  t.equal(await removeUnusedFiles(api.pool, storage, now), 0, 'before anything was stored');
  const store = (key: string, age: number): string => {
    const path = join(storage.folder!, key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, key);
    utimesSync(path, new Date(now - age), new Date(now - age));
    return path;
  };
  const [teacher, admin] = [await api.register('teacher'), await api.register('admin')];
  await api.addDeck(teacher.id, [{ audio_file: '/storage/cards/used.mp3' }]);
  await givenExam(teacher, [], examBody('A'));
  await api.sql`update exams
    set main_content_type = 'audio', main_audio_path = 'exams/used.mp3', main_text = null`;
  await api.sql`update site_settings set logo_file = '/storage/site/used.png'`;
  await api.sql`insert into deck_imports (user_id, check_only, request, files)
    values (${admin.id}, true, '{}', ${JSON.stringify([{ key: 'imports/waits/0' }])})`;
  const kept = ['cards/used.mp3', 'exams/used.mp3', 'site/used.png', 'imports/waits/0'].map((key) =>
    store(key, 5 * DAY),
  );
  const young = ['cards/young.mp3', 'imports/young/0'].map((key) => store(key, DAY / 2));
  const old = ['cards/old.mp3', 'exams/old.mp3', 'site/old.png', 'imports/gone/0'].map((key) =>
    store(key, 5 * DAY),
  );

  t.equal(await removeUnusedFiles(api.pool, storage, now), 0, 'found unused only now');
  // What comes to be used again starts from the beginning when it is no longer.
  const again = store('cards/again.mp3', 5 * DAY);
  await removeUnusedFiles(api.pool, storage, now);
  await api.addDeck(teacher.id, [{ audio_file: '/storage/cards/again.mp3' }]);
  await removeUnusedFiles(api.pool, storage, now + DAY);
  await api.sql`delete from cards where audio_file = '/storage/cards/again.mp3'`;
  // What is stored anew is young.
  for (const path of young) utimesSync(path, new Date(now + 2 * DAY), new Date(now + 2 * DAY));

  t.equal(await removeUnusedFiles(api.pool, storage, now + 2.5 * DAY), old.length);
  t.same(
    [...kept, ...young, again].filter((path) => !existsSync(path)),
    [],
  );
  t.same(
    old.filter((path) => existsSync(path)),
    [],
  );
  t.notOk(existsSync(join(storage.folder!, 'imports/gone')));
  for (const days of [5, 8]) await removeUnusedFiles(api.pool, storage, now + days * DAY);
  t.same(
    [...young, again].filter((path) => existsSync(path)),
    [],
    'they grow old',
  );
});

t.test('VER-05 what kept states of cards refer to is found without reading all of them', async (t) => {
  const api = await startApi(t);
  const { storage, config } = api.services;
  const path = join(storage.folder!, 'cards/one.mp3');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'one');
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id, 2);
  const [cardId, trashedId] = [deck.cards[0]!, deck.cards[1]!];
  await trashCalls(teacher).deleteCard(deck.id, trashedId);
  const pool = openTestPool(t, { connectionString: config.DATABASE_URL, max: 1 });
  const ask = sql(pool);
  await ask`insert into card_versions (deck_id, card_id, version, was)
    select ${deck.id}, ${cardId}, n, jsonb_build_object('audio_file', '/storage/cards/' || n || '.mp3',
        'further_files', jsonb_build_array(jsonb_build_object('kind', 'audio', 'file', '/storage/cards/f' || n || '.mp3')))
    from generate_series(1, 5000) n`;
  await ask`insert into trashed_rows (card_id, table_name, "row")
    select ${trashedId}, 'card_versions', jsonb_build_object('was', was) from card_versions`;
  await ask`analyze card_versions, trashed_rows`;
  const read = async () => {
    // What a connection has read counts once it has said so.
    await ask`select pg_stat_force_next_flush()`;
    const [row] = await ask<{ rows: number }>`select sum(seq_tup_read)::integer as rows
      from pg_stat_user_tables where relname in ('card_versions', 'trashed_rows')`;
    return row!.rows;
  };
  const before = await read();
  await removeUnusedFiles(pool, storage, Date.now());
  t.ok((await read()) - before < 1_000);
});
