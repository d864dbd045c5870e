import t from 'tap';
import {
  asGiven,
  FIRST_PASSWORD_BITS,
  firstPassword,
  PASSWORD_WORDS,
} from '../../core/account/first-password.ts';
import { problemsOf, tidyRow } from '../../core/roster/roster-row.ts';
import { readRoster } from '../../core/roster/roster-text.ts';
import { isUserName, userNameOf } from '../../core/roster/user-name.ts';

const read = (text: string) => readRoster(text).map(({ name, user_name, email }) => [name, user_name, email]);

t.test('RST-01 a column of names, with any line ends', async (t) => {
  t.same(readRoster('Nguyễn Văn An\r\n\r\nTrần Thị Bình\rLê Chi'), [
    { line: 1, name: 'Nguyễn Văn An', user_name: null, email: null },
    { line: 3, name: 'Trần Thị Bình', user_name: null, email: null },
    { line: 4, name: 'Lê Chi', user_name: null, email: null },
  ]);
  t.same(read('1. Nguyễn Văn An\n2) Lê Chi'), [
    ['Nguyễn Văn An', null, null],
    ['Lê Chi', null, null],
  ]);
  t.same(read(' \n\t\n'), []);
  t.same(read('Nguyễn Văn An'.normalize('NFD')), [['Nguyễn Văn An', null, null]]);
});

t.test('RST-01 columns of a spreadsheet, parted by tabs, semicolons or commas', async (t) => {
  for (const separator of ['\t', ';', ','])
    t.same(
      read(['Nguyễn Văn An|an.10a|an@example.org', 'Lê Chi||'].join('\n').replaceAll('|', separator)),
      [
        ['Nguyễn Văn An', 'an.10a', 'an@example.org'],
        ['Lê Chi', null, null],
      ],
      JSON.stringify(separator),
    );
  t.same(read('1\tNguyễn Văn An\tan@example.org\n2\tLê Chi\t'), [
    ['Nguyễn Văn An', null, 'an@example.org'],
    ['Lê Chi', null, null],
  ]);
  t.same(read('"Nguyễn, Văn ""An""",an.10a\n"Lê Chi",chi'), [
    ['Nguyễn, Văn "An"', 'an.10a', null],
    ['Lê Chi', 'chi', null],
  ]);
  t.same(read('"Bi Nguyễn\nLê Chi'), [
    ['"Bi Nguyễn', null, null],
    ['Lê Chi', null, null],
  ]);
});

t.test('RST-01 a line of heads says what the columns are', async (t) => {
  t.same(read('STT\tEmail\tHọ và tên\n1\tan@example.org\tNguyễn Văn An'), [
    ['Nguyễn Văn An', null, 'an@example.org'],
  ]);
  t.same(read('Họ đệm;Tên;Lớp\nNguyễn Văn;An;10A'), [['Nguyễn Văn An', null, null]]);
  t.same(read('name,user name\nLê Chi,chi.le'), [['Lê Chi', 'chi.le', null]]);
  t.same(read('Họ và tên\nLê Chi'), [['Lê Chi', null, null]]);
});

t.test('RST-01 what is wrong with each row', async (t) => {
  const problems = (...rows: [string, string?, string?][]) =>
    problemsOf(
      rows.map(([name, user_name, email]) =>
        tidyRow({ name, user_name: user_name ?? null, email: email ?? null }),
      ),
    );
  t.same(problems(['An'], ['An']), [null, null], 'two people may have one name');
  t.same(problems([''], ['\u200b'], ['123']), ['name_missing', 'name_missing', 'name_missing']);
  t.same(problems(['=cmd|x'], ['+1'], ['-An'], ['@An']), Array(4).fill('formula'), 'SL-132');
  t.same(problems(['x'.repeat(101)]), ['name_long']);
  t.same(problems(['An', 'an'], ['Anh', 'AN ']), [null, 'user_name_twice']);
  t.same(problems(['An', 'a@b'], ['An', 'ân']), ['user_name_invalid', 'user_name_invalid']);
  t.same(problems(['An', '', 'a@b.c'], ['An', '', 'A@b.c'], ['An', '', 'no address']), [
    null,
    'email_twice',
    'email_invalid',
  ]);
});

t.test('RST-02 a user name is the given name and the family name, without marks', async (t) => {
  t.equal(userNameOf('Nguyễn Văn An'), 'an.nguyen');
  t.equal(userNameOf('  Đặng   Thị Ánh Đào '), 'dao.dang');
  t.equal(userNameOf('Nguyễn Văn An'.normalize('NFD')), 'an.nguyen', 'however its letters are composed');
  t.equal(userNameOf("O'Brien Seán"), 'sean.obrien');
  t.equal(userNameOf('Hạnh'), 'hanh');
  for (const name of ['王小明', 'X', '…']) t.equal(userNameOf(name), 'student', name);
  for (const name of ['Nguyễn Văn An', 'Ý Nhi', 'w'.repeat(90), `${'a'.repeat(60)} ${'b'.repeat(30)}`])
    t.ok(isUserName(`${userNameOf(name)}99999`), `there is room for a number: ${name}`);
  for (const text of ['an.nguyen', 'an2', '10a-07', 'a_b']) t.ok(isUserName(text), text);
  for (const text of ['a', 'an@x', 'an nguyen', '.an', 'an..b', 'An', 'ân', '', 'a'.repeat(41)])
    t.notOk(isUserName(text), text);
});

t.test(
  'RST-03 a first password can be read aloud, is not guessed, and compared by its letters',
  async (t) => {
    t.ok(FIRST_PASSWORD_BITS >= 35, `${FIRST_PASSWORD_BITS} bits`);
    t.equal(new Set(PASSWORD_WORDS).size, PASSWORD_WORDS.length);
    t.ok(PASSWORD_WORDS.every((word) => /^[a-z]{2,6}$/.test(word)));
    const made = Array.from({ length: 50 }, firstPassword);
    t.ok(made.every((password) => /^([a-z]{2,6}-){3}[1-9]\d{3}$/.test(password)));
    t.equal(new Set(made).size, made.length);
    for (const typed of ['meo-xanh-tre-4271', 'Meo Xanh Tre 4271', 'mèo xanh tre 4271', 'MEOXANHTRE4271'])
      t.equal(asGiven(typed), 'meoxanhtre4271', typed);
    for (const other of ['Skirt-lotus-noble-895', 'My house, 2026!', 'đ', '4271', 'Meo_xanh 4271'])
      t.equal(asGiven(other), other);
  },
);
