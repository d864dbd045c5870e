import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { classCalls } from '../classroom/class-calls.ts';
import { startApi, type TestAccount, type TestApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { answersOf, type ExamClassroom, examBody, givenClassOf, givenExam } from './given-exams.ts';

/** Every route of the API, as `GET /api/exams/:examId`; its documentation tells of no exam. */
const routes = new Set<string>();
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat())
      if (url.startsWith('/api/') && !url.startsWith('/api/docs')) routes.add(`${one} ${url}`);
  });
});

interface World extends ExamClassroom {
  api: TestApi;
  deckId: number;
  cardId: number;
}

const NOW = new Date(Math.floor(Date.now() / 1_000) * 1_000).toISOString();

/** Makes a world that equals any other, down to the ids, but for the key of its exam. */
async function world(key: string): Promise<World> {
  const api = await startApi(t);
  api.clock.stopAt(NOW);
  await api.databaseClock.stopAt(NOW);
  const accounts: TestAccount[] = [];
  for (const [role, name] of [
    ['teacher', 'an'],
    ['student', 'lan'],
    ['student', 'minh'],
  ] as const)
    accounts.push(await api.register(role, { email: `${name}@example.org` }));
  const [teacher, ...students] = accounts as [TestAccount, ...TestAccount[]];
  const classId = await givenClassOf(teacher, students);
  const deck = await api.addDeck(teacher.id, 1);
  await classCalls(teacher).addDeck(classId, deck.id);
  const body = examBody(key, { main_content_type: 'text', main_text: 'A text' });
  const exam = await givenExam(teacher, [classId], body);
  return { api, teacher, students, classId, exam, deckId: deck.id, cardId: deck.cards[0]! };
}

const worlds = [await world('ABCDA'), await world('BADCB')] as const;

interface Request {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  body?: object;
  headers?: Record<string, string>;
}

/** What a student may ask with any of these, of everything that has a number here. */
const QUERIES = [
  '',
  '?include=exams',
  '?include=decks,exams,teacher',
  '?fields=list',
  '?student_id=2',
  '?student_id=3',
  '?exam_id=1',
];

/** Every route; logging out and leaving the class would end it all, and leaving has its turn in the end. */
function everyRoute({ exam, classId, deckId, cardId, students }: World): Request[] {
  const ids: Record<string, number> = {
    examId: exam.id,
    classId,
    deckId,
    cardId,
    studentId: students[1]!.id,
  };
  return [...routes].flatMap((route): Request[] => {
    const [method, path] = route.split(' ') as [Request['method'], string];
    const url = path.replace(/:(\w+)/g, (_, name) => String(ids[name] ?? 1));
    if (/\/(leave|logout|end-others)$/.test(url)) return [];
    if (method === 'GET' || method === 'HEAD') return QUERIES.map((query) => ({ method, url: url + query }));
    return [{ method, url, body: {} }];
  });
}

/** Calls about the exam that are wrong in some way. */
function wrongCalls({ exam }: World): Request[] {
  const url = `/api/exams/${exam.id}`;
  const [first] = exam.questions;
  const post = (path: string, body: object, headers?: Record<string, string>): Request => ({
    method: 'POST',
    url: url + path,
    body,
    ...(headers && { headers }),
  });
  const questions = exam.questions.map((question) => ({ ...question, correct_option: 'A' }));
  return [
    post('/answers', { version: 77, answers: { [first!.id]: 'A' }, skipped: [] }),
    post('/answers', { version: 0, answers: { [first!.id]: 'E' }, skipped: [] }),
    post('/answers', { version: 0, answers: { 999: 'A' }, skipped: [998] }),
    post('/submit', { answers: { 999: 'A' } }),
    post('/submit', { answers: { [first!.id]: 'X' } }),
    post('/submit', { answers: {} }, { 'idempotency-key': 'none' }),
    post('/rescoring', { questions }),
    post('', { ...examBody('A'), _method: 'PATCH' }),
    { method: 'PATCH', url, body: examBody('A') },
    { method: 'GET', url: `${url}?fields=correct_option&include=correct_option,questions` },
    { method: 'GET', url: `${url}/result?student_id=${exam.id}&include=correct_option` },
    { method: 'GET', url: '/api/exams/2000000000' },
    { method: 'GET', url: '/api/exams/abc' },
  ];
}

/** All that can be read, twenty a call. */
function batches(of: World): Request[] {
  const urls = [...everyRoute(of), ...wrongCalls(of)]
    .filter(({ method, url }) => method === 'GET' && !url.startsWith('/api/batch'))
    .map(({ method, url }) => ({ method, url }));
  return Array.from({ length: Math.ceil(urls.length / 20) }, (_, part) => ({
    method: 'POST',
    url: '/api/batch',
    body: { requests: urls.slice(part * 20, part * 20 + 20) },
  }));
}

/** Everything that a call answers, but for moments: the whole head and every byte of the body. */
async function bytes({ api }: World, { token }: TestAccount, request: Request): Promise<string> {
  const answer = await api.app.inject({
    method: request.method,
    url: request.url,
    headers: { authorization: `Bearer ${token}`, ...request.headers },
    ...(request.body && { payload: request.body }),
  });
  // What is told of the clock differs by the moment at which it is asked.
  const { date, 'retry-after': _, ...headers } = answer.headers;
  const text = `${answer.statusCode} ${JSON.stringify(headers)} ${answer.rawPayload.toString('latin1')}`;
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT');
}

const asIs = (text: string): string => text;

/** The same requests in both worlds are answered by the same bytes, and none names a key. Answers how many there were. */
async function compare(
  name: string,
  who: 0 | 1,
  requests: (of: World) => Request[],
  normalised: (text: string) => string = asIs,
): Promise<string[]> {
  const all = requests(worlds[0]);
  const texts: string[] = [];
  for (const [index, request] of all.entries()) {
    const [one, other] = [
      await bytes(worlds[0], worlds[0].students[who]!, request),
      await bytes(worlds[1], worlds[1].students[who]!, requests(worlds[1])[index]!),
    ];
    const what = `${name}: ${request.method} ${request.url}`;
    if (normalised(one) !== normalised(other)) t.equal(normalised(other), normalised(one), what);
    if (one.includes('correct_option')) t.fail(`${what} names the key: ${one}`);
    texts.push(one, other);
  }
  return texts;
}

const everything = (of: World): Request[] => [...everyRoute(of), ...wrongCalls(of), ...batches(of)];
const submission = { 'idempotency-key': randomUUID() };
const save = (of: World, version: number, letters: string): Request => ({
  method: 'POST',
  url: `/api/exams/${of.exam.id}/answers`,
  body: { version, answers: answersOf(of.exam, letters), skipped: [] },
});
const submit = (of: World, headers = submission, letters = 'AAAAA'): Request => ({
  method: 'POST',
  url: `/api/exams/${of.exam.id}/submit`,
  headers,
  body: { answers: answersOf(of.exam, letters) },
});

t.test('SL-49 until a student has handed in, no byte of any answer depends on the key', async (t) => {
  t.ok(routes.has('GET /api/exams/:examId') && routes.has('GET /api/classes/:classId/exams'));
  for (const { teacher, exam } of worlds) {
    const { body } = await teacher.call('GET /api/exams/:examId', { params: { examId: exam.id } });
    t.match(JSON.stringify(body), /correct_option/, 'the teacher has it');
  }
  t.same(column(worlds[0].exam.questions, 'id'), column(worlds[1].exam.questions, 'id'));

  const before = await compare('before', 0, everything);
  t.ok(
    before.some((text) => text.startsWith('200') && text.includes('"question_text"')),
    'the exam was opened',
  );
  t.ok(before.some((text) => text.includes('exam_changed_elsewhere')));
  t.ok(before.some((text) => text.includes('question_not_in_exam')));
  const saved = await compare('saving', 0, (of) => [
    save(of, 0, 'AAAA'),
    save(of, 0, 'ABCD'),
    save(of, 1, 'AAAAA'),
  ]);
  t.equal(saved.filter((text) => text.startsWith('200')).length, 4, 'in each world the first and the last');
  await compare('after saving', 0, everything);
});

const POINTS = /"score":\d+/g;
const withoutScore = (text: string): string => text.replace(POINTS, '"score":N');

t.test('SL-49 who has handed in is told the score, and nothing else that depends on the key', async (t) => {
  const texts = [
    ...(await compare('submission', 0, (of) => [submit(of), submit(of)], withoutScore)),
    ...(await compare(
      'another one',
      0,
      (of) => [submit(of, { 'idempotency-key': randomUUID() }, 'BBBBB')],
      withoutScore,
    )),
  ];
  t.same(
    texts.map((text) => [text.slice(0, 3), text.match(POINTS)]),
    [200, 200, 200, 200, 409, 409].map((status, index) => [
      String(status),
      [index % 2 ? '"score":1' : '"score":2'],
    ]),
    'the keys differ',
  );
  for (const { api } of worlds) await api.project();
  const after = await compare('after the submission', 0, everything, withoutScore);
  t.ok(
    after.some((text) => text.includes('"score":2') && text.includes('"completed":true')),
    'the result was read',
  );

  const classmate = await compare('to a classmate', 1, everything);
  t.notOk(
    classmate.some((text) => POINTS.test(text)),
    'who is told of no points',
  );
  const leaving = (of: World): Request[] => [{ method: 'POST', url: `/api/classes/${of.classId}/leave` }];
  await compare('leaving', 1, leaving);
  await compare('out of the class', 1, everything);
});
