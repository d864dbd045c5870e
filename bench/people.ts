import { auditEntries } from '../core/audit/audit-list.ts';
import type { PeopleQuery } from '../core/person/person.schema.ts';
import { people } from '../core/person/person-list.ts';
import { percentile, timesOf } from './load/kept-connections.ts';
import { openBenchDatabase } from './school/bench-database.ts';

/**
 * How long the administrator's pages of people and of the audit log take, at 100,000 accounts and a million entries.
 */
const ACCOUNTS = 100_000;
const ENTRIES = 1_000_000;
const ROUNDS = 40;
const LIMIT = 50;

const { pool, ...bench } = await openBenchDatabase();
await pool.query(
  `insert into users (name, email, password_hash, role, time_zone, seen_at, disabled_at, must_change_password)
   select (array['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Hoàng', 'Vũ', 'Đặng'])[1 + n % 7] || ' ' ||
     (array['Thị', 'Văn', 'Đức', 'Ngọc', 'Minh'])[1 + n % 5] || ' ' ||
     (array['An', 'Bình', 'Châu', 'Dũng', 'Hà', 'Hương', 'Lan', 'Mai', 'Nam', 'Ánh', 'Quỳnh'])[1 + n % 11],
     'person-' || n || '@example.org', repeat('x', 97), case when n % 30 = 0 then 'teacher' else 'student' end,
     'Asia/Ho_Chi_Minh', case when n % 4 > 0 then now() - n * interval '7 minutes' end,
     case when n % 200 = 0 then now() end, n % 150 = 0
   from generate_series(1, $1::integer) n`,
  [ACCOUNTS],
);
await pool.query(
  `insert into acts (at, actor_id, act, person_id, class_id)
   select now() - n * interval '3 minutes', 1 + n % 3000, 'class.member_approved', n % 100000, n % 2000
   from generate_series(1, $1::integer) n`,
  [ENTRIES],
);
await pool.query('vacuum analyze users');
await pool.query('analyze acts');

const QUERIES: [string, PeopleQuery][] = [
  ['by name', {}],
  ['last seen', { sort: 'seen' }],
  ['longest away', { sort: 'silent' }],
  ['a common name', { search: 'nguyen an' }],
  ['a rare address', { search: 'person-77777@' }],
  ['nobody', { search: 'khong ai ten the nay' }],
  ['a rare name, by seen', { search: 'dang minh chau', sort: 'seen' }],
  ['teachers', { role: 'teacher' }],
  ['disabled teachers', { role: 'teacher', state: 'disabled' }],
  ['away for a month, students', { role: 'student', seen: 'longer' }],
];

async function measured(name: string, one: () => Promise<unknown>): Promise<number[]> {
  const times = await timesOf(ROUNDS, one);
  console.log(
    `${name.padEnd(28)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  );
  return times;
}

const all: number[] = [];
for (const [name, query] of QUERIES) {
  const first = await people(pool, { ...query, limit: LIMIT });
  all.push(...(await measured(name, () => people(pool, { ...query, limit: LIMIT }))));
  const after = first.next;
  if (after !== null)
    all.push(...(await measured(`… its second page`, () => people(pool, { ...query, after, limit: LIMIT }))));
}
console.log(`all pages of people: p95 ${percentile(all, 0.95).toFixed(1)} ms`);

const zone = 'Asia/Ho_Chi_Minh';
const day = new Date(Date.now() - 500 * 86_400_000).toISOString().slice(0, 10);
await measured('entries', () => auditEntries(pool, { limit: LIMIT }, zone));
await measured('entries of a person', () => auditEntries(pool, { person_id: 77, limit: LIMIT }, zone));
await measured('entries of a name', () => auditEntries(pool, { person: 'person-77@', limit: LIMIT }, zone));
await measured('entries of a common name', () =>
  auditEntries(pool, { person: 'nguyen an', limit: LIMIT }, zone),
);
await measured('entries of a name that nobody has', () =>
  auditEntries(pool, { person: 'khong ai', limit: LIMIT }, zone),
);
await measured('entries of a class', () => auditEntries(pool, { class_id: 77, limit: LIMIT }, zone));
await measured('entries of a day long ago', () => auditEntries(pool, { day, limit: LIMIT }, zone));
await bench.close();
