import t from 'tap';
import { attachment, exportFileName } from '../../core/deck-export/export-file-name.ts';
import { startApi } from '../harness/api-harness.ts';
import { coded } from '../harness/coded.ts';
import { download, givenDeck } from './exported-deck.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const deckId = await givenDeck(api, teacher.id, [{ front: 'cat', back: 'mèo' }], {
  title: 'Từ vựng: "Đồ ăn" 1/2',
});
const url = `/api/decks/${deckId}/export`;

t.test('SL-03 whoever may read a deck may export it, and nobody else', async (t) => {
  const [student, other, admin] = [
    await api.register('student'),
    await api.register('teacher'),
    await api.register('admin'),
  ];
  const statuses = async (query: string) =>
    Promise.all(
      [undefined, student, other, teacher, admin].map(
        async (caller) => (await api.raw('GET', `${url}?format=${query}`, { token: caller?.token })).status,
      ),
    );
  for (const format of ['zip', 'csv', 'apkg'])
    t.same(await statuses(format), [401, 403, 403, 200, 200], format);
  const refused = await student.call('GET /api/decks/:deckId/export', {
    params: { deckId },
    query: { format: 'zip' },
  });
  t.equal(refused.body.code, 'deck_not_accessible');

  const official = await api.addDeck(admin.id, 1, { official: true });
  t.equal((await download(api, student.token, official.id, 'csv')).status, 200);
  t.match(
    await teacher.call('GET /api/decks/:deckId/export', {
      params: { deckId: 999999 },
      query: { format: 'zip' },
    }),
    coded(404, 'deck_not_found'),
  );
  for (const query of ['', '?format=', '?format=pdf']) {
    const answer = await teacher.raw('GET', url + query);
    t.same([answer.status, answer.body.code], [422, 'validation_failed'], query);
  }
});

t.test('a file is called after its deck, in every letter, and is kept by no cache', async (t) => {
  const name = 'T%E1%BB%AB%20v%E1%BB%B1ng%20%C4%90%E1%BB%93%20%C4%83n%201%202';
  for (const [format, type] of [
    ['zip', 'application/zip'],
    ['csv', 'text/csv; charset=utf-8'],
    ['apkg', 'application/apkg'],
  ] as const) {
    const { headers } = await download(api, teacher.token, deckId, format);
    t.match(headers, {
      'content-type': type,
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="Tu vung Do an 1 2.${format}"; filename*=UTF-8''${name}.${format}`,
    });
  }
  t.equal(exportFileName('../..\\etc\u202e\n', 'zip'), 'etc.zip');
  t.equal(exportFileName(' ... ', 'csv'), 'deck.csv');
  t.equal(exportFileName('😀'.repeat(100), 'zip'), `${'😀'.repeat(60)}.zip`);
  t.equal(
    attachment('犬\'s 100% (*)".zip'),
    `attachment; filename="_'s 100_ (*)_.zip"; filename*=UTF-8''%E7%8A%AC%27s%20100%25%20%28%2A%29%22.zip`,
  );
});

t.test('a HEAD makes no export, and no batch gathers one', async (t) => {
  t.equal((await teacher.raw('HEAD', `${url}?format=apkg`)).status, 404);
  const { body } = await teacher.call('POST /api/batch', {
    body: {
      requests: [
        { method: 'GET', url: `${url}?format=zip` },
        { method: 'GET', url: `/api/decks/${deckId}/%65xport`, params: { format: 'csv' } },
      ],
    },
  });
  const refused = { status: 400, data: { code: 'malformed_request' } };
  t.match(body, { data: [refused, refused] });
  t.equal(body.data.length, 2);
});

t.test('one account has only so many exports a minute', async (t) => {
  const eager = await api.register('teacher');
  const { id } = await api.addDeck(eager.id, 1);
  const statuses = [];
  for (let count = 0; count < 31; count++)
    statuses.push((await download(api, eager.token, id, 'csv')).status);
  t.same([...new Set(statuses.slice(0, 30)), statuses[30]], [200, 429]);
});

t.test('what fails before the file has begun is answered as an error, not as a file', async (t) => {
  const { disk } = api.services.storage;
  const broken = await givenDeck(api, teacher.id, [
    { front: 'x', back: 'x', audio_file: '/storage/cards/a.mp3' },
  ]);
  // What is there and cannot be read as a file.
  await disk.put('cards/a.mp3/b.mp3', 'x');
  disk.exists = async () => true;
  t.teardown(() => Reflect.deleteProperty(disk, 'exists'));
  const answer = await teacher.call('GET /api/decks/:deckId/export', {
    params: { deckId: broken },
    query: { format: 'zip' },
    fault: true,
  });
  t.match(answer, coded(500, 'internal_error'));
  t.match(answer.headers['content-type'], /^application\/json/);
  t.equal(answer.headers['content-disposition'], undefined);
});
