import { randomUUID } from 'node:crypto';
import type { TestAccount, TestApi } from '../api-harness.ts';
import {
  AUTHORS_MAKE,
  answer,
  type Call,
  newCard,
  newDeck,
  type Statuses,
  settings,
} from './access-cases.ts';

const KEEPER: Statuses = [401, 403, 200, 403, 403, 403];
const KEEPER_MAKES: Statuses = [401, 403, 201, 403, 403, 403];
const NOT_EVEN_ADMIN: Statuses = [401, 403, 403, 403, 403, 404];
const NOBODY: Statuses = [401, 403, 403, 403, 403, 403];

/** The calls to a deck of a student's own, who is the member of the table: everybody else is refused. */
export async function ownDeckCalls(
  api: TestApi,
  keeper: TestAccount,
  { colleague, classId }: { colleague: TestAccount; classId: number },
): Promise<Record<string, Call[]>> {
  await api.pool.query('update site_settings set students_make_decks = true');
  const deck = await api.addDeck(keeper.id, 2);
  const own = `/api/decks/${deck.id}`;
  const card = `${own}/cards/${deck.cards[0]}`;
  const fresh = async () => `/api/decks/${(await api.addDeck(keeper.id, 1)).id}`;
  const read = (url: string, statuses = KEEPER): Call[] => [{ path: url, statuses }];
  const send = (url: Call['path'], body: () => object, statuses: Statuses): Call[] => [
    { path: url, body, statuses },
  ];
  const many = () => ({ key: randomUUID(), cards: [newCard()] });
  const order = () => ({ key: randomUUID(), edit: { act: 'tags', ids: deck.cards, add: ['x'], remove: [] } });
  const login = () => ({ login: colleague.email });
  return {
    'POST /api/decks': send('/api/decks', newDeck, AUTHORS_MAKE),
    'POST /api/decks/with-cards': send(
      '/api/decks/with-cards',
      () => ({ ...many(), title: 'x' }),
      AUTHORS_MAKE,
    ),
    'GET /api/decks/:deckId': read(own),
    'GET /api/decks/:deckId/cards': read(`${own}/cards`),
    'GET /api/decks/:deckId/export': [{ path: `${own}/export?format=csv`, statuses: KEEPER, isFile: true }],
    'PATCH /api/decks/:deckId': send(own, newDeck, KEEPER),
    'DELETE /api/decks/:deckId': [{ path: fresh, statuses: KEEPER }],
    'POST /api/decks/:deckId/copy': send(`${own}/copy`, () => ({}), KEEPER_MAKES),
    'POST /api/decks/:deckId/cards': send(`${own}/cards`, newCard, KEEPER_MAKES),
    'PATCH /api/decks/:deckId/cards/:cardId': send(card, newCard, KEEPER),
    'DELETE /api/decks/:deckId/cards/:cardId': [
      {
        path: async () => {
          const { id, cards } = await api.addDeck(keeper.id, 1);
          return `/api/decks/${id}/cards/${cards[0]}`;
        },
        statuses: KEEPER,
      },
    ],
    'POST /api/decks/:deckId/cards/many': send(`${own}/cards/many`, many, KEEPER_MAKES),
    'GET /api/decks/:deckId/cards/many': read(`${own}/cards/many`),
    'GET /api/decks/:deckId/cards/table': read(`${own}/cards/table`),
    'POST /api/decks/:deckId/cards/edits': send(`${own}/cards/edits`, order, KEEPER),
    'GET /api/decks/:deckId/cards/edits': read(`${own}/cards/edits`),
    'POST /api/decks/:deckId/cards/:cardId/pictures/:side': send(
      `${card}/pictures/front`,
      () => ({ alt: 'x' }),
      [401, 403, 404, 403, 403, 404],
    ),
    'DELETE /api/decks/:deckId/cards/:cardId/pictures/:side': read(
      `${card}/pictures/front`,
      [401, 403, 200, 403, 403, 404],
    ),
    'GET /api/decks/:deckId/cards/:cardId/versions': read(`${card}/versions`, [401, 403, 200, 403, 403, 404]),
    'POST /api/decks/:deckId/cards/:cardId/versions/:version': send(
      `${card}/versions/1`,
      () => ({ seen: 1_000 }),
      [401, 403, 409, 403, 403, 404],
    ),
    'GET /api/decks/:deckId/cards/set': read(`${own}/cards/set`),
    'GET /api/decks/:deckId/counts': read(`${own}/counts`),
    'GET /api/decks/:deckId/stats': read(`${own}/stats`),
    'GET /api/decks/:deckId/own-cards': read(`${own}/own-cards`),
    'GET /api/decks/:deckId/mixed-up': read(`${own}/mixed-up`),
    'GET /api/decks/:deckId/cram': read(`${own}/cram`),
    'GET /api/decks/:deckId/cram/tags': read(`${own}/cram/tags`),
    'GET /api/decks/:deckId/cram/cards': read(`${own}/cram/cards?kind=all&limit=20`),
    'POST /api/decks/:deckId/settings': send(`${own}/settings`, settings, KEEPER),
    'POST /api/cards/:cardId/progress': send(`/api/cards/${deck.cards[0]}/progress`, answer, KEEPER),
    'POST /api/cards/:cardId/mark': send(`/api/cards/${deck.cards[0]}/mark`, () => ({ aside: null }), KEEPER),
    'GET /api/decks/:deckId/reports': read(`${own}/reports`, NOT_EVEN_ADMIN),
    'POST /api/cards/:cardId/report': send(
      `/api/cards/${deck.cards[0]}/report`,
      () => ({ reason: 'meaning', note: '' }),
      [401, 403, 409, 403, 403, 403],
    ),
    'POST /api/cards/:cardId/report/answer': send(
      `/api/cards/${deck.cards[1]}/report/answer`,
      () => ({ answer: 'mended' }),
      NOT_EVEN_ADMIN,
    ),
    'GET /api/decks/:deckId/trash': read(`${own}/trash`, [401, 403, 200, 403, 403, 404]),
    'POST /api/decks/:deckId/trash/restore': send(
      `${own}/trash/restore`,
      () => ({}),
      [401, 403, 404, 403, 403, 404],
    ),
    'DELETE /api/decks/:deckId/trash': read(`${own}/trash`, [401, 403, 200, 403, 403, 404]),
    'GET /api/decks/:deckId/shares': read(`${own}/shares`, NOBODY),
    'POST /api/decks/:deckId/shares': send(`${own}/shares`, () => ({ ...login(), may: 'use' }), NOBODY),
    'POST /api/decks/:deckId/owner': send(`${own}/owner`, () => ({ teacher_id: keeper.id }), NOBODY),
    'POST /api/classes': send('/api/classes', () => ({ name: 'x', deck_id: deck.id }), NOBODY),
    'POST /api/classes/:classId/decks': send(
      `/api/classes/${classId}/decks`,
      () => ({ deck_id: deck.id }),
      NOBODY,
    ),
    'POST /api/admin/decks/:deckId/owner': send(
      `/api/admin/decks/${deck.id}/owner`,
      login,
      [401, 403, 403, 403, 403, 404],
    ),
    'GET /api/admin/decks/:deckId/cards': read(`/api/admin/decks/${deck.id}/cards`, NOT_EVEN_ADMIN),
    'DELETE /api/admin/decks/:deckId': read(`/api/admin/decks/${deck.id}`, NOT_EVEN_ADMIN),
    'POST /api/admin/official-decks': send(
      '/api/admin/official-decks',
      () => ({ deck_id: deck.id, official_button_label: 'x' }),
      NOT_EVEN_ADMIN,
    ),
    'PATCH /api/admin/official-decks/:deckId': send(
      `/api/admin/official-decks/${deck.id}`,
      () => ({}),
      NOT_EVEN_ADMIN,
    ),
    'DELETE /api/admin/official-decks/:deckId': read(`/api/admin/official-decks/${deck.id}`, NOT_EVEN_ADMIN),
    'PATCH /api/admin/cards/:cardId': send(`/api/admin/cards/${deck.cards[0]}`, newCard, NOT_EVEN_ADMIN),
    'DELETE /api/admin/cards/:cardId': read(`/api/admin/cards/${deck.cards[0]}`, NOT_EVEN_ADMIN),
  };
}

/** Adds calls to those that a table has of the same routes. */
export function addCalls(table: Record<string, Call[]>, more: Record<string, Call[]>): void {
  for (const [route, cases] of Object.entries(more)) table[route] = [...(table[route] ?? []), ...cases];
}
