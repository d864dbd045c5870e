import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import t from 'tap';
import { type Access, allows } from '../../core/contract/endpoint.ts';
import type { Role } from '../../core/contract/roles.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { within } from '../harness/within.ts';
import {
  ADMIN,
  anAddress,
  answer,
  at,
  BY_WAY_OF_OTHERS,
  type Call,
  CLASS,
  CLASS_AND_ADMIN,
  codeTimes,
  EMAIL_CALLS,
  ENDS_TOKEN,
  EVERYBODY,
  freshToken,
  IMPORT,
  LOGGED_IN,
  learnerCalls,
  list,
  MEMBERS,
  manyCardCalls,
  NOBODY,
  newCard,
  newDeck,
  OWN_ACCOUNT,
  OWNER,
  OWNER_AND_ADMIN,
  OWNER_MAKES,
  parts,
  pictureCalls,
  registration,
  STUDENTS,
  schoolLoginCalls,
  settings,
  TEACHERS,
  TEACHERS_MAKE,
  versionCalls,
  wrongPassword,
} from './access-cases.ts';
import { colleagueCalls } from './colleague-calls.ts';
import { deckShareCalls } from './deck-share-calls.ts';
import { adminImportCalls, ownImportCalls } from './import-access.ts';
import { logAccess } from './log-access.ts';
import { addCalls, ownDeckCalls } from './own-deck-calls.ts';
import { ownDataCalls, passwordCalls, peopleCalls } from './people-calls.ts';

/** Every route that the server registers. */
const routes: { method: HTTPMethods; url: string; access: Access | undefined }[] = [];
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url, ...rest }) => {
    const { access } = rest as { access?: Access };
    for (const one of [method].flat()) routes.push({ method: one, url, access });
  });
});

const api = await startApi(t);
const [outsider, member] = [await api.register('student'), await api.register('student')];
const [other, owner] = [await api.register('teacher'), await api.register('teacher')];
const [waiting, admin] = [await api.register('student'), await api.register('admin')];

/** Who calls. Decks, classes and exams of the paths are the owner's, and the member is in the class. */
const CALLERS: [name: string, account: TestAccount | undefined][] = [
  ['anonymous', undefined],
  ['a student of no class', outsider],
  ['a student of the class', member],
  ['another teacher', other],
  ['the teacher', owner],
  ['the administrator', admin],
];

const roles = new Map<TestAccount, Role>([
  ...[outsider, member].map((account) => [account, 'student'] as const),
  ...[other, owner].map((account) => [account, 'teacher'] as const),
  [admin, 'admin'],
]);

const official = await api.addDeck(admin.id, 1, { official: true });
const taught = await api.addDeck(owner.id, 1);
const personal = await api.addDeck(owner.id, 1);
const others = await api.addDeck(other.id, 1);

/** A class of the owner with the deck that is taught, the member and a student who waits. */
async function newClass(): Promise<number> {
  const rows = await api.sql<{ id: number }>`with class as (insert into classes (teacher_id, name)
    values (${owner.id}, '10A') returning id),
    decks as (insert into class_decks (class_id, deck_id) select id, ${taught.id} from class),
    members as (insert into class_members (class_id, student_id, status, joined_at)
    select id, ${member.id}::integer, 'approved', now() from class union all
    select id, ${waiting.id}, 'pending', null from class)
    select id from class`;
  return rows[0]!.id;
}
const classId = await newClass();
const ownClass = { params: { classId }, token: owner.token };
const coded = { ...ownClass, body: codeTimes() };
const { code } = (await api.unchecked('POST /api/classes/:classId/code', coded)).body.data;
const ofClass = (call: string) => `/api/classes/${classId}/${call}`;
const roster = { ...ownClass, body: list() };
const pupil = (await api.call('POST /api/classes/:classId/roster', roster)).body.data[0]!.student_id;

/** An exam of the owner that the class has. */
const newExam = (isHidden = false) => givenExam(owner, [classId], examBody('AB', { is_hidden: isHidden }));
const exam = await newExam();
const examOf = async (id: number) => (await givenExam(owner, [id], examBody('A'))).id;
const hidden = await newExam(true);
const openedExam = async () => {
  const { id } = await newExam();
  await member.data('GET /api/exams/:examId', { params: { examId: id } });
  return id;
};
const handedIn = await openedExam();
await member.data('POST /api/exams/:examId/submit', {
  params: { examId: handedIn },
  body: { answers: {} },
});
await api.project();

const newClassBody = (deck: { id: number }) => () => ({ name: '10A', deck_id: deck.id });
async function membersReview(): Promise<string> {
  const id = randomUUID();
  const headers = { 'Idempotency-Key': id };
  const path = `/api/cards/${official.cards[0]}/progress`;
  await member.raw('POST', path, { body: answer(), headers });
  return `/api/reviews/${id}/undo`;
}
const freshDeck = async () => `/api/decks/${(await api.addDeck(owner.id, 1)).id}`;
const freshCard = async () => {
  const { id, cards } = await api.addDeck(owner.id, 1);
  return `/api/decks/${id}/cards/${cards[0]}`;
};
const freshExam =
  (rest = '') =>
  async () =>
    `/api/exams/${(await newExam()).id}${rest}`;
const changedExam = () => ({ ...examBody('AB'), _method: 'PATCH' });
const freshClass = (rest: string) => async () => `/api/classes/${await newClass()}${rest}`;
const [classDeck, noWay] = [freshClass(`/decks/${taught.id}`), () => ({ class_way: null })];

const freshAdminDeck = (what: string) => async () =>
  `/api/admin/${what}/${(await api.addDeck(owner.id, 1, { official: true })).id}`;
const freshImport =
  (rest: string, prefix = '/api/admin', ofWhom = admin) =>
  async () => {
    const rows = await api.sql<{ id: number }>`insert into deck_imports (user_id, check_only, request, files)
      values (${ofWhom.id}, false, ${IMPORT}, '[]') returning id`;
    return `${prefix}/imports/${rows[0]!.id}${rest}`;
  };
const ownersImport = (rest: string) => freshImport(rest, '/api', owner);

/** What each caller gets from each route. */
const TABLE: Record<string, Call[]> = {
  'POST /api/login': [at(EVERYBODY, '/api/login', () => outsider)],
  'POST /api/admin/login': [at(EVERYBODY, '/api/admin/login', () => admin)],
  'POST /api/register': [at([201, 201, 201, 201, 201, 201], '/api/register', registration)],
  ...EMAIL_CALLS,
  'POST /api/me/email': [at([401, 422, 422, 422, 422, 422], '/api/me/email', anAddress)],
  'POST /api/change-password': [at([401, 422, 422, 422, 422, 422], '/api/change-password', wrongPassword)],
  ...OWN_ACCOUNT,
  'GET /api/site-settings': [at(EVERYBODY, '/api/site-settings')],
  'GET /api/official-decks': [at(EVERYBODY, '/api/official-decks')],
  'GET /api/official-decks/:deckId/trial': [at(EVERYBODY, `/api/official-decks/${official.id}/trial`)],
  'GET /api/decks': [at(LOGGED_IN, '/api/decks')],
  'GET /api/decks/:deckId': [
    at(LOGGED_IN, `/api/decks/${official.id}`),
    at(CLASS_AND_ADMIN, `/api/decks/${taught.id}`),
    at(OWNER_AND_ADMIN, `/api/decks/${personal.id}`),
  ],
  'GET /api/decks/:deckId/cards': [
    at(LOGGED_IN, `/api/decks/${official.id}/cards`),
    at(CLASS_AND_ADMIN, `/api/decks/${taught.id}/cards`),
    at(OWNER_AND_ADMIN, `/api/decks/${personal.id}/cards`),
  ],
  'PATCH /api/decks/:deckId': [
    at(OWNER, `/api/decks/${taught.id}`, newDeck),
    at(NOBODY, `/api/decks/${official.id}`, newDeck),
  ],
  'DELETE /api/decks/:deckId': [at(OWNER, freshDeck), at(NOBODY, `/api/decks/${official.id}`)],
  'POST /api/decks/:deckId/cards': [
    at(OWNER_MAKES, `/api/decks/${taught.id}/cards`, newCard),
    at(NOBODY, `/api/decks/${official.id}/cards`, newCard),
  ],
  'PATCH /api/decks/:deckId/cards/:cardId': [
    at(OWNER, `/api/decks/${taught.id}/cards/${taught.cards[0]}`, newCard),
    at(BY_WAY_OF_OTHERS, `/api/decks/${others.id}/cards/${personal.cards[0]}`, newCard),
  ],
  'DELETE /api/decks/:deckId/cards/:cardId': [
    at(OWNER, freshCard),
    at(BY_WAY_OF_OTHERS, `/api/decks/${others.id}/cards/${personal.cards[0]}`),
  ],
  ...manyCardCalls(taught.id, official.id),
  ...learnerCalls(official, taught),
  ...pictureCalls(taught, others),
  ...versionCalls(taught, others),
  'GET /api/recent-deck': [at(STUDENTS, '/api/recent-deck')],
  'GET /api/today': [at(STUDENTS, '/api/today')],
  'GET /api/today/cards': [at(STUDENTS, '/api/today/cards')],
  ...Object.fromEntries(
    ['cards/set', 'counts', 'stats'].map((what) => [
      `GET /api/decks/:deckId/${what}`,
      [
        at(STUDENTS, `/api/decks/${official.id}/${what}`),
        at(MEMBERS, `/api/decks/${taught.id}/${what}`),
        at(NOBODY, `/api/decks/${personal.id}/${what}`),
      ],
    ]),
  ),
  'POST /api/decks/:deckId/settings': [
    at(STUDENTS, `/api/decks/${official.id}/settings`, settings),
    at(MEMBERS, `/api/decks/${taught.id}/settings`, settings),
    at(NOBODY, `/api/decks/${personal.id}/settings`, settings),
  ],
  'POST /api/cards/:cardId/progress': [
    at(STUDENTS, `/api/cards/${official.cards[0]}/progress`, answer),
    at(MEMBERS, `/api/cards/${taught.cards[0]}/progress`, answer),
    at(NOBODY, `/api/cards/${personal.cards[0]}/progress`, answer),
  ],
  'GET /api/classes': [at(LOGGED_IN, '/api/classes')],
  'POST /api/classes': [
    at(TEACHERS_MAKE, '/api/classes', newClassBody(official)),
    at(OWNER_MAKES, '/api/classes', newClassBody(personal)),
  ],
  'GET /api/classes/:classId': [at(CLASS, `/api/classes/${classId}`)],
  'PATCH /api/classes/:classId': [at(OWNER, freshClass(''), () => ({ name: 'x' }))],
  'DELETE /api/classes/:classId': [at(OWNER, freshClass(''))],
  'POST /api/classes/:classId/join': [at([401, 201, 409, 403, 403, 403], freshClass('/join'))],
  'POST /api/classes/:classId/leave': [at([401, 404, 200, 403, 403, 403], freshClass('/leave'))],
  'GET /api/classes/:classId/code': [at(OWNER, ofClass('code'))],
  'POST /api/classes/:classId/code': [at(OWNER_MAKES, freshClass('/code'), codeTimes)],
  'PATCH /api/classes/:classId/code': [at(OWNER, ofClass('code'), codeTimes)],
  'DELETE /api/classes/:classId/code': [at(OWNER, freshClass('/code'))],
  'GET /api/class-codes/:code': [at(STUDENTS, `/api/class-codes/${code}`)],
  'POST /api/class-codes/:code/join': [at([401, 201, 409, 403, 403, 403], `/api/class-codes/${code}/join`)],
  'GET /api/join-requests': [at(STUDENTS, '/api/join-requests')],
  'GET /api/students': [at(TEACHERS, '/api/students?search=a')],
  'GET /api/classes/:classId/join-requests': [at(OWNER, `/api/classes/${classId}/join-requests`)],
  'POST /api/classes/:classId/approve/:studentId': [at(OWNER, freshClass(`/approve/${waiting.id}`))],
  'DELETE /api/classes/:classId/reject/:studentId': [at(OWNER, freshClass(`/reject/${waiting.id}`))],
  'DELETE /api/classes/:classId/students/:studentId': [at(OWNER, freshClass(`/students/${member.id}`))],
  'POST /api/classes/:classId/decks': [
    at(OWNER_MAKES, freshClass('/decks'), () => ({ deck_id: official.id })),
  ],
  'PATCH /api/classes/:classId/decks/:deckId': [at(OWNER, classDeck, noWay)],
  'DELETE /api/classes/:classId/decks/:deckId': [at(OWNER, classDeck)],
  'POST /api/classes/:classId/roster/check': [at(OWNER, ofClass('roster/check'), list)],
  'POST /api/classes/:classId/roster': [at(OWNER_MAKES, freshClass('/roster'), list)],
  ...passwordCalls(ofClass('passwords'), pupil, member.id),
  'GET /api/activity': [at(STUDENTS, '/api/activity')],
  'POST /api/reviews/:reviewId/undo': [at([401, 404, 200, 403, 403, 403], membersReview)],
  'GET /api/classes/:classId/decks/:deckId/mixed-up': [
    at(OWNER, async () => `${await classDeck()}/mixed-up`),
  ],
  'GET /api/classes/:classId/students-progress': [at(OWNER, ofClass('students-progress'))],
  'GET /api/teacher/home': [at(TEACHERS, '/api/teacher/home')],
  'GET /api/classes/:classId/student-days': [at(OWNER, ofClass('student-days'))],
  'GET /api/classes/:classId/student-stats/:studentId': [
    at(OWNER, `/api/classes/${classId}/student-stats/${member.id}`),
  ],
  'GET /api/classes/:classId/live': [
    at(OWNER, `/api/classes/${classId}/live`, undefined, { isStream: true }),
  ],
  'GET /api/exams': [at(TEACHERS, '/api/exams')],
  'POST /api/exams': [at(TEACHERS_MAKE, '/api/exams', () => examBody('A'))],
  'GET /api/exams/:examId': [at(CLASS, `/api/exams/${exam.id}`), at(OWNER, `/api/exams/${hidden.id}`)],
  'PATCH /api/exams/:examId': [at(OWNER, `/api/exams/${exam.id}`, changedExam)],
  'POST /api/exams/:examId': [at(OWNER, `/api/exams/${exam.id}`, changedExam)],
  'DELETE /api/exams/:examId': [at(OWNER, freshExam())],
  'POST /api/exams/:examId/rescoring': [
    at(OWNER, `/api/exams/${exam.id}/rescoring`, () => ({ questions: examBody('A').questions })),
  ],
  'POST /api/exams/:examId/classes': [at(OWNER, freshExam('/classes'), () => ({ class_ids: [classId] }))],
  'PATCH /api/exams/:examId/visibility': [at(OWNER, freshExam('/visibility'), () => ({ is_hidden: true }))],
  'POST /api/exams/:examId/answers': [
    at(MEMBERS, freshExam('/answers'), () => ({ version: 0, answers: {}, skipped: [] })),
    at(NOBODY, `/api/exams/${hidden.id}/answers`, () => ({ version: 0, answers: {}, skipped: [] })),
  ],
  'POST /api/exams/:examId/submit': [
    at(
      MEMBERS,
      async () => `/api/exams/${await openedExam()}/submit`,
      () => ({ answers: {} }),
    ),
    at(NOBODY, `/api/exams/${hidden.id}/submit`, () => ({ answers: {} })),
  ],
  'GET /api/exams/:examId/result': [
    // One's own; only the member has one.
    at([401, 404, 200, 404, 404, 404], `/api/exams/${handedIn}/result`),
    at(CLASS, `/api/exams/${handedIn}/result?student_id=${member.id}`),
  ],
  'GET /api/classes/:classId/exams': [at(CLASS, `/api/classes/${classId}/exams`)],
  'GET /api/classes/:classId/exam-results': [at(OWNER, `/api/classes/${classId}/exam-results`)],
  'GET /api/decks/:deckId/export': [
    at(LOGGED_IN, `/api/decks/${official.id}/export?format=csv`, undefined, { isFile: true }),
    at(CLASS_AND_ADMIN, `/api/decks/${taught.id}/export?format=csv`, undefined, { isFile: true }),
    at(OWNER_AND_ADMIN, `/api/decks/${personal.id}/export?format=csv`, undefined, { isFile: true }),
  ],
  'GET /api/deck-file-schema': [at(EVERYBODY, '/api/deck-file-schema', undefined, { isFile: true })],
  'POST /api/admin/site-settings': [at(ADMIN, '/api/admin/site-settings', () => ({ title: 'Nhớ' }))],
  ...peopleCalls(member.id),
  ...ownDataCalls,
  ...(await deckShareCalls(api, owner, { official: official.id, personal: personal.id })),
  ...colleagueCalls(api, { owner, other, newClass, examOf }),
  ...schoolLoginCalls,
  'GET /api/classes/:classId/acts': [at(OWNER, ofClass('acts'))],
  'GET /api/admin/search': [at(ADMIN, '/api/admin/search?search=a')],
  'GET /api/admin/home': [at(ADMIN, '/api/admin/home')],
  'GET /api/admin/decks': [at(ADMIN, '/api/admin/decks')],
  'DELETE /api/admin/decks/:deckId': [at(ADMIN, freshAdminDeck('decks'))],
  'POST /api/admin/official-decks': [
    at([401, 403, 403, 403, 403, 422], '/api/admin/official-decks', () => ({
      deck_id: personal.id,
      official_button_label: 'x'.repeat(51),
    })),
  ],
  'PATCH /api/admin/official-decks/:deckId': [
    at(ADMIN, `/api/admin/official-decks/${official.id}`, () => ({})),
    at([401, 403, 403, 403, 403, 409], `/api/admin/official-decks/${personal.id}`, () => ({})),
  ],
  'DELETE /api/admin/official-decks/:deckId': [at(ADMIN, freshAdminDeck('official-decks'))],
  'GET /api/admin/decks/:deckId/cards': [at(ADMIN, `/api/admin/decks/${personal.id}/cards?search=x`)],
  'PATCH /api/admin/cards/:cardId': [at(ADMIN, `/api/admin/cards/${taught.cards[0]}`, newCard)],
  'DELETE /api/admin/cards/:cardId': [
    at(ADMIN, async () => `/api/admin/cards/${(await api.addDeck(owner.id, 1)).cards[0]}`),
  ],
  ...adminImportCalls(freshImport),
  ...ownImportCalls(ownersImport),
  ...logAccess(api),
  'POST /api/batch': [at(EVERYBODY, '/api/batch', parts)],
  'POST /api/logout': [at(LOGGED_IN, '/api/logout')],
};
addCalls(TABLE, await ownDeckCalls(api, member, { colleague: other, classId }));
const isDocumentation = (url: string) => url === '/api/docs' || url.startsWith('/api/docs/');
const calls = routes.filter(
  ({ method, url }) => url.startsWith('/api') && method !== 'HEAD' && !isDocumentation(url),
);

t.test('SL-03 every call of the API is in this table, and no other', async (t) => {
  const registered = calls.map(({ method, url }) => `${method} ${url}`).sort();
  t.same([...new Set(registered)], Object.keys(TABLE).sort());
});

t.test('beside the API are the client, its files, the documentation and the operator’s pages', async (t) => {
  const others = routes.filter((route) => !calls.includes(route) && route.method !== 'HEAD');
  const known = ['/*', '/healthz', '/index.html', '/metrics', '/readyz', '/storage/*'];
  t.same([...new Set(others.filter(({ url }) => !isDocumentation(url)).map(({ url }) => url))].sort(), known);
  t.ok(
    others.every(({ method }) => method === 'GET'),
    'none of which changes anything',
  );
});

t.test('SL-03 a HEAD is as open as its GET', async (t) => {
  for (const { url, access } of routes.filter(
    ({ method, url }) => method === 'HEAD' && url.startsWith('/api/'),
  ))
    t.equal(access, routes.find((other) => other.method === 'GET' && other.url === url)?.access, url);
  t.equal((await api.raw('HEAD', '/api/me')).status, 401);
  t.equal((await outsider.raw('HEAD', '/api/me')).status, 200);
});

t.test('SL-03 of whatever belongs to somebody, owner and stranger get different answers', async (t) => {
  const [, outsiders, members, others, owners] = [0, 1, 2, 3, 4] as const;
  for (const [route, cases] of Object.entries(TABLE).filter(([route]) =>
    // Before the administrator all owners are alike; official decks are everybody's.
    /api\/(?!admin\/|official-decks\/).*:(class|deck|card|exam)Id/.test(route),
  ))
    t.ok(
      cases.some(
        ({ statuses }) => statuses[outsiders] !== statuses[members] || statuses[others] !== statuses[owners],
      ),
      route,
    );
});

/** What somebody hears whose role may call, by what the address begins with. */
const NOT_THEIRS: [place: RegExp, code: RegExp][] = [
  [/^.api.exams/, /^(exam_not_owned|exam_not_accessible|exam_submit_unauthorized|result_not_accessible)$/],
  [/^.api.classes(.:classId.decks)?$/, /^(class|deck)_not_accessible$/],
  [/^.api.classes/, /^(class_not_accessible|name_not_yours|password_not_yours)$/],
  [/^.api/, /^(deck_not_owned|deck_not_accessible)$/],
];
const accessOf = new Map(calls.map(({ method, url, access }) => [`${method} ${url}`, access]));

/** What a refusal of the table is called: it says first who one is not, then what is not one's own. */
function codeOf(route: string, status: number, account: TestAccount | undefined): RegExp {
  if (status === 401) return /^unauthenticated$/;
  if (status !== 403) return /^\w+$/;
  if (!allows(accessOf.get(route)!, roles.get(account!)!)) return /^(wrong_role|teacher_cannot_learn)$/;
  return NOT_THEIRS.find(([place]) => place.test(route.split(' ')[1]!))![1];
}

const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
for (const [route, cases] of Object.entries(TABLE)) {
  const [method, pattern] = route.split(' ') as [HTTPMethods, string];
  for (const { path, body, statuses, isStream, isFile } of cases)
    for (const [index, [name, account]] of CALLERS.entries()) {
      const expected = statuses[index]!;
      const shown = typeof path === 'string' ? path : pattern;
      t.test(`ACC-28 ACC-29 ACC-30 ACC-31 SL-03 ${name}: ${method} ${shown} is ${expected}`, async (t) => {
        const address = typeof path === 'string' ? path : await path();
        if (isStream) {
          // Over a connection that can be left: one that is wrongly open would not end by itself.
          const leaving = new AbortController();
          const headers = new Headers(account && { authorization: `Bearer ${account.token}` });
          const call = fetch(`${url}${address}`, { headers, signal: leaving.signal });
          const { status } = await within(call, `${shown} answers`).finally(() => leaving.abort());
          t.equal(status, expected);
          return;
        }
        const answer = await api.raw(method as 'GET', address, {
          token: account?.token,
          ...(body && { body: body() }),
        });
        t.equal(answer.status, expected, JSON.stringify(answer.body));
        if (expected >= 400) t.match(answer.body.code, codeOf(route, expected, account));
        // Its next calls are not to be refused for a token that this one has ended.
        if (account && ENDS_TOKEN.includes(pattern)) account.token = await freshToken(api, account.id);
        if (!isFile || expected >= 400) t.equal(answer.body.success, expected < 400);
      });
    }
}

t.test('SL-03 who may not call is told so, whatever else is wrong with the call', async (t) => {
  for (const { method, url, access } of calls.filter(({ access }) => access !== 'public')) {
    const path = url.replace(/:\w+/g, 'wrong');
    const wrong = {
      ...((method === 'POST' || method === 'PATCH') && {
        body: '{',
        headers: { 'content-type': 'application/json' },
      }),
    };
    t.equal((await api.raw(method as 'GET', path, wrong)).status, 401, `anonymous: ${method} ${url}`);
    if (access !== 'any')
      for (const [role, { token }] of Object.entries({ student: outsider, teacher: owner, admin }))
        if (!allows(access!, role as Role))
          t.equal(
            (await api.raw(method as 'GET', path, { token, ...wrong })).status,
            403,
            `${method} ${url}`,
          );
  }
});
