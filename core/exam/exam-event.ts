import { hash } from 'node:crypto';
import type { NewEvent } from '../log/appender.ts';
import type { ExamStarted, ExamSubmitted } from './exam.events.ts';
import type { Answers } from './exam.schema.ts';

/** A UUID of version 8 (RFC 9562) that the same words always give. */
function derivedId(words: string): string {
  const hex = hash('sha256', words, 'hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The id of the one start that a student can make of an exam. */
export const startId = (examId: number, studentId: number): string =>
  derivedId(`ExamStarted ${examId} ${studentId}`);

/** The id of the one submission that a student can make of an exam. */
export const submissionId = (examId: number, studentId: number): string =>
  derivedId(`ExamSubmitted ${examId} ${studentId}`);

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
