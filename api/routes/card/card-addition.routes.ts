import type { FastifyPluginAsync } from 'fastify';
import { quotasOf } from '../../../core/access/quotas.ts';
import * as contract from '../../../core/card/card-addition.schema.ts';
import {
  addCards,
  additionsToUndo,
  makeDeckOfCards,
  undoAddition,
} from '../../../core/card/card-additions.ts';
import { checkedTexts } from '../../../core/deck/deck-changes.ts';
import { MANY_CARDS_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

/** Two thousand cards as they are pasted, in letters of three bytes. */
const MANY_CARDS_BYTES = 8 * 1024 ** 2;

export const cardAdditionRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { clock, config, database, directory } = services;
  const { pool } = database;
  const placeOf = ({ id: adderId }: { id: number }, deckId: number) => ({
    deckId,
    adderId,
    now: new Date(clock.now()),
  });
  const { editableDeck, making } = guards(directory);

  route(
    app,
    { ...contract.addCards, bodyLimit: MANY_CARDS_BYTES, config: { rateLimit: MANY_CARDS_LIMIT } },
    editableDeck,
    ({ account, params, body }) => addCards(pool, placeOf(account, params.deckId), body),
  );

  route(
    app,
    { ...contract.makeDeckOfCards, bodyLimit: MANY_CARDS_BYTES, config: { rateLimit: MANY_CARDS_LIMIT } },
    making,
    async ({ account, body }) => {
      const { decks: max } = quotasOf(config, account.role);
      const place = { owner: account, max, now: new Date(clock.now()) };
      return makeDeckOfCards(pool, place, { ...body, ...checkedTexts({ title: body.title }) });
    },
  );

  route(app, contract.listCardAdditions, editableDeck, ({ account, params }) =>
    additionsToUndo(pool, placeOf(account, params.deckId)),
  );

  route(app, contract.undoAddition, editableDeck, ({ account, params }) =>
    undoAddition(pool, placeOf(account, params.deckId), params.key),
  );
};
