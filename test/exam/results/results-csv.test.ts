import t from 'tap';
import type { KeyedQuestion } from '../../../core/exam/results/scoring.ts';
import {
  resultsFileName,
  resultsTable,
  spreadsheetDate,
} from '../../../web/exam/results/results-of-exam.tsx';
import { csvText } from '../../../web/lib/text/csv.ts';
import { handedIn, result } from './given-results.ts';

const TEXTS: Parameters<typeof resultsTable>[2] = {
  head: ['Name', 'Email', 'Exam', 'Status', 'Score', 'Of', 'At', 'Seconds', 'Late'],
  question: (number, letter) => `Question ${number} (${letter})`,
  status: ({ status }) => status,
  date: (timestamp) => timestamp.slice(0, 16),
};

t.test('the file has every answer of every student to every question, made harmless', async (t) => {
  const questions: KeyedQuestion[] = [
    { id: 71, correct_option: 'B' },
    { id: 70, correct_option: 'D' },
  ];
  const table = resultsTable(
    [
      handedIn(1, '=Lan', 1, 30, { answers: { 70: 'A', 71: 'B' }, late_seconds: 12 }),
      handedIn(2, 'An, Bình', 0, 5, { answers: { 70: 'C' } }),
      result(3, 'Chi'),
    ],
    questions,
    TEXTS,
  );
  t.equal(
    csvText(table),
    [
      '\uFEFFName,Email,Exam,Status,Score,Of,At,Seconds,Late,Question 1 (B),Question 2 (D)',
      "'=Lan,1@example.org,Unit 1,submitted,1,4,2026-11-21T02:30,1800,12,B,A",
      '"An, Bình",2@example.org,Unit 1,submitted,0,4,2026-11-21T02:05,300,0,,C',
      'Chi,3@example.org,Unit 1,not_started,,4,,,,,',
      '',
    ].join('\r\n'),
  );
});

t.test('only the questions that are scored have a column', async (t) => {
  const questions = Array.from(
    { length: 60 },
    (_, index): KeyedQuestion => ({ id: index + 1, correct_option: 'A' }),
  );
  const [head] = resultsTable([], questions, TEXTS);
  t.equal(head?.length, TEXTS.head.length + 50);
});

t.test('a moment is a date that spreadsheets know, in local time', async (t) => {
  t.equal(spreadsheetDate(new Date(2026, 10, 5, 9, 5).toISOString()), '2026-11-05 09:05');
});

t.test('the name of the file tells class and exam', async (t) => {
  t.equal(resultsFileName(12, 5), 'class-12-exam-5-results.csv');
  t.equal(resultsFileName(12, null), 'class-12-exam-results.csv');
});
