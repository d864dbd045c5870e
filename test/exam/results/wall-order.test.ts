import t from 'tap';
import { wallNames, wallOrder } from '../../../web/exam/results/exam-wall.modal.tsx';
import { handedIn, result } from './given-results.ts';

const working = (id: number, name: string, answered_count: number) =>
  result(id, name, { status: 'in_progress', answered_count, remaining_seconds: 60 });

t.test('XRS-17 those who are behind stand first, those who have handed in last', async (t) => {
  const rows = [
    handedIn(1, 'Trần An', 0, 5),
    working(2, 'Lê Bình', 3),
    result(3, 'Võ Chi'),
    working(4, 'Ngô Dung', 4),
    working(5, 'Bùi Anh Em', 3),
  ];
  t.same(
    wallOrder(rows).map(({ student_id }) => student_id),
    [3, 2, 5, 4, 1],
  );
});

t.test('XRS-17 a given name that two share is the whole name', async (t) => {
  const names = wallNames([result(1, 'Trần Thị Bình'), result(2, 'Lê Bình'), result(3, 'Võ Dung')]);
  t.same([...names.values()], ['Trần Thị Bình', 'Lê Bình', 'Dung']);
});
