import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { removeUnusedFiles } from '../../core/unused-files.ts';
import { startApi } from '../api-harness.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';

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
  const teacher = await api.register('teacher');
  const admin = await api.register('admin');
  await api.addDeck(teacher.id, [{ audio_file: '/storage/cards/used.mp3' }]);
  await givenExam(api, teacher, [], examBody('A'));
  await api.pool.query(
    `update exams set main_content_type = 'audio', main_audio_path = 'exams/used.mp3', main_text = null`,
  );
  await api.pool.query(`update site_settings set logo_file = '/storage/site/used.png'`);
  await api.pool.query(
    `insert into deck_imports (user_id, check_only, request, files) values ($1, true, '{}', $2)`,
    [admin.id, JSON.stringify([{ key: 'imports/waits/0' }])],
  );
  const kept = ['cards/used.mp3', 'exams/used.mp3', 'site/used.png', 'imports/waits/0'].map((key) =>
    store(key, 5 * DAY),
  );
  const young = ['cards/young.mp3', 'imports/young/0'].map((key) => store(key, DAY / 2));
  const old = ['cards/old.mp3', 'exams/old.mp3', 'site/old.png', 'imports/gone/0'].map((key) =>
    store(key, 5 * DAY),
  );

  t.equal(
    await removeUnusedFiles(api.pool, storage, now),
    0,
    'found unused only now, perhaps since a moment',
  );
  // What comes to be used again starts from the beginning when it is no longer.
  const again = store('cards/again.mp3', 5 * DAY);
  await removeUnusedFiles(api.pool, storage, now);
  await api.addDeck(teacher.id, [{ audio_file: '/storage/cards/again.mp3' }]);
  await removeUnusedFiles(api.pool, storage, now + DAY);
  await api.pool.query(`delete from cards where audio_file = '/storage/cards/again.mp3'`);
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
    'they grow old as well',
  );
});
