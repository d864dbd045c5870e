import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { STUDENT_IMPORT_MAX, TEACHER_FILES_MAX } from '../../../core/deck-import/import-limits.ts';
import { startApi } from '../../harness/api-harness.ts';
import { until } from '../../harness/until.ts';
import { sendWithoutEnd } from './endless-upload.ts';

const api = await startApi(t);
await api.pool.query('update site_settings set students_make_decks = true');
const url = `${await api.app.listen({ port: 0, host: '127.0.0.1' })}/api/imports`;
const folder = join(api.services.config.DATA_DIR, 'uploads');
const leftOver = (): string[] => (existsSync(folder) ? readdirSync(folder) : []);

t.test('OWD-09 a student’s upload above the limit is refused by what it says of its length', async (t) => {
  const student = await api.register('student');
  const { status, answer } = await sendWithoutEnd(url, student, 0, STUDENT_IMPORT_MAX + 2 * 1024 ** 2);
  t.equal(status, 413);
  t.match(answer, { code: 'upload_too_large', message: 'The file must be at most 50 MB' });
  t.same(leftOver(), []);
});

t.test('OWD-09 one that does not say it is refused while it comes, and leaves nothing', async (t) => {
  const student = await api.register('student');
  const { status, answer, sent } = await sendWithoutEnd(url, student, TEACHER_FILES_MAX);
  t.equal(status, 413);
  t.match(answer, {
    code: 'upload_too_large',
    errors: { audio_archive: ['The file must be at most 50 MB'] },
  });
  t.ok(sent < TEACHER_FILES_MAX, `after ${sent} bytes`);
  await until(() => leftOver().length === 0);
  t.equal((await api.pool.query('select from deck_imports')).rowCount, 0);
});

t.test('OWD-09 a teacher may send more', async (t) => {
  const teacher = await api.register('teacher');
  const { answer, sent } = await sendWithoutEnd(url, teacher, 2 * TEACHER_FILES_MAX);
  t.ok(sent >= TEACHER_FILES_MAX, `after ${sent} bytes`);
  t.match(answer, { errors: { audio_archive: ['The file must be at most 200 MB'] } });
});
