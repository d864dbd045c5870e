import { randomUUID } from 'node:crypto';
import type { Exam } from '../../core/exam/exam.schema.ts';
import type { TestAccount, TestApi } from '../api-harness.ts';
import { enrol } from '../classroom/class-calls.ts';
import { answersOf, examBody } from '../exam/given-exams.ts';

/** What students and teachers do that the log, or what is beside it, hears of. */
export function taking(api: TestApi) {
  const call = async (method: 'POST' | 'PATCH', path: string, { token }: TestAccount, body: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await api.raw(method, path, { token, body, headers });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  };
  return {
    answer: (student: TestAccount, cardId: number, time_spent = 3) =>
      call('POST', `/api/cards/${cardId}/progress`, student, {
        status: 2,
        time_spent,
        card_type: 'review',
      }),
    submit: (student: TestAccount, exam: Exam) =>
      call('POST', `/api/exams/${exam.id}/submit`, student, { answers: answersOf(exam, 'AA') }),
    changeKey: (teacher: TestAccount, exam: Exam, key: string) =>
      call('PATCH', `/api/exams/${exam.id}`, teacher, {
        ...examBody(key),
        questions: examBody(key).questions.map((question, index) => ({
          id: exam.questions[index]!.id,
          ...question,
        })),
      }),
    enrol: (teacher: TestAccount, classId: number, student: TestAccount) =>
      enrol(api, teacher, classId, student),
  };
}
