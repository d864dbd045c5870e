import t from 'tap';
import type { ClassResult } from '../../../core/exam/attempt/submission.schema.ts';
import { changedResults, listedResults, RESULT_SORTS } from '../../../web/exam/results/results-list.ts';
import { handedIn, result } from './given-results.ts';

const ids = (rows: ClassResult[]) => rows.map(({ student_id }) => student_id).join();

const ROWS = [
  handedIn(1, 'Đức', 2, 30),
  handedIn(2, 'An', 4, 20),
  result(3, 'Bình'),
  handedIn(4, 'Yến', 2, 10),
  result(5, 'Ánh', { status: 'in_progress' }),
];

t.test('XRS-04 XRS-16 SL-25 those at work first, others by name, score or time, both ways', async (t) => {
  const sorted = RESULT_SORTS.map((sort) => [sort, ids(listedResults(ROWS, { sort, minimum: 0 }))]);
  t.same(Object.fromEntries(sorted), {
    'name-up': '5,2,3,1,4',
    'name-down': '5,4,1,3,2',
    'score-down': '5,2,1,4,3',
    'score-up': '5,3,1,4,2',
    'date-down': '5,1,2,4,3',
    'date-up': '5,4,2,1,3',
  });
});

t.test('XRS-05 SL-26 the minimum is of right answers; who has not handed in counts as 0', async (t) => {
  const listed = (minimum: number) => ids(listedResults(ROWS, { sort: 'name-up', minimum }));
  t.equal(listed(0), '5,2,3,1,4');
  t.equal(listed(0.5), '2,1,4');
  t.equal(listed(3), '2');
  t.equal(listed(5), '');
});

t.test('changed is who has handed in or will be scored again, of an exam that was before', async (t) => {
  const before = [result(1, 'An'), handedIn(2, 'Bình', 1, 5), handedIn(3, 'Chi', 2, 5)];
  const after = [
    handedIn(1, 'An', 0, 9),
    handedIn(2, 'Bình', 2, 5),
    handedIn(3, 'Chi', 2, 5),
    handedIn(4, 'Dung', 4, 8),
  ];
  t.same(changedResults(before, after), [1, 2]);
  t.same(
    changedResults(
      before,
      before.map((row) => ({ ...row, exam_id: 6, score: 9 })),
    ),
    [],
  );
});
