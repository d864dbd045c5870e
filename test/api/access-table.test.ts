import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import t from 'tap';
import type { Role } from '../../core/account/roles.ts';
import { type Access, allows } from '../../core/endpoint.ts';
import { startApi, type TestAccount } from '../api-harness.ts';
import { examBody, givenExam } from '../exam/given-exams.ts';
import { within } from '../within.ts';
import {
  ADMIN,
  anAddress,
  answer,
  BY_WAY_OF_OTHERS,
  type Call,
  CLASS,
  CLASS_AND_ADMIN,
  codeTimes,
  ENDS_TOKEN,
  EVERYBODY,
  freshToken,
  IMPORT,
  LETTER_CALLS,
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

const official = await api.addDeck(admin.id, 1, { official: true });
const taught = await api.addDeck(owner.id, 1);
const personal = await api.addDeck(owner.id, 1);
const others = await api.addDeck(other.id, 1);

/** A class of the owner with the deck that is taught, the member and a student who waits. */
async function newClass(): Promise<number> {
  const { rows } = await api.pool.query<{ id: number }>(
    `with class as (insert into classes (teacher_id, name) values ($1, '10A') returning id),
     decks as (insert into class_decks (class_id, deck_id) select id, $2 from class),
     members as (insert into class_members (class_id, student_id, status, joined_at)
       select id, $3::integer, 'approved', now() from class union all select id, $4, 'pending', null from class)
     select id from class`,
    [owner.id, taught.id, member.id, waiting.id],
  );
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
const newExam = (isHidden = false) =>
  givenExam(api, owner, [classId], examBody('AB', { is_hidden: isHidden }));
const exam = await newExam();
const examOf = async (id: number) => (await givenExam(api, owner, [id], examBody('A'))).id;
const hidden = await newExam(true);
const handedIn = await newExam();
await api.call('POST /api/exams/:examId/submit', {
  params: { examId: handedIn.id },
  token: member.token,
  body: { answers: {} },
});
await api.project();

const newClassBody = (deck: { id: number }) => () => ({ name: '10A', deck_id: deck.id });
/** An answer of the member. */
async function membersReview(): Promise<string> {
  const id = randomUUID();
  const headers = { 'Idempotency-Key': id };
  const path = `/api/cards/${official.cards[0]}/progress`;
  await api.raw('POST', path, { token: member.token, body: answer(), headers });
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
    const { rows } = await api.pool.query<{ id: number }>(
      `insert into deck_imports (user_id, check_only, request, files)
     values ($1, false, $2, '[]') returning id`,
      [ofWhom.id, IMPORT],
    );
    return `${prefix}/imports/${rows[0]!.id}${rest}`;
  };
const ownersImport = (rest: string) => freshImport(rest, '/api', owner);

/** What each caller gets from each route. */
const TABLE: Record<string, Call[]> = {
  'POST /api/login': [{ path: '/api/login', body: () => outsider, statuses: EVERYBODY }],
  'POST /api/admin/login': [{ path: '/api/admin/login', body: () => admin, statuses: EVERYBODY }],
  'POST /api/register': [
    { path: '/api/register', body: registration, statuses: [201, 201, 201, 201, 201, 201] },
  ],
  ...LETTER_CALLS,
  'POST /api/me/email': [
    { path: '/api/me/email', body: anAddress, statuses: [401, 422, 422, 422, 422, 422] },
  ],
  'POST /api/change-password': [
    { path: '/api/change-password', body: wrongPassword, statuses: [401, 422, 422, 422, 422, 422] },
  ],
  ...OWN_ACCOUNT,
  'GET /api/site-settings': [{ path: '/api/site-settings', statuses: EVERYBODY }],
  'GET /api/official-decks': [{ path: '/api/official-decks', statuses: EVERYBODY }],
  'GET /api/official-decks/:deckId/trial': [
    { path: `/api/official-decks/${official.id}/trial`, statuses: EVERYBODY },
  ],
  'GET /api/decks': [{ path: '/api/decks', statuses: LOGGED_IN }],
  'GET /api/decks/:deckId': [
    { path: `/api/decks/${official.id}`, statuses: LOGGED_IN },
    { path: `/api/decks/${taught.id}`, statuses: CLASS_AND_ADMIN },
    { path: `/api/decks/${personal.id}`, statuses: OWNER_AND_ADMIN },
  ],
  'GET /api/decks/:deckId/cards': [
    { path: `/api/decks/${official.id}/cards`, statuses: LOGGED_IN },
    { path: `/api/decks/${taught.id}/cards`, statuses: CLASS_AND_ADMIN },
    { path: `/api/decks/${personal.id}/cards`, statuses: OWNER_AND_ADMIN },
  ],
  'PATCH /api/decks/:deckId': [
    { path: `/api/decks/${taught.id}`, body: newDeck, statuses: OWNER },
    { path: `/api/decks/${official.id}`, body: newDeck, statuses: NOBODY },
  ],
  'DELETE /api/decks/:deckId': [
    { path: freshDeck, statuses: OWNER },
    { path: `/api/decks/${official.id}`, statuses: NOBODY },
  ],
  'POST /api/decks/:deckId/cards': [
    { path: `/api/decks/${taught.id}/cards`, body: newCard, statuses: OWNER_MAKES },
    { path: `/api/decks/${official.id}/cards`, body: newCard, statuses: NOBODY },
  ],
  'PATCH /api/decks/:deckId/cards/:cardId': [
    { path: `/api/decks/${taught.id}/cards/${taught.cards[0]}`, body: newCard, statuses: OWNER },
    {
      path: `/api/decks/${others.id}/cards/${personal.cards[0]}`,
      body: newCard,
      statuses: BY_WAY_OF_OTHERS,
    },
  ],
  'DELETE /api/decks/:deckId/cards/:cardId': [
    { path: freshCard, statuses: OWNER },
    { path: `/api/decks/${others.id}/cards/${personal.cards[0]}`, statuses: BY_WAY_OF_OTHERS },
  ],
  ...manyCardCalls(taught.id, official.id),
  ...learnerCalls(official, taught),
  ...pictureCalls(taught, others),
  ...versionCalls(taught, others),
  'GET /api/recent-deck': [{ path: '/api/recent-deck', statuses: STUDENTS }],
  'GET /api/today': [{ path: '/api/today', statuses: STUDENTS }],
  'GET /api/today/cards': [{ path: '/api/today/cards', statuses: STUDENTS }],
  ...Object.fromEntries(
    ['cards/set', 'counts', 'stats'].map((what) => [
      `GET /api/decks/:deckId/${what}`,
      [
        { path: `/api/decks/${official.id}/${what}`, statuses: STUDENTS },
        { path: `/api/decks/${taught.id}/${what}`, statuses: MEMBERS },
        { path: `/api/decks/${personal.id}/${what}`, statuses: NOBODY },
      ],
    ]),
  ),
  'POST /api/decks/:deckId/settings': [
    { path: `/api/decks/${official.id}/settings`, body: settings, statuses: STUDENTS },
    { path: `/api/decks/${taught.id}/settings`, body: settings, statuses: MEMBERS },
    { path: `/api/decks/${personal.id}/settings`, body: settings, statuses: NOBODY },
  ],
  'POST /api/cards/:cardId/progress': [
    { path: `/api/cards/${official.cards[0]}/progress`, body: answer, statuses: STUDENTS },
    { path: `/api/cards/${taught.cards[0]}/progress`, body: answer, statuses: MEMBERS },
    { path: `/api/cards/${personal.cards[0]}/progress`, body: answer, statuses: NOBODY },
  ],
  'GET /api/classes': [{ path: '/api/classes', statuses: LOGGED_IN }],
  'POST /api/classes': [
    { path: '/api/classes', body: newClassBody(official), statuses: TEACHERS_MAKE },
    { path: '/api/classes', body: newClassBody(personal), statuses: OWNER_MAKES },
  ],
  'GET /api/classes/:classId': [{ path: `/api/classes/${classId}`, statuses: CLASS }],
  'PATCH /api/classes/:classId': [{ path: freshClass(''), body: () => ({ name: 'x' }), statuses: OWNER }],
  'DELETE /api/classes/:classId': [{ path: freshClass(''), statuses: OWNER }],
  'POST /api/classes/:classId/join': [
    { path: freshClass('/join'), statuses: [401, 201, 409, 403, 403, 403] },
  ],
  'POST /api/classes/:classId/leave': [
    { path: freshClass('/leave'), statuses: [401, 404, 200, 403, 403, 403] },
  ],
  'GET /api/classes/:classId/code': [{ path: ofClass('code'), statuses: OWNER }],
  'POST /api/classes/:classId/code': [{ path: freshClass('/code'), body: codeTimes, statuses: OWNER_MAKES }],
  'PATCH /api/classes/:classId/code': [{ path: ofClass('code'), body: codeTimes, statuses: OWNER }],
  'DELETE /api/classes/:classId/code': [{ path: freshClass('/code'), statuses: OWNER }],
  'GET /api/class-codes/:code': [{ path: `/api/class-codes/${code}`, statuses: STUDENTS }],
  'POST /api/class-codes/:code/join': [
    { path: `/api/class-codes/${code}/join`, statuses: [401, 201, 409, 403, 403, 403] },
  ],
  'GET /api/join-requests': [{ path: '/api/join-requests', statuses: STUDENTS }],
  'GET /api/students': [{ path: '/api/students?search=a', statuses: TEACHERS }],
  'GET /api/classes/:classId/join-requests': [
    { path: `/api/classes/${classId}/join-requests`, statuses: OWNER },
  ],
  'POST /api/classes/:classId/approve/:studentId': [
    { path: freshClass(`/approve/${waiting.id}`), statuses: OWNER },
  ],
  'DELETE /api/classes/:classId/reject/:studentId': [
    { path: freshClass(`/reject/${waiting.id}`), statuses: OWNER },
  ],
  'DELETE /api/classes/:classId/students/:studentId': [
    { path: freshClass(`/students/${member.id}`), statuses: OWNER },
  ],
  'POST /api/classes/:classId/decks': [
    { path: freshClass('/decks'), body: () => ({ deck_id: official.id }), statuses: OWNER_MAKES },
  ],
  'PATCH /api/classes/:classId/decks/:deckId': [{ path: classDeck, body: noWay, statuses: OWNER }],
  'DELETE /api/classes/:classId/decks/:deckId': [{ path: classDeck, statuses: OWNER }],
  'POST /api/classes/:classId/roster/check': [{ path: ofClass('roster/check'), body: list, statuses: OWNER }],
  'POST /api/classes/:classId/roster': [{ path: freshClass('/roster'), body: list, statuses: OWNER_MAKES }],
  ...passwordCalls(ofClass('passwords'), pupil, member.id),
  'GET /api/activity': [{ path: '/api/activity', statuses: STUDENTS }],
  'POST /api/reviews/:reviewId/undo': [{ path: membersReview, statuses: [401, 404, 200, 403, 403, 403] }],
  'GET /api/classes/:classId/decks/:deckId/mixed-up': [
    { path: async () => `${await classDeck()}/mixed-up`, statuses: OWNER },
  ],
  'GET /api/classes/:classId/students-progress': [{ path: ofClass('students-progress'), statuses: OWNER }],
  'GET /api/teacher/home': [{ path: '/api/teacher/home', statuses: TEACHERS }],
  'GET /api/classes/:classId/student-days': [{ path: ofClass('student-days'), statuses: OWNER }],
  'GET /api/classes/:classId/student-stats/:studentId': [
    { path: `/api/classes/${classId}/student-stats/${member.id}`, statuses: OWNER },
  ],
  'GET /api/classes/:classId/live': [
    { path: `/api/classes/${classId}/live`, statuses: OWNER, isStream: true },
  ],
  'GET /api/exams': [{ path: '/api/exams', statuses: TEACHERS }],
  'POST /api/exams': [{ path: '/api/exams', body: () => examBody('A'), statuses: TEACHERS_MAKE }],
  'GET /api/exams/:examId': [
    { path: `/api/exams/${exam.id}`, statuses: CLASS },
    { path: `/api/exams/${hidden.id}`, statuses: OWNER },
  ],
  'PATCH /api/exams/:examId': [{ path: `/api/exams/${exam.id}`, body: changedExam, statuses: OWNER }],
  'POST /api/exams/:examId': [{ path: `/api/exams/${exam.id}`, body: changedExam, statuses: OWNER }],
  'DELETE /api/exams/:examId': [{ path: freshExam(), statuses: OWNER }],
  'POST /api/exams/:examId/rescoring': [
    {
      path: `/api/exams/${exam.id}/rescoring`,
      body: () => ({ questions: examBody('A').questions }),
      statuses: OWNER,
    },
  ],
  'POST /api/exams/:examId/classes': [
    { path: freshExam('/classes'), body: () => ({ class_ids: [classId] }), statuses: OWNER },
  ],
  'PATCH /api/exams/:examId/visibility': [
    { path: freshExam('/visibility'), body: () => ({ is_hidden: true }), statuses: OWNER },
  ],
  'POST /api/exams/:examId/answers': [
    {
      path: freshExam('/answers'),
      body: () => ({ version: 0, answers: {}, skipped: [] }),
      statuses: MEMBERS,
    },
    {
      path: `/api/exams/${hidden.id}/answers`,
      body: () => ({ version: 0, answers: {}, skipped: [] }),
      statuses: NOBODY,
    },
  ],
  'POST /api/exams/:examId/submit': [
    { path: freshExam('/submit'), body: () => ({ answers: {} }), statuses: MEMBERS },
    { path: `/api/exams/${hidden.id}/submit`, body: () => ({ answers: {} }), statuses: NOBODY },
  ],
  'GET /api/exams/:examId/result': [
    // One's own; only the member has one.
    { path: `/api/exams/${handedIn.id}/result`, statuses: [401, 404, 200, 404, 404, 404] },
    { path: `/api/exams/${handedIn.id}/result?student_id=${member.id}`, statuses: CLASS },
  ],
  'GET /api/classes/:classId/exams': [{ path: `/api/classes/${classId}/exams`, statuses: CLASS }],
  'GET /api/classes/:classId/exam-results': [
    { path: `/api/classes/${classId}/exam-results`, statuses: OWNER },
  ],
  'GET /api/decks/:deckId/export': [
    { path: `/api/decks/${official.id}/export?format=csv`, statuses: LOGGED_IN, isFile: true },
    { path: `/api/decks/${taught.id}/export?format=csv`, statuses: CLASS_AND_ADMIN, isFile: true },
    { path: `/api/decks/${personal.id}/export?format=csv`, statuses: OWNER_AND_ADMIN, isFile: true },
  ],
  'GET /api/deck-file-schema': [{ path: '/api/deck-file-schema', statuses: EVERYBODY, isFile: true }],
  'POST /api/admin/site-settings': [
    { path: '/api/admin/site-settings', body: () => ({ title: 'Nhớ' }), statuses: ADMIN },
  ],
  ...peopleCalls(member.id),
  ...ownDataCalls,
  ...(await deckShareCalls(api, owner, { official: official.id, personal: personal.id })),
  ...colleagueCalls(api, { owner, other, newClass, examOf }),
  ...schoolLoginCalls,
  'GET /api/classes/:classId/acts': [{ path: ofClass('acts'), statuses: OWNER }],
  'GET /api/admin/home': [{ path: '/api/admin/home', statuses: ADMIN }],
  'GET /api/admin/decks': [{ path: '/api/admin/decks', statuses: ADMIN }],
  'DELETE /api/admin/decks/:deckId': [{ path: freshAdminDeck('decks'), statuses: ADMIN }],
  'POST /api/admin/official-decks': [
    {
      path: '/api/admin/official-decks',
      body: () => ({ deck_id: personal.id, official_button_label: '' }),
      statuses: [401, 403, 403, 403, 403, 422],
    },
  ],
  'PATCH /api/admin/official-decks/:deckId': [
    { path: `/api/admin/official-decks/${official.id}`, body: () => ({}), statuses: ADMIN },
    {
      path: `/api/admin/official-decks/${personal.id}`,
      body: () => ({}),
      statuses: [401, 403, 403, 403, 403, 409],
    },
  ],
  'DELETE /api/admin/official-decks/:deckId': [{ path: freshAdminDeck('official-decks'), statuses: ADMIN }],
  'GET /api/admin/decks/:deckId/cards': [
    { path: `/api/admin/decks/${personal.id}/cards?search=x`, statuses: ADMIN },
  ],
  'PATCH /api/admin/cards/:cardId': [
    { path: `/api/admin/cards/${taught.cards[0]}`, body: newCard, statuses: ADMIN },
  ],
  'DELETE /api/admin/cards/:cardId': [
    { path: async () => `/api/admin/cards/${(await api.addDeck(owner.id, 1)).cards[0]}`, statuses: ADMIN },
  ],
  ...adminImportCalls(freshImport),
  ...ownImportCalls(ownersImport),
  ...logAccess(api),
  'POST /api/batch': [{ path: '/api/batch', body: parts, statuses: EVERYBODY }],
  'POST /api/logout': [{ path: '/api/logout', statuses: LOGGED_IN }],
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

t.test(
  'beside the API there are the client, its files, the documentation and the operator’s pages',
  async (t) => {
    const others = routes.filter((route) => !calls.includes(route) && route.method !== 'HEAD');
    const known = ['/*', '/healthz', '/index.html', '/metrics', '/readyz', '/storage/*'];
    t.same(
      [...new Set(others.filter(({ url }) => !isDocumentation(url)).map(({ url }) => url))].sort(),
      known,
    );
    t.ok(
      others.every(({ method }) => method === 'GET'),
      'none of which changes anything',
    );
  },
);

t.test('SL-03 a HEAD is as open as its GET', async (t) => {
  for (const { url, access } of routes.filter(
    ({ method, url }) => method === 'HEAD' && url.startsWith('/api/'),
  ))
    t.equal(access, routes.find((other) => other.method === 'GET' && other.url === url)?.access, url);
  t.equal((await api.raw('HEAD', '/api/me')).status, 401);
  t.equal((await api.raw('HEAD', '/api/me', outsider)).status, 200);
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
