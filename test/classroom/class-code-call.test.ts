import t from 'tap';
import { CODE_TRIES, SITE } from '../../core/code-guard.ts';
import { CODE_LETTERS, codeOf, parseClassCode, spacedCode } from '../../core/code-text.ts';
import { type Answer, startApi, type TestAccount } from '../api-harness.ts';
import { classCalls, newClass } from './class-calls.ts';

const api = await startApi(t);
const teacher = await api.register('teacher', { name: 'Cô Hoa' });
const deck = await api.addDeck(teacher.id, 1);

const inHours = (hours: number): string => new Date(api.clock.now() + hours * 3_600_000).toISOString();
const times = (open: number | null = null) => ({
  ends_at: inHours(24),
  open_until: open === null ? null : inHours(open),
});

const renew = async (classId: number, body = times()) =>
  (await api.call('POST /api/classes/:classId/code', { params: { classId }, token: teacher.token, body }))
    .body;
const newCode = async (classId: number, body = times()): Promise<string> => {
  const answer = await renew(classId, body);
  if (!answer.success) throw new Error(JSON.stringify(answer));
  return answer.data.code;
};
const join = (account: TestAccount, code: string) =>
  api.unchecked('POST /api/class-codes/:code/join', {
    token: account.token,
    params: { code: encodeURIComponent(code) },
  });
const find = (account: TestAccount, code: string) =>
  api.unchecked('GET /api/class-codes/:code', {
    token: account.token,
    params: { code: encodeURIComponent(code) },
  });
const start = async (name = '10A') => ({
  id: await newClass(api, teacher, deck.id, { name }),
  student: await api.register('student', { name: 'Lan' }),
});
const ended = (classId: number) =>
  api.pool.query(`update class_codes set ends_at = now() - interval '1 second' where class_id = $1`, [
    classId,
  ]);

t.test(
  'JOI-01 a code is six letters of which none is taken for another, and is read as people type it',
  (t) => {
    t.notOk(/[ILO01]/.test(CODE_LETTERS));
    t.equal(
      codeOf(6, () => 0),
      'AAAAAA',
    );
    for (const typed of ['ABCDEF', 'abc def', ' abc-def ', 'a b c d e f', 'ABC–DEF', 'ＡＢＣＤＥＦ'])
      t.equal(parseClassCode(typed), 'ABCDEF', typed);
    for (const typed of ['', 'ABCDE', 'ABCDEFG', 'ABCDEI', 'ABC123', '12'])
      t.equal(parseClassCode(typed), null, typed);
    t.equal(spacedCode('ABCDEF'), 'ABC DEF');
    t.end();
  },
);

t.test('JOI-02 a student finds the class by its code, and asks to join', async (t) => {
  const { id, student } = await start('Lớp của Lan');
  const code = await newCode(id);
  t.equal(parseClassCode(code), code);
  const found = await find(student, `${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`);
  t.same(found.body, {
    success: true,
    data: { class_id: id, class_name: 'Lớp của Lan', teacher_name: 'Cô Hoa', is_open: false },
  });
  const joined = await join(student, code);
  t.equal(joined.status, 201);
  t.same(joined.body.data, { class_id: id, class_name: 'Lớp của Lan', status: 'pending' });
  t.match((await join(student, code)).body, { code: 'join_already_requested' });
  const { body } = await classCalls(api, teacher).requests(id);
  t.same(
    body.data.map(({ student_id }) => student_id),
    [student.id],
  );
});

t.test('JOI-03 while the code is open a student is in at once, and not after', async (t) => {
  const { id, student } = await start();
  const code = await newCode(id, times(1));
  t.match((await find(student, code)).body, { data: { is_open: true } });
  t.match((await join(student, code)).body, { data: { status: 'approved' } });
  t.match((await classCalls(api, student).get(id)).body, { data: { id, student_count: 1 } });
  t.match((await join(student, code)).body, { code: 'already_a_member' });
  await api.pool.query(`update class_codes set open_until = now() where class_id = $1`, [id]);
  const later = await api.register('student');
  t.match((await join(later, code)).body, { data: { status: 'pending' } });
  const { rows } = await api.pool.query('select act, person_id from acts where class_id = $1 order by id', [
    id,
  ]);
  t.match(rows.slice(-2), [
    { act: 'class.code_made' },
    { act: 'class.member_joined', person_id: student.id },
  ]);
});

t.test('JOI-03 who waits is let in by an open code; who was turned down is not', async (t) => {
  const { id, student } = await start();
  const rejected = await api.register('student');
  for (const one of [student, rejected]) await classCalls(api, one).join(id);
  await classCalls(api, teacher).reject(id, rejected.id);
  const code = await newCode(id, times(1));
  t.match((await join(student, code)).body, { data: { status: 'approved' } });
  t.match((await join(rejected, code)).body, { data: { status: 'pending' } });
});

t.test('JOI-04 a code that is renewed, ended or unknown is refused in the same words', async (t) => {
  const { id, student } = await start();
  const first = await newCode(id);
  const second = await newCode(id);
  t.not(first, second);
  const refusals: Answer<unknown>[] = [
    await join(student, first),
    await join(student, 'AAAAAA'),
    await join(student, '?'),
  ];
  await ended(id);
  refusals.push(await join(student, second), await find(student, second));
  const none = await api.call('GET /api/classes/:classId/code', {
    params: { classId: id },
    token: teacher.token,
  });
  t.same(none.body, { success: true, data: null });
  await newCode(id);
  await api.call('DELETE /api/classes/:classId/code', { params: { classId: id }, token: teacher.token });
  for (const { status, body } of refusals) {
    t.equal(status, 404);
    t.same(body, refusals[0]!.body);
    t.match(body, { code: 'class_code_unknown' });
  }
});

t.test('JOI-05 times of a code are in the future, in order and within a year', async (t) => {
  const { id } = await start();
  for (const [body, field] of [
    [{ ends_at: inHours(-1), open_until: null }, 'ends_at'],
    [{ ends_at: inHours(24 * 400), open_until: null }, 'ends_at'],
    [{ ends_at: inHours(2), open_until: inHours(3) }, 'open_until'],
    [{ ends_at: inHours(2), open_until: inHours(-1) }, 'open_until'],
  ] as const)
    t.match(await renew(id, body), { code: 'validation_failed', errors: { [field]: [String] } });
  const code = await newCode(id);
  const changed = times(2);
  const answer = await api.call('PATCH /api/classes/:classId/code', {
    params: { classId: id },
    token: teacher.token,
    body: changed,
  });
  t.same(answer.body, { success: true, data: { code, ...changed } }, 'the code stays');
});

t.test('JOI-06 codes cannot be tried out by an account, nor by many', async (t) => {
  const { id, student } = await start();
  const code = await newCode(id);
  for (let time = 0; time < 12; time++)
    t.equal((await find(student, code)).status, 200, 'right ones are free');
  for (let time = 0; time < CODE_TRIES.account; time++) t.equal((await find(student, 'AAAAAA')).status, 404);
  const refused = await join(student, code);
  t.match([refused.status, refused.body], [429, { code: 'too_many_requests' }]);
  t.equal((await find(await api.register('student'), code)).status, 200, 'others are not concerned');
});

/** As if everybody together had tried so many wrong codes. */
const triedBySite = (attempts: number) =>
  api.pool.query(
    `insert into login_attempts (place, attempts, ends_at) values ($1, $2, now() + interval '15 minutes')
     on conflict (place) do update set attempts = excluded.attempts, ends_at = excluded.ends_at`,
    [SITE.place, attempts],
  );

t.test('JOI-06 SL-201 a thousand wrong codes of others keep out nobody who has the right one', async (t) => {
  const { id, student } = await start();
  const code = await newCode(id);
  await triedBySite(SITE.max);
  t.equal((await find(student, code)).status, 200, 'the first try of an account is looked at');
  for (let time = 0; time < 5; time++) t.equal((await join(student, code)).status, time ? 409 : 201);
  const other = await api.register('student');
  for (let time = 0; time < CODE_TRIES.accountThen; time++)
    t.equal(
      (await find(other, 'AAAAAA')).status,
      404,
      'said to be wrong, though the site has tried too much',
    );
  t.equal((await find(other, code)).status, 429, 'but each account tries fewer');
  await triedBySite(0);
});

t.test(
  'JOI-06 one account locks out nobody; an address from which many guess is refused by itself',
  async (t) => {
    const { id, student } = await start();
    const code = await newCode(id);
    const from = (account: TestAccount, typed: string, address: string) =>
      api.unchecked('GET /api/class-codes/:code', { token: account.token, params: { code: typed }, address });
    for (let time = 0; time < 30; time++) await from(student, 'AAAAAA', '203.0.113.7');
    const neighbour = await api.register('student');
    t.equal((await from(neighbour, code, '203.0.113.7')).status, 200, 'thirty tries of one account');
    for (let account = 1; account < CODE_TRIES.network / CODE_TRIES.account; account++) {
      const guesser = await api.register('student');
      for (let time = 0; time < CODE_TRIES.account; time++) await from(guesser, 'AAAAAA', '203.0.113.7');
    }
    t.equal((await from(neighbour, code, '203.0.113.7')).status, 429);
    t.equal((await from(neighbour, code, '203.0.113.8')).status, 200, 'the same account from elsewhere');
  },
);

t.test('JOI-10 sixty classmates at one address get in while one of them tries codes out', async (t) => {
  const { id, student: guesser } = await start();
  const code = await newCode(id, times(1));
  const address = '203.0.113.20';
  const joinFrom = (account: TestAccount, typed: string) =>
    api.unchecked('POST /api/class-codes/:code/join', {
      token: account.token,
      params: { code: typed },
      address,
    });
  const guesses: number[] = [];
  for (let mate = 0; mate < 60; mate++) {
    guesses.push((await joinFrom(guesser, 'AAAAAA')).status);
    const account = await api.register('student');
    if (mate % 2) t.equal((await joinFrom(account, 'BBBBBB')).status, 404, 'half of them mistype');
    t.match((await joinFrom(account, code)).body, { data: { status: 'approved' } });
  }
  t.equal(guesses.filter((status) => status === 404).length, CODE_TRIES.account);
  t.equal(guesses.filter((status) => status === 429).length, 60 - CODE_TRIES.account);
});
