import Fastify from 'fastify';
import t from 'tap';
import { answerLimit } from '../../api/plugins/answer-limit.ts';
import { errors } from '../../api/plugins/error-handler.ts';
import { CARD_LABEL_MAX, CARD_SIDE_MAX, CARD_TEXT_MAX } from '../../core/contract/card-fields.ts';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import { fitting } from '../../core/postgres/page.ts';
import { contracts } from '../contract/all-contracts.ts';
import { startApi } from '../harness/api-harness.ts';

const api = await startApi(t);
const teacher = await api.register('teacher');
const ANSWER_MAX = 5_000_000;

/** Lists that are short whatever anybody does, with the reason. */
const SHORT: Record<string, string> = {
  '/api/decks/:deckId/cram/cards': 'two hundred at most',
  '/api/decks/:deckId/cram/tags': 'a hundred at most',
  '/api/cram/cards': 'two hundred at most',
  '/api/decks/:deckId/mixed-up': 'two hundred cards at most, with two others each',
  '/api/classes/:classId/decks/:deckId/mixed-up': 'twenty pairs at most',
  '/api/decks/:deckId/cards/many': 'the latest twenty of a day',
  '/api/decks/:deckId/cards/edits': 'the latest twenty of a day',
  '/api/decks/:deckId/cards/:cardId/versions': 'what the card is, and fifty earlier states',
  '/api/reports': 'decks that one may change, of which there are at most a thousand with reports',
  '/api/answered-reports': 'fifty reports of a student at most',
  '/api/decks/:deckId/shares': 'a hundred colleagues at most',
  '/api/admin/acts': 'at most a hundred, with where to go on',
  '/api/admin/people': 'at most a hundred, with where to go on',
  '/api/admin/search': 'six of each kind',
  '/api/classes/:classId/acts': 'at most a hundred, with where to go on',
  '/api/class-invitations': 'the newest hundred',
  '/api/me/sessions': 'a hundred at most',
  '/api/imports': 'the latest fifty, each with a hundred problems',
  '/api/admin/imports': 'the latest fifty, each with a hundred problems',
  '/api/imports/:importId/cards': 'at most fifty, with where to go on',
  '/api/admin/imports/:importId/cards': 'at most fifty, with where to go on',
  '/api/admin/log/runs': 'the latest ones',
  '/api/decks/:deckId/cards/set': 'at most a hundred cards',
  '/api/today/cards': 'at most a hundred cards',
};

t.test('a list of the API is asked for part by part, or is short', async (t) => {
  for (const { method, url, schema } of contracts) {
    const data = schema.response[200]?.properties?.data;
    if (method !== 'GET' || data?.type !== 'array' || SHORT[url]) continue;
    const { offset, limit } = schema.querystring?.properties ?? {};
    t.ok(offset && limit && schema.response[200]?.properties?.total, url);
    t.ok(limit?.maximum <= 2_000, `${url}: at most two thousand rows`);
  }
});

t.test('the longest cards that there may be stay below 5 MB, and what is cut says so', async (t) => {
  const COUNT = 400;
  const longest = {
    front: '\x01'.repeat(CARD_SIDE_MAX),
    back: '\x01'.repeat(CARD_SIDE_MAX),
    example_sentence: '\x01'.repeat(CARD_TEXT_MAX),
    definition: '\x01'.repeat(CARD_TEXT_MAX),
    part_of_speech: '\x01'.repeat(CARD_LABEL_MAX),
    level: '\x01'.repeat(CARD_LABEL_MAX),
  };
  const deck = await api.addDeck(
    teacher.id,
    Array.from({ length: COUNT }, () => longest),
  );
  let answers = 0;
  for (let offset = 0; offset < COUNT; answers += 1) {
    const path = `/api/decks/${deck.id}/cards?offset=${offset}`;
    const { body } = await teacher.raw<{ data: Card[]; total: number; is_cut?: true }>('GET', path);
    t.ok(Buffer.byteLength(JSON.stringify(body)) < ANSWER_MAX);
    t.equal(body.total, COUNT);
    t.ok(body.data.length > 0);
    offset += body.data.length;
    t.equal(body.is_cut, offset < COUNT ? true : undefined);
  }
  t.ok(answers > 1, `${answers} answers`);
});

t.test(
  'API-13 API-20 API-08 (document 1 §7) cards, classes and decks come whole, up to 2,000 with how many there are',
  async (t) => {
    const owner = await api.register('teacher');
    const deck = await api.addDeck(owner.id, 2_001);
    const { body } = await owner.call('GET /api/decks/:deckId/cards', { params: { deckId: deck.id } });
    t.match([body.data.length, body.total, body.is_cut], [2_000, 2_001, undefined]);
    await api.pool.query(
      `insert into classes (teacher_id, name) select $1, 'Class ' || n from generate_series(1, 150) n`,
      [owner.id],
    );
    t.match((await owner.call('GET /api/classes', { query: {} })).body, {
      data: { length: 150 },
      total: 150,
    });
    await api.pool.query(
      `insert into decks (user_id, title) select $1, 'Deck ' || n from generate_series(1, 1200) n`,
      [owner.id],
    );
    t.match((await owner.call('GET /api/decks')).body, { data: { length: 1_201 }, total: 1_201 });
  },
);

t.test('decks come part by part, and all of them, each once', async (t) => {
  const owner = await api.register('teacher');
  for (let index = 0; index < 7; index += 1) await api.addDeck(owner.id, 0, { title: `Deck ${index}` });
  const titles: string[] = [];
  for (const offset of [0, 3, 6, 9]) {
    const { body } = await owner.call('GET /api/decks', { query: { offset, limit: 3 } });
    t.equal(body.total, 7);
    titles.push(...body.data.map(({ title }) => title));
  }
  t.same(
    titles,
    Array.from({ length: 7 }, (_, index) => `Deck ${index}`),
  );
});

t.test('rows that would be too much for one answer are left for the next', (t) => {
  const row = 'x'.repeat(98);
  t.equal(fitting([row, row, row, row], 250).length, 2);
  t.equal(fitting([row, row], 10).length, 1, 'at least one, or nobody would come further');
  t.equal(fitting([], 10).length, 0);
  t.equal(fitting([row, row], 1_000).length, 2);
  t.end();
});

t.test('an answer of more than 5 MB is not sent, whatever made it', async (t) => {
  const app = Fastify();
  await app.register(errors);
  await app.register(answerLimit);
  app.get<{ Params: { bytes: string } }>('/api/letters/:bytes', async ({ params }) =>
    'đ'.repeat(Number(params.bytes) / 2),
  );
  t.equal((await app.inject(`/api/letters/${ANSWER_MAX}`)).statusCode, 200);
  const refused = await app.inject(`/api/letters/${ANSWER_MAX + 2}`);
  t.match([refused.statusCode, refused.json()], [413, { code: 'answer_too_large' }]);
});
