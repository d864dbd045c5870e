import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '../../core/card/card-addition.schema.ts';
import { addCards, additionsToTakeBack, takeBackCards } from '../../core/card/card-additions.ts';
import { requireEditableDeck } from '../../core/deck/deck-access.ts';
import { ok } from '../envelope.ts';
import { MANY_CARDS_LIMIT } from '../plugins/rate-limits.ts';
import type { Services } from '../services.ts';

/** Two thousand cards as they are pasted, in letters of three bytes. */
const MANY_CARDS_BYTES = 8 * 1024 ** 2;

export const cardAdditionRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { clock, database, directory } = services;
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
      return ok(await takeBackCards(pool, placeOf(account, params.deckId), params.key));
    },
  });
};
