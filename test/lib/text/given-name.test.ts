import t from 'tap';
import { givenName } from '../../../web/lib/text/given-name.ts';

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
