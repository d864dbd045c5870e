import t from 'tap';
import { submitOverdue } from '../../core/exam/submit.ts';
import { startApi } from '../api-harness.ts';
import { changes, type OpenStream, openStream } from '../classroom/open-stream.ts';
import { until } from '../until.ts';
import { answersOf, examBody, givenClassOf, givenExamClassroom } from './given-exams.ts';
import { takingCalls } from './taking-calls.ts';

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
  const elsewhere = await givenClassOf(api, teacher, students);
  const [stream, other] = [await watch(classId, teacher.token), await watch(elsewhere, teacher.token)];
  const [lan, minh] = students.map((student) => takingCalls(api, exam.id, student));
  await minh!.attempt();
  await lan!.submit(answersOf(exam, 'AB'));
  await api.project();
  await until(() => changes(stream) === 1);

  const { appender } = api.services;
  await api.databaseClock.advance(3_600_000);
  await submitOverdue({ pool: api.pool, appender });
  await api.project();
  await until(() => changes(stream) === 2);

  const [first, ...rest] = exam.questions;
  await api.call('PATCH /api/exams/:examId', {
    params: { examId: exam.id },
    token: teacher.token,
    body: examBody('', { questions: [{ ...first!, correct_option: 'D' }, ...rest] }),
  });
  await until(() => changes(stream) === 3);
  t.equal(changes(other), 0);
});
