import t from 'tap';
import { peopleOf, readRosterTable } from '../../core/roster/roster-text.ts';

const AN = 'Nguyễn Văn An';
const BINH = 'Trần Thị Bình';
const CHI = 'Lê Chi';
const DUNG = 'Phạm Quốc Dũng';

const namesOf = (text: string) => peopleOf(readRosterTable(text)).people.map(({ name }) => name);
const leftOutOf = (text: string) => peopleOf(readRosterTable(text)).leftOut.map(({ text }) => text);

/** Every line of a list has a number of its own, by which it is taken in or left out. */
function linesDiffer(text: string): boolean {
  const { people, leftOut } = peopleOf(readRosterTable(text));
  const lines = [...people, ...leftOut].map(({ line }) => line);
  return new Set(lines).size === lines.length;
}

t.test('RST-22 lists side by side are read one below the other, the left one first', async (t) => {
  const heads = 'STT\tHọ tên\tSTT\tHọ tên';
  const rows = [`1\t${AN}\t3\t${CHI}`, `2\t${BINH}\t4\t${DUNG}`];
  for (const [what, lines, names = [AN, BINH, CHI, DUNG]] of [
    ['with headings', [heads, ...rows]],
    ['in a file', [heads, ...rows].map((line) => line.replaceAll('\t', ','))],
    ['parted by blanks', [heads, ...rows].map((line) => line.replaceAll('\t', '   '))],
    ['without headings', rows],
    [
      'below a title and above signatures',
      ['DANH SÁCH LỚP 6A', heads, ...rows, '\tHiệu trưởng\t\tGiáo viên'],
    ],
    ['of two classes', ['Lớp 6A\t\tLớp 6B\t', heads, `1\t${AN}\t1\t${CHI}`, `2\t${BINH}\t2\t${DUNG}`]],
    ['without separators', [`1 ${AN} 3 ${CHI}`, `2 ${BINH} 4 ${DUNG}`]],
    [
      'with birthdays',
      [`1. ${AN} 01/02/2012 3. ${CHI} 02/03/2012`, `2. ${BINH} 03/03/2012 4. ${DUNG} 1/1/2012`],
    ],
    ['of two groups, without numbers', ['Tổ 1\tTổ 2', `${AN}\t${CHI}`, `${BINH}\t${DUNG}`]],
    ['of two classes, without headings', [`1\t${AN}\t\t1\t${CHI}`, `2\t${BINH}\t\t2\t${DUNG}`]],
    [
      'with a gap, and of different length',
      ['STT\tHọ tên\tLớp\t\tSTT\tHọ tên\tLớp', `1\t${AN}\t6A\t\t3\t${CHI}\t6A`, `2\t${BINH}\t6A\t\t\t\t`],
      [AN, BINH, CHI],
    ],
    [
      'with the name in two columns',
      [
        'TT\tHọ đệm\tTên\tTT\tHọ đệm\tTên',
        '1\tNguyễn Văn\tAn\t3\tLê\tChi',
        '2\tTrần Thị\tBình\t4\tPhạm Quốc\tDũng',
      ],
    ],
    [
      'three of them',
      ['TT\tHọ tên\tTT\tHọ tên\tTT\tHọ tên', `1\t${AN}\t2\t${BINH}\t3\t${CHI}`],
      [AN, BINH, CHI],
    ],
  ] as [string, string[], string[]?][]) {
    const text = lines.join('\n');
    t.same(namesOf(text), names, what);
    t.ok(linesDiffer(text), what);
  }
  t.notOk(readRosterTable([heads, ...rows].join('\n')).isUnsure, 'nothing is asked');
});

t.test('RST-22 what stands beside a student may be a parent or a mark, and is no second list', async (t) => {
  for (const text of [
    `STT\tHọc sinh\t\tPhụ huynh\t\n\tHọ tên\tNgày sinh\tHọ tên\tSĐT\n1\t${AN}\t1/2/2012\tNguyễn Ba\t0912345678`,
    `Họ tên\tLớp\tHọ tên\tLớp\n${AN}\t6A\tNguyễn Ba\t`,
    `STT\tHọ tên\tHK1\tHK2\n1\t${AN}\t1\t2`,
    `1\t${AN}\t1\tgiỏi\n2\t${AN}\t2\tkhá`,
  ])
    t.ok(
      namesOf(text).every((name) => name === AN),
      text,
    );
});

t.test('RST-23 several people in one line are each one, and what stands before them is nobody', async (t) => {
  for (const [text, names = [AN, BINH, CHI], titles = []] of [
    [`${AN}, ${BINH} và ${CHI}`],
    [`${AN}; ${BINH}, ${CHI}`],
    [`1. ${AN}, 2. ${BINH}, 3. ${CHI}`],
    [`1. ${AN} 2. ${BINH} 3. ${CHI}`],
    [`${AN} - ${BINH} - ${CHI}`],
    [`Lớp 6A: ${AN}, ${BINH}, ${CHI}`, undefined, ['Lớp 6A:']],
    [`Danh sách lớp 6A gồm:\n${AN}, ${BINH} và ${CHI}.`, undefined, ['Danh sách lớp 6A gồm:']],
    [`Hôm nay lớp vắng ${AN}, ${BINH} và ${CHI}.`, undefined, ['Hôm nay lớp vắng:']],
    [`Tổ 1: ${AN}, ${BINH}\nTổ 2: ${CHI}`, undefined, ['Tổ 1:', 'Tổ 2:']],
    [`Nhóm 1 - ${AN}, ${BINH}\nNhóm 2 - ${CHI}, ${DUNG}`, [AN, BINH, CHI, DUNG], ['Nhóm 1:', 'Nhóm 2:']],
    ['Tổ 1: An, Bình, Chi\nTổ 2: Dũng, Em', ['An', 'Bình', 'Chi', 'Dũng', 'Em'], ['Tổ 1:', 'Tổ 2:']],
    [`Nam: ${AN}, ${DUNG}\nNữ: ${BINH}, ${CHI}`, [AN, DUNG, BINH, CHI], ['Nam:', 'Nữ:']],
    [`${AN}\n${BINH} và ${CHI}`],
    [`${AN}, ${BINH},\n${CHI} và ${DUNG}`, [AN, BINH, CHI, DUNG]],
    ['em An, em Bình, em Chi', ['An', 'Bình', 'Chi']],
    ['John Smith, Mary Jones and Peter Pan', ['John Smith', 'Mary Jones', 'Peter Pan']],
    ['王小明、李小红、张伟', ['王小明', '李小红', '张伟']],
    [JSON.stringify([AN, BINH, CHI])],
  ] as [string, string[]?, string[]?][]) {
    t.same(namesOf(text), names, text);
    t.same(leftOutOf(text), titles, text);
    t.ok(linesDiffer(text), text);
  }
});

t.test('RST-23 a name with a comma in it, and a row of a table, are one person', async (t) => {
  for (const [text, names] of [
    ['Nguyễn Văn, An\nTrần Thị, Bình', [AN, BINH]],
    ['Smith, John', ['Smith John']],
    [`${AN},Nam,Kinh\n${BINH},Nữ,Kinh`, [AN, BINH]],
    [`GVCN: Ngô Lâm, Vũ Hoa\n${AN}\n${BINH}`, [AN, BINH]],
  ] as const)
    t.same(namesOf(text), names, text);
  const parents = readRosterTable(
    `${AN}, Nguyễn Văn Ba, Trần Thị Ma\n${BINH}, Trần Văn Bốn\n${CHI}, Lê Văn Sáu, Vũ Thị Bảy`,
  );
  t.ok(parents.isUnsure, 'who else stands in the row is asked');
  const groups = peopleOf(readRosterTable(`Nhóm\tThành viên\n1\t${AN}, ${BINH}\n2\t${CHI}, ${DUNG}`)).people;
  t.same(
    groups.map(({ isDoubtful }) => isDoubtful),
    [true, true],
    'two people in a cell are never one name silently',
  );
});

t.test('RST-25 what a program shows beside people is nobody', async (t) => {
  const three = [AN, BINH, CHI];
  const each = (lines: (name: string) => string[]) => three.flatMap(lines).join('\n');
  const initials = (name: string) => name[0]! + name.split(' ').at(-1)![0]!;
  for (const [what, text] of [
    ['Google Classroom', ['Học sinh', '3 học sinh', 'Chọn tất cả', 'Hành động', ...three].join('\n')],
    [
      'Google Classroom in English',
      `Students\n3 students\nSelect all\n${each((name) => [name, 'More options'])}`,
    ],
    ['its whole page', ['Giáo viên', 'Ngô Văn Lâm', 'Học sinh', '3 học sinh', ...three].join('\n')],
    ['Teams', each((name) => [initials(name), name, 'Student'])],
    [
      'Teams with the teacher',
      `Owners (1)\nNL\nNgô Lâm\nOwner\n${each((name) => [initials(name), name, 'Member'])}`,
    ],
    ['letters of the given name', each((name) => [name.split(' ').at(-1)![0]!, name])],
    ['Zalo', ['Thành viên nhóm (3)', 'Thêm thành viên', AN, 'Trưởng nhóm', BINH, 'Kết bạn', CHI].join('\n')],
    ['a poll', ['Đi tham quan hay không', 'Đồng ý (2)', AN, BINH, 'Không (1)', CHI].join('\n')],
    [
      'Moodle',
      `Họ và tên\tThư điện tử\tVai trò\n${each((name) => [`${initials(name)}${name}\t${initials(name)}@x.vn\tHọc viên`])}`,
    ],
    ['Discord', each((name) => [name, '@user.abc', 'user#1234'])],
    ['addresses below', each((name) => [name, `${initials(name)}@x.vn`])],
    ['Messenger', each((name) => [name, 'Đang hoạt động', 'Hoạt động 3 giờ trước'])],
  ] as const)
    t.same(namesOf(text), three, what);
  for (const names of [
    ['An', 'Vy', 'Bi'],
    ['AN', 'VY', 'BI'],
    ['NGUYỄN VĂN AN', 'AN', 'AN BÌNH'],
  ])
    t.same(namesOf(names.join('\n')), names, 'short names are names');
  t.same(
    peopleOf(readRosterTable(`${AN}\nan@x.vn\n${BINH}\nbinh@x.vn`)).people.map(({ email }) => email),
    ['an@x.vn', 'binh@x.vn'],
  );
});

t.test('RST-28 titles and signatures say nothing of how the list between them is cut', async (t) => {
  const around = (rows: string[]) =>
    ['UBND QUẬN 1', 'TRƯỜNG THCS A', 'Danh sách lớp 6A', ...rows, 'Tổng số: 2', 'Hiệu trưởng'].join('\n');
  for (const separator of ['\t', ';', ',', '|', '   '])
    for (const cells of [
      [
        ['1', AN],
        ['2', BINH],
      ],
      [
        ['TT', 'Họ tên', 'Điểm'],
        ['1', AN, '8'],
        ['2', BINH, '9'],
      ],
    ])
      t.same(
        namesOf(around(cells.map((row) => row.join(separator)))),
        [AN, BINH],
        JSON.stringify([separator, cells]),
      );
  for (const separator of ['\t', ';', '|', '   '])
    t.same(
      namesOf(around([`${AN}${separator}6A${separator}9,5`, `${BINH}${separator}6A${separator}8,5`])),
      [AN, BINH],
      `a decimal's comma separates nothing: ${JSON.stringify(separator)}`,
    );
});
