import { randomUUID } from 'node:crypto';
import type { TestAccount, TestApi } from '../harness/api-harness.ts';
import {
  AUTHORS_MAKE,
  answer,
  at,
  type Call,
  NOBODY,
  newCard,
  newDeck,
  type Statuses,
  settings,
} from './access-cases.ts';

const KEEPER: Statuses = [401, 403, 200, 403, 403, 403];
const KEEPER_MAKES: Statuses = [401, 403, 201, 403, 403, 403];
const NOT_EVEN_ADMIN: Statuses = [401, 403, 403, 403, 403, 404];
/** The administrator, who else changes any deck, hears that there is none. */
const KEEPER_ALONE: Statuses = [401, 403, 200, 403, 403, 404];

type Row = [route: string, statuses: Statuses, body?: () => object, query?: string];

/** The calls to a deck of a student's own, who is the member of the table: everybody else is refused. */
export async function ownDeckCalls(
  api: TestApi,
  keeper: TestAccount,
  { colleague, classId }: { colleague: TestAccount; classId: number },
): Promise<Record<string, Call[]>> {
  await api.pool.query('update site_settings set students_make_decks = true');
  const deck = await api.addDeck(keeper.id, 2);
  const [card, reported] = deck.cards as [number, number];
  const ids: Record<string, number | string> = {
    deckId: deck.id,
    cardId: card,
    classId,
    side: 'front',
    version: 1,
  };
  const fresh = async () => `/api/decks/${(await api.addDeck(keeper.id, 1)).id}`;
  const many = () => ({ key: randomUUID(), cards: [newCard()] });
  const order = () => ({ key: randomUUID(), edit: { act: 'tags', ids: deck.cards, add: ['x'], remove: [] } });
  const login = () => ({ login: colleague.email });
  const official = () => ({ deck_id: deck.id, official_button_label: 'x' });
  const rows: Row[] = [
    ['POST /api/decks', AUTHORS_MAKE, newDeck],
    ['POST /api/decks/with-cards', AUTHORS_MAKE, () => ({ ...many(), title: 'x' })],
    ['GET /api/decks/:deckId', KEEPER],
    ['GET /api/decks/:deckId/cards', KEEPER],
    ['PATCH /api/decks/:deckId', KEEPER, newDeck],
    ['POST /api/decks/:deckId/copy', KEEPER_MAKES, () => ({})],
    ['POST /api/decks/:deckId/cards', KEEPER_MAKES, newCard],
    ['PATCH /api/decks/:deckId/cards/:cardId', KEEPER, newCard],
    ['POST /api/decks/:deckId/cards/many', KEEPER_MAKES, many],
    ['GET /api/decks/:deckId/cards/many', KEEPER],
    ['GET /api/decks/:deckId/cards/table', KEEPER],
    ['POST /api/decks/:deckId/cards/edits', KEEPER, order],
    ['GET /api/decks/:deckId/cards/edits', KEEPER],
    [
      'POST /api/decks/:deckId/cards/:cardId/pictures/:side',
      [401, 403, 404, 403, 403, 404],
      () => ({ alt: 'x' }),
    ],
    ['DELETE /api/decks/:deckId/cards/:cardId/pictures/:side', KEEPER_ALONE],
    ['GET /api/decks/:deckId/cards/:cardId/versions', KEEPER_ALONE],
    [
      'POST /api/decks/:deckId/cards/:cardId/versions/:version',
      [401, 403, 409, 403, 403, 404],
      () => ({ seen: 1_000 }),
    ],
    ['GET /api/decks/:deckId/cards/set', KEEPER],
    ['GET /api/decks/:deckId/counts', KEEPER],
    ['GET /api/decks/:deckId/stats', KEEPER],
    ['GET /api/decks/:deckId/own-cards', KEEPER],
    ['GET /api/decks/:deckId/mixed-up', KEEPER],
    ['GET /api/decks/:deckId/cram', KEEPER],
    ['GET /api/decks/:deckId/cram/tags', KEEPER],
    ['GET /api/decks/:deckId/cram/cards', KEEPER, undefined, '?kind=all&limit=20'],
    ['POST /api/decks/:deckId/settings', KEEPER, settings],
    ['POST /api/cards/:cardId/progress', KEEPER, answer],
    ['POST /api/cards/:cardId/mark', KEEPER, () => ({ aside: null })],
    ['GET /api/decks/:deckId/reports', NOT_EVEN_ADMIN],
    [
      'POST /api/cards/:cardId/report',
      [401, 403, 409, 403, 403, 403],
      () => ({ reason: 'meaning', note: '' }),
    ],
    ['GET /api/decks/:deckId/trash', KEEPER_ALONE],
    ['POST /api/decks/:deckId/trash/restore', [401, 403, 404, 403, 403, 404], () => ({})],
    ['DELETE /api/decks/:deckId/trash', KEEPER_ALONE],
    ['GET /api/decks/:deckId/shares', NOBODY],
    ['POST /api/decks/:deckId/shares', NOBODY, () => ({ ...login(), may: 'use' })],
    ['POST /api/decks/:deckId/owner', NOBODY, () => ({ teacher_id: keeper.id })],
    ['POST /api/classes', NOBODY, () => ({ name: 'x', deck_id: deck.id })],
    ['POST /api/classes/:classId/decks', NOBODY, () => ({ deck_id: deck.id })],
    ['POST /api/admin/decks/:deckId/owner', NOT_EVEN_ADMIN, login],
    ['GET /api/admin/decks/:deckId/cards', NOT_EVEN_ADMIN],
    ['DELETE /api/admin/decks/:deckId', NOT_EVEN_ADMIN],
    ['POST /api/admin/official-decks', NOT_EVEN_ADMIN, official],
    ['PATCH /api/admin/official-decks/:deckId', NOT_EVEN_ADMIN, () => ({})],
    ['DELETE /api/admin/official-decks/:deckId', NOT_EVEN_ADMIN],
    ['PATCH /api/admin/cards/:cardId', NOT_EVEN_ADMIN, newCard],
    ['DELETE /api/admin/cards/:cardId', NOT_EVEN_ADMIN],
  ];
  const pathOf = (route: string) =>
    route.replace(/^\w+ /, '').replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name]));
  return {
    ...Object.fromEntries(
      rows.map(([route, statuses, body, query = '']) => [route, [at(statuses, pathOf(route) + query, body)]]),
    ),
    'GET /api/decks/:deckId/export': [
      at(KEEPER, `/api/decks/${deck.id}/export?format=csv`, undefined, { isFile: true }),
    ],
    'DELETE /api/decks/:deckId': [at(KEEPER, fresh)],
    'DELETE /api/decks/:deckId/cards/:cardId': [
      at(KEEPER, async () => {
        const { id, cards } = await api.addDeck(keeper.id, 1);
        return `/api/decks/${id}/cards/${cards[0]}`;
      }),
    ],
    'POST /api/cards/:cardId/report/answer': [
      at(NOT_EVEN_ADMIN, `/api/cards/${reported}/report/answer`, () => ({ answer: 'mended' })),
    ],
  };
}

/** Adds calls to those that a table has of the same routes. */
export function addCalls(table: Record<string, Call[]>, more: Record<string, Call[]>): void {
  for (const [route, cases] of Object.entries(more)) table[route] = [...(table[route] ?? []), ...cases];
}
