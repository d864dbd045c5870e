import t from 'tap';
import type { StudentProgress } from '../../../core/classroom/class-progress.schema.ts';
import { changedStudents, listedStudents, SORTS } from '../../../web/classroom/progress/progress-list.ts';
import { pageOf } from '../../../web/ui/page-of.ts';

const student = (
  student_id: number,
  name: string,
  cards_studied = 0,
  time_spent_seconds = 0,
): StudentProgress => ({
  student_id,
  name,
  email: `${student_id}@example.org`,
  cards_studied,
  time_spent: '',
  time_spent_seconds,
});

const NAMES = ['Đức', 'Dung', 'An', 'Ánh', 'Ân', 'Yến', 'đào', 'Ông', 'Oanh'];

t.test('SL-25 by name the Vietnamese alphabet counts, both ways', async (t) => {
  const rows = NAMES.map((name, index) => student(index + 1, name));
  const names = (sort: 'name-up' | 'name-down') =>
    listedStudents(rows, { sort, minimum: 0 }).map(({ name }) => name);
  const up = ['An', 'Ánh', 'Ân', 'Dung', 'đào', 'Đức', 'Oanh', 'Ông', 'Yến'];
  t.same(names('name-up'), up);
  t.same(names('name-down'), up.toReversed());
});

t.test('PRG-03 SL-25 by cards and by time, both ways; equals stand by name', async (t) => {
  const rows = [student(1, 'Bình', 5, 90), student(2, 'An', 5, 10), student(3, 'Chi', 9, 50)];
  const ids = SORTS.map((sort) => [
    sort,
    listedStudents(rows, { sort, minimum: 0 })
      .map(({ student_id }) => student_id)
      .join(),
  ]);
  t.same(Object.fromEntries(ids), {
    'name-up': '2,1,3',
    'name-down': '3,1,2',
    'cards-down': '3,2,1',
    'cards-up': '2,1,3',
    'time-down': '1,3,2',
    'time-up': '2,3,1',
  });
});

t.test('students of one name keep their order', async (t) => {
  const rows = [student(3, 'Lan'), student(1, 'Lan'), student(2, 'Lan')];
  for (const sort of SORTS)
    t.same(
      listedStudents(rows, { sort, minimum: 0 }).map(({ student_id }) => student_id),
      [1, 2, 3],
    );
});

t.test('PRG-04 whoever has fewer cards is not listed', async (t) => {
  const rows = [student(1, 'An', 4), student(2, 'Bình', 5), student(3, 'Chi', 6)];
  const ids = (minimum: number) =>
    listedStudents(rows, { sort: 'name-up', minimum }).map(({ student_id }) => student_id);
  t.same(ids(0), [1, 2, 3]);
  t.same(ids(5), [2, 3]);
  t.same(ids(7), []);
});

t.test('PRG-08 PRG-09 a page that a live change has taken away is never shown', async (t) => {
  const rows = Array.from({ length: 25 }, (_, index) => student(index + 1, `An ${index}`, index));
  t.match(pageOf(rows, 3, 12), { page: 3, pageCount: 3, items: { length: 1 } });
  const left = listedStudents(rows, { sort: 'name-up', minimum: 5 });
  t.match(pageOf(left, 3, 12), { page: 2, pageCount: 2, items: { length: 8 } });
  t.match(pageOf([], 3, 12), { page: 1, items: [] });
});

t.test('changed is who was there before with other figures', async (t) => {
  const before = [student(1, 'An', 1, 5), student(2, 'Bình', 1, 5), student(3, 'Chi', 1, 5)];
  const after = [
    student(1, 'An', 1, 5),
    student(2, 'Bình', 2, 5),
    student(3, 'Chi', 1, 9),
    student(4, 'Em', 8, 9),
  ];
  t.same(changedStudents(before, after), [2, 3]);
  t.same(changedStudents(before, before.slice(1)), []);
});

t.test('a thousand students are sorted in a moment', async (t) => {
  const rows = Array.from({ length: 1_000 }, (_, index) =>
    student(index, `${NAMES[index % 9]} ${(index * 7) % 31}`, index % 40),
  );
  const start = performance.now();
  for (let time = 0; time < 5; time++) listedStudents(rows, { sort: 'cards-down', minimum: 1 });
  t.ok((performance.now() - start) / 5 < 2_000);
});
