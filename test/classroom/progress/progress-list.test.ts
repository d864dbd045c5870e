import t from 'tap';
import {
  ACTIVITY_DAYS_MAX,
  activityDays,
  studyDayHere,
} from '../../../web/classroom/progress/activity-days.ts';
import {
  changedStudents,
  type ListedStudent,
  listedStudents,
  SORTS,
  sortAfterClick,
  withDays,
} from '../../../web/classroom/progress/progress-list.ts';
import {
  type Controls,
  type ControlsChange,
  changeControls,
  datesReversed,
  INITIAL_CONTROLS,
  progressFileName,
  progressTable,
} from '../../../web/classroom/progress/progress-tab.tsx';
import { csvText } from '../../../web/lib/text/csv.ts';
import { readMinimum } from '../../../web/lib/text/minimum.ts';
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
  card_days: 2 * cards_studied,
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

t.test('PRG-03 SL-25 by cards, time or last day, both ways; equals by name, no day last', async (t) => {
  const rows = [
    student(1, 'Bình', 5, 90, '2026-10-31'),
    student(2, 'An', 5, 10),
    student(3, 'Chi', 9, 50, '2026-11-02'),
    student(4, 'Anh', 1, 1),
  ];
  const ids = SORTS.map((sort) => [
    sort,
    column(listedStudents(rows, { sort, minimum: 0 }), 'student_id').join(),
  ]);
  t.same(Object.fromEntries(ids), {
    'name-up': '2,4,1,3',
    'name-down': '3,1,4,2',
    'cards-down': '3,2,1,4',
    'cards-up': '4,2,1,3',
    'days-down': '3,2,1,4',
    'days-up': '4,2,1,3',
    'time-down': '1,3,2,4',
    'time-up': '4,2,3,1',
    'seen-down': '3,1,2,4',
    'seen-up': '2,4,1,3',
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

const given = (...changes: ControlsChange[]): Controls => changes.reduce(changeControls, INITIAL_CONTROLS);

t.test('PRG-05 whole dates are asked for, an open end too, none the wrong way round', async (t) => {
  t.same(given({ start: '2026-11-01' }).range, { start_date: '2026-11-01', end_date: undefined });
  t.same(given({ start: '2026-11-01' }, { end: '2026-11-01' }).range, {
    start_date: '2026-11-01',
    end_date: '2026-11-01',
  });
  t.same(given({ start: '2026-11-01' }, { start: '' }).range, {
    start_date: undefined,
    end_date: undefined,
  });
  const reversed = given({ end: '2026-11-01' }, { start: '2026-11-02' });
  t.equal(datesReversed(reversed), true);
  t.same(reversed.range, { start_date: undefined, end_date: '2026-11-01' });
  const typing = given({ start: '2026-11-02' }, { end: '0002-11-03' });
  t.equal(datesReversed(typing), false, 'nobody is blamed while typing');
  t.same(typing.range, { start_date: '2026-11-02', end_date: undefined });
});

t.test('PRG-04 the minimum is a number of at least 0', async (t) => {
  const read: [string, number | null][] = [
    ['', 0],
    [' ', 0],
    ['0', 0],
    ['12', 12],
    ['1.5', 1.5],
    ['-0.5', null],
    ['1e999', null],
    ['-1', null],
    ['many', null],
  ];
  for (const [text, cards] of read) t.equal(readMinimum(text), cards, `"${text}"`);
});

t.test('SL-25 PRG-06 PRG-09 each change leads to the first page, a reset to the names', async (t) => {
  t.equal(INITIAL_CONTROLS.sort, 'name-up');
  const changes: ControlsChange[] = [
    { sort: 'cards-down' },
    { minimum: '3' },
    { start: '2026-11-01' },
    { end: '2026-11-21' },
  ];
  for (const change of changes) t.equal(given({ page: 3 }, change).page, 1, JSON.stringify(change));
  t.equal(given({ sort: 'cards-down' }, { page: 2 }).page, 2);
  t.same(
    given(
      { sort: 'time-up' },
      { minimum: '3' },
      { start: '2026-11-01' },
      { end: '2026-10-01' },
      { page: 2 },
      'reset',
    ),
    INITIAL_CONTROLS,
  );
});

const TODAY = '2026-11-21';
const worked = (day: string, cards_studied = 3) => ({
  day,
  cards_studied,
  time_spent_seconds: 60,
  students: 2,
});
const ends = (days: { day: string }[]) => [days[0]?.day, days.at(-1)?.day, days.length];

t.test('PRG-05 without dates there are the last 30 days, those without work as zero', async (t) => {
  const days = activityDays([worked('2026-01-01'), worked('2026-11-20')], {}, TODAY);
  t.same(ends(days), ['2026-10-23', TODAY, 30]);
  t.same(days.slice(-2), [
    worked('2026-11-20'),
    { day: TODAY, cards_studied: 0, time_spent_seconds: 0, students: 0 },
  ]);
});

t.test('PRG-05 with dates there are these, but nothing that lies ahead', async (t) => {
  const between = (start_date?: string, end_date?: string) =>
    ends(activityDays([worked('2026-02-27')], { start_date, end_date }, TODAY));
  t.same(between('2026-02-27', '2026-03-02'), ['2026-02-27', '2026-03-02', 4]);
  t.same(between('2026-11-20', '2026-12-31'), ['2026-11-20', TODAY, 2]);
  t.same(between('2026-11-20'), ['2026-11-20', TODAY, 2]);
  t.same(between(undefined, '2026-11-01'), ['2026-02-27', '2026-11-01', 248]);
  t.same(between('2026-12-24', '2026-12-31'), ['2026-12-24', '2026-12-24', 1], 'never nothing at all');
});

t.test('PRG-05 of many years the last is drawn, with a student for whom it is tomorrow', async (t) => {
  const days = activityDays([], { start_date: '2000-01-01' }, TODAY);
  t.same(ends(days), ['2025-11-21', TODAY, ACTIVITY_DAYS_MAX]);
  t.equal(activityDays([worked('2026-11-22')], {}, TODAY).at(-1)?.day, '2026-11-22');
});

t.test('a study day begins at four in the morning', async (t) => {
  t.equal(studyDayHere(new Date(2026, 10, 21, 3, 59).getTime()), '2026-11-20');
  t.equal(studyDayHere(new Date(2026, 10, 21, 4, 0).getTime()), '2026-11-21');
  t.equal(studyDayHere(new Date(2026, 0, 1, 1, 0).getTime()), '2025-12-31');
});

t.test('the file has what is shown, in the order shown', async (t) => {
  const row = {
    student_id: 1,
    time_spent: '1m 3s',
    cards_studied: 12,
    card_days: 15,
    time_spent_seconds: 63,
  };
  const table = progressTable(
    [
      { ...row, name: '=Lan', email: 'lan@example.org' },
      { ...row, name: 'An, Bình', email: '+an@example.org' },
    ],
    {
      head: ['Tên', 'Email', 'Thẻ', 'Lượt thẻ', 'Thời gian', 'Giây'],
      duration: (seconds) => `${seconds} giây`,
    },
  );
  t.equal(
    csvText(table),
    [
      '\uFEFFTên,Email,Thẻ,Lượt thẻ,Thời gian,Giây',
      "'=Lan,lan@example.org,12,15,63 giây,63",
      `"An, Bình",'+an@example.org,12,15,63 giây,63`,
      '',
    ].join('\r\n'),
  );
});

t.test('the name of the file tells class and dates', async (t) => {
  t.equal(progressFileName(12, {}), 'class-12-progress.csv');
  t.equal(
    progressFileName(12, { start_date: '2026-11-01', end_date: '2026-11-21' }),
    'class-12-progress-from-2026-11-01-until-2026-11-21.csv',
  );
  t.equal(progressFileName(12, { end_date: '2026-11-21' }), 'class-12-progress-until-2026-11-21.csv');
});
