import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import t from 'tap';
import { allows } from '../../core/contract/endpoint.ts';
import { claimsOf, signedToken } from '../account/signed-token.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { runs } from '../harness/depth.ts';
import { chosenSeed, seeded } from '../harness/seeded.ts';
import { answerFaults, headerFaults } from './answer-faults.ts';
import { noteFigures } from './figures.ts';
import { type HostileRequest, hostileRequests } from './hostile-requests.ts';
import { endCalls, type RawAnswer, type RawCall, rawCall, severalAtOnce } from './raw-call.ts';
import { type RealRoute, realRoutes } from './real-routes.ts';
import { givenSchool, ownedTables, rowsOfOthers } from './two-schools.ts';

/** SQLSTATE of a statement that others kept from a lock; its call is asked to come again. */
const WAITED_TOO_LONG = '55P03';

/** Milliseconds for any answer, beside others and on a busy machine. */
const LIMIT_MS = 10_000;

const seed = chosenSeed(t);
const dice = seeded(seed);
const routes = realRoutes(t);
const api = await startApi(t);
/** All that the server logs from now on, which is all that it can. */
const lines: string[] = [];
const log = api.app.log as unknown as Record<symbol, unknown> & { level: string };
log[pino.symbols.streamSym] = { write: (line: string) => lines.push(line) };
log.level = 'trace';
await api.app.listen({ port: 0, host: '127.0.0.1' });
t.teardown(endCalls);
const { port } = api.app.server.address() as AddressInfo;

const [own, foreign] = [await givenSchool(api, 'ours'), await givenSchool(api, 'theirs')];
const outsider = await api.register('student');
const [admin, ended] = [await api.register('admin'), await api.register('teacher')];
await ended.raw('POST', '/api/logout');
await api.project();

const forged = signedToken({ ...claimsOf(admin.token), version: 0 }, 'another secret');

interface Caller {
  name: string;
  token?: string;
  /** Undefined for a caller who is nobody. */
  account?: TestAccount;
  role?: 'student' | 'teacher' | 'admin';
}

const CALLERS: Caller[] = [
  { name: 'nobody' },
  { name: 'a token that has ended', token: ended.token },
  { name: 'a forged token', token: forged },
  { name: 'a student of the class', account: own.students[0]!, role: 'student' },
  { name: 'another student', account: outsider, role: 'student' },
  { name: 'the teacher', account: own.teacher, role: 'teacher' },
  { name: 'another teacher', account: foreign.teacher, role: 'teacher' },
  { name: 'the administrator', account: admin, role: 'admin' },
];

const calls = () => routes.filter(({ access, method }) => access !== undefined && method !== 'HEAD');

/** Whether a route is for the caller's role. */
const isAllowed = ({ access }: RealRoute, { role }: Caller): boolean =>
  access === 'public' || (access !== undefined && role !== undefined && allows(access, role));

const IMPORT_REQUEST = {
  title: 'x',
  description: null,
  is_official: false,
  official_button_label: null,
  remove_missing: false,
};

/** Once for each caller: an import and a run that wait. */
async function adminIds(): Promise<Record<string, number>> {
  const rows = await api.sql<{ id: number }>`insert into deck_imports (user_id, check_only, request, files)
    values (${admin.id}, false, ${IMPORT_REQUEST}, '[]') returning id`;
  return { importId: rows[0]!.id, runId: 1 };
}

let requests = 0;
let slowest = { took: 0, of: '' };
const faults = new Map<string, string>();
const problem = (fault: string, { route, what, path, body }: HostileRequest, caller: Caller): void => {
  const key = `${route.method} ${route.url}: ${fault}`;
  if (faults.has(key)) return;
  faults.set(key, `${caller.name}, ${what}, ${path.slice(0, 150)} ${String(body ?? '').slice(0, 300)}`);
};

/** A token that this call may end. */
const tokenFor = ({ token, account, role }: Caller, route: RealRoute): string | undefined => {
  // The one call that would end all tokens of the caller is made with one that has ended: it takes nothing from them.
  const isEnd = route.url === '/api/me/sessions/end-others';
  return account && role && (isEnd || route.url === '/api/logout')
    ? api.app.issueToken({ id: account.id, tokenVersion: isEnd ? -1 : 0, role })
    : (token ?? account?.token);
};

/** Of what cannot be routed nobody is asked who they are; a body that is too long is told as soon. */
const isUnread = ({ status }: RawAnswer): boolean => status === 404 || status === 400 || status === 413;

/** Times that a call comes again. */
const AGAIN_MAX = 5;

/** On a busy machine others may hold too long what a call waits for: it comes again then, as its answer says. */
async function patiently(call: RawCall): Promise<RawAnswer> {
  for (let times = 0; ; times++) {
    const answer = await rawCall(port, call);
    const seconds = Number(answer.headers['retry-after']);
    if (answer.status !== 503 || !(seconds > 0) || times === AGAIN_MAX) return answer;
    await pause(seconds * 1_000);
  }
}

async function send(request: HostileRequest, caller: Caller): Promise<void> {
  const token = tokenFor(caller, request.route);
  const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) };
  const { route, path, body } = request;
  requests++;
  const answer = await patiently({
    method: String(route.method),
    path,
    headers,
    ...(body !== undefined && { body }),
  });
  if (answer.took > slowest.took) slowest = { took: answer.took, of: `${request.what} of ${route.url}` };
  if (answer.took > LIMIT_MS) problem('an answer took too long', request, caller);
  for (const fault of answerFaults(answer, `${path} ${body ?? ''}`)) problem(fault, request, caller);
  if (isAllowed(route, caller)) return;
  const expected = caller.role ? 403 : 401;
  if (answer.status !== expected && !(isUnread(answer) && request.what.startsWith(':')))
    problem(`${answer.status} instead of ${expected}`, request, caller);
}

for (const caller of CALLERS)
  t.test(`hostile values in every place of every call, by ${caller.name}`, async (t) => {
    const { account, role } = caller;
    const before = await rowsOfOthers(api, account?.id ?? 0, role === 'admin');
    const [mine, others] = account === foreign.teacher ? [foreign, own] : [own, foreign];
    const all: HostileRequest[] = [];
    for (const route of calls()) {
      const each = isAllowed(route, caller) ? runs(6, 1_000) : runs(2, 20);
      const ids = { ...mine.ids, ...(await adminIds()) };
      all.push(...hostileRequests(route, { ids, strange: others.ids, each, dice }));
    }
    await severalAtOnce(all, (request) => send(request, caller));
    t.same([...faults], [], 'no answer is wrong');
    faults.clear();

    const after = await rowsOfOthers(api, account?.id ?? 0, role === 'admin');
    const lost = [...before].filter(([hash]) => !after.has(hash)).map(([, table]) => table);
    t.same(lost, [], 'no row of anybody else has changed');
    const { polluted } = {} as { polluted?: string };
    t.equal(polluted, undefined, "nothing has reached an object's prototype");
    t.equal((await rawCall(port, { method: 'GET', path: '/healthz', headers: {} })).status, 200);
  });

/** What is computed from the log, which no call writes. */
const COMPUTED = ['class_progress', 'class_progress_months', 'study_clocks', 'scheduler_weights'];

t.test('the tables that belong to somebody are all looked at', async (t) => {
  const rows = await api.sql<{ name: string }>`select distinct table_name as name
    from information_schema.columns join information_schema.tables t
    using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
    and column_name in ('user_id', 'student_id', 'teacher_id')`;
  const known = [...ownedTables(), ...COMPUTED];
  t.ok(rows.length > 10);
  t.same(
    column(rows, 'name').filter((name) => !known.includes(name)),
    [],
  );
});

t.test('other addresses answer with their headers too, and lead out of no folder', async (t) => {
  const paths = [
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/storage/..%2f..%2fsecrets.json',
    '/storage/%2e%2e%2fsecrets.json',
    '/storage/..%5c..%5csecrets.json',
    '/storage/imports%2f1',
    '/storage/%00',
    '/.env',
    '/.git/config',
    '/package.json',
    '/assets/index.js.map',
  ];
  for (const path of paths) {
    const answer = await rawCall(port, { method: 'GET', path, headers: {} });
    requests++;
    t.ok([400, 403, 404].includes(answer.status) || answer.body.includes('<title>Client</title>'), path);
    t.equal(answer.headers['x-content-type-options'], 'nosniff', path);
    if (answer.status >= 400) t.same(headerFaults(answer), [], path);
  }
  for (const method of ['TRACE', 'PUT', 'OPTIONS'] as const) {
    const { status, headers } = await rawCall(port, {
      method,
      path: '/api/me',
      headers: { origin: 'https://evil.example' },
    });
    t.ok(status === 404 || status === 405, `${method} is ${status}`);
    t.equal(headers['access-control-allow-origin'], undefined);
  }
});

t.test('no line of the log has a secret in it, and nobody forges one', async (t) => {
  const rows = await api.sql<{ hash: string }>`select distinct password_hash as hash from users`;
  const accounts = [
    ...own.students,
    ...foreign.students,
    own.teacher,
    foreign.teacher,
    outsider,
    admin,
    ended,
  ];
  const secrets = [
    ...accounts.flatMap(({ token, password }) => [token, password]),
    ...column(accounts, 'email'),
    ...column(rows, 'hash'),
    forged,
    api.services.config.JWT_SECRET,
    '$argon2',
  ];
  const log = lines.join('');
  t.same(
    secrets.filter((secret) => log.includes(String(secret))),
    [],
    String(lines.find((line) => secrets.some((secret) => line.includes(String(secret))))).slice(0, 1_500),
  );
  const forgedLines = lines.filter((line) => {
    const { pid, msg } = JSON.parse(line) as { pid?: number; msg?: string };
    return pid !== process.pid || msg === 'forged' || line.trimEnd().includes('\n');
  });
  t.same(forgedLines, []);
  t.same(
    lines.filter((line) => {
      const { level, err } = JSON.parse(line) as { level: number; err?: { code?: string } };
      return level >= 50 && err?.code !== WAITED_TOO_LONG;
    }),
    [],
    'nothing failed that nobody expected',
  );
  t.ok(requests > 5_000, `${requests} requests`);
  t.comment(
    `${requests} requests, the slowest ${slowest.took.toFixed(0)} ms (${slowest.of}); ${lines.length} lines of log`,
  );
  noteFigures({ requests, slowest: Math.round(slowest.took), routes: calls().length, lines: lines.length });
});
