import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '../../core/deck/deck.schema.ts';
import {
  requireDeck,
  requireMaking,
  requireOwnDeck,
  requireOwnDeckToChange,
} from '../../core/deck/deck-access.ts';
import { createDeck, deleteDeck, updateDeck } from '../../core/deck/deck-changes.ts';
import { deckById, officialDecks, readableDecks } from '../../core/deck/deck-list.ts';
import type { KnownAccount } from '../../core/directory.ts';
import { AppError } from '../../core/errors.ts';
import { latestDeck } from '../../core/learning/deck-stats.projection.ts';
import { quotasOf } from '../../core/quotas.ts';
import { done, ok, okWith } from '../envelope.ts';
import type { Services } from '../services.ts';

export const deckRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, database, directory } = services;
  const { pool, changes } = database;

  const findDeck = async (account: KnownAccount, deckId: number): Promise<contract.Deck> => {
    const deck = await deckById(pool, account, deckId);
    if (!deck) throw new AppError('deck_not_found');
    return deck;
  };

  app.route({
    ...contract.listOfficialDecks,
    handler: async ({ query }) => okWith(await officialDecks(pool, query)),
  });

  app.route({
    ...contract.listDecks,
    handler: async ({ account, query }) => okWith(await readableDecks(pool, account, query)),
  });

  app.route({
    ...contract.getDeck,
    handler: async ({ account, params }) => {
      await requireDeck(directory, account, params.deckId);
      return ok(await findDeck(account, params.deckId));
    },
  });

  app.route({
    ...contract.getRecentDeck,
    handler: async ({ account }) => {
      const latest = await latestDeck(pool, account.id);
      const deck = latest && (await deckById(pool, account, latest.deckId));
      return ok(deck ? { ...deck, last_studied_at: latest.studiedAt } : null);
    },
  });

  app.route({
    ...contract.createDeck,
    handler: async ({ account, body, em }, reply) => {
      await requireMaking(directory, account);
      const id = await createDeck(em, account, body, quotasOf(config, account.role).decks);
      return reply.status(201).send(ok(await findDeck(account, id)));
    },
  });

  app.route({
    ...contract.updateDeck,
    handler: async ({ account, params, body, em }) => {
      await requireOwnDeckToChange(directory, account, params.deckId);
      await updateDeck(em, account.id, params.deckId, body);
      return ok(await findDeck(account, params.deckId));
    },
  });

  app.route({
    ...contract.deleteDeck,
    handler: async ({ account, params }) => {
      await requireOwnDeck(directory, account, params.deckId);
      await deleteDeck(changes, account.id, params.deckId);
      return done;
    },
  });
};
