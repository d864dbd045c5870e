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
const ANSWER_MAX = 2_000_000;

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
    t.ok(limit?.maximum <= 1_000, `${url}: at most a thousand rows`);
  }
});

t.test('the longest cards that there may be stay below 2 MB', async (t) => {
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
    Array.from({ length: 130 }, () => longest),
  );
  let offset = 0;
  for (const path of [`/api/decks/${deck.id}/cards`]) {
    while (offset < 130) {
      const answer = await teacher.raw<{ data: Card[]; total: number }>('GET', `${path}?offset=${offset}`);
      t.ok(Buffer.byteLength(JSON.stringify(answer.body)) < ANSWER_MAX);
      t.equal(answer.body.total, 130);
      t.ok(answer.body.data.length > 0);
      offset += answer.body.data.length;
    }
  }
});

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

t.test('an answer of more than 2 MB is not sent, whatever made it', async (t) => {
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
