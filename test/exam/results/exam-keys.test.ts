import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startApi } from '../../harness/api-harness.ts';
import { addressesOf, openTestPool } from '../../harness/database-harness.ts';
import { takingCalls } from '../attempt/taking-calls.ts';
import { examCalls } from '../exam-calls.ts';
import { answersOf, givenExamClassroom } from '../given-exams.ts';

const api = await startApi(t);
const analysts = openTestPool(t, { connectionString: addressesOf(api.databaseUrl).READ_DATABASE_URL });

/** The key of an exam as far as analysts read it. */
const keyOf = async (examId: number): Promise<string> => {
  const { rows } = await analysts.query<{ key: string }>(
    `select coalesce(string_agg(correct_option, '' order by ordinal), '') as key from exam_keys where exam_id = $1`,
    [examId],
  );
  return rows[0]!.key;
};

t.test('SL-49 analysts read the key of an exam once nobody can begin it or is at it', async (t) => {
  const { teacher, students, classId, exam } = await givenExamClassroom(api, { students: 2, key: 'ABCD' });
  const teaching = examCalls(teacher);
  for (const columns of ['correct_option', '*'])
    await t.rejects(analysts.query(`select ${columns} from exam_questions`), { code: '42501' }, columns);
  t.equal((await analysts.query('select question_text, option_a from exam_questions')).rowCount, 4);

  t.equal(await keyOf(exam.id), '', 'it is shown to a class');
  const [lan] = students.map((student) => takingCalls(exam.id, student));
  await lan!.attempt();
  await teaching.setHidden(exam.id, true);
  t.equal(await keyOf(exam.id), '', 'somebody is at it');
  await teaching.setHidden(exam.id, false);
  t.equal((await lan!.submit(answersOf(exam, 'ABAA'))).status, 200);
  t.equal(await keyOf(exam.id), '', 'others may begin it');

  await teaching.setHidden(exam.id, true);
  t.equal(await keyOf(exam.id), 'ABCD', 'hidden');
  await teaching.setHidden(exam.id, false);
  t.equal(await keyOf(exam.id), '', 'shown again');
  await teacher.data('POST /api/classes/:classId/archive', { params: { classId } });
  t.equal(await keyOf(exam.id), 'ABCD', 'of a class that is put away');
  await teacher.data('DELETE /api/classes/:classId/archive', { params: { classId } });
  await teaching.setClasses(exam.id, []);
  t.equal(await keyOf(exam.id), 'ABCD', 'of no class');
});

t.test('analysts ask whether results are what the log says, as the page on exams shows it', async (t) => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/exams.md'), 'utf8');
  const [, query] = /```sql\n([\s\S]*?)```/.exec(page)!;
  const { teacher, students, exam } = await givenExamClassroom(api, { students: 2, key: 'ABCD' });
  for (const [index, student] of students.entries()) {
    const calls = takingCalls(exam.id, student);
    await calls.attempt();
    await calls.submit(answersOf(exam, index === 0 ? 'ABCD' : 'AB--'));
  }
  await api.project();
  const wrong = async () => (await analysts.query(query!)).rows;
  await api.pool.query('update exam_results set score = score - 1 where exam_id = $1', [exam.id]);
  t.same(await wrong(), [], 'an exam that is not over is not looked at');
  await examCalls(teacher).setHidden(exam.id, true);
  t.match(await wrong(), [{ exam_id: exam.id }, { exam_id: exam.id }], 'a fault is shown');
  await api.pool.query('update exam_results set score = score + 1 where exam_id = $1', [exam.id]);
  t.same(await wrong(), []);
  await api.pool.query('delete from exam_results where exam_id = $1', [exam.id]);
  t.equal((await wrong()).length, 2, 'and a result that is missing');
});
