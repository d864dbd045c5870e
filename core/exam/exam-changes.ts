import type { Pool } from 'pg';
import { classesTaughtBy, lockOpenClass } from '../access/class-rights.ts';
import { requireRoomFor } from '../access/quotas.ts';
import { OPERATOR, recordAudit } from '../audit/audit-log.ts';
import { AppError, type FieldErrors, refusedFile } from '../contract/errors.ts';
import { audioExtension } from '../files/audio-type.ts';
import { type Storage, storeFileByContent } from '../files/storage.ts';
import type { FileRule, Upload } from '../files/upload.ts';
import { type Db, inTransaction, type Tx } from '../postgres/transaction.ts';
import { tables } from '../postgres/typed-tables.ts';
import { graphemeCount } from '../text/grapheme-count.ts';
import { tidyLine, tidyOptional } from '../text/tidy-text.ts';
import type { Exam, ExamClass } from './exam.entity.ts';
import type { ExamBody, QuestionBody } from './exam.schema.ts';
import { EXAM_AUDIO_LIMIT, EXAM_TITLE_MAX } from './exam-limits.ts';
import { checkQuestion, tidyQuestion } from './question/question-kinds.ts';
import { QUESTION_COLUMNS } from './question/question-sql.ts';
import {
  announceResults,
  forgetResults,
  lockExamResults,
  rescore,
} from './results/exam-results.projection.ts';

/** An exam's audio: MP3 or WAV. Throws `exam_audio_too_large` or `not_an_exam_audio`. */
export const EXAM_AUDIO: FileRule = {
  field: 'main_audio',
  maxBytes: EXAM_AUDIO_LIMIT - 1,
  extensionOf: (head) => {
    const extension = audioExtension(head);
    return extension === 'mp3' || extension === 'wav' ? extension : undefined;
  },
  tooLarge: () => refusedFile('main_audio', 'exam_audio_too_large'),
  wrongContent: () => refusedFile('main_audio', 'not_an_exam_audio'),
};

/** How to move an audio that was sent into the storage, and answer its key; first `requireRoom` may refuse it. */
export const storingExamAudio = (
  storage: Storage,
  upload: Upload | undefined,
  requireRoom: (upload: Upload) => Promise<void>,
): StoreExamAudio | undefined =>
  upload &&
  (async () => {
    await requireRoom(upload);
    return storeFileByContent(storage, 'exams', upload);
  });

/** Takes an exam out of a class, also one of another author. Throws `class_archived`, or `exam_not_found`. */
export function takeExamOut(
  pool: Pool,
  { classId, examId, actorId }: { classId: number; examId: number; actorId: number },
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockOpenClass(tx, classId);
    const { numDeletedRows } = await tables<typeof ExamClass>(tx)
      .deleteFrom('exam_classes')
      .where('exam_id', '=', examId)
      .where('class_id', '=', classId)
      .executeTakeFirst();
    if (!numDeletedRows) throw new AppError('exam_not_found');
    announceResults(tx, [classId]);
    await recordAudit(tx, [{ actorId, act: 'exam.class_removed', examId, classId }]);
  });
}

type CompleteExam = ExamBody & { main_text: string | null };

/** Stores the audio that was sent with an exam and returns its key. Called once everything else is in order. */
export type StoreExamAudio = () => Promise<string>;

/** Makes an exam, of no class yet, and returns its id. Throws `exam_incomplete`, or `too_many_exams` beyond `max`. */
export async function createExam(
  pool: Pool,
  teacherId: number,
  body: ExamBody,
  {
    max = Number.POSITIVE_INFINITY,
    storeAudio,
  }: { max?: number; storeAudio?: StoreExamAudio | undefined } = {},
): Promise<number> {
  const exam = complete(body, { hasAudio: storeAudio !== undefined });
  const audio = exam.main_content_type === 'audio' && storeAudio ? await storeAudio() : null;
  return inTransaction(pool, async (tx) => {
    await requireRoomFor(tx, 'exams', teacherId, max);
    const { id } = await tables<typeof Exam>(tx)
      .insertInto('exams')
      .values({ ...rowOf(exam), teacher_id: teacherId, main_audio_path: audio })
      .returning('id')
      .executeTakeFirstOrThrow();
    await putQuestions(tx, id, exam.questions);
    await recordAudit(tx, [{ actorId: teacherId, act: 'exam.made', examId: id }]);
    return id;
  });
}

/**
 * Replaces an exam; its questions keep their ids, and those that are left out are removed. All students that have
 * submitted it are scored again. Throws `exam_incomplete`, `question_not_in_exam` or `exam_not_found`.
 */
export async function updateExam(
  pool: Pool,
  examId: number,
  body: ExamBody,
  { storeAudio, actorId = OPERATOR }: { storeAudio?: StoreExamAudio | undefined; actorId?: number } = {},
): Promise<void> {
  const check = (kept: string | null) =>
    complete(body, { hasAudio: storeAudio !== undefined || kept !== null });
  const exam = check(await storedAudio(pool, examId));
  const isAudio = exam.main_content_type === 'audio';
  const sent = isAudio && storeAudio ? await storeAudio() : null;
  await inTransaction(pool, async (tx) => {
    await lockExamResults(tx);
    // Again, since another window may have taken it away meanwhile.
    const kept = await storedAudio(tx, examId, { isHeld: true });
    check(kept);
    await tables<typeof Exam>(tx)
      .updateTable('exams')
      .set({ ...rowOf(exam), main_audio_path: isAudio ? (sent ?? kept) : null })
      .where('id', '=', examId)
      .execute();
    await putQuestions(tx, examId, exam.questions);
    await rescore(tx, examId);
    await recordAudit(tx, [{ actorId, act: 'exam.changed', examId }]);
  });
}

/** The key of an exam's audio. Where it is held, nobody else changes it until the transaction ends. Throws `exam_not_found`. */
async function storedAudio(db: Db, examId: number, { isHeld = false } = {}): Promise<string | null> {
  const exam = await tables<typeof Exam>(db)
    .selectFrom('exams')
    .select('main_audio_path')
    .where('id', '=', examId)
    .$if(isHeld, (one) => one.forNoKeyUpdate())
    .executeTakeFirstOrThrow(() => new AppError('exam_not_found'));
  return exam.main_audio_path;
}

/** Shows an exam to its students, or hides it. Throws `exam_not_found`. */
export function setVisibility(
  pool: Pool,
  examId: number,
  isHidden: boolean,
  actorId = OPERATOR,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    const { numUpdatedRows } = await tables<typeof Exam>(tx)
      .updateTable('exams')
      .set({ is_hidden: isHidden })
      .where('id', '=', examId)
      .executeTakeFirst();
    if (!numUpdatedRows) throw new AppError('exam_not_found');
    await recordAudit(tx, [{ actorId, act: isHidden ? 'exam.hidden' : 'exam.shown', examId }]);
  });
}

/**
 * Assigns an exam to these classes of its teacher and to no others; a class that its teacher does not teach any more keeps
 * it. Throws `class_not_found`, `class_not_accessible` or `class_archived` for a class that would come or go, and then
 * changes nothing; or `exam_not_found`.
 */
export function setClasses(pool: Pool, teacherId: number, examId: number, classIds: number[]): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await tables<typeof Exam>(tx)
      .selectFrom('exams')
      .select('id')
      .where('id', '=', examId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('exam_not_found'));
    const { come, gone } = await classesToChange(tx, teacherId, examId, classIds);
    // One order, so that two calls do not wait for each other.
    for (const id of [...come, ...gone].sort((one, other) => one - other)) await lockOpenClass(tx, id);
    // Plain SQL: sets on both sides.
    const { rows: changed } = await tx.query<{ class_id: number; is_new: boolean }>(
      `/* setClasses */ with gone as (
         delete from exam_classes where exam_id = $1 and class_id = any ($2) returning class_id
       ), come as (
         insert into exam_classes (exam_id, class_id) select $1, unnest($3::integer[]) returning class_id
       )
       select class_id, false as is_new from gone union all select class_id, true from come`,
      [examId, gone, come],
    );
    announceResults(
      tx,
      changed.map((row) => row.class_id),
    );
    await recordAudit(
      tx,
      changed.map(({ class_id: classId, is_new }) => ({
        actorId: teacherId,
        act: is_new ? 'exam.class_added' : 'exam.class_removed',
        examId,
        classId,
      })),
    );
  });
}

/** Returns which classes come to an exam and go, as `setClasses` says, without changing anything. */
async function classesToChange(
  tx: Tx,
  teacherId: number,
  examId: number,
  classIds: number[],
): Promise<{ come: number[]; gone: number[] }> {
  const { rows } = await tx.query<{ id: number; has: boolean; isThere: boolean; isTaught: boolean }>(
    `/* classesToChange */ select id, k.class_id is not null as has, c.id is not null as "isThere", id in (${classesTaughtBy('$3')}) as "isTaught"
     from (select unnest($2::integer[]) as id union select class_id from exam_classes where exam_id = $1) named
     left join classes c using (id) left join exam_classes k on k.exam_id = $1 and k.class_id = id`,
    [examId, classIds, teacherId],
  );
  const come = rows.filter(({ has }) => !has);
  if (come.some(({ isThere, isTaught }) => isThere && !isTaught)) throw new AppError('class_not_accessible');
  if (come.some(({ isThere }) => !isThere)) throw new AppError('class_not_found');
  const gone = rows.filter(({ id, has, isTaught }) => has && isTaught && !classIds.includes(id));
  return { come: come.map(({ id }) => id), gone: gone.map(({ id }) => id) };
}

/** Deletes an exam with its attempts and results; the log keeps what was handed in. Throws `exam_not_found`. */
export function deleteExam(pool: Pool, examId: number, actorId = OPERATOR): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockExamResults(tx);
    const { rows: classes } = await tx.query<{ class_id: number }>(
      '/* deleteExam */ select class_id from exam_classes where exam_id = $1',
      [examId],
    );
    announceResults(
      tx,
      classes.map((row) => row.class_id),
    );
    const { numDeletedRows } = await tables<typeof Exam>(tx)
      .deleteFrom('exams')
      .where('id', '=', examId)
      .executeTakeFirst();
    if (!numDeletedRows) throw new AppError('exam_not_found');
    await forgetResults(tx, examId);
    // One of each class, whose teachers see what became of it.
    const places = classes.length ? classes.map(({ class_id }) => ({ classId: class_id })) : [{}];
    await recordAudit(
      tx,
      places.map((place) => ({ actorId, act: 'exam.deleted', examId, ...place })),
    );
  });
}

/** SQL of those of some ids that are not, and never were, of a question of the exam $1. */
export const unknownQuestions = (ids: string): string => `array(
  select distinct asked.id from unnest(${ids}::bigint[]) asked (id)
  where not exists (select 1 from exam_questions q where q.id = asked.id and q.exam_id = $1) order by asked.id limit 20)`;

/** Throws `question_not_in_exam` when there are any. */
export function requireNoneUnknown(unknown: string[]): void {
  if (unknown.length)
    throw new AppError('question_not_in_exam', { params: { questions: unknown.join(', ') } });
}

/** What the form says of the exam's own row; a visibility that is not given stays. */
const rowOf = ({ title, duration_minutes, is_hidden, main_content_type, main_text }: CompleteExam) => ({
  title,
  duration_minutes,
  is_hidden,
  main_content_type,
  main_text,
});

/** Plain SQL: all questions are put in two statements, however many there are. */
async function putQuestions(tx: Tx, examId: number, questions: QuestionBody[]): Promise<void> {
  const kept = questions.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const { rows } = await tx.query<{ unknown: string[] }>(
    `/* putQuestions */ select ${unknownQuestions('$2')} as unknown`,
    [examId, kept],
  );
  requireNoneUnknown(rows[0]!.unknown);
  const placed = JSON.stringify(questions.map((question, index) => ({ ...question, ordinal: index + 1 })));
  await tx.query(
    '/* putQuestions */ update exam_questions set ordinal = null where exam_id = $1 and ordinal is not null and id <> all ($2)',
    [examId, kept],
  );
  const columns = ['ordinal', ...QUESTION_COLUMNS].join(', ');
  const record = `jsonb_to_recordset($2) q (id integer, ordinal integer, ${QUESTION_COLUMNS.join(' text, ')} text)`;
  await tx.query(
    `/* putQuestions */ update exam_questions set (${columns}) = (${columns.replace(/(\w+)/g, 'q.$1')})
     from ${record} where exam_questions.id = q.id and exam_id = $1`,
    [examId, placed],
  );
  await tx.query(
    `/* putQuestions */ insert into exam_questions (exam_id, ${columns}) select $1, ${columns} from ${record}
     where q.id is null order by q.ordinal`,
    [examId, placed],
  );
}

/** The exam as it is kept. Throws `exam_incomplete`, which names every field that lacks something. */
function complete(body: ExamBody, { hasAudio }: { hasAudio: boolean }): CompleteExam {
  const { main_content_type: type } = body;
  const title = tidyLine(body.title);
  const mainText = type === 'text' ? tidyOptional(body.main_text) : null;
  const errors: FieldErrors = {};
  if (!title) errors.title = ['The title is required'];
  else if (graphemeCount(title) > EXAM_TITLE_MAX)
    errors.title = [`The title may have at most ${EXAM_TITLE_MAX} characters`];
  if (type === 'text' && !mainText) errors.main_text = ['The text is required'];
  if (type === 'audio' && !hasAudio) errors.main_audio = ['The audio file is required'];
  if (!body.questions.length) errors.questions = ['At least one question is required'];
  const seen = new Set<number>();
  const questions = body.questions.map((question, index) => {
    for (const [field, problem] of Object.entries(checkQuestion(question)))
      if (problem === 'required') errors[`questions.${index}.${field}`] = ['This is required'];
    if (question.id !== undefined && seen.has(question.id))
      errors[`questions.${index}.id`] = ['This question stands in the exam twice'];
    if (question.id !== undefined) seen.add(question.id);
    return tidyQuestion(question);
  });
  if (Object.keys(errors).length) throw new AppError('exam_incomplete', { errors });
  return { ...body, title, main_text: mainText, questions };
}
