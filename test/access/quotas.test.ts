import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { UploadAllowance } from '../../core/files/upload.ts';
import { fileOf, formOf } from '../card/card-form.ts';
import { examBody } from '../exam/given-exams.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';

const sound = await readFile(new URL('../../content/official-decks/audio/cat.mp3', import.meta.url));
const other = await readFile(new URL('../../content/official-decks/audio/dog.mp3', import.meta.url));
const third = await readFile(new URL('../../content/official-decks/audio/bag.mp3', import.meta.url));

/** An API of a school with little room, one of its teachers, and how they make things. */
async function start(env: Record<string, string>, other?: { databaseUrl: string; teacher: TestAccount }) {
  const api = await startApi(t, { env, ...(other && { databaseUrl: other.databaseUrl }) });
  const teacher = other?.teacher ?? (await api.register('teacher'));
  const deck = await api.addDeck(teacher.id, 0);
  const post = (path: string, body: object) => teacher.raw('POST', path, { body });
  const card = (audio: Buffer) =>
    teacher.unchecked('POST /api/decks/:deckId/cards', {
      params: { deckId: deck.id },
      ...formOf({ front: 'cat', back: 'mèo', audio_file: fileOf(audio) }),
    });
  return { api, teacher, deck, post, card };
}

for (const [setting, path, code] of [
  ['DECKS_MAX', '/api/decks', 'too_many_decks'],
  ['CLASSES_MAX', '/api/classes', 'too_many_classes'],
  ['EXAMS_MAX', '/api/exams', 'too_many_exams'],
] as const)
  t.test(`${path} takes as many as there may be, also of twelve at once`, async (t) => {
    const { api, deck, post } = await start({ [setting]: '4' });
    const bodies = {
      '/api/decks': { title: 'Words' },
      '/api/classes': { name: '10A', deck_id: deck.id },
      '/api/exams': examBody('A'),
    };
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(path, bodies[path])));
    // The deck that is there already is one of the four.
    const made = path === '/api/decks' ? 3 : 4;
    t.equal(answers.filter(({ status }) => status === 201).length, made);
    for (const { status, body } of answers.filter(({ status }) => status !== 201))
      t.match([status, body], [422, { code, message: /^You have 4 / }]);
    const another = await api.register('teacher');
    const own = await api.addDeck(another.id, 0);
    const body = path === '/api/classes' ? { name: '10B', deck_id: own.id } : bodies[path];
    t.equal((await another.raw('POST', path, { body })).status, 201, 'each for themselves');
  });

t.test('a teacher has so many audio files; the same one on two cards is one', async (t) => {
  const { api, card } = await start({ FILES_MAX: '2' });
  t.equal((await card(sound)).status, 201);
  t.equal((await card(sound)).status, 201);
  t.equal((await card(other)).status, 201);
  const { status, body } = await card(third);
  t.match([status, body], [422, { code: 'too_many_files' }]);
  const folder = join(api.services.config.DATA_DIR, 'uploads');
  await until(async () => (await readdir(folder)).length === 0, 'nothing is left of it');
});

t.test('the audio files of a teacher have so many bytes in all', async (t) => {
  const { card } = await start({ FILE_BYTES_MAX: String(sound.length + other.length) });
  t.equal((await card(sound)).status, 201);
  t.equal((await card(other)).status, 201);
  t.match(await card(third), { status: 422, body: { code: 'files_too_large' } });
});

t.test('who has sent enough for a day goes on tomorrow', async (t) => {
  const { card, post, deck } = await start({ UPLOAD_BYTES_PER_DAY: String(sound.length) });
  t.equal((await card(sound)).status, 201);
  const refused = await card(other);
  t.match(refused, { status: 429, body: { code: 'uploads_used_up' } });
  const seconds = Number(refused.headers['retry-after']);
  t.ok(seconds > 0 && seconds <= 86_400);
  const plain = await post(`/api/decks/${deck.id}/cards`, { front: 'a', back: 'b' });
  t.equal(plain.status, 201, 'a card without a file is not meant');
});

t.test('what was sent in a day is counted by all processes together, at one moment as well', async (t) => {
  const env = { UPLOAD_BYTES_PER_DAY: String(3 * sound.length) };
  const { api, teacher, card } = await start(env);
  const second = await start(env, { databaseUrl: api.databaseUrl, teacher });
  const refusedFirst = await card(Buffer.from('no sound at all'));
  t.equal(refusedFirst.status, 422, 'what is refused is not counted');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => (index % 2 ? card : second.card)(sound)),
  );
  const taken = answers.filter(({ status }) => status === 201).length;
  t.ok(taken >= 1 && taken <= 3, `${taken} were taken`);
  for (const { status, body } of answers.filter(({ status }) => status !== 201))
    t.match([status, body], [429, { code: 'uploads_used_up' }]);
  while ((await card(sound)).status === 201);
  t.equal((await second.card(sound)).status, 429, 'the other process knows');

  await api.databaseClock.advance(86_400_000);
  t.equal((await second.card(sound)).status, 201, 'tomorrow');
  const { rows } = await api.pool.query<{ bytes: string }>('select bytes from upload_days');
  t.equal(Number(rows[0]!.bytes), sound.length, 'the files themselves are counted, from nothing');
});

t.test('what is on its way is counted before it has come, and no more than a day’s bytes', async (t) => {
  const { api, teacher } = await start({});
  const allowance = new UploadAllowance(api.pool, 100);
  const settle = await allowance.reserve(teacher.id, 10_000);
  t.equal(await allowance.reserve(teacher.id, 1), undefined, 'the first takes the whole day while it comes');
  await settle!(99);
  t.ok(await allowance.reserve(teacher.id, 1), 'then only what it was');
  t.equal(await allowance.reserve(teacher.id, 1), undefined);
});

t.test('no file is taken when the disk has too little room; all else goes on', async (t) => {
  // No disk in use is that empty.
  const { card, post, deck } = await start({ DISK_FREE_MIN: '100' });
  const full = await card(sound);
  t.match(full, { status: 507, body: { code: 'storage_full' } });
  t.equal((await post(`/api/decks/${deck.id}/cards`, { front: 'a', back: 'b' })).status, 201);
});
