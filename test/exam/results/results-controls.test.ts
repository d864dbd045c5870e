import t from 'tap';
import {
  changeResultControls,
  chosenExam,
  INITIAL_RESULT_CONTROLS,
  type ResultControls,
  type ResultControlsChange,
} from '../../../web/exam/results/results-controls.ts';

const given = (...changes: ResultControlsChange[]): ResultControls =>
  changes.reduce(changeResultControls, INITIAL_RESULT_CONTROLS);

t.test('XRS-09 every change of a filter or of the sort leads to the first page', async (t) => {
  const changes: ResultControlsChange[] = [{ exam: 'all' }, { sort: 'score-down' }, { minimum: '3' }];
  for (const change of changes) t.equal(given({ page: 3 }, change).page, 1, JSON.stringify(change));
  t.equal(given({ sort: 'score-down' }, { page: 2 }).page, 2);
});

t.test('SL-25 the list starts with the names from A to Z; a reset keeps the exam', async (t) => {
  t.equal(INITIAL_RESULT_CONTROLS.sort, 'name-up');
  t.same(given({ exam: '7' }, { sort: 'date-up' }, { minimum: '3' }, { page: 2 }, 'reset'), {
    ...INITIAL_RESULT_CONTROLS,
    exam: '7',
  });
});

t.test('XRS-02 XRS-06 CX-25 the newest exam with a result, a chosen one, or all of them', async (t) => {
  const hidden = { id: 9, submission_count: 0 };
  const newest = { id: 8, submission_count: 2 };
  const older = { id: 7, submission_count: 30 };
  const exams = [hidden, newest, older];
  t.equal(chosenExam(exams, ''), newest);
  t.equal(chosenExam(exams, '7'), older);
  t.equal(chosenExam(exams, '9'), hidden);
  t.equal(chosenExam(exams, 'all'), null);
  t.equal(chosenExam(exams, '6'), newest, 'one that is gone');
  t.equal(chosenExam([hidden], ''), hidden, 'nobody has handed in any');
  t.equal(chosenExam([], ''), null);
});
