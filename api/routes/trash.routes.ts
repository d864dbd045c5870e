import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { bringBackInDeck, emptyTrashOfDeck } from '../../core/card/card-trash.ts';
import { requireEditableDeck, requireMaking, requireManagedDeck } from '../../core/deck/deck-access.ts';
import type { KnownAccount } from '../../core/directory.ts';
import { fileQuotas, quotasOf } from '../../core/quotas.ts';
import * as contract from '../../core/trash/trash.schema.ts';
import { bringBackDeck, deleteTrashedDeck, emptyDeckTrash } from '../../core/trash/trash-decks.ts';
import { trashedCards, trashedDecks } from '../../core/trash/trash-list.ts';
import { done, ok, okWith } from '../envelope.ts';
import type { Services } from '../services.ts';

/** What was deleted, and how it comes back. */
export const trashRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { config, database: { pool, changes }, directory, storage },
) => {
  const quotaOf = fileQuotas(pool, storage, config);

  /** Returns the trash of a deck for who may change its cards; the administrator may in any deck but a student's own. */
  const placeOf = async (account: KnownAccount, deckId: number) => {
    const isAdmin = account.role === 'admin';
    await (isAdmin ? requireManagedDeck(directory, deckId) : requireEditableDeck(directory, account, deckId));
    return { deckId, editorId: account.id, isAdmin };
  };

  app.route({
    ...contract.listTrashedDecks,
    handler: async ({ account, query }) => okWith(await trashedDecks(pool, account, query)),
  });

  app.route({
    ...contract.bringBackDeck,
    handler: async ({ account, params: { deckId } }) => {
      await requireMaking(directory, account);
      await bringBackDeck(changes, {
        deckId,
        account,
        roomOf: (role) => ({ max: quotasOf(config, role).decks, files: quotaOf(role) }),
      });
      return done;
    },
  });

  app.route({
    ...contract.deleteTrashedDeck,
    handler: async ({ account, params: { deckId } }) => {
      await deleteTrashedDeck(pool, deckId, account);
      return done;
    },
  });

  app.route({
    ...contract.emptyTrash,
    handler: async ({ account }) => ok({ count: await emptyDeckTrash(pool, account) }),
  });

  app.route({
    ...contract.listTrashedCards,
    handler: async ({ account, params: { deckId }, query }) => {
      await placeOf(account, deckId);
      return okWith(await trashedCards(pool, deckId, query));
    },
  });

  app.route({
    ...contract.bringBackCards,
    handler: async ({ account, params: { deckId }, body }) =>
      ok({ count: await bringBackInDeck(pool, await placeOf(account, deckId), body.ids) }),
  });

  app.route({
    ...contract.emptyTrashOfDeck,
    handler: async ({ account, params: { deckId } }) =>
      ok({ count: await emptyTrashOfDeck(pool, await placeOf(account, deckId)) }),
  });
};
