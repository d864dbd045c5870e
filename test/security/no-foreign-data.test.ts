import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import t from 'tap';
import { startApi, type TestAccount } from '../harness/api-harness.ts';
import { runs } from '../harness/depth.ts';
import { chosenSeed } from '../harness/seeded.ts';
import { noteFigures } from './figures.ts';
import { placesOf, plainValue } from './hostile-requests.ts';
import { givenMarkedWorld, importForOneself, type Mark, marksIn } from './marked-world.ts';
import { endCalls, rawCall } from './raw-call.ts';
import { type RealRoute, realRoutes, type ValueSchema } from './real-routes.ts';

const seed = chosenSeed(t);
const routes = realRoutes(t);
const api = await startApi(t);
await api.app.listen({ port: 0, host: '127.0.0.1' });
t.teardown(endCalls);
const { port } = api.app.server.address() as AddressInfo;
const world = await givenMarkedWorld(api);
const { students, teachers, marks, ids, reviews } = world;
const staff = [...teachers, await api.register('admin')];

/** What a name may stand for; a number of another kind now and then. */
const KINDS: [names: RegExp, values: (number | string)[]][] = [
  [/deck_?id/i, ids.decks],
  [/card_?id/i, ids.cards],
  [/class_?ids?$/i, ids.classes],
  [/exam_?id/i, ids.exams],
  [/^id$|answers|skipped/, ids.questions],
  [/student_?id/i, ids.people],
  [/import_?id/i, ids.imports],
  [/review_?id|idempotency/i, reviews],
];
const EVERY_ID = Object.values(ids).flat();

/** Numbers from which a call is made: all choices in it are theirs. */
type Choices = number[];

/** Takes one choice after the other; beyond the last they begin again. */
function chooser(choices: Choices): <T>(from: readonly T[]) => T {
  let next = 0;
  return (from) => from[choices[next++ % choices.length]! % from.length]!;
}

type Choose = ReturnType<typeof chooser>;

function valueFor(name: string, schema: ValueSchema, choose: Choose): unknown {
  const kind = KINDS.find(([names]) => names.test(name));
  if (kind) return choose([...kind[1], ...kind[1], choose(EVERY_ID)]);
  if (schema.anyOf) return valueFor(name, choose(schema.anyOf), choose);
  if (name === 'include') return choose(['decks', 'exams', 'teacher', 'decks,exams,teacher']);
  if (name === 'format') return 'csv';
  if (name === 'search') return choose(['mark', 'a', '%', '']);
  if (name === 'offset') return choose([0, 0, 1]);
  if (name === 'limit') return choose([1, 20, 100]);
  if (name === 'version') return choose([0, 1, 2]);
  return plainValue(schema);
}

interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

function callOf(route: RealRoute, choose: Choose): Call {
  const path = route.url.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(valueFor(name, route.params[name] ?? {}, choose))),
  );
  const query = Object.entries(route.query)
    .filter(([name]) => name === 'format' || choose([true, false]))
    .map(([name, schema]) => `${name}=${encodeURIComponent(String(valueFor(name, schema, choose)))}`);
  const headers: Record<string, string> = {};
  for (const name of Object.keys(route.headers)) if (choose([true, false])) headers[name] = choose(reviews);
  if (choose([false, false, true])) headers['after-position'] = choose(['0-1', '3-1', '7-2']);
  const call: Call = {
    method: String(route.method),
    path: [path, query.join('&')].filter(Boolean).join('?'),
    headers,
  };
  if (!route.body) return call;
  if (route.url === '/api/batch')
    return { ...call, headers: JSON_TYPE, body: JSON.stringify(batchOf(choose)) };
  const body = plainValue(route.body) as Record<string, unknown>;
  for (const place of placesOf(route.body))
    if (place.length === 1) {
      const [name] = place as [string];
      const schema = route.body.properties?.[name] ?? {};
      if (schema.type === 'array') body[name] = [valueFor(name, schema.items ?? {}, choose)];
      else if (name === 'answers') body[name] = { [String(choose(ids.questions))]: 'A' };
      else body[name] = valueFor(name, schema, choose);
    }
  return { ...call, headers: { ...headers, ...JSON_TYPE }, body: JSON.stringify(body) };
}

const JSON_TYPE = { 'content-type': 'application/json' };

const batchOf = (choose: Choose): object => ({
  requests: Array.from({ length: 5 }, () => {
    const route = choose(reading());
    return { method: 'GET', url: callOf(route, choose).path };
  }),
});

/** Who logs out has no more calls to make, and a new password is a new token. */
const ENDING = ['/api/logout', '/api/change-password', '/api/me/sessions/end-others'];
const calls = () =>
  routes.filter(
    ({ url, method, access }) => access !== undefined && method !== 'HEAD' && !ENDING.includes(url),
  );
/** Those that a student has something to read from come twice. */
const reading = () => calls().filter(({ url, method }) => method === 'GET' && !url.endsWith('/live'));

let made = 0;
let answered = 0;
const seen = new Set<string>();

/** Makes the call and returns what the caller saw of others; `of` says of what. */
async function foreignIn(account: TestAccount, call: Call, of = marks): Promise<string[]> {
  const headers = { ...call.headers, authorization: `Bearer ${account.token}` };
  const answer = await rawCall(port, { ...call, headers });
  made++;
  if (answer.status < 300) answered++;
  // What the caller has sent may come back.
  const sent = `${call.path} ${call.body ?? ''} ${call.headers['idempotency-key'] ?? ''}`;
  const found = marksIn(of, JSON.stringify(answer.headers), answer.body.toString());
  for (const { what } of found) seen.add(what);
  return found
    .filter(({ value, seenBy }) => !seenBy.includes(account.id) && !sent.includes(String(value)))
    .map(({ what }) => `${what} in ${call.method} ${call.path} (${answer.status})`);
}

t.test('the marks are found where they may be seen', async (t) => {
  const [teacher] = teachers as [TestAccount];
  const read = async (path: string, token: string) => {
    const { headers, body } = await rawCall(port, {
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${token}` },
    });
    return marksIn(marks, JSON.stringify(headers), body.toString()).map(({ what }) => what);
  };
  t.ok(
    (await read(`/api/classes/${ids.classes[0]}/students-progress`, teacher.token)).includes('name of An'),
  );
  t.ok((await read(`/api/exams/${ids.exams[1]}`, teacher.token)).includes('title of hidden exam of class 0'));
  const [, , chi] = students as [TestAccount, TestAccount, TestAccount];
  const own = await read('/api/me', chi.token);
  t.same(own, ['name of Chi', 'email of Chi']);
  t.ok((await read(`/api/decks/${ids.decks[3]}/cards`, chi.token)).includes('front of class 1'));
});

t.test('no answer to a student holds what belongs to another', async (t) => {
  const step = fc.record({
    student: fc.integer({ min: 0, max: students.length - 1 }),
    route: fc.nat(),
    choices: fc.array(fc.nat(1_000), { minLength: 8, maxLength: 24 }),
  });
  const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
    for (const { student, route, choices } of steps) {
      const every = [...calls(), ...reading(), ...reading()];
      const account = students[student]!;
      const foreign = await foreignIn(account, callOf(every[route % every.length]!, chooser(choices)));
      if (foreign.length > 0) throw new Error(foreign.join('; '));
    }
  });
  const result = await fc.check(property, { numRuns: runs(60, 1_500), seed, endOnFailure: true });
  t.equal(result.failed, false, `${result.errorInstance ?? ''}`);
  t.comment(`${made} calls, of which ${answered} were granted`);
  noteFigures({ calls: made, granted: answered, marks: marks.length });
  t.ok(answered > made / 10, 'many calls were granted');
  t.ok(seen.size > 15, 'and own marks were seen');
});

/** Who is given another role has its decks as that role has them; and streams have no end. */
const ofStaff = () =>
  calls().filter(
    ({ url, method }) =>
      !url.endsWith('/live') && (method === 'GET' || /deck|card|class|exam|batch|import/.test(url)),
  );

t.test(
  'OWD-04 no answer to a teacher or administrator has anything of a student’s own deck or import',
  async (t) => {
    const [keeper] = students as [TestAccount];
    // Of this test's own: the student may have deleted the other one meanwhile.
    const mark = (what: string): Mark => ({ value: `mark${randomUUID()}`, what, seenBy: [keeper.id] });
    const [title, front, back] = [mark('title of an own deck'), mark('its front'), mark('its back')];
    const deck = await api.addDeck(keeper.id, [{ front: `${front.value}`, back: `${back.value}` }], {
      title: `${title.value}`,
    });
    // As often as all others together.
    ids.decks.push(...ids.decks.map(() => deck.id));
    ids.cards.push(...ids.cards.map(() => deck.cards[0]!));
    const { body } = await rawCall(port, {
      method: 'GET',
      path: `/api/decks/${deck.id}/cards`,
      headers: { authorization: `Bearer ${keeper.token}` },
    });
    const own = [title, front, back];
    t.same(marksIn(own, '', body.toString()), [front, back], 'its owner sees the marks');
    const ofImport: Mark[] = [];
    const importId = await importForOneself(api, keeper, (what) => {
      ofImport.push(mark(what));
      return `${ofImport.at(-1)!.value}`;
    });
    ids.imports.push(...ids.imports.map(() => importId));
    const seenOfImport = new Set<Mark>();
    for (const part of ['', '/problems', '/cards']) {
      const { body } = await keeper.raw('GET', `/api/imports/${importId}${part}`);
      for (const found of marksIn(ofImport, '', JSON.stringify(body))) seenOfImport.add(found);
    }
    t.same(seenOfImport, new Set(ofImport), 'and those of the import');
    own.push(...ofImport);
    const step = fc.record({
      who: fc.integer({ min: 0, max: staff.length - 1 }),
      route: fc.nat(),
      choices: fc.array(fc.nat(1_000), { minLength: 8, maxLength: 24 }),
    });
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const every = ofStaff();
      for (const { who, route, choices } of steps) {
        const call = callOf(every[route % every.length]!, chooser(choices));
        const foreign = await foreignIn(staff[who]!, call, own);
        if (foreign.length > 0) throw new Error(foreign.join('; '));
      }
    });
    const before = answered;
    const result = await fc.check(property, { numRuns: runs(60, 1_500), seed, endOnFailure: true });
    t.equal(result.failed, false, `${result.errorInstance ?? ''}`);
    t.comment(`${answered - before} calls of staff were granted`);
    t.ok(answered - before > 100, 'many calls were granted');
  },
);
