import fc from 'fast-check';
import t from 'tap';
import { givenName } from '../../../web/lib/text/given-name.ts';
import { byName, sortPeople } from '../../../web/lib/text/sort-people.ts';
import { column } from '../../harness/columns.ts';

const sorted = (names: string[]) => column(names.map((name) => ({ name })).toSorted(byName), 'name');

t.test('TCH-07 SL-25 people stand by given name, the last word, then by family name', async (t) => {
  const register = ['Trần Thị An', 'Bùi Văn Bình', 'Lê Ngọc Dung', 'Nguyễn Văn Đức', 'Đặng Yến'];
  t.same(sorted(register.toReversed()), register);
  t.same(sorted(['Vũ Thị An', 'Bùi Thị An', 'Bùi Cẩm An']), ['Bùi Cẩm An', 'Bùi Thị An', 'Vũ Thị An']);
  t.same(sorted(['Lê Á', 'Vũ A', 'Lê Ă', 'An']), ['Vũ A', 'Lê Á', 'An', 'Lê Ă']);
  t.same(sorted(['Lan 10', 'Lan 9', ' Lan  8 ']), [' Lan  8 ', 'Lan 9', 'Lan 10'], 'numbers by their value');
});

t.test('a name of one word, or of none, has its place too', async (t) => {
  t.same(sorted(['Madonna', '', 'Bùi An', 'An']), ['', 'An', 'Bùi An', 'Madonna']);
});

t.test('equals by what is sorted by stand by name, whichever the way', async (t) => {
  const people = ['Vũ An', 'Bùi Bình', 'Bùi An'].map((name, index) => ({ name, student_id: index + 1 }));
  for (const way of ['up', 'down'] as const)
    t.same(
      column(
        sortPeople(people, way, () => 0),
        'student_id',
      ),
      [3, 1, 2],
    );
});

t.test('the order is one, whatever the names', async () => {
  const name = fc.array(fc.constantFrom('An', 'Ánh', 'Đức', 'Lê', 'Bùi', '7', '10', ''), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 6 }), (names) => {
      const all = names.map((words) => words.join(' '));
      const up = sorted(all);
      return (
        sorted(all.toReversed()).every(
          (one, index) => byName({ name: one }, { name: up[index] ?? '' }) === 0,
        ) &&
        up.every((one, index) => index === 0 || byName({ name: up[index - 1] ?? '' }, { name: one }) <= 0)
      );
    }),
  );
});

t.test('TDY-07 people are greeted by their given name, whatever the order of their names', async (t) => {
  for (const [name, given] of [
    ['Nguyễn Thị Lan', 'Lan'],
    ['Nguyễn Hoàng Minh Anh', 'Minh Anh'],
    ['  Trần   Ngọc  ', 'Ngọc'],
    ['Nguyen Van An', 'An'],
    ['Lê An', 'An'],
    ['Lan', 'Lan'],
    ['Mai', 'Mai'],
    ['Cô Hoa', 'Hoa'],
    ['Cô Phạm Thị Hoa', 'Hoa'],
    ['Cô Phạm Thị Thanh Hoa', 'Thanh Hoa'],
    ['Phạm Ngọc Thị Hoa', 'Hoa'],
    ['Nguyễn Minh Anh', 'Minh Anh'],
    ['Lê Anh', 'Lê Anh'],
    ['Trần Thị Anh', 'Anh'],
    ['Ms. Jane Smith', 'Jane'],
    ['John Smith', 'John'],
    ["Mary O'Brien", 'Mary'],
    ['', ''],
  ] as const)
    t.equal(givenName(name), given, name);
});
