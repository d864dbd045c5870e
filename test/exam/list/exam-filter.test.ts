import t from 'tap';
import { type ExamFilter, filterExams } from '../../../web/exam/list/exam-hub.page.tsx';
import { column } from '../../harness/columns.ts';

const EXAMS = [
  { title: 'Đề thi giữa kỳ', is_hidden: false },
  { title: 'Đề thi cuối kỳ', is_hidden: true },
  { title: 'Unit 1: Animals', is_hidden: false },
];

const found = (filter: Partial<ExamFilter>) =>
  column(filterExams(EXAMS, { text: '', status: 'all', ...filter }), 'title');

const ALL = EXAMS.map(({ title }) => title);

t.test('HUB-03 SL-53 the search is in the titles: every word, accents or not; blank finds all', async (t) => {
  const [first, second, animals] = ALL;
  for (const [text, titles] of [
    ['', ALL],
    [' \t', ALL],
    ['KY đề', [first, second]],
    ['giữa'.normalize('NFD'), [first]],
    [' animal ', [animals]],
    ['unit kỳ', []],
    ['.*', []],
  ] as const)
    t.same(found({ text }), titles, text);
});

t.test('HUB-04 all, visible only, hidden only, together with the search', async (t) => {
  t.same(found({ status: 'all' }), ALL);
  t.same(found({ status: 'visible' }), ['Đề thi giữa kỳ', 'Unit 1: Animals']);
  t.same(found({ status: 'hidden' }), ['Đề thi cuối kỳ']);
  t.same(found({ status: 'hidden', text: 'unit' }), []);
});
