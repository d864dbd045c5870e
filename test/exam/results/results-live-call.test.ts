import t from 'tap';
import { submitOverdue } from '../../../core/exam/attempt/submit.ts';
import { changes, type OpenStream, openStream } from '../../classroom/open-stream.ts';
import { startApi } from '../../harness/api-harness.ts';
import { until } from '../../harness/until.ts';
import { takingCalls } from '../attempt/taking-calls.ts';
import { answersOf, examBody, givenClassOf, givenExamClassroom } from '../given-exams.ts';

const api = await startApi(t);
const url = await api.app.listen({ port: 0, host: '127.0.0.1' });

const watch = async (classId: number, token: string): Promise<OpenStream> => {
  const stream = await openStream(`${url}/api/classes/${classId}/live`, token);
  t.teardown(stream.abort);
  await until(() => stream.events.length > 0);
  return stream;
};

t.test('a submission, by the student or by the server, is told to the class that has the exam', async (t) => {
  const { teacher, students, classId, exam } = await givenExamClassroom(api, { students: 2 });
  const elsewhere = await givenClassOf(teacher, students);
  const [stream, other] = [await watch(classId, teacher.token), await watch(elsewhere, teacher.token)];
  const [lan, minh] = students.map((student) => takingCalls(exam.id, student));
  await minh!.attempt();
  await until(() => changes(stream) === 1, 'who has begun is told at once');
  await lan!.attempt();
  await until(() => changes(stream) === 2);
  await lan!.submit(answersOf(exam, 'AB'));
  await api.project();
  await until(() => changes(stream) === 3);

  const { appender } = api.services;
  await api.databaseClock.advance(3_600_000);
  await submitOverdue({ pool: api.pool, appender });
  await api.project();
  await until(() => changes(stream) === 4);

  const [first, ...rest] = exam.questions;
  await teacher.data('PATCH /api/exams/:examId', {
    params: { examId: exam.id },
    body: examBody('', { questions: [{ ...first!, correct_option: 'D' }, ...rest] }),
  });
  await until(() => changes(stream) === 5);
  t.equal(changes(other), 0);
});
