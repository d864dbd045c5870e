import { hash } from 'node:crypto';
import type { NewEvent } from '../../log/append/appender.ts';
import { derivedId } from '../../log/append/derived-id.ts';
import type { Answers } from '../exam.schema.ts';
import { ExamStarted, ExamStartedV1, ExamSubmitted, ExamSubmittedV1 } from './exam.events.ts';

/** Attempts count from 1. A caller without a number means the first, the only one so far. */
const FIRST_ATTEMPT = 1;

/**
 * What ids are derived from. The first attempt's words name no number: their ids are in logs since before attempts had
 * one.
 */
const words = (type: string, examId: number, studentId: number, attempt: number): string =>
  attempt === FIRST_ATTEMPT ? `${type} ${examId} ${studentId}` : `${type} ${examId} ${studentId} ${attempt}`;

/** The id of the one start of a student's attempt at an exam. */
export const startId = (examId: number, studentId: number, attempt = FIRST_ATTEMPT): string =>
  derivedId(words('ExamStarted', examId, studentId, attempt));

/** The id of the one submission of a student's attempt at an exam. */
export const submissionId = (examId: number, studentId: number, attempt = FIRST_ATTEMPT): string =>
  derivedId(words('ExamSubmitted', examId, studentId, attempt));

/** An event whose first id was taken in an earlier version stands at its spare one. Nothing ever leaves the log. */
const spareId = (type: string, examId: number, studentId: number): string =>
  derivedId(`${words(type, examId, studentId, FIRST_ATTEMPT)} spare`);

/** Returns the ids at which a log may have a student's start of an exam. */
export const startIds = (examId: number, studentId: number): [first: string, spare: string] => [
  startId(examId, studentId),
  spareId('ExamStarted', examId, studentId),
];

/** Returns the ids at which a log may have a student's submission. */
export const submissionIds = (examId: number, studentId: number): [first: string, spare: string] => [
  submissionId(examId, studentId),
  spareId('ExamSubmitted', examId, studentId),
];

/** The event of a student's opening an exam; a second one is a repetition, whatever the exam has become meanwhile. */
export function examStarted(data: ExamStarted['data'], studentId: number, now: number): NewEvent {
  return ExamStarted.make(ExamStartedV1, {
    studentId,
    id: startId(data.exam_id, studentId),
    data,
    hash: hash('sha256', String(data.exam_id), 'hex'),
    occurredAt: new Date(now),
  });
}

const sorted = (answers: Answers): [question: string, option: string][] =>
  Object.entries(answers).toSorted(([a], [b]) => Number(a) - Number(b));

/**
 * Makes the event of a submission. The same `key` with the same answers is a repetition, anything else conflicts with
 * the first. `sent` are the answers that came with the key, when others count.
 */
export function examSubmitted(
  data: ExamSubmitted['data'],
  context: { studentId: number; key: string; at: number; sent?: Answers },
): NewEvent {
  return ExamSubmitted.make(ExamSubmittedV1, {
    studentId: context.studentId,
    id: submissionId(data.exam_id, context.studentId),
    data: { ...data, answers: Object.fromEntries(sorted(data.answers)) as Answers },
    hash: hash('sha256', JSON.stringify([context.key, sorted(context.sent ?? data.answers)]), 'hex'),
    occurredAt: new Date(context.at),
  });
}
