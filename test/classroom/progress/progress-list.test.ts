import t from 'tap';
import {
  changedStudents,
  type ListedStudent,
  listedStudents,
  SORTS,
  sortAfterClick,
  withDays,
} from '../../../web/classroom/progress/progress-list.ts';
import { pageOf } from '../../../web/ui/list/page-of.ts';
import { column } from '../../harness/columns.ts';

const student = (
  student_id: number,
  name: string,
  cards_studied = 0,
  time_spent_seconds = 0,
  last_day: string | null = null,
): ListedStudent => ({
  student_id,
  name,
  email: `${student_id}@example.org`,
  cards_studied,
  time_spent: '',
  time_spent_seconds,
  days: [],
  last_day,
});

const NAMES = ['Đức', 'Dung', 'An', 'Ánh', 'Ân', 'Yến', 'đào', 'Ông', 'Oanh'];

t.test('SL-25 by name the Vietnamese alphabet counts, both ways', async (t) => {
  const rows = NAMES.map((name, index) => student(index + 1, name));
  const names = (sort: 'name-up' | 'name-down') => column(listedStudents(rows, { sort, minimum: 0 }), 'name');
  const up = ['An', 'Ánh', 'Ân', 'Dung', 'đào', 'Đức', 'Oanh', 'Ông', 'Yến'];
  t.same(names('name-up'), up);
  t.same(names('name-down'), up.toReversed());
});

t.test('PRG-03 SL-25 by cards and by time, both ways; equals stand by name', async (t) => {
  const rows = [student(1, 'Bình', 5, 90), student(2, 'An', 5, 10), student(3, 'Chi', 9, 50)];
  const ids = SORTS.map((sort) => [
    sort,
    column(listedStudents(rows, { sort, minimum: 0 }), 'student_id').join(),
  ]);
  t.same(Object.fromEntries(ids), {
    'name-up': '2,1,3',
    'name-down': '3,1,2',
    'cards-down': '3,2,1',
    'cards-up': '2,1,3',
    'time-down': '1,3,2',
    'time-up': '2,3,1',
    'seen-down': '2,1,3',
    'seen-up': '2,1,3',
  });
});

t.test('students of one name keep their order', async (t) => {
  const rows = [student(3, 'Lan'), student(1, 'Lan'), student(2, 'Lan')];
  for (const sort of SORTS)
    t.same(column(listedStudents(rows, { sort, minimum: 0 }), 'student_id'), [1, 2, 3]);
});

t.test('PRG-04 whoever has fewer cards is not listed', async (t) => {
  const rows = [student(1, 'An', 4), student(2, 'Bình', 5), student(3, 'Chi', 6)];
  const ids = (minimum: number) => column(listedStudents(rows, { sort: 'name-up', minimum }), 'student_id');
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

t.test('by when they studied last; who has not yet comes after the one who did longest ago', async (t) => {
  const rows = [
    student(1, 'An', 0, 0, '2026-10-31'),
    student(2, 'Bình'),
    student(3, 'Chi', 0, 0, '2026-11-02'),
  ];
  const ids = (sort: 'seen-down' | 'seen-up') =>
    column(listedStudents(rows, { sort, minimum: 0 }), 'student_id');
  t.same(ids('seen-down'), [3, 1, 2]);
  t.same(ids('seen-up'), [2, 1, 3]);
});

t.test('a search finds every word in name or e-mail, accents or not', async (t) => {
  const rows = [student(1, 'Nguyễn Văn Đức'), student(2, 'Trần Đức An'), student(31, 'An')];
  const ids = (search: string) =>
    column(listedStudents(rows, { sort: 'name-up', minimum: 0, search }), 'student_id');
  t.same(ids('duc'), [2, 1]);
  t.same(ids('  ĐỨC tran '), [2]);
  t.same(ids('31@'), [31]);
  t.same(ids('duc nobody'), []);
  t.equal(ids(' ').length, 3);
});

t.test('a click on a column sorts by it, and another one turns that round', async (t) => {
  t.equal(sortAfterClick('name-up', 'cards'), 'cards-down', 'the most first');
  t.equal(sortAfterClick('cards-down', 'cards'), 'cards-up');
  t.equal(sortAfterClick('cards-up', 'cards'), 'cards-down');
  t.equal(sortAfterClick('cards-up', 'name'), 'name-up');
  t.equal(sortAfterClick('name-up', 'seen'), 'seen-down', 'the latest first');
});

t.test('who has no days yet is listed without', async (t) => {
  const rows = [student(1, 'An'), student(2, 'Bình')];
  const joined = withDays(rows, [{ student_id: 2, cards: [0, 3], last_day: '2026-11-21' }]);
  t.match(joined, [
    { student_id: 1, days: undefined, last_day: undefined },
    { student_id: 2, days: [0, 3], last_day: '2026-11-21' },
  ]);
  t.match(withDays(rows, undefined), [{ days: undefined }, { days: undefined }]);
});
