import { choiceSchema } from './choice.schema.ts';

const SHOWN = ['question_text', ...Object.keys(choiceSchema.shown)];
const KEY = Object.keys(choiceSchema.key);

/** The columns of a question that its teacher writes. */
export const QUESTION_COLUMNS: readonly string[] = [...SHOWN, ...KEY];

/** The questions of an exam `e` in order, in SQL: an array of JSON, where each row as a whole takes less than its parts named. */
const questionsOf = (columns: readonly string[]): string =>
  `(select coalesce(json_agg(q), '[]') from (
     select ${['id', ...columns].join(', ')} from exam_questions
     where exam_id = e.id and ordinal is not null order by ordinal) q)`;

/** The questions of an exam `e`, in SQL, as their teacher sees them. */
export const WHOLE_QUESTIONS = questionsOf(QUESTION_COLUMNS);

/** The questions of an exam `e`, in SQL, as students see them: the key is not even read. */
export const SHOWN_QUESTIONS = questionsOf(SHOWN);

/** The ids and keys of the questions of an exam `e`, in SQL: what scoring needs. */
export const KEYED_QUESTIONS = questionsOf(KEY);
