import { randomUUID } from 'node:crypto';
import type { Exam } from '../../../core/exam/exam.schema.ts';
import { answersOf, examBody } from '../../exam/given-exams.ts';
import type { TestAccount } from '../../harness/api-harness.ts';

const headers = () => ({ 'idempotency-key': randomUUID() });

/** What students and teachers do that the log, or what is beside it, hears of. */
export const taking = {
  answer: (student: TestAccount, cardId: number, time_spent = 3) =>
    student.data('POST /api/cards/:cardId/progress', {
      params: { cardId },
      body: { status: 2, time_spent, card_type: 'review' },
      headers: headers(),
    }),
  submit: async (student: TestAccount, exam: Exam) => {
    const params = { examId: exam.id };
    await student.data('GET /api/exams/:examId', { params });
    return student.data('POST /api/exams/:examId/submit', {
      params,
      body: { answers: answersOf(exam, 'AA') },
      headers: headers(),
    });
  },
  changeKey: (teacher: TestAccount, exam: Exam, key: string) =>
    teacher.data('PATCH /api/exams/:examId', {
      params: { examId: exam.id },
      body: {
        ...examBody(key),
        questions: examBody(key).questions.map((question, index) => ({
          id: exam.questions[index]!.id,
          ...question,
        })),
      },
    }),
};
