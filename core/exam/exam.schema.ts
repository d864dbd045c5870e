import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { contracts, FORM, Id, Nullable, OneOf, Timestamp } from '../contract/endpoint.ts';
import { PageQuery, page, pageQuery } from '../contract/page-query.ts';
import * as limits from './exam-limits.ts';
import { choiceSchema } from './question/choice.schema.ts';
import type { QuestionKindName, QuestionSchema } from './question/question-kind.ts';

const KINDS = { choice: choiceSchema } satisfies Record<QuestionKindName, QuestionSchema>;

/** The schema of something that each kind of question has its own of. */
const ofAnyKind = <S extends TSchema>(make: (kind: (typeof KINDS)[keyof typeof KINDS]) => S): S =>
  Type.Union(Object.values(KINDS).map(make)) as unknown as S;

const Answer = ofAnyKind(({ answer }) => answer);
export type Answer = Static<typeof Answer>;

/** The answer by the question's id; a question without one is left out. */
export const Answers = Type.Record(Type.String({ pattern: '^[1-9][0-9]{0,9}$' }), Answer, {
  additionalProperties: false,
});
export type Answers = Record<string, Answer>;

/** Answers as the API returns them. Written as they are: checking each entry again would take longest of all. */
export const AnswersRead = Type.Unsafe<Answers>({
  description: 'The chosen option, A to D, by the id of the question; one without an answer is left out',
});

export const MainContentType = OneOf(['text', 'audio', 'none']);
export type MainContentType = Static<typeof MainContentType>;

const head = { id: Id, question_text: Type.String() };

/** A question as students see it. */
export const StudentQuestion = ofAnyKind(({ shown }) => Type.Object({ ...head, ...shown }));
export type StudentQuestion = Static<typeof StudentQuestion>;

/** A question with its key, which only the exam's teacher gets. */
export const Question = ofAnyKind(({ shown, key }) => Type.Object({ ...head, ...shown, ...key }));
export type Question = Static<typeof Question>;

const QuestionKey = ofAnyKind(({ key }) => Type.Object(key));
export type QuestionKey = Static<typeof QuestionKey>;

const ExamHead = Type.Object({
  id: Id,
  title: Type.String(),
  duration_minutes: Type.Integer(),
  is_hidden: Type.Boolean(),
  main_content_type: MainContentType,
  created_at: Timestamp,
});

const ExamContent = Type.Object({
  main_text: Nullable(Type.String()),
  /** Below `/storage/`, or an absolute URL. */
  main_audio_path: Nullable(Type.String()),
});

export const ExamClass = Type.Object({ id: Id, name: Type.String() });
export type ExamClass = Static<typeof ExamClass>;

/** An exam in its teacher's list. */
export const ExamSummary = Type.Object({
  ...ExamHead.properties,
  question_count: Type.Integer(),
  /** The classes it is assigned to, by name. */
  classes: Type.Array(ExamClass),
  /** Students of any class that have submitted it. */
  submission_count: Type.Integer(),
});
export type ExamSummary = Static<typeof ExamSummary>;

/** An exam as its teacher sees it. */
export const Exam = Type.Object({
  ...ExamSummary.properties,
  ...ExamContent.properties,
  questions: Type.Array(Question),
});
export type Exam = Static<typeof Exam>;

/** How far a student is with an exam, by the server's clock. */
export const Attempt = Type.Object({
  started_at: Timestamp,
  deadline_at: Timestamp,
  /** Seconds until the deadline at the moment of the answer, with fractions; negative after it. */
  remaining_seconds: Type.Number(),
  submitted: Type.Boolean(),
  answers: AnswersRead,
  /** Ids of the questions that were skipped. */
  skipped: Type.Array(Id),
  /** Counts the saves; the next save names it. */
  version: Type.Integer(),
  saved_at: Nullable(Timestamp),
});
export type Attempt = Static<typeof Attempt>;

/** An exam as its student gets it: without any key. */
export const StudentExam = Type.Object({
  ...ExamHead.properties,
  ...ExamContent.properties,
  questions: Type.Array(StudentQuestion),
  attempt: Attempt,
});
export type StudentExam = Static<typeof StudentExam>;

/** Both of the above: a teacher gets `classes`, keys…, a student `attempt`. One schema writes either. */
const ExamForCaller = Type.Unsafe<Exam | StudentExam>(
  Type.Composite([
    ExamHead,
    ExamContent,
    Type.Partial(
      Type.Omit(ExamSummary, Object.keys(ExamHead.properties) as (keyof typeof ExamHead.properties)[]),
    ),
    Type.Object({
      questions: Type.Array(
        ofAnyKind(({ shown, key }) =>
          Type.Composite([Type.Object({ ...head, ...shown }), Type.Partial(Type.Object(key))]),
        ),
      ),
      attempt: Type.Optional(Attempt),
    }),
  ]),
);

/** An exam in the list of a class. A student gets passage and questions with the exam itself, once its clock runs. */
export const ClassExam = Type.Object({
  ...ExamHead.properties,
  /** Passage and questions with their key, for a teacher of the class who does not ask for `fields=list`. */
  ...Type.Partial(ExamContent).properties,
  questions: Type.Optional(Type.Array(Question)),
  question_count: Type.Integer(),
  /** True for the teacher whose exam it is. */
  is_own: Type.Boolean(),
  /** Students of the class who have handed it in; 0 for a student. */
  submission_count: Type.Integer(),
  /** Of the calling student; false and null for the teacher. */
  completed: Type.Boolean(),
  score: Nullable(Type.Integer()),
  total: Nullable(Type.Integer()),
  /** When the calling student's time ends, while they are taking it. */
  deadline_at: Nullable(Timestamp),
});
export type ClassExam = Static<typeof ClassExam>;

/** A question to be stored; without an id it is a new one. */
export const QuestionBody = ofAnyKind(({ written, key }) =>
  Type.Object({
    id: Type.Optional(Id),
    question_text: Type.String({ maxLength: limits.QUESTION_TEXT_MAX }),
    ...written,
    ...key,
  }),
);
export type QuestionBody = Static<typeof QuestionBody>;

export const Questions = Type.Array(QuestionBody, { maxItems: limits.QUESTIONS_MAX });

/**
 * An exam to be stored. In a form (multipart/form-data) the numbers are text, and `is_hidden` is 1 or 0. `questions`
 * is the list as JSON text, and `main_audio` is the file.
 */
export const ExamBody = Type.Object({
  title: Type.String({ maxLength: limits.EXAM_TITLE_MAX * 20 }),
  duration_minutes: Type.Integer({ minimum: limits.DURATION_MIN, maximum: limits.DURATION_MAX }),
  is_hidden: Type.Optional(Type.Boolean()),
  main_content_type: MainContentType,
  main_text: Type.Optional(Nullable(Type.String({ maxLength: limits.MAIN_TEXT_MAX }))),
  questions: Questions,
});
export type ExamBody = Static<typeof ExamBody>;

/** How much is asked of each exam of a class. */
export const ExamFields = Type.Object({
  /** `list`: a teacher too gets neither passage nor questions. */
  fields: Type.Optional(Type.Literal('list')),
});
export type ExamFields = Static<typeof ExamFields>;

const { get, post, patch, del } = contracts('Exams', 'teacher');

export const listExams = get('/api/exams', {
  summary: "The teacher's own exams, the newest first",
  querystring: PageQuery,
  answers: page(ExamSummary),
});

export const getExam = get('/api/exams/:examId', {
  access: 'any',
  summary:
    'An exam: whole for its teacher; for a student without the key, and the first time starts the clock',
  returns: ExamForCaller,
});

export const createExam = post('/api/exams', {
  summary: 'A new exam, of no class yet',
  consumes: FORM,
  body: ExamBody,
  status: 201,
  returns: Exam,
});

export const updateExam = patch('/api/exams/:examId', {
  summary: 'Changes an own exam; who has handed it in will be scored again',
  consumes: FORM,
  body: ExamBody,
  returns: Exam,
});

export const updateExamByPost = post('/api/exams/:examId', {
  summary: 'The same as PATCH, for senders of forms; `_method` is `PATCH`',
  consumes: FORM,
  body: Type.Object({ ...ExamBody.properties, _method: Type.Literal('PATCH') }),
  returns: Exam,
});

export const setExamClasses = post('/api/exams/:examId/classes', {
  summary: 'Assigns an own exam to these own classes and no others',
  body: Type.Object({ class_ids: Type.Array(Id, { maxItems: 500 }) }),
  returns: Exam,
});

export const setExamVisibility = patch('/api/exams/:examId/visibility', {
  summary: 'Shows an own exam to students, or hides it',
  body: Type.Object({ is_hidden: Type.Boolean() }),
  returns: Type.Object({ id: Id, is_hidden: Type.Boolean() }),
});

export const deleteExam = del('/api/exams/:examId', {
  summary: 'Deletes an own exam with its results',
});

export const listClassExams = get('/api/classes/:classId/exams', {
  access: 'any',
  summary:
    'The exams of a class, the newest first: whole for its teachers, for its students what they are called',
  querystring: pageQuery(ExamFields),
  answers: page(ClassExam),
});

export const takeExamOut = del('/api/classes/:classId/exams/:examId', {
  summary: 'Takes an exam out of a class, also one of another author',
});
