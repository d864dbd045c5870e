import t from 'tap';
import { addressOf } from '../../core/address.ts';
import type { Call } from '../../core/api.ts';
import type { NewImportBody } from '../../core/deck-import/deck-import.schema.ts';
import { getAll } from '../../web/lib/call/all-pages.ts';
import { callApi } from '../../web/lib/call/api-client.ts';
import { entryBody, loadAll } from '../../web/lib/call/batch.ts';
import { readFile } from '../../web/lib/call/file-download.ts';
import { formOf } from '../../web/lib/call/form-of.ts';
import { getData, getTogether } from '../../web/lib/call/gathered-get.ts';
import { contracts } from '../contract/all-contracts.ts';
import { readSource, sourceFiles } from './module-graph.ts';

type ProductClient = import('../../bin/simulate/product-client.ts').ProductClient;
type TestApi = import('../harness/api-harness.ts').TestApi;
type BrowserTest = import('../browser/harness/browser-harness.ts').BrowserTest;

const params = { deckId: 1 };
const card = { params: { cardId: 1 } };

/**
 * Mistakes that the compiler must find, each below its `@ts-expect-error`: one that compiles is an error of
 * `npm run check`. Nothing here runs.
 */
export async function mistakesInCalls(): Promise<void> {
  // @ts-expect-error a call that the API does not have
  await callApi('GET /api/deck');
  // @ts-expect-error the method of another call
  await callApi('PATCH /api/decks', { body: { title: 'A' } });
  // @ts-expect-error a body that is missing
  await callApi('POST /api/cards/:cardId/progress', card);
  // @ts-expect-error a body that lacks a field
  await callApi('POST /api/cards/:cardId/progress', { ...card, body: { status: 2 } });
  // @ts-expect-error a field of the wrong type
  await callApi('POST /api/cards/:cardId/progress', { ...card, body: { status: 3, time_spent: 1 } });
  // @ts-expect-error a body that nobody reads
  await callApi('DELETE /api/decks/:deckId', { params, body: { force: true } });
  // @ts-expect-error a parameter that is missing
  await callApi('DELETE /api/decks/:deckId');
  // @ts-expect-error a parameter of another call
  await callApi('DELETE /api/decks/:deckId', { params: { classId: 1 } });
  // @ts-expect-error a field that is not answered
  (await callApi('GET /api/decks/:deckId', { params })).data.owner;
  // @ts-expect-error a key that only the teacher of the exam gets
  (await callApi('GET /api/exams/:examId', { params: { examId: 1 } })).data.questions[0]?.correct_option;
}

/** Mistakes in addresses, and in what is read by them. */
export async function mistakesInReads(): Promise<void> {
  const deck = addressOf('GET /api/decks/:deckId', { params });
  // @ts-expect-error a query that the call does not have
  addressOf('GET /api/decks/:deckId/cards', { params, query: { find: 'a' } });
  // @ts-expect-error a query that must be there
  addressOf('GET /api/decks/:deckId/export', { params });
  // @ts-expect-error an address written by hand
  await getTogether('/api/decks/1');
  // @ts-expect-error an answer without `data`
  await getData(addressOf('GET /api/deck-file-schema'));
  // @ts-expect-error one thing is no list
  await getAll(deck);
  // @ts-expect-error a field that is not answered
  (await getData(deck)).owner;
  // @ts-expect-error an address that is no file
  await readFile(deck);
  const [first] = await loadAll([deck, addressOf('GET /api/decks')]);
  // @ts-expect-error the answer of the other part
  entryBody(first).total;
}

/** Mistakes in forms, whose fields are the body's, as text. */
export async function mistakesInForms(): Promise<void> {
  // @ts-expect-error a field that must be there
  formOf<NewImportBody>({ description: 'a' }, {});
  // @ts-expect-error a field that the contract does not have
  formOf<NewImportBody>({ title: 'a', name: 'b' }, {});
  // @ts-expect-error a form of which nobody knows what is in it
  await callApi('POST /api/admin/imports', { body: new FormData() });
  // @ts-expect-error a form of another call
  await callApi('POST /api/exams', { body: formOf<NewImportBody>({ title: 'a' }, {}) });
}

/** Mistakes in calls of the simulation, and of the tests themselves. */
export async function mistakesElsewhere(
  client: ProductClient,
  api: TestApi,
  test: BrowserTest,
): Promise<void> {
  // @ts-expect-error a call that the API does not have
  await client.call('GET /api/class');
  // @ts-expect-error a body that lacks a field
  await client.call('POST /api/login', { body: { email: 'a@b.example' } });
  // @ts-expect-error a call that the API does not have
  await api.call('GET /api/class');
  // @ts-expect-error a body that lacks a field
  await api.call('POST /api/login', { body: { email: 'a@b.example' } });
  // @ts-expect-error a field that is not answered
  (await api.call('GET /api/me')).body.data.password;
  // @ts-expect-error a parameter that is missing
  await test.api('GET /api/decks/:deckId');
}

t.test('every file of contracts is in the types of all calls', async (t) => {
  const types = readSource('core/api.ts');
  const withContracts = sourceFiles().filter(
    (file) =>
      file.startsWith('core/') &&
      file.endsWith('.schema.ts') &&
      /\b(contracts\(|Endpoint\b)/.test(readSource(file)),
  );
  t.ok(withContracts.length > 10);
  const missing = withContracts.filter(
    (file) => !types.includes(`import('./${file.slice('core/'.length)}')`),
  );
  t.same(missing, []);
});

t.test('a call is its method and its address', async (t) => {
  const known: Call[] = ['POST /api/decks/:deckId/cards', 'GET /api/me', 'DELETE /api/classes/:classId'];
  const all = contracts.map(({ method, url }) => `${method} ${url}`);
  for (const call of known) t.ok(all.includes(call), call);
});

t.test('the client and the simulation write no address of the API by hand', async (t) => {
  // It tells by the path which token is sent, and what reads.
  const free = 'web/lib/call/api-client.ts';
  const callers = sourceFiles().filter((file) => /^(web|bin\/simulate)\//.test(file) && file !== free);
  t.ok(callers.length > 100);
  t.same(
    callers.filter((file) => /['"`]\/api\//.test(readSource(file))),
    [],
  );
});
