import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { AppError } from '../../contract/errors.ts';
import type { Appender, NewEvent } from '../../log/append/appender.ts';
import { derivedId } from '../../log/append/derived-id.ts';
import { type Position, partitionOf } from '../../log/position.ts';
import type { Answers } from '../exam.schema.ts';
import { ExamStarted, ExamStartedV1, ExamSubmitted, ExamSubmittedV1 } from './exam.events.ts';

/** What stands in the log at these ids of a student's, by id. */
async function typesAt(pool: Pool, studentId: number, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; type: string }>({
    name: 'event_types',
    text: 'select id, type from events where partition = $1 and student_id = $2 and id = any ($3)',
    values: [partitionOf(studentId), studentId, ids],
  });
  return new Map(rows.map(({ id, type }) => [id, type]));
}

/**
 * Appends an event that can be there once, at the first of its ids that no other type has taken. Rejects with
 * `idempotency_conflict` when it is there with other content, and otherwise as the appender does.
 */
export async function appendExamEvent(
  { pool, appender }: { pool: Pool; appender: Appender },
  event: NewEvent,
  ids: readonly string[],
): Promise<Position> {
  const [id, ...others] = ids;
  if (id === undefined) throw new Error(`student ${event.studentId}: every id of an ${event.type} is taken`);
  try {
    return await appender.append({ ...event, id });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'idempotency_conflict')) throw error;
    const types = await typesAt(pool, event.studentId, [id]);
    if (types.get(id) === event.type) throw error;
    return appendExamEvent({ pool, appender }, event, others);
  }
}

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

/**
 * Words of the spare ids, for when something else stands at the first ones. Since keys of clients are checked nothing
 * can. But a student could once send an answer under the id of the own submission. A search for an event of an exam
 * reads both ids and the type. Only one of them can hold it, since nothing ever leaves the log.
 */
const SPARE = 'spare';

const spareId = (type: string, examId: number, studentId: number): string =>
  derivedId(`${words(type, examId, studentId, FIRST_ATTEMPT)} ${SPARE}`);

/** Returns the ids that a student's start of an exam may have: the first, and the one for when that is taken. */
export const startIds = (examId: number, studentId: number): [first: string, spare: string] => [
  startId(examId, studentId),
  spareId('ExamStarted', examId, studentId),
];

/** Returns the ids that a student's submission may have: the first, and the one for when that is taken. */
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
