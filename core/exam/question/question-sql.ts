import { choiceSchema } from './choice.schema.ts';

const SHOWN = ['question_text', ...Object.keys(choiceSchema.shown)];
const KEY = Object.keys(choiceSchema.key);

/** The columns of a question that its teacher writes. */
export const QUESTION_COLUMNS: readonly string[] = [...SHOWN, ...KEY];

const objectOf = (columns: readonly string[]): string =>
  `json_build_object('id', q.id, ${columns.map((name) => `'${name}', q.${name}`).join(', ')})`;

/** A question `q`, in SQL, as its teacher sees it. */
export const WHOLE_QUESTION = objectOf(QUESTION_COLUMNS);

/** A question `q`, in SQL, as students see it: the key is not even read. */
export const SHOWN_QUESTION = objectOf(SHOWN);

/** The id and key of a question `q`, in SQL: what scoring needs. */
export const KEYED_QUESTION = objectOf(KEY);
