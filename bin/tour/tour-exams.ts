import type { ExamBody } from '../../core/exam/exam.schema.ts';

/** What a teacher sends to make one. */
export type ExamToTake = ExamBody;

type Row = [question: string, a: string, b: string, c: string, d: string, key: 'A' | 'B' | 'C' | 'D'];

const questions = (rows: Row[]): ExamToTake['questions'] =>
  rows.map(([question_text, option_a, option_b, option_c, option_d, correct_option]) => ({
    question_text,
    option_a,
    option_b,
    option_c,
    option_d,
    correct_option,
  }));

const READING = `Lan lives in Đà Lạt with her parents and her little brother. Every morning she rides her blue bicycle to school. The road is steep, so the way there takes half an hour, but the way back only ten minutes.

On Saturdays she helps her mother at the market. They sell strawberries and flowers. "I like talking to people from everywhere," Lan says. "Last week I explained in English how to make strawberry jam!"`;

const WORDS: Row[] = [
  ['Choose the word that means “nhà”.', 'horse', 'house', 'hose', 'hour', 'B'],
  ['She ___ to school by bike every day.', 'go', 'going', 'goes', 'gone', 'C'],
  ['___ it rained, we went out.', 'Although', 'Because', 'Unless', 'So', 'A'],
  ['Which word is a verb?', 'happy', 'table', 'slowly', 'bring', 'D'],
  ['I have lived here ___ 2020.', 'for', 'since', 'from', 'at', 'B'],
  ['The opposite of “early” is …', 'soon', 'fast', 'late', 'young', 'C'],
  ['How ___ water do you drink?', 'many', 'much', 'few', 'lot', 'B'],
  ['He is ___ than his brother.', 'tall', 'tallest', 'taller', 'more tall', 'C'],
];

export const ENGLISH_EXAM: ExamToTake = {
  title: 'Kiểm tra giữa học kỳ một',
  duration_minutes: 45,
  main_content_type: 'text',
  main_text: READING,
  is_hidden: false,
  questions: questions([
    ['How does Lan go to school?', 'By bus', 'By bicycle', 'On foot', 'By car', 'B'],
    ['Why does the way there take longer?', 'It is uphill', 'It is crowded', 'It rains', 'She walks', 'A'],
    ['When does Lan help her mother?', 'On Sundays', 'Every day', 'On Saturdays', 'Never', 'C'],
    ['What do they sell?', 'Jam', 'Bicycles', 'Books', 'Strawberries and flowers', 'D'],
    ...WORDS,
  ]),
};

export const VOCABULARY_EXAM: ExamToTake = {
  title: 'Từ vựng Unit 7',
  duration_minutes: 180,
  main_content_type: 'text',
  main_text: READING,
  is_hidden: false,
  questions: questions(WORDS),
};

export const LISTENING_EXAM: ExamToTake = {
  title: 'Ôn tập cuối tuần',
  duration_minutes: 20,
  main_content_type: 'none',
  main_text: null,
  is_hidden: true,
  questions: questions(WORDS.slice(0, 5)),
};
