import t from 'tap';
import { migrate, withOrm } from '../../core/migrating.ts';
import { isTimeZone } from '../../core/process/config.ts';
import { comparedAs, searchedAs } from '../../core/text/normal-form.ts';
import { column } from '../harness/columns.ts';
import { createTestDatabase } from '../harness/database-harness.ts';

const { pool } = await createTestDatabase(t);

/** Of each text, both forms as the database makes them. */
const storedForms = async (texts: string[]) =>
  (
    await pool.query<{ compared: string; searched: string }>(
      `select compared_as(text) as compared, searched_as(text) as searched
       from unnest($1::text[]) with ordinality given (text, place) order by place`,
      [texts],
    )
  ).rows;

/** Letters that either side of the test has learnt from a later Unicode than the other: case alone is left out. */
const isNewlyCased = (code: number): boolean =>
  (code >= 0xa7cb && code <= 0xa7dc) || (code >= 0x16ea0 && code <= 0x16eb8) || code === 0x1c89;

t.test('GLB-21 the database and the program make the same of every letter', async (t) => {
  const wrong: string[] = [];
  for (let first = 1; first < 0x110000; first += 0x1000) {
    const codes = Array.from({ length: 0x1000 }, (_, index) => first + index).filter(
      (code) => code < 0x110000 && !(code >= 0xd800 && code < 0xe000) && !isNewlyCased(code),
    );
    const texts = codes.map((code) => `ho${String.fromCodePoint(code)}a`);
    const stored = await storedForms(texts);
    for (const [index, text] of texts.entries())
      if (stored[index]!.compared !== comparedAs(text) || stored[index]!.searched !== searchedAs(text))
        wrong.push(codes[index]!.toString(16));
  }
  t.same(wrong, []);
});

t.test('GLB-21 the database and the program make the same of words', async (t) => {
  const texts = [
    'Thuỷ thủy THUỶ quý QUỶ',
    'hoà hoàn HÒA, khoẻ! Khoe\u0309',
    'Tuệ loè xoè toả',
    '…“Don’t—do”',
    '  a \u200b b\n',
    'ΟΔΟΣ ς',
    '\u200f مَرْحَبًا',
    'a\u00ad\u0301',
    'İstanbul ISPARTA ß',
    'Ðà Nẵng ﬁle ＡＢＣ',
    '한국어 が',
  ];
  for (const [index, { compared, searched }] of (await storedForms(texts)).entries()) {
    t.equal(compared, comparedAs(texts[index]!));
    t.equal(searched, searchedAs(texts[index]!));
  }
});

t.test('SL-31 a time zone is a name that the program and the database know the same way', async (t) => {
  for (const none of ['+07:00', '-03:30', '+07', '07:00', 'CET', 'wet', 'GMT+7', 'Asia/Nowhere', ''])
    t.notOk(isTimeZone(none), none);
  const moments = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'];
  const { rows } = await pool.query<{ name: string; at: string; local: string }>(
    `select name, at, to_char(at::timestamptz at time zone name, 'YYYY-MM-DD HH24:MI') as local
     from pg_timezone_names, unnest($1::text[]) at where name !~ '^(posix|right)/'`,
    [moments],
  );
  const known = rows.filter(({ name }) => isTimeZone(name));
  t.ok(known.length > 800, `${known.length} moments`);
  const wrong = known.filter(({ name, at, local }) => {
    const here = Temporal.Instant.from(at).toZonedDateTimeISO(name);
    return `${here.toPlainDate()} ${here.toPlainTime().toString({ smallestUnit: 'minute' })}` !== local;
  });
  t.same(column(wrong, 'name'), []);
  for (const name of Intl.supportedValuesOf('timeZone')) t.ok(isTimeZone(name), name);
});

t.test('SL-31 GLB-21 what earlier versions have kept is mended, and found', async (t) => {
  const old = await createTestDatabase(t);
  await old.pool.query('drop schema public cascade; create schema public');
  await withOrm(old.url, (orm) => orm.migrator.up({ to: '0074-owners-of-claimed-addresses' }));
  const zones = [
    ['+07:00', 'Asia/Ho_Chi_Minh'],
    ['-05:00', 'Etc/GMT+5'],
    ['+10:00', 'Etc/GMT-10'],
    ['+05:30', 'Asia/Kolkata'],
    ['+00:00', 'UTC'],
    ['+08', 'Etc/GMT-8'],
    ['+0900', 'Etc/GMT-9'],
    ['CET', 'Europe/Brussels'],
    ['Asia/Saigon', 'Asia/Saigon'],
    ['UTC', 'UTC'],
  ] as const;
  for (const [zone] of zones)
    await old.pool.query(
      `insert into users (name, user_name, password_hash, role, time_zone)
       values ($1, $2, '', 'student', $3)`,
      [
        `Tha\u00ad\u0300nh ${zone}`.normalize('NFD'),
        `u${zone.replace(/[^a-z0-9]/gi, '').toLowerCase()}`,
        zone,
      ],
    );
  await migrate(old.url, []);
  const { rows } = await old.pool.query<{ time_zone: string }>(
    `select time_zone from users where search_text like '%thanh%' order by id`,
  );
  t.same(
    column(rows, 'time_zone'),
    zones.map(([, mended]) => mended),
  );
  for (const { time_zone } of rows) t.ok(isTimeZone(time_zone), time_zone);
  await t.rejects(old.pool.query(`update users set time_zone = '+07:00'`), /users_time_zone/);
});
