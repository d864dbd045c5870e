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
  t.same(found({ text: '' }), ALL);
  t.same(found({ text: ' \t' }), ALL);
  t.same(found({ text: 'de thi' }), ['Đề thi giữa kỳ', 'Đề thi cuối kỳ']);
  t.same(found({ text: 'KỲ đề' }), ['Đề thi giữa kỳ', 'Đề thi cuối kỳ']);
  t.same(found({ text: 'giữa'.normalize('NFD') }), ['Đề thi giữa kỳ']);
  t.same(found({ text: ' animal ' }), ['Unit 1: Animals']);
  t.same(found({ text: 'unit kỳ' }), []);
  t.same(found({ text: '.*' }), []);
});

t.test('HUB-04 all, visible only, hidden only, together with the search', async (t) => {
  t.same(found({ status: 'all' }), ALL);
  t.same(found({ status: 'visible' }), ['Đề thi giữa kỳ', 'Unit 1: Animals']);
  t.same(found({ status: 'hidden' }), ['Đề thi cuối kỳ']);
  t.same(found({ status: 'hidden', text: 'unit' }), []);
});
