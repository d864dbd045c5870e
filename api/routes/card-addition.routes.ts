import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '../../core/card/card-addition.schema.ts';
import { addCards, additionsToTakeBack, takeBackCards } from '../../core/card/card-additions.ts';
import { makeDeckOfCards } from '../../core/card/deck-of-cards.ts';
import { requireEditableDeck, requireMaking } from '../../core/deck/deck-access.ts';
import { removeDeck } from '../../core/deck/deck-changes.ts';
import { checkedTexts } from '../../core/deck/deck-texts.ts';
import { quotasOf } from '../../core/quotas.ts';
import { ok } from '../envelope.ts';
import { MANY_CARDS_LIMIT } from '../plugins/rate-limits.ts';
import type { Services } from '../services.ts';

/** Two thousand cards as they are pasted, in letters of three bytes. */
const MANY_CARDS_BYTES = 8 * 1024 ** 2;

export const cardAdditionRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { clock, config, database, directory } = services;
  const { pool } = database;
  const placeOf = ({ id: adderId }: { id: number }, deckId: number) => ({
    deckId,
    adderId,
    now: new Date(clock.now()),
  });

  app.route({
    ...contract.addCards,
    bodyLimit: MANY_CARDS_BYTES,
    config: { rateLimit: MANY_CARDS_LIMIT },
    handler: async ({ account, params, body }, reply) => {
      await requireEditableDeck(directory, account, params.deckId);
      return reply.status(201).send(ok(await addCards(pool, placeOf(account, params.deckId), body)));
    },
  });

  app.route({
    ...contract.makeDeckOfCards,
    bodyLimit: MANY_CARDS_BYTES,
    config: { rateLimit: MANY_CARDS_LIMIT },
    handler: async ({ account, body }, reply) => {
      await requireMaking(directory, account);
      const { decks: max } = quotasOf(config, account.role);
      const place = { owner: account, max, now: new Date(clock.now()) };
      return reply
        .status(201)
        .send(ok(await makeDeckOfCards(pool, place, { ...body, ...checkedTexts({ title: body.title }) })));
    },
  });

  app.route({
    ...contract.listCardAdditions,
    handler: async ({ account, params }) => {
      await requireEditableDeck(directory, account, params.deckId);
      return ok(await additionsToTakeBack(pool, placeOf(account, params.deckId)));
    },
  });

  app.route({
    ...contract.takeBackCards,
    handler: async ({ account, params }) => {
      await requireEditableDeck(directory, account, params.deckId);
      return ok(await takeBackCards(pool, placeOf(account, params.deckId), params.key, removeDeck));
    },
  });
};
