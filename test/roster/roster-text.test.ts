import t from 'tap';
import {
  asGiven,
  FIRST_PASSWORD_BITS,
  firstPassword,
  PASSWORD_WORDS,
} from '../../core/account/first-password.ts';
import { hasNames } from '../../core/roster/roster-columns.ts';
import { isUserName, problemsOf, tidyRow, userNameOf } from '../../core/roster/roster-row.ts';
import { peopleOf, readRoster, readRosterTable, withColumn } from '../../core/roster/roster-text.ts';

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

const AN = 'Nguyễn Văn An';
const BINH = 'Trần Thị Bình';
const CHI = 'Lê Chi';
const ABOVE = [
  'SỞ GIÁO DỤC VÀ ĐÀO TẠO HÀ NỘI',
  'Trường THPT Chu Văn An',
  'DANH SÁCH LỚP 10A1',
  'Năm học 2025 - 2026',
];
const BELOW = [
  'Tổng số: 2',
  'Hà Nội, ngày 5 tháng 9 năm 2025',
  'Giáo viên chủ nhiệm',
  '(ký và ghi rõ họ tên)',
  'Phạm Thị Hoa',
];
const HEADS = 'STT\tHọ và tên\tNgày sinh';
const TWO = [`1\t${AN}\t01/02/2012`, `2\t${BINH}\t3/4/2012`];

/** Who is in a list of two, and what is left out of it. */
const LISTS: [what: string, lines: string[], leftOut: number, names?: string[]][] = [
  ['titles above and signatures below', [...ABOVE, '1. Nguyễn Văn An', '2. Trần Thị Bình', ...BELOW], 9],
  ['without numbers', [...ABOVE, AN, BINH, ...BELOW], 9],
  [
    'in a spreadsheet',
    [...ABOVE, HEADS, ...TWO, '\tTổng số: 2\t', '\tHiệu trưởng\tGiáo viên', '\t\tPhạm Thị Hoa'],
    8,
  ],
  ['in a file', ['Lớp 6A, năm học 2025', 'TT,Họ tên,Lớp', `1,${AN},6A`, `2,${BINH},6A`], 2],
  ['on two pages', [HEADS, TWO[0]!, 'Trang 2/2\t\t', HEADS, TWO[1]!], 3],
  ['of two classes', ['Lớp 10A', AN, 'Sĩ số: 1', 'Lớp 10B', BINH], 3],
  [
    'two rows of headings',
    ['STT\tHọ và tên\t\tNgày sinh', '\tHọ đệm\tTên\t', '1\tNguyễn Văn\tAn\t', '2\tTrần Thị\tBình\t'],
    2,
  ],
  ['a row that numbers the columns', [HEADS, '(1)\t(2)\t(3)', ...TWO], 2],
  [
    'boys and girls apart',
    ['STT\tHọ và tên\tNgày sinh\t', '\t\tNam\tNữ', `1\t${AN}\t1/2/2012\t`, `2\t${BINH}\t\t3/4/2012`],
    2,
  ],
  ['empty rows of a form', [HEADS, ...TWO, '3\t\t', '4\t\t'], 3],
  ['one without a number', [HEADS, TWO[0]!, `\t${CHI}\t`, '3\tTrần Thị Bình\t'], 1, [AN, CHI, BINH]],
  [
    'one below the numbers',
    [HEADS, TWO[0]!, `\t${CHI}\t5/6/2012`, '\t\tGiáo viên', `\t${BINH}\t`],
    3,
    [AN, CHI],
  ],
  ['with bullets', [`• ${AN}`, `- ${BINH}`], 0],
  ['numbered in any way', [`01) ${AN}`, `(2) ${BINH}`, `3.${CHI}`], 0, [AN, BINH, CHI]],
  ['numbered without a sign', [`1 ${AN}`, `2 ${BINH}`], 0],
  ['in one line', [`${AN}, ${BINH}; ${CHI}`.replace(';', ',')], 0, [AN, BINH, CHI]],
  ['as receivers of an email', [`${AN} <an@example.org>, ${BINH} <binh@example.org>`], 0],
  ['with labels', [`Họ và tên: ${AN}`, `Họ và tên: ${BINH}`], 0],
  ['of a page without separators', [`1 ${AN} 01/02/2012 Nam Hà Nội`, `2 ${BINH} 03/04/2012 Nữ Huế`], 0],
  ['where the sex stands before the birthday', [`1 ${AN} Nam 01/02/2012`, `2 ${BINH} Nữ 03/04/2012`], 0],
  [
    'where somebody is called Nam',
    ['1 Lê Văn Nam 01/02/2012', `2 ${BINH} 03/04/2012`],
    0,
    ['Lê Văn Nam', BINH],
  ],
  ['parted by many blanks', [`1    ${AN}    01/02/2012`, `2    ${BINH}   03/04/2012`], 0],
  [
    'one cell below the other',
    ['STT', 'Họ và tên', 'Ngày sinh', '1', AN, '01/02/2012', '2', BINH, '3/4/2012', 'Tổng số: 2'],
    2,
  ],
  ['as a table of Markdown', ['| STT | Họ và tên |', '|---|---|', `| 1 | ${AN} |`, `| 2 | ${BINH} |`], 2],
  ['in capital or small letters', ['NGUYỄN VĂN AN', 'trần thị bình'], 0, ['NGUYỄN VĂN AN', 'trần thị bình']],
  [
    'names that look like titles',
    ['Trương Văn An', 'Tống Công', 'Nguyễn Xuân Trường', 'Tô Hoài', 'Hà Nữ'],
    0,
    ['Trương Văn An', 'Tống Công', 'Nguyễn Xuân Trường', 'Tô Hoài', 'Hà Nữ'],
  ],
];

t.test('RST-17 who is a person is found, and what is not is left out by its words', async (t) => {
  for (const [what, lines, count, names = [AN, BINH]] of LISTS) {
    const { people, leftOut } = peopleOf(readRosterTable(lines.join('\n')));
    t.same(
      people.map(({ name }) => name),
      names,
      what,
    );
    t.equal(leftOut.length, count, `${what}: ${leftOut.map(({ text }) => text).join(' ⏎ ')}`);
  }
  t.same(peopleOf(readRosterTable(`${HEADS}\n1\t${AN}\t\n\tTổng số: 1\t`)).leftOut, [
    {
      line: 1,
      name: 'Họ và tên',
      user_name: null,
      email: null,
      text: 'STT | Họ và tên | Ngày sinh',
      reason: 'heading',
    },
    { line: 3, name: 'Tổng số: 1', user_name: null, email: null, text: 'Tổng số: 1', reason: 'around' },
  ]);
});

/** A name over two columns, under each way to name them; whether the list says so itself. */
const PARTED: [what: string, heads: string, isSaid?: boolean][] = [
  ['one heading over both', 'STT\tHọ và tên\t', true],
  ['parts that are named', 'STT\tHọ đệm\tTên', true],
  ['parts of which one is called as the whole', 'STT\tHọ và tên\tTên', true],
  ['English parts', 'No\tLast name\tFirst name', true],
  ['a heading over the second one', 'STT\t\tTên'],
  ['a heading that nobody knows', 'STT\tXyz\tTên'],
  ['no headings', ''],
  ['parts that are named the wrong way round', 'No\tFirst name\tLast name'],
];

t.test('RST-18 a name in two parts is one name, and half a name is nobody', async (t) => {
  const rows = ['1\tNguyễn Văn\tAn', '2\tTrần Thị\tBình', '3\tLê\tChi'];
  for (const [what, heads, isSaid = false] of PARTED) {
    const text = [heads, ...rows].filter(Boolean).join('\n');
    t.same(
      read(text).map(([name]) => name),
      [AN, BINH, CHI],
      what,
    );
    t.equal(readRosterTable(text).isUnsure, !isSaid, what);
  }
  t.same(read('First name,Last name,Email address\nAn,Nguyễn Văn,an@example.org\nBình,Trần Thị,'), [
    [AN, null, 'an@example.org'],
    [BINH, null, null],
  ]);
  t.same(
    read(
      'STT\tMã học sinh\tHọ\tTên đệm\tTên\tNgày sinh\tGiới tính\n1\tHS001\tNguyễn\tVăn\tAn\t1/2/2012\tNam',
    ),
    [[AN, null, null]],
  );
  for (const family of [
    'Nguyễn Văn, An\nTrần Thị, Bình',
    'STT\tHọ và tên\n1\tNguyễn Văn, An\n2\tTrần Thị, Bình',
  ])
    t.same(
      read(family).map(([name]) => name),
      [AN, BINH],
      family,
    );
  t.same(read('Smith, John\nDoe, Jane'), [
    ['Smith John', null, null],
    ['Doe Jane', null, null],
  ]);
  const { people, leftOut } = peopleOf(readRosterTable('Họ đệm\tTên\nNguyễn Văn\tAn\nTrần Thị\t\n\tBình'));
  t.same(
    [people.length, leftOut.map(({ name, reason }) => [name, reason])],
    [
      1,
      [
        ['Họ đệm Tên', 'heading'],
        ['Trần Thị', 'half_name'],
        ['Bình', 'half_name'],
      ],
    ],
  );
});

t.test('RST-19 what a column is not sure of is asked, and can be chosen', async (t) => {
  for (const sure of [
    AN,
    `${HEADS}\n${TWO[0]}`,
    `${AN}\tan.nguyen\tan@example.org`,
    `${AN}\tNam\t01/02/2012`,
  ])
    t.notOk(readRosterTable(sure).isUnsure, sure);
  for (const unsure of [
    `${AN}\tBi\n${BINH}\tNa`,
    `Mã\tXyz\tLớp\n1\t${AN}\t10A`,
    `Họ và tên\tHọ và tên\n${AN}\tLê Ba`,
  ])
    t.ok(readRosterTable(unsure).isUnsure, unsure);
  const table = readRosterTable(`${AN}\tBi\n${BINH}\tNa`);
  t.same(table.columns, ['name', null]);
  const given = withColumn(withColumn(table, 1, 'given'), 0, 'family');
  t.same(given.columns, ['family', 'given']);
  t.same(
    peopleOf(given).people.map(({ name }) => name),
    [`${AN} Bi`, `${BINH} Na`],
  );
  t.same(withColumn(given, 1, 'name').columns, [null, 'name'], 'a whole name has no parts beside it');
  t.same(withColumn(table, 1, 'name').columns, [null, 'name'], 'a name stands in one column');
  t.notOk(hasNames(withColumn(table, 0, 'family').columns), 'half a name is none');
  t.ok(hasNames(given.columns));
});

t.test('RST-20 nothing else of a list becomes a name or a user name', async (t) => {
  const details = [
    'HS0012',
    '01/02/2012',
    '2012-02-01',
    'Nam',
    '10A1',
    '0912 345 678',
    '12 Lê Lợi, Hà Nội',
    'x',
    '8,5',
  ];
  for (const detail of details)
    for (const cells of [
      [detail, AN],
      [AN, detail],
      ['1', detail, AN, detail],
    ])
      t.same(
        read([cells, cells.with(cells.indexOf(AN), BINH)].map((row) => row.join('\t')).join('\n')),
        [
          [AN, null, null],
          [BINH, null, null],
        ],
        cells.join(' | '),
      );
  t.same(read(`Học sinh\tBiệt danh\tHọ tên bố\tEmail phụ huynh\n${AN}\tBi\tNguyễn Văn Ba\tba@example.org`), [
    [AN, null, null],
  ]);
  t.same(
    read('TT\tHọc sinh\t\tCha mẹ\t\n\tHọ\tTên\tHọ tên\tEmail\n1\tNguyễn Văn\tAn\tNguyễn Ba\tba@example.org'),
    [[AN, null, null]],
  );
  t.same(
    read(`${AN}\n12A\n01/02/2012\nxã Tân Lập, huyện Đan Phượng\n${BINH}`).map(([name]) => name),
    [AN, BINH],
  );
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
  for (const name of ['Nguyễn Văn, An', 'Nguyễn, Văn An', 'Nguyễn Văn An (Bi)', 'Nguyễn Văn An [lớp trưởng]'])
    t.equal(userNameOf(name), 'an.nguyen', name);
  t.equal(userNameOf('Smith, John'), 'john.smith');
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

t.test('RST-17 receivers, some without a name or with a comma in it, are each one person', async (t) => {
  t.same(read('Nguyễn Văn An <an@x.org>, binh@x.org; "Chi, Lê" <chi@x.org>'), [
    ['Nguyễn Văn An', null, 'an@x.org'],
    ['', null, 'binh@x.org'],
    ['Chi, Lê', null, 'chi@x.org'],
  ]);
});

t.test('RST-17 headings are none of the people, whatever other headings stand beside them', async (t) => {
  for (const heads of [
    'Full Name\tUser Action\tSeen',
    'Họ và tên\tBiệt hiệu\tSở thích',
    'Họ và tên SV\tX\tY',
  ]) {
    const table = readRosterTable(`${heads}\nNguyễn Văn An\tJoined\tcờ\nTrần Thị Bình\tLeft\tđá\n`);
    const { people, leftOut } = peopleOf(table);
    t.same(
      people.map(({ name }) => name),
      ['Nguyễn Văn An', 'Trần Thị Bình'],
      heads,
    );
    t.match(leftOut, [{ reason: 'heading' }], heads);
  }
  t.same(read('Name,Email\n"Smith, John",john@x.org'), [['Smith John', null, 'john@x.org']]);
  t.same(
    read('Họ và tên: Nguyễn Văn An\nHọ và tên: Lê Chi').map(([name]) => name),
    ['Nguyễn Văn An', 'Lê Chi'],
  );
});

t.test('RST-17 remarks, greetings and parents are nobody, and shown', async (t) => {
  const others = [
    'Chào cô, em gửi danh sách lớp ạ',
    '(Danh sách gồm 2 học sinh)',
    '(2 học sinh)',
    'Phụ huynh Lê Chi',
    'Mẹ bé Na',
    'Lưu ý các bạn nộp bài đúng hạn',
  ];
  const { people, leftOut } = peopleOf(readRosterTable(['Nguyễn Văn An', 'Trần Bình', ...others].join('\n')));
  t.same(
    people.map(({ name }) => name),
    ['Nguyễn Văn An', 'Trần Bình'],
  );
  t.same(
    leftOut.map(({ text }) => text),
    others,
  );
  t.same(
    read('1\tNguyễn Văn An\n2\t(chuyển trường)\n3\tLê Chi').map(([name]) => name),
    ['Nguyễn Văn An', 'Lê Chi'],
  );
});

t.test('RST-24 what stands beside a name is taken off and shown', async (t) => {
  for (const [text, name, note] of [
    [`${AN} (lớp trưởng)`, AN, 'lớp trưởng'],
    [`${AN} (Lớp trưởng)`, AN, 'Lớp trưởng'],
    [`${BINH} - vắng`, BINH, 'vắng'],
    [`${CHI}*`, CHI, '*'],
    [`*${CHI}`, CHI, undefined],
    [`${AN} [mới chuyển đến]`, AN, 'mới chuyển đến'],
    [`${AN} – 0912345678`, AN, '0912345678'],
    [`${AN} 0912 345 678`, AN, '0912 345 678'],
    [`${AN} (01/02/2012)`, AN, '01/02/2012'],
    [`${AN}, 6A`, AN, '6A'],
    [`${AN}/6A`, AN, '6A'],
    [`${AN}: vắng`, AN, 'vắng'],
    [`${AN} lớp trưởng`, AN, 'lớp trưởng'],
    [`${AN} (Guest)`, AN, 'Guest'],
    [`${AN} - lớp trưởng (vắng)`, AN, 'lớp trưởng, vắng'],
    [`Em ${AN}`, AN, 'Em'],
    [`☑ ${AN}`, AN, undefined],
    [`${AN}.`, AN, undefined],
    ['李红（班长）', '李红', '班长'],
    [`Lớp trưởng: ${AN}`, AN, 'Lớp trưởng'],
    [`${AN}-6A`, AN, '6A'],
    [`${AN} - 9,5 điểm`, AN, '9,5 điểm'],
    [`${AN}: 8`, AN, '8'],
    [`${AN} (mẹ: Hoa)`, AN, 'mẹ: Hoa'],
    ['nguyễn văn an lớp trưởng', 'nguyễn văn an', 'lớp trưởng'],
    [`${AN} 😂`, AN, '😂'],
    [`${AN} ......`, AN, undefined],
    [`- [x] ${AN}`, AN, undefined],
    [`STT 2. ${AN}`, AN, undefined],
    [`Học sinh 2: ${AN}`, AN, undefined],
  ] as const) {
    const rows = ['Phạm Dũng', text, 'Vũ Lan', 'Đỗ Giang', 'Bùi Hà'].join('\n');
    const found = peopleOf(readRosterTable(rows)).people[1];
    t.same([found?.name, found?.note, found?.isDoubtful], [name, note, undefined], text);
  }
  t.same(
    read('Họ đệm\tTên\nNguyễn Văn\tAn (lớp trưởng)\nTrần Thị\tBình'),
    [AN, BINH].map((name) => [name, null, null]),
  );
});

t.test('RST-24 another name stays, and what may be part of the name or not is asked', async (t) => {
  for (const name of [
    'Anna (An) Nguyen',
    'Trần Thị Bình (Bi)',
    'Jean-Pierre Dupont',
    "O'Brien Seán",
    `${AN} A`,
    `${AN} 2`,
    'Martin Luther King Jr.',
    'Nguyễn Thị Mới',
    'Ludwig van Beethoven',
    'Sùng A Páo',
  ]) {
    const { people } = peopleOf(readRosterTable(`${BINH}\n${name}`));
    t.same(people[1], { line: 2, name, user_name: null, email: null }, name);
  }
  for (const name of [
    `${AN} - ${BINH}`,
    `${AN} (LT)`,
    `${AN} (Thay Cho Bạn)`,
    `${AN}, Bi`,
    'bi_pro',
    'trần an và lê chi',
    `${AN}, Hà Nội`,
    `${AN}, ${BINH}`,
    `I. ${AN}`,
  ])
    t.match(
      peopleOf(readRosterTable(`Vũ Lan\nĐỗ Hà\nBùi Minh\n${name}`)).people[3],
      { name, isDoubtful: true },
      name,
    );
});

const HEADS_ELSEWHERE: [heads: string, cells: string, name: string][] = [
  ['N°\tNom\tPrénom\tClasse', '1\tDupont\tMarie\t6A', 'Dupont Marie'],
  ['Prénom\tNom\tDate de naissance', 'Marie\tDupont\t01/02/2012', 'Dupont Marie'],
  ['Nom et prénom\tCourriel', 'Dupont Marie\tm@x.fr', 'Dupont Marie'],
  ['Name\tVorname\tKlasse', 'Müller\tHans\t6a', 'Müller Hans'],
  ['Nachname\tVorname\tGeburtsdatum', 'Müller\tHans\t01.02.2012', 'Müller Hans'],
  ['Apellidos\tNombre\tCorreo', 'García López\tAna\ta@x.es', 'García López Ana'],
  ['Nombre y apellidos\tCurso', 'Ana García López\t6A', 'Ana García López'],
  ['Nº\tNome\tTurma', '1\tJoão Silva\t6A', 'João Silva'],
  ['Cognome\tNome', 'Rossi\tMario', 'Rossi Mario'],
  ['No\tNama\tKelas', '1\tBudi Santoso\t6A', 'Budi Santoso'],
  ['№\tФИО\tКласс', '1\tИванов Пётр Ильич\t6А', 'Иванов Пётр Ильич'],
  ['ลำดับ\tชื่อ\tนามสกุล', '1\tสมชาย\tใจดี', 'ใจดี สมชาย'],
  ['学号\t姓名\t性别', '001\t王小明\t男', '王小明'],
  ['번호\t이름\t성별', '1\t김민수\t남', '김민수'],
  ['番号\t氏名\tフリガナ', '1\t田中 太郎\tタナカ タロウ', '田中 太郎'],
  ['番号\t姓\t名', '1\t田中\t太郎', '田中 太郎'],
  ['First name\tMiddle name\tLast name', 'An\tVăn\tNguyễn', AN],
];

t.test('RST-26 headings are known in other languages, and Vietnamese ones by their marks', async (t) => {
  for (const [heads, cells, name] of HEADS_ELSEWHERE) {
    const table = readRosterTable(`${heads}\n${cells}`);
    t.same(
      peopleOf(table).people.map((one) => one.name),
      [name],
      heads,
    );
    t.notOk(table.isUnsure, heads);
  }
  t.same(
    read('Họ đệm\tTên\tGhi chú\nHồ\tAnh\t\nTô\tKhôi\t').map(([name]) => name),
    ['Hồ Anh', 'Tô Khôi'],
    'names that would be headings without their marks',
  );
  t.same(
    read('Họ và tên\t\nLâm Gia\tTrường\nTrần Thị\tBình').map(([name]) => name),
    ['Lâm Gia Trường', BINH],
    'a given name that is a heading',
  );
});

t.test(
  'RST-27 a name in three or four columns, or behind three words, is proposed whole and asked',
  async (t) => {
    for (const rows of [
      ['Nguyễn\tVăn\tAn', 'Trần\tThị\tBình'],
      ['Nguyễn\tVăn\tAn'],
      ['1\tNguyễn\tVăn\tAn\t01/02/2012', '2\tTrần\tThị\tBình\t01/02/2012', '3\tLê\t\tChi\t01/02/2012'],
      ['Nguyễn\tThị\tMinh\tAnh', 'Trần\tHoàng\tBảo\tChâu'],
      ['Nguyễn Thị Minh\tAnh', 'Trần Hoàng Bảo\tChâu', 'Lê Ngọc Thảo\tVy'],
      ['1\tNguyễn Thị Minh\tAnh', '2\tTrần Hoàng Bảo\tChâu'],
    ]) {
      const table = readRosterTable(rows.join('\n'));
      const whole = rows.map((row) =>
        row
          .split('\t')
          .filter((cell) => /\p{L}/u.test(cell))
          .join(' '),
      );
      t.same(
        peopleOf(table).people.map(({ name }) => name),
        whole,
        rows.join(' ⏎ '),
      );
      t.ok(table.isUnsure, rows.join(' ⏎ '));
    }
    const nicknames = readRosterTable(`${AN}\tBi\n${BINH}\tNa`);
    t.same(nicknames.columns, ['name', null], 'a nickname is no part of it');
    t.same(
      read('STT\tHọ và tên\t\tNơi sinh\n1\tHà Đức\tNam\tHuế\n2\tTrần Quốc\tNam\tHuế').map(([name]) => name),
      ['Hà Đức Nam', 'Trần Quốc Nam'],
      'a given name that could be a sex',
    );
  },
);

t.test('RST-17 a list below has its own headings, whatever columns the first one has', async (t) => {
  for (const [what, first, second, row] of [
    [
      'another column ahead',
      'STT\tHọ tên\tLớp\n1\tNguyễn Văn An\t6A',
      'STT\tMã HS\tHọ tên',
      '1\tHS001\tTrần Thị Bình',
    ],
    ['the name in parts', 'STT\tHọ tên\tLớp\n1\tNguyễn Văn An\t6A', 'STT\tHọ đệm\tTên', '1\tTrần Thị\tBình'],
    ['the whole name', 'STT\tHọ đệm\tTên\n1\tNguyễn Văn\tAn', 'STT\tHọ tên\tLớp', '1\tTrần Thị Bình\t6A'],
    [
      'an address ahead',
      'TT\tHọ tên\tEmail\n1\tNguyễn Văn An\t',
      'TT\tEmail\tHọ tên',
      '1\tb@x.vn\tTrần Thị Bình',
    ],
  ] as const)
    t.same(
      read([first, second, row].join('\n')).map(([name]) => name),
      [AN, BINH],
      what,
    );
  t.same(
    read(`Tên: ${AN}\nLớp: 6A\nTên: ${BINH}\nLớp: 6A`).map(([name]) => name),
    [AN, BINH],
    'a form for each',
  );
});
