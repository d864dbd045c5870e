import { randomUUID } from 'node:crypto';
import t from 'tap';
import { CODE_TRIES, SITE } from '../../core/access/code-guard.ts';
import type { Entry } from '../../core/site/entry-limits.ts';
import { parseSchoolCode, spacedCode } from '../../core/text/code-text.ts';
import { newClass } from '../classroom/class-calls.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { realRoutes } from '../security/real-routes.ts';

const routes = realRoutes(t);
const api = await startApi(t);
const admin = await api.register('admin');
const { token } = admin;

const setEntry = async (entry: Entry, rest: { new_code?: boolean } = {}) =>
  (await api.call('POST /api/admin/entry', { token, body: { entry, ...rest } })).body.data;
const change = async (what: 'approve' | 'refuse' | 'enable', ids: number[]) =>
  (await api.call('POST /api/admin/people/changes', { token, body: { change: what, person_ids: ids } })).body
    .data;
interface From {
  code?: string;
  address?: string;
  device?: string;
  email?: string;
}
const come = (role: 'student' | 'teacher', { code, address, device, email }: From = {}) => {
  const body = {
    name: 'Mai',
    email: email ?? `${randomUUID()}@example.org`,
    password: 'đúng ngựa pin kẹp',
    password_confirmation: 'đúng ngựa pin kẹp',
    role,
    ...(code !== undefined && { code }),
    ...(device !== undefined && { device }),
  };
  return api.call('POST /api/register', { body, ...(address && { address }) });
};
const codeOf = async (asked: ReturnType<typeof come>) => {
  const { status, body } = await asked;
  return status === 201 ? status : [status, body.code];
};
const acts = async () =>
  (await api.call('GET /api/admin/acts', { token, query: {} })).body.data.map(({ act, details }) => [
    act,
    details,
  ]);
const waiting = async () =>
  column((await api.call('GET /api/admin/people', { token, query: { state: 'waiting' } })).body.data, 'id');

t.test('ENT-01 ENT-02 everybody comes in until the administrator answers the question', async (t) => {
  t.match((await api.call('GET /api/site-settings')).body.data, { entry: 'open', entry_is_chosen: false });
  const asked = await api.data('GET /api/admin/entry', { token });
  t.same(asked, { entry: 'open', code: null, is_chosen: false, has_people: false });
  t.equal(await codeOf(come('teacher')), 201);
  t.match((await api.call('GET /api/admin/entry', { token })).body.data, { has_people: true });
  await setEntry('open');
  t.match((await api.call('GET /api/site-settings')).body.data, { entry: 'open', entry_is_chosen: true });
  t.same(await acts(), [['site.entry_changed', { from: 'open', to: 'open' }]]);
  await setEntry('open');
  t.equal((await acts()).length, 1, 'the same answer changes nothing');
});

t.test('ENT-03 a teacher who registers waits, and may do nothing that is for teachers', async (t) => {
  await setEntry('approval');
  t.equal((await come('student')).body.user.awaits_approval, undefined, 'SL-202 students do not wait');
  const { body } = await come('teacher');
  const { id } = body.user;
  t.equal(body.user.awaits_approval, true);
  const forTeachers = routes.filter(
    ({ method, access }) => method !== 'HEAD' && [access].flat().includes('teacher'),
  );
  t.ok(forTeachers.length > 20);
  for (const { method, url } of forTeachers) {
    const answer = await api.raw(method as 'GET', url.replace(/:\w+/g, '1'), { token: body.token, body: {} });
    t.match(answer, { status: 403, body: { code: 'approval_awaited' } }, `${method} ${url}`);
  }
  const writing = column(
    routes.filter(({ method, access }) => access === 'any' && !['GET', 'HEAD'].includes(String(method))),
    'url',
  );
  t.same(
    writing.filter((url) => !url.startsWith('/api/me')).sort(),
    ['/api/change-password', '/api/logout'],
    'what is for every role makes nothing but changes of the own account',
  );
  t.match((await api.call('GET /api/me', { token: body.token })).body.data, { id, awaits_approval: true });
  await setEntry('open');
  t.same(await waiting(), [id], 'SL-197 another way to come in lets nobody in who waits');
  t.equal((await come('teacher')).body.user.awaits_approval, undefined, 'but who registers from then on');
  t.match((await api.call('GET /api/admin/home', { token })).body.data, { waiting: 1 });

  t.match(await change('approve', [id]), [{ id, refused: null }]);
  await api.data('GET /api/classes', { token: body.token, query: {} });
  t.same(await waiting(), []);
  t.match((await acts())[0], ['person.approved']);
  t.match(await change('approve', [id]), [{ id, refused: 'not_waiting' }], 'once');
});

t.test('ENT-04 SL-198 who is refused is logged out and disabled, and waits again when enabled', async (t) => {
  await setEntry('approval');
  const [one, two] = [(await come('teacher')).body, (await come('teacher')).body];
  const ids = [one.user.id, two.user.id];
  t.match(await change('refuse', [...ids, 999_999]), [
    { refused: null },
    { refused: null },
    { refused: 'person_not_found' },
  ]);
  t.equal((await api.call('GET /api/me', one)).status, 401);
  const login = { email: one.user.email!, password: 'đúng ngựa pin kẹp' };
  t.match((await api.call('POST /api/login', { body: login })).body, { code: 'account_disabled' });
  t.match(await change('approve', [ids[0]!]), [{ refused: 'not_waiting' }], 'the first decision holds');
  await change('enable', [ids[0]!]);
  t.match((await api.call('POST /api/login', { body: login })).body, { user: { awaits_approval: true } });
  t.match(await change('approve', [ids[0]!]), [{ refused: null }]);
});

t.test('ENT-04 of two administrators who decide at once one does', async (t) => {
  await setEntry('approval');
  const { id } = (await come('teacher')).body.user;
  const outcomes = await Promise.all([change('approve', [id]), change('refuse', [id])]);
  t.same(column(outcomes.flat(), 'refused').sort(), ['not_waiting', null]);
});

t.test('ENT-05 by code: the school’s for everybody, a class’s for students', async (t) => {
  await setEntry('open');
  const owner = await api.register('teacher');
  const { code } = await setEntry('code');
  t.ok(code !== null && parseSchoolCode(code) === code, 'of nine letters');
  t.same(await codeOf(come('student')), [403, 'school_code_wrong']);
  t.same(await codeOf(come('teacher', { code: 'AAAAAAAA' })), [403, 'school_code_wrong']);
  for (const role of ['teacher', 'student'] as const)
    t.same(await codeOf(come(role, { code: `${code}Ă` })), [400, 'code_in_vietnamese'], 'by a keyboard');
  const arrived = await come('teacher', { code: spacedCode(code!).toLowerCase() });
  t.same([arrived.status, arrived.body.user?.awaits_approval], [201, true], 'the code makes no teacher');
  t.equal(await codeOf(come('student', { code: code! })), 201);

  const deck = await api.addDeck(owner.id, 1);
  const classId = await newClass(owner, deck.id);
  const times = { ends_at: new Date(Date.now() + 86_400_000).toISOString(), open_until: null };
  const coded = { params: { classId }, token: owner.token, body: times };
  const ofClass = (await api.call('POST /api/classes/:classId/code', coded)).body.data.code;
  t.equal(await codeOf(come('student', { code: ofClass })), 201);
  t.same(await codeOf(come('teacher', { code: ofClass })), [403, 'school_code_wrong']);

  const renewed = await setEntry('code', { new_code: true });
  t.not(renewed.code, code);
  t.match((await acts())[0], ['site.code_renewed', {}]);
  t.same(await codeOf(come('student', { code: code! })), [403, 'school_code_wrong']);
  t.equal((await setEntry('code')).code, renewed.code, 'it stays when nothing is asked');
  await setEntry('open');
  t.equal(await codeOf(come('student')), 201);
  t.not(
    (await setEntry('code')).code,
    renewed.code,
    'SL-198 a code that has ended does not come to life again',
  );
});

t.test('SL-170 that an address is taken is said to nobody without a right code', async (t) => {
  const { code } = await setEntry('code');
  const { email } = await api.register();
  t.same(await codeOf(come('student', { email })), [403, 'school_code_wrong']);
  t.same(await codeOf(come('student', { email, code: 'AAAAAAAA' })), [403, 'school_code_wrong']);
  t.same(await codeOf(come('student', { email, code: code! })), [409, 'email_taken']);
  await setEntry('closed');
  t.same(await codeOf(come('student', { email })), [403, 'registration_closed']);
});

const newDevice = () => randomUUID().replaceAll('-', '').slice(0, 22);

t.test('ENT-06 ENT-09 one browser that tries codes out keeps out none of sixty at its address', async (t) => {
  const { code } = await setEntry('code');
  const address = '203.0.113.9';
  const device = newDevice();
  const guess = () => codeOf(come('student', { code: 'AAAAAAAA', address, device }));
  for (let time = 0; time < 5; time++)
    t.equal(await codeOf(come('student', { code: code!, address, device })), 201, 'right ones are free');
  for (let time = 0; time < CODE_TRIES.newcomer; time++) t.same(await guess(), [403, 'school_code_wrong']);
  for (let mate = 0; mate < 60; mate++) {
    t.same(await guess(), [429, 'too_many_requests']);
    const own = { address, device: newDevice() };
    if (mate % 2)
      t.same(await codeOf(come('student', { ...own, code: 'BBBBBB' })), [403, 'school_code_wrong']);
    t.equal(await codeOf(come('student', { ...own, code: code! })), 201);
  }
  t.same(await codeOf(come('student', { code: code!, address, device })), [429, 'too_many_requests']);
  t.same(await codeOf(come('student', { address, device })), [403, 'school_code_wrong'], 'nothing is tried');
});

t.test('ENT-06 ENT-09 an address has two hundred wrong codes, whatever its browsers say', async (t) => {
  const { code } = await setEntry('code');
  const address = '203.0.113.10';
  const guesses = await Promise.all(
    Array.from({ length: CODE_TRIES.network + 20 }, (_, time) =>
      codeOf(come('student', { code: 'AAAAAA', address, ...(time % 2 && { device: newDevice() }) })),
    ),
  );
  const lookedAt = guesses.filter((answer) => Array.isArray(answer) && answer[0] === 403);
  t.equal(lookedAt.length, CODE_TRIES.network, 'at once, too');
  const device = newDevice();
  t.same(await codeOf(come('student', { code: code!, address, device })), [429, 'too_many_requests']);
  t.equal(await codeOf(come('student', { code: code!, address: '203.0.113.11', device })), 201, 'elsewhere');
});

t.test('ENT-09 SL-201 wrong codes of the whole world leave each browser two', async (t) => {
  const { code } = await setEntry('code');
  const triedBySite = (attempts: number) =>
    api.pool.query(
      `insert into login_attempts (place, attempts, ends_at) values ($1, $2, now() + interval '15 minutes')
       on conflict (place) do update set attempts = excluded.attempts, ends_at = excluded.ends_at`,
      [SITE.place, attempts],
    );
  await triedBySite(SITE.max);
  const from = { address: '203.0.113.12', device: newDevice() };
  for (let time = 0; time < CODE_TRIES.newcomerThen; time++)
    t.same(await codeOf(come('student', { ...from, code: 'AAAAAA' })), [403, 'school_code_wrong']);
  t.same(await codeOf(come('student', { ...from, code: code! })), [429, 'too_many_requests']);
  const mate = { ...from, device: newDevice(), code: code! };
  t.equal(await codeOf(come('student', mate)), 201, 'who has the right code');
  await triedBySite(0);
});

t.test('ENT-07 closed: nobody registers, and lists make accounts', async (t) => {
  const { rows } = await api.pool.query('select count(*)::integer as count from users');
  await setEntry('open');
  const owner = await api.register('teacher');
  const { code } = await setEntry('closed');
  t.equal(code, null);
  for (const role of ['student', 'teacher'] as const)
    t.same(await codeOf(come(role)), [403, 'registration_closed']);
  const classId = await newClass(owner, (await api.addDeck(owner.id, 1)).id);
  const body = { key: randomUUID(), rows: [{ name: 'An', user_name: null, email: null }] };
  await owner.data('POST /api/classes/:classId/roster', { params: { classId }, body });
  const after = await api.pool.query('select count(*)::integer as count from users');
  t.equal(after.rows[0].count, rows[0].count + 2);
  await setEntry('open');
});

t.test('ENT-08 one who waits and becomes a student waits no more', async (t) => {
  await setEntry('approval');
  const { id } = (await come('teacher')).body.user;
  const role = { params: { personId: id }, token, body: { role: 'student' as const } };
  t.match((await api.call('POST /api/admin/people/:personId/role', role)).body.data, {
    role: 'student',
    awaits_approval: false,
  });
});
