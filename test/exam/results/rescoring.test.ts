import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import type { QuestionBody } from '../../../core/exam/exam.schema.ts';
import { updateExam } from '../../../core/exam/exam-changes.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import { previewRescoring } from '../../../core/exam/results/rescoring.ts';
import { startApi } from '../../harness/api-harness.ts';
import { columns } from '../../harness/columns.ts';
import { addressesOf, openTestPool } from '../../harness/database-harness.ts';
import { refused } from '../../harness/refused.ts';
import { given } from '../../log/given-events.ts';
import { takingCalls } from '../attempt/taking-calls.ts';
import { dataOf, examCalls } from '../exam-calls.ts';
import { answersOf, examBody, givenExam, givenExamClassroom } from '../given-exams.ts';
import { newExam, recount, resultRows, submission } from './given-submissions.ts';

const api = await startApi(t);
const { pool } = api;

/** A class whose students have handed in these letters, and what saving other questions shows of it. */
async function givenSubmissions(key: string, handedIn: string[]) {
  const { exam, teacher, students, classId } = await givenExamClassroom(api, {
    students: handedIn.length,
    key,
  });
  for (const [index, letters] of handedIn.entries())
    dataOf(await examCalls(students[index]!).submit(exam.id, answersOf(exam, letters)));
  await api.project();
  const calls = examCalls(teacher);
  return {
    exam,
    teacher,
    students,
    classId,
    calls,
    questions: exam.questions.map((question): QuestionBody => ({ ...question })),
    /** Points of each student, in the order in which they are given. */
    scores: async () => {
      const rows = dataOf(await calls.resultsOf(classId, `?exam_id=${exam.id}`));
      return students.map(({ id }) => {
        const { score, total } = rows.find(({ student_id }) => student_id === id)!;
        return `${score}/${total}`;
      });
    },
    save: async (questions: QuestionBody[]) =>
      dataOf(await calls.update(exam.id, examBody('', { questions }))),
    preview: async (questions: QuestionBody[]) => dataOf(await calls.preview(exam.id, questions)),
  };
}

const withKey = (questions: QuestionBody[], key: string): QuestionBody[] =>
  questions.map((question, index) => ({ ...question, correct_option: key[index] as OptionLetter }));

t.test('SL-51 a changed key scores everybody anew; beforehand its teacher is told who moves', async (t) => {
  const { exam, students, questions, scores, save, calls } = await givenSubmissions('AB', [
    'AB',
    'AC',
    '--',
    'B-',
  ]);
  t.same(await scores(), ['2/2', '1/2', '0/2', '0/2']);
  const corrected = withKey(questions, 'AC');
  const { status, body } = await calls.preview(exam.id, corrected);
  t.equal(status, 200);
  const { submission_count, moved } = body.data;
  t.equal(submission_count, 4);
  const move = (index: number, score_before: number, score_after: number) => ({
    ...{ student_id: students[index]!.id, name: 'Lan', total_before: 2, total_after: 2 },
    ...{ score_before, score_after },
  });
  t.same(
    moved,
    [move(0, 2, 1), move(1, 1, 2)].sort((a, b) => a.student_id - b.student_id),
  );
  t.same(await scores(), ['2/2', '1/2', '0/2', '0/2'], 'to be told changes nothing');
  t.equal((await save(corrected)).submission_count, 4);
  t.same(await scores(), ['1/2', '2/2', '0/2', '0/2']);
  const own = dataOf(await examCalls(students[1]!).result(exam.id));
  t.match(own, { score: 2, total: 2, answers: answersOf(exam, 'AC') }, 'the student sees it too');
  const again = await examCalls(students[1]!).submit(exam.id, {});
  t.match(again, { status: 409, body: { data: { score: 2, total: 2 } } }, 'also by handing in again');
  t.same(await calls.preview(exam.id, corrected).then(dataOf), { submission_count: 4, moved: [] });
});

t.test('SL-51 a change of words moves nobody', async (t) => {
  const { questions, scores, save, preview } = await givenSubmissions('AB', ['AB', 'BA']);
  const reworded = questions.map((question) => ({ ...question, question_text: 'Which one?', option_a: 'x' }));
  t.same(await preview(reworded), { submission_count: 2, moved: [] });
  await save(reworded);
  t.same(await scores(), ['2/2', '0/2']);
});

t.test('SL-51 a question that is taken out counts no more; put back, it counts as before', async (t) => {
  const { exam, questions, scores, save, preview, students, classId, calls } = await givenSubmissions('ABC', [
    'AAC',
    'BBB',
  ]);
  t.same(await scores(), ['2/3', '1/3']);
  const [first, , third] = questions as [QuestionBody, QuestionBody, QuestionBody];
  t.match(await preview([first, third]), { moved: { length: 2 } });
  await save([first, third]);
  t.same(await scores(), ['2/2', '0/2']);
  const rows = dataOf(await calls.resultsOf(classId));
  t.same(
    rows.find(({ student_id }) => student_id === students[0]!.id)!.answers,
    answersOf(exam, 'AAC'),
    'what was answered stays known',
  );
  await save(questions);
  t.same(await scores(), ['2/3', '1/3']);
});

t.test('SL-46 CX-20 the first fifty questions count, in their order, however they are moved', async (t) => {
  // The last two are wrong in the first student's paper, the first two in the second's.
  const wrongAtEnd = `${'A'.repeat(50)}BB`;
  const wrongAtStart = `BB${'A'.repeat(50)}`;
  const { exam, questions, scores, save, preview } = await givenSubmissions('A'.repeat(52), [
    wrongAtEnd,
    wrongAtStart,
  ]);
  t.equal(exam.question_count, 52);
  t.same(await scores(), ['50/50', '48/50']);
  const swapped = [...questions.slice(50), ...questions.slice(2, 50), ...questions.slice(0, 2)];
  t.same(columns((await preview(swapped)).moved, 'score_before', 'score_after').sort(), [
    [48, 50],
    [50, 48],
  ]);
  await save(swapped);
  t.same(await scores(), ['48/50', '50/50']);
  await save(questions.toReversed().slice(0, 51));
  t.same(await scores(), ['48/50', '50/50']);
  await save(questions.slice(0, 49));
  t.same(await scores(), ['49/49', '47/49']);
});

t.test('SL-51 another exam of the same class is left as it is', async (t) => {
  const { teacher, students, classId, save, questions, calls } = await givenSubmissions('A', ['A']);
  const second = await givenExam(teacher, [classId], examBody('D'));
  const student = examCalls(students[0]!);
  dataOf(await student.submit(second.id, answersOf(second, 'D')));
  await api.project();
  const before = dataOf(await student.result(second.id));
  await save(withKey(questions, 'B'));
  t.same(dataOf(await student.result(second.id)), before);
  refused(t, await calls.preview(2_147_483_647, questions), 'exam_not_found');
});

t.test('SL-51 what was handed in but not yet projected is scored by the new key', async (t) => {
  const { exam, students, teacher } = await givenExamClassroom(api, { key: 'A' });
  const [calls, student] = [examCalls(teacher), examCalls(students[0]!)];
  t.match(dataOf(await student.submit(exam.id, answersOf(exam, 'B'))), { score: 0, total: 1 });
  const questions = withKey(exam.questions, 'B');
  dataOf(await calls.update(exam.id, examBody('', { questions })));
  await api.project();
  t.match(dataOf(await student.result(exam.id)), { score: 1, total: 1 });
});

const letter = fc.constantFrom<OptionLetter>('A', 'B', 'C', 'D');
/** What becomes of a question: its place, whether it stays, and its key. */
const change = fc.record({ place: fc.nat(), stays: fc.boolean(), key: letter });
const scenario = fc.integer({ min: 1, max: 54 }).chain((size) =>
  fc.record({
    key: fc.array(letter, { minLength: size, maxLength: size }),
    papers: fc.array(
      fc.array(fc.constantFrom<OptionLetter | '-'>('A', 'B', '-'), { minLength: size, maxLength: size }),
      { maxLength: 4 },
    ),
    changes: fc.array(change, { minLength: size, maxLength: size }),
    added: fc.array(change, { maxLength: 3 }),
  }),
);

t.test('SL-51 the preview tells exactly what saving then does', async (t) => {
  const teacher = await api.register('teacher');
  const students = await Promise.all([1, 2, 3, 4].map(() => api.register('student')));
  await fc.assert(
    fc.asyncProperty(scenario, async ({ key, papers, changes, added }) => {
      const exam = await newExam(pool, teacher.id, examBody(key.join('')));
      await given(
        pool,
        papers.map((paper, index) =>
          submission(students[index]!.id, exam.id, answersOf(exam, paper.join(''))),
        ),
      );
      await api.project();
      const own = async () => (await resultRows(pool)).filter(({ exam_id }) => exam_id === exam.id);
      const before = await own();
      const { id: _, ...fresh } = exam.questions[0]!;
      const placed = [
        ...exam.questions.map((question, index) => ({ question, ...changes[index]! })),
        ...added.map((one) => ({ question: fresh, ...one, stays: true })),
      ].filter(({ stays }) => stays);
      fc.pre(placed.length > 0);
      const questions = placed
        .toSorted((a, b) => a.place - b.place)
        .map(({ question, key: correct_option }) => ({ ...question, correct_option }));

      const preview = await previewRescoring(pool, exam.id, questions);
      await updateExam(pool, exam.id, examBody('', { questions }));
      const after = await own();
      t.same(
        after,
        (await recount(pool)).filter(({ exam_id }) => exam_id === exam.id),
      );
      t.equal(preview.submission_count, papers.length);
      t.same(
        preview.moved.map((move) => [move.student_id, move.score_before, move.score_after, move.total_after]),
        before.flatMap(({ student_id, score, total }, index) => {
          const now = after[index]!;
          const moves = now.score !== score || now.total !== total;
          return moves ? [[student_id, score, now.score, now.total]] : [];
        }),
      );
    }),
    { numRuns: 40 },
  );
});

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
  const readable = 'select question_text, option_a from exam_questions where exam_id = $1';
  t.equal((await analysts.query(readable, [exam.id])).rowCount, 4);

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
