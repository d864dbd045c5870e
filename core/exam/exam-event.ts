import { hash } from 'node:crypto';
import { derivedId } from '../derived-id.ts';
import type { NewEvent } from '../log/appender.ts';
import type { ExamStarted, ExamSubmitted } from './exam.events.ts';
import type { Answers } from './exam.schema.ts';

/** Attempts count from 1. Whoever gives no other number means the first, the only one so far. */
const FIRST_ATTEMPT = 1;

/** What ids are derived from. The first attempt's words name no number: their ids are in logs since before attempts had one. */
const words = (type: string, examId: number, studentId: number, attempt: number): string =>
  attempt === FIRST_ATTEMPT ? `${type} ${examId} ${studentId}` : `${type} ${examId} ${studentId} ${attempt}`;

/** The id of the one start of a student's attempt at an exam. */
export const startId = (examId: number, studentId: number, attempt = FIRST_ATTEMPT): string =>
  derivedId(words('ExamStarted', examId, studentId, attempt));

/** The id of the one submission of a student's attempt at an exam. */
export const submissionId = (examId: number, studentId: number, attempt = FIRST_ATTEMPT): string =>
  derivedId(words('ExamSubmitted', examId, studentId, attempt));

/** The event of a student's opening an exam; a second one is a repetition, whatever the exam has become meanwhile. */
export function examStarted(data: ExamStarted['data'], studentId: number, now: number): NewEvent {
  return {
    studentId,
    id: startId(data.exam_id, studentId),
    type: 'ExamStarted',
    version: 1,
    data,
    hash: hash('sha256', String(data.exam_id), 'hex'),
    occurredAt: new Date(now),
  };
}

/**
 * The event of a submission. `key` tells whose it is: the same key with the same answers is a repetition, anything
 * else conflicts with the first.
 */
export function examSubmitted(
  data: ExamSubmitted['data'],
  context: { studentId: number; key: string; at: number },
): NewEvent {
  const answers = Object.entries(data.answers).toSorted(([a], [b]) => Number(a) - Number(b));
  return {
    studentId: context.studentId,
    id: submissionId(data.exam_id, context.studentId),
    type: 'ExamSubmitted',
    version: 1,
    data: { ...data, answers: Object.fromEntries(answers) as Answers },
    hash: hash('sha256', JSON.stringify([context.key, answers]), 'hex'),
    occurredAt: new Date(context.at),
  };
}
