import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import t from 'tap';
import { STUDENT_IMPORT_MAX, TEACHER_FILES_MAX } from '../../../core/deck-import/import-limits.ts';
import { type FormFile, fileOf, formOf } from '../../card/card-form.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';
import { IMPORTS, importCalls, jsonOf } from '../import-calls.ts';

const MAX = 1024 * 1024;
const api = await startApi(t, { env: { IMPORT_ARCHIVE_MAX: String(MAX) } });
const admin = await api.register('admin');
const calls = importCalls(api, admin);
const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
const leftOver = (of = api): string[] =>
  ['uploads', 'storage/imports'].flatMap((folder) => {
    const path = join(of.services.config.DATA_DIR, folder);
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
  const many = (count: number): [string, string | FormFile][] => [
    ['title', 'Many'],
    ['json_file', jsonOf([{ front: 'a', back: 'b' }])],
    ...Array.from({ length: count }, (_, n): [string, FormFile] => [
      'audio_files',
      fileOf(`${n}`, `${n}.mp3`),
    ]),
  ];
  const { status, body } = await calls.send(many(300));
  t.equal(status, 202);
  t.match(await calls.read(body.data.id), { file_count: 301 });
  t.equal((await calls.send(many(2_001))).status, 422);
});

const wide = await startApi(t);
await wide.pool.query('update site_settings set students_make_decks = true');
const ownUrl = `${await wide.app.listen({ port: 0, host: '127.0.0.1' })}/api/imports`;

t.test('OWD-09 a student’s upload above the limit is refused by what it says of its length', async (t) => {
  const student = await wide.register('student');
  const { status, answer } = await sendWithoutEnd(ownUrl, student, 0, STUDENT_IMPORT_MAX + 2 * 1024 ** 2);
  t.equal(status, 413);
  t.match(answer, { code: 'upload_too_large', message: 'The file must be at most 50 MB' });
  t.same(leftOver(wide), []);
});

t.test('OWD-09 one that does not say it is refused while it comes, and leaves nothing', async (t) => {
  const student = await wide.register('student');
  const { status, answer, sent } = await sendWithoutEnd(ownUrl, student, TEACHER_FILES_MAX);
  t.equal(status, 413);
  t.match(answer, {
    code: 'upload_too_large',
    errors: { audio_archive: ['The file must be at most 50 MB'] },
  });
  t.ok(sent < TEACHER_FILES_MAX, `after ${sent} bytes`);
  await until(() => leftOver(wide).length === 0);
  t.equal((await wide.pool.query('select from deck_imports')).rowCount, 0);
});

t.test('OWD-09 a teacher may send more', async (t) => {
  const teacher = await wide.register('teacher');
  const { answer, sent } = await sendWithoutEnd(ownUrl, teacher, 2 * TEACHER_FILES_MAX);
  t.ok(sent >= TEACHER_FILES_MAX, `after ${sent} bytes`);
  t.match(answer, { errors: { audio_archive: ['The file must be at most 200 MB'] } });
});

/**
 * Sends the beginning of a form with an archive, then ever more of the archive until the server answers. With a `length` it
 * says how long the form is, and sends only the beginning.
 */
async function sendWithoutEnd(
  url: string,
  { token }: Pick<TestAccount, 'token'>,
  most: number,
  length?: number,
) {
  const { body, headers } = formOf({
    title: 'Too much',
    audio_archive: fileOf('', 'a.zip', 'application/zip'),
  });
  const upload = request(url, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
    },
  });
  upload.on('error', () => {});
  const answered = once(upload, 'response');
  let status: number | undefined;
  void answered.then(([response]) => {
    status = response.statusCode;
  });
  // Without the boundary at the end, the file goes on.
  upload.write(body.subarray(0, body.lastIndexOf('\r\n--')));
  const piece = Buffer.alloc(64 * 1024, 'x');
  let sent = 0;
  const goOn = async () => {
    while (length === undefined && sent < most && status === undefined) {
      sent += piece.length;
      if (!upload.write(piece)) await Promise.race([once(upload, 'drain'), answered]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return answered;
  };
  const [response] = await within(goOn(), 'the server answers the upload');
  const answer = await json(response);
  upload.destroy();
  return { status: response.statusCode, answer, sent };
}
