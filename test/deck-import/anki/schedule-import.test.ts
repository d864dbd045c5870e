import t from 'tap';
import type { DeckImport } from '../../../core/deck-import/deck-import.schema.ts';
import { Scheduler } from '../../../core/learning/memory/memory.ts';
import { scheduleImportRun } from '../../../core/learning/schedule-import/schedule-import.run.ts';
import { dayNumber, dayOfNumber } from '../../../core/learning/study-day.ts';
import { fileOf } from '../../card/card-form.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { sql } from '../../harness/sql.ts';
import { projectAll } from '../../log/given-events.ts';
import { differences } from '../../log/rebuilding/rebuilt.ts';
import { performWaiting } from '../../run/perform-waiting.ts';
import { ownImports, runImports } from '../import-calls.ts';
import { BASIC, basicNote, type GivenPackage, packageOf } from './given-anki-packages.ts';

const api = await startApi(t);
const { pool } = api;
await pool.query('update site_settings set students_make_decks = true');
const folder = t.testdir();
const newStudent = () => api.register('student', { time_zone: 'Asia/Ho_Chi_Minh' });

const LOG = `CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL, ease integer NOT NULL,
  ivl integer NOT NULL, lastIvl integer NOT NULL, factor integer NOT NULL, time integer NOT NULL, type integer NOT NULL);`;

type Logged = [day: string, cid: number, ease: number, type?: number];
const moment = (day: string): number => Date.parse(`${day}T03:00:00Z`);
const logOf = (rows: Logged[]): string =>
  LOG +
  rows
    .map(([day, cid, ease, type = 1], index) => {
      const id = moment(day) + index;
      return `INSERT INTO revlog VALUES (${id}, ${cid}, 0, ${ease}, 5, 1, 2500, 4000, ${type});`;
    })
    .join('');

/** Of the notes a to d: two are known, one is new, and one was never known. */
const HISTORY: Logged[] = [
  ['2021-05-03', 1, 1, 0],
  ['2021-05-03', 1, 3, 0],
  ['2021-05-06', 1, 3],
  ['2021-05-20', 1, 2],
  ['2024-01-10', 2, 4, 0],
  ['2024-01-11', 3, 1, 0],
];
const notesOf = (...guids: string[]) =>
  guids.map((guid) => basicNote(guid, [`front ${guid}`, `back ${guid}`], { ords: [0] }));
const notes = notesOf('a', 'b', 'c', 'd');

async function filed(tamper?: string, more: Partial<GivenPackage> = {}) {
  const bytes = await packageOf(folder, {
    version: 2,
    types: [BASIC],
    notes,
    ...(tamper && { tamper }),
    ...more,
  });
  return fileOf(bytes, 'words.apkg', 'application/octet-stream');
}
const packaged = (rows: Logged[], version: GivenPackage['version'] = 2) => filed(logOf(rows), { version });

const { read, importAs } = ownImports(api);

/** As a worker does it, beside others that project. */
async function bring(): Promise<void> {
  let isOver = false;
  const performed = performWaiting(api, scheduleImportRun).finally(() => {
    isOver = true;
  });
  while (!isOver) await projectAll(pool);
  await performed;
}

async function brought(student: TestAccount, rows = HISTORY): Promise<DeckImport> {
  const { id } = await importAs(student, { json_file: await packaged(rows), with_schedule: '1' });
  await bring();
  await projectAll(pool);
  return read(student, id);
}

const events = ({ id }: TestAccount) =>
  sql(pool)<{ id: string; type: string; data: { card_id: number } }>`select id, type, data from events
    where student_id = ${id} order by position`;

const schedule = ({ id }: TestAccount) =>
  sql(pool)`select c.front, due_day::text, stability, difficulty from review_schedule r
    join cards c on c.id = r.card_id
    where student_id = ${id} order by c.ordinal`;

function expected(front: string, cid: number) {
  const scheduler = new Scheduler();
  const memory = HISTORY.filter(([, card]) => card === cid).reduce<ReturnType<Scheduler['review']>>(
    (known, [day, , ease]) => scheduler.review(known, { grade: ease as 1 | 2 | 3 | 4, day: dayNumber(day) }),
    null,
  )!;
  const { stability, difficulty, dueDay } = memory;
  return { front, due_day: dayOfNumber(dueDay), stability, difficulty };
}
const EXPECTED = [expected('front a', 1), expected('front b', 2)];

for (const version of [1, 2, 3] as const)
  t.test(`IMF-18 a student brings the schedule of a package along (version ${version})`, async (t) => {
    const student = await newStudent();
    const file = { json_file: await packaged(HISTORY, version), with_schedule: '1' };
    const checked = await importAs(student, { ...file, check_only: '1' });
    const counted = { cards: 2, answers: 5, since: new Date(moment('2021-05-03')).toISOString(), studied: 0 };
    t.same(checked.report?.schedule, counted);
    t.equal(checked.schedule, null);
    await student.data('POST /api/imports/:importId/confirm', { params: { importId: checked.id } });
    await runImports(api);
    t.match(await read(student, checked.id), {
      status: 'completed',
      report: { schedule: counted },
      schedule: { status: 'queued' },
    });
    await bring();
    await projectAll(pool);
    t.match(await read(student, checked.id), {
      schedule: { status: 'completed', percent: 100, cards_done: 2, answers_done: 5 },
    });
    t.same(await schedule(student), EXPECTED);
    t.same(await api.sql`select from schedule_import_cards`, [], 'nothing waits any more');
    t.same(await api.sql`select from deck_import_answers`, [], 'nothing is left of what was read');
  });

t.test('IMF-18 once: the same package again appends nothing, a later one what is new', async (t) => {
  const student = await newStudent();
  await brought(student);
  const before = await events(student);
  t.equal(before.length, 5);
  t.match((await brought(student)).schedule, { status: 'completed' });
  t.same(await events(student), before);
  await brought(student, [...HISTORY, ['2024-02-01', 2, 3]]);
  t.equal((await events(student)).length, 6);
});

t.test('IMF-18 what broke off in the middle goes on, and nothing is there twice', async (t) => {
  const student = await newStudent();
  const cards = 90;
  const many = notesOf(...Array.from({ length: cards }, (_, index) => String(index)));
  const log = logOf(many.map((_, index): Logged => ['2024-01-01', index + 1, 3]));
  const json_file = await filed(log, { notes: many });
  const { id } = await importAs(student, { json_file, with_schedule: '1' });
  const rows = await sql(pool)<{ last: number }>`select max(card_id) as last from schedule_import_cards`;
  await pool.query(`create function refuse_last() returns trigger language plpgsql as $$
    begin raise exception 'the database breaks off'; end $$;
    create trigger refuse_last before insert on events for each row
      when ((new.data ->> 'card_id')::integer = ${rows[0]!.last}) execute function refuse_last()`);
  await bring();
  const half = await events(student);
  t.ok(half.length > 0 && half.length < cards, `${half.length} of ${cards}`);
  t.match(await read(student, id), { schedule: { status: 'running' } });
  await pool.query('drop trigger refuse_last on events');
  await bring();
  t.match(await read(student, id), { schedule: { status: 'completed', answers_done: cards } });
  const whole = await events(student);
  t.equal(whole.length, cards);
  t.same(whole.slice(0, half.length), half);
});

t.test('IMF-18 cards that were answered here keep their schedule, and are counted', async (t) => {
  const student = await newStudent();
  const first = await importAs(student, { json_file: await packaged(HISTORY) });
  t.equal(first.schedule, null);
  t.notOk(first.report?.schedule, 'nobody has asked for it');
  const data = await student.data('GET /api/decks/:deckId/cards', { params: { deckId: first.deck_id! } });
  await student.data('POST /api/cards/:cardId/progress', {
    params: { cardId: data[0]!.id },
    body: { status: 2, time_spent: 3, card_type: 'new' },
  });
  await projectAll(pool);
  const [own] = await schedule(student);
  const again = await brought(student);
  t.match(again.report?.schedule, { cards: 1, answers: 1, studied: 1 });
  t.same(await schedule(student), [own, EXPECTED[1]]);
});

t.test('IMF-17 IMF-18 no streak, day or figure changes; a verification finds no difference', async (t) => {
  const student = await newStudent();
  const before = await student.data('GET /api/activity');
  const { deck_id } = await brought(student);
  t.same(await student.data('GET /api/activity'), before);
  const data = await student.data('GET /api/decks/:deckId/stats', { params: { deckId: deck_id! } });
  t.match(data, { cards_studied: 2, today_stats: { cards_studied: 0, time_spent: 0 }, overdue: 2 });
  t.same(await differences(api), { count: 0, rows: [] });
});

t.test('IMF-18 SL-256 only students bring a schedule along', async (t) => {
  const teacher = await api.register('teacher');
  const done = await importAs(teacher, { json_file: await packaged(HISTORY), with_schedule: '1' });
  t.match(done, { status: 'completed', schedule: null });
  t.notOk(done.report?.schedule);
  t.same(await events(teacher), []);
});

t.test('IMF-18 it is stopped while it waits, and the deck stays', async (t) => {
  const student = await newStudent();
  const { id } = await importAs(student, { json_file: await packaged(HISTORY), with_schedule: '1' });
  const cancel = () => student.call('POST /api/imports/:importId/cancel', { params: { importId: id } });
  const { data } = (await cancel()).body;
  t.match(data, { status: 'completed', schedule: { status: 'cancelled' } });
  await bring();
  t.same(await events(student), []);
  t.equal((await cancel()).status, 409);
});

t.test('IMF-18 a package without a log, or with more than can be read, says so', async (t) => {
  const student = await newStudent();
  const without = await importAs(student, { json_file: await filed(), with_schedule: '1' });
  t.match(without, {
    status: 'completed',
    schedule: null,
    report: { schedule: { cards: 0, answers: 0, since: null } },
  });
  const many = `${LOG} INSERT INTO revlog WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500001)
    SELECT 1600000000000 + i, 1, 0, 3, 1, 1, 2500, 1, 1 FROM n;`;
  const refused = await importAs(student, { json_file: await filed(many), with_schedule: '1' });
  t.match(refused, { status: 'failed', failure: { code: 'too_many_answers' } });
});

t.test(
  'IMF-34 a deck that is typed in Anki is practised by typing by the student who makes it',
  async (t) => {
    const student = await newStudent();
    const templates: [string, string][] = [['{{Meaning}} {{type:Word}}', '{{FrontSide}}<hr>{{type:Word}}']];
    const typed = { id: 9, fields: ['Meaning', 'Word'], templates };
    const fileOfTypes = async (...types: number[]) => {
      const given = types.map((type, index) => ({
        ...basicNote(`n${index}`, [`m ${index}`, `w ${index}`], { ords: [0] }),
        type,
      }));
      return filed(undefined, { types: [BASIC, typed], notes: given });
    };
    const wayOf = async (deckId: number | null) =>
      (await api.sql<{ way: string }>`select way from deck_settings where deck_id = ${deckId}`).map(
        ({ way }) => way,
      );
    const most = await fileOfTypes(9, 9, BASIC.id);
    const check = await importAs(student, { title: 'Typed', check_only: '1', json_file: most });
    t.match(check.report?.anki, { typed: 2, sets_way: true });
    t.match(
      await api.sql`select from deck_settings where student_id = ${student.id}`,
      [],
      'a check sets nothing',
    );
    const done = await importAs(student, { title: 'Typed', json_file: most });
    t.match(done.report?.anki, { typed: 2, sets_way: true });
    t.same(await wayOf(done.deck_id), ['typing']);
    await api.sql`update deck_settings set way = 'choice' where deck_id = ${done.deck_id}`;
    const again = await importAs(student, { title: 'Typed', json_file: most });
    t.equal(again.report?.anki?.sets_way, undefined);
    t.same(await wayOf(done.deck_id), ['choice'], 'what was chosen since stays');
    const few = await importAs(student, { title: 'Few', json_file: await fileOfTypes(9, BASIC.id) });
    t.same([few.report?.anki?.typed, few.report?.anki?.sets_way], [1, undefined]);
    t.same(await wayOf(few.deck_id), []);
    const teacher = await api.register('teacher');
    const taught = await importAs(teacher, { title: 'Typed', json_file: most });
    t.same([taught.report?.anki?.typed, taught.report?.anki?.sets_way], [2, undefined], 'a teacher is told');
    t.same(await wayOf(taught.deck_id), []);
  },
);
