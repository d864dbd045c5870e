/**
 * Writes what this version of the product leaves in a database: all rows of a small school, and requests that its clients
 * may repeat at any later version. To keep another version's, at its commit:
 *
 *     git worktree add /tmp/kept COMMIT && cd /tmp/kept && npm ci
 *     cp HERE/test/log/kept/write-kept-log.ts test/log/kept/write-kept-log.test.ts
 *     KEPT_LOG=HERE/test/log/kept/kept-log-VERSION.json.gz npm test -- test/log/kept/write-kept-log.test.ts
 *
 * `test/log/kept/kept-logs.test.ts` then reads it. Where a version knows more, let it say more here first.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { submitOverdue } from '../../../core/exam/attempt/submit.ts';
import { classCalls, newClass } from '../../classroom/class-calls.ts';
import { takingCalls } from '../../exam/attempt/taking-calls.ts';
import { answersOf, examBody, givenExam } from '../../exam/given-exams.ts';
import { startApi, type TestAccount } from '../../harness/api-harness.ts';
import { column } from '../../harness/columns.ts';
import { weightsSet } from '../../learning/answering/given-undo.ts';
import { studyCalls } from '../../learning/study-calls.ts';

/** A request that was answered, and may be sent again by a client that has not heard so. */
export interface KeptRequest {
  student: number;
  path: string;
  key: string;
  body: object;
  /** The event's, which a repetition is answered as well. */
  position: string;
}

export interface KeptLog {
  /** The migrations that had been run, the last one first. */
  migrations: string[];
  /** The rows of each table, as Postgres writes them in JSON. */
  tables: Record<string, string>;
  students: { id: number; email: string; password: string }[];
  requests: KeptRequest[];
  /** An exam, and a student whose time with it runs at this moment. */
  running: { exam: number; student: number; answers: Record<string, string>; now: string };
}

t.test('a small school is written down', async (t) => {
  const file = process.env.KEPT_LOG;
  if (!file) throw new Error('KEPT_LOG names the file to be written.');
  const api = await startApi(t);
  const requests: KeptRequest[] = [];

  const teacher = await api.register('teacher');
  const students: TestAccount[] = [];
  for (let n = 0; n < 8; n++) students.push(await api.register());
  const [lan, minh, hoa, nam, mai] = students as [
    TestAccount,
    TestAccount,
    TestAccount,
    TestAccount,
    TestAccount,
  ];
  const decks = [await api.addDeck(teacher.id, 12, { official: true }), await api.addDeck(teacher.id, 6)];
  const classId = await newClass(teacher, decks[0]!.id, { students: students.slice(0, 6) });
  const other = await newClass(teacher, decks[1]!.id, { name: '10B', students: students.slice(4) });
  for (const { status, body } of [
    await classCalls(teacher).addDeck(classId, decks[1]!.id),
    await classCalls(lan).join(other),
    await classCalls(mai).leave(other),
  ])
    if (status >= 300) throw new Error(JSON.stringify(body));

  const answer = async (student: TestAccount, card: number, said: object): Promise<KeptRequest> => {
    const key = randomUUID();
    const body = { status: 2, time_spent: 1 + (card % 7), answered_at: api.clock.now() - 3_000, ...said };
    const path = `/api/cards/${card}/progress`;
    const answered = await studyCalls(student).progress(card, body, { 'idempotency-key': key });
    if (answered.status !== 200) throw new Error(JSON.stringify(answered.body));
    const { position } = answered.body.data;
    const request = { student: student.id, path, key, body, position };
    requests.push(request);
    return request;
  };
  const undo = async (student: TestAccount, { key }: KeptRequest): Promise<void> => {
    const path = `/api/reviews/${key}/undo`;
    const { status, body } = await student.call('POST /api/reviews/:reviewId/undo', {
      params: { reviewId: key },
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    requests.push({ student: student.id, path, key: '', body: {}, position: body.data.position });
  };

  // Nine study days over two months; late in the evening and early in the morning, too.
  for (const [turn, day] of ['01', '02', '04', '08', '15', '22'].entries()) {
    api.clock.stopAt(`2026-03-${day}T${turn % 2 ? '09:15:00' : '23:30:00'}+07:00`);
    for (const [n, student] of students.entries())
      for (const card of decks[n % 2 ? 1 : 0]!.cards.slice(0, 3 + n)) {
        const wrong = (card + turn + n) % 4 === 0;
        const first_status = wrong ? card % 2 : 2;
        if (turn === 0) await answer(student, card, { card_type: 'new', first_status, tries: wrong ? 3 : 1 });
        // As the plainest client says it.
        else if (card % 5 === 0) await answer(student, card, { answered_at: undefined });
        else await answer(student, card, { status: first_status, card_type: 'review' });
      }
    if (turn % 2) await api.project();
    await undo(lan, await answer(lan, decks[0]!.cards[9 + (turn % 3)]!, { card_type: 'new' }));
    if (turn === 3) await undo(minh, requests.find(({ student }) => student === minh.id)!);
    if (turn === 2) await api.services.appender.append(weightsSet(hoa.id, { 0: 0.4, 20: 0.2 }));
    // Out of range: the schedule parks it, and what follows it.
    if (turn === 4) await api.services.appender.append(weightsSet(nam.id, { 0: 1_000 }));
  }

  const exams = [
    await givenExam(teacher, [classId], examBody('ABCD')),
    await givenExam(teacher, [classId, other], examBody('DDA', { duration_minutes: 5 })),
  ] as const;
  api.clock.stopAt('2026-03-23T09:00:00+07:00');
  await api.databaseClock.stopAt('2026-03-23T09:00:00+07:00');
  for (const student of [lan, minh, hoa]) {
    const calls = takingCalls(exams[0].id, student);
    await calls.attempt();
    const answers = answersOf(exams[0], student === lan ? 'ABCD' : 'AB-A');
    await calls.save(0, answers);
    if (student === hoa) continue;
    const key = randomUUID();
    const { status, body } = await calls.submit(answers, key);
    if (status !== 200) throw new Error(JSON.stringify(body));
    const path = `/api/exams/${exams[0].id}/submit`;
    requests.push({ student: student.id, path, key, body: { answers }, position: body.data.position });
  }
  await takingCalls(exams[1].id, nam).attempt();
  await takingCalls(exams[1].id, nam).save(0, answersOf(exams[1], 'DA'));
  await api.project();
  await api.databaseClock.stopAt('2026-03-23T09:06:00+07:00');
  await submitOverdue({ pool: api.pool, appender: api.services.appender });
  const changed = await teacher.call('PATCH /api/exams/:examId', {
    params: { examId: exams[0].id },
    body: {
      ...examBody('ABCA'),
      questions: examBody('ABCA').questions.map((question, n) => ({
        id: exams[0].questions[n]!.id,
        ...question,
      })),
    },
  });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  await teacher.raw('DELETE', `/api/decks/${decks[1]!.id}/cards/${decks[1]!.cards[0]}`);
  // What no worker has taken in before the update.
  for (const student of students) await answer(student, decks[0]!.cards[2]!, { card_type: 'review' });

  const { rows: tables } = await api.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`,
  );
  const kept: KeptLog = {
    migrations: column(
      (await api.pool.query<{ name: string }>('select name from migrations order by name desc')).rows,
      'name',
    ),
    tables: {},
    students: students.map(({ id, email, password }) => ({ id, email, password })),
    requests,
    running: {
      exam: exams[0].id,
      student: hoa.id,
      answers: answersOf(exams[0], 'AB-A'),
      now: '2026-03-23T09:10:00+07:00',
    },
  };
  for (const { name } of tables) {
    const { rows } = await api.pool.query<{ rows: string }>(
      `select coalesce(json_agg(x), '[]')::text as rows from ${name} x`,
    );
    kept.tables[name] = rows[0]!.rows;
  }
  const bytes = gzipSync(JSON.stringify(kept), { level: 9 });
  writeFileSync(file, bytes);
  t.ok(bytes.length < 300_000, `${bytes.length} bytes, ${requests.length} requests`);
});
