import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import t from 'tap';
import { fileOf, formOf } from '../../card/card-form.ts';
import { startApi } from '../../harness/api-harness.ts';
import { until } from '../../harness/until.ts';
import { IMPORTS, importCalls, jsonOf } from '../import-calls.ts';
import { sendWithoutEnd } from './endless-upload.ts';

const MAX = 1024 * 1024;
const api = await startApi(t, { env: { IMPORT_ARCHIVE_MAX: String(MAX) } });
const admin = await api.register('admin');
const calls = importCalls(api, admin);
const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
const { DATA_DIR } = api.services.config;
const leftOver = (): string[] =>
  ['uploads', 'storage/imports'].flatMap((folder) => {
    const path = join(DATA_DIR, folder);
    return existsSync(path) ? readdirSync(path) : [];
  });

t.test('SL-57 an archive over the limit is refused while it comes, and leaves nothing', async (t) => {
  const { status, answer, sent } = await sendWithoutEnd(`${url}${IMPORTS}`, admin, 1_000 * MAX);
  t.equal(status, 413);
  t.match(answer, { code: 'upload_too_large', errors: { audio_archive: ['The file must be at most 1 MB'] } });
  t.ok(sent < 200 * MAX, `after ${sent} bytes`);
  await until(() => leftOver().length === 0);
  t.equal((await api.pool.query('select from deck_imports')).rowCount, 0);
});

t.test('SL-57 the last byte of the limit is taken, one more is not', async (t) => {
  const fields = (bytes: number) => ({
    title: 'To the brim',
    json_file: jsonOf([{ front: 'a', back: 'b' }]),
    audio_archive: fileOf(Buffer.alloc(bytes, 'x'), 'a.zip', 'application/zip'),
  });
  t.equal((await calls.send(fields(MAX))).status, 202);
  t.equal((await calls.send(fields(MAX + 1))).status, 413);
});

t.test('whoever goes away in the middle of an upload leaves nothing', async (t) => {
  const before = leftOver().length;
  const { body, headers } = formOf({ title: 'Gone', audio_archive: fileOf(Buffer.alloc(MAX / 2), 'a.zip') });
  const upload = request(`${url}${IMPORTS}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${admin.token}`, 'content-length': body.length },
  });
  upload.on('error', () => {});
  upload.write(body.subarray(0, MAX / 4));
  await until(() => leftOver().length > before);
  upload.destroy();
  await until(() => leftOver().length === before);
  t.equal((await api.pool.query(`select from deck_imports where request ->> 'title' = 'Gone'`)).rowCount, 0);
});

t.test('ADM-24 very many audio files come in one form, to a limit that is told', async (t) => {
  const many = (count: number) => [
    ['title', 'Many'] as [string, string],
    ['json_file', jsonOf([{ front: 'a', back: 'b' }])] as [string, ReturnType<typeof fileOf>],
    ...Array.from(
      { length: count },
      (_, index) =>
        ['audio_files', fileOf(`${index}`, `${index}.mp3`)] as [string, ReturnType<typeof fileOf>],
    ),
  ];
  const { status, body } = await calls.send(many(300));
  t.equal(status, 202);
  t.match(await calls.read(body.data.id), { file_count: 301 });
  t.equal((await calls.send(many(2_001))).status, 422);
});
