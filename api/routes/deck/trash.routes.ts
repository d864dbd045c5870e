import type { FastifyPluginAsync } from 'fastify';
import type { KnownAccount } from '../../../core/access/directory.ts';
import { fileQuotas, quotasOf } from '../../../core/access/quotas.ts';
import { bringBackInDeck, emptyTrashOfDeck } from '../../../core/card/card-trash.ts';
import { administers } from '../../../core/contract/roles.ts';
import * as contract from '../../../core/trash/trash.schema.ts';
import {
  bringBackDeck,
  deleteTrashedDeck,
  emptyDeckTrash,
  trashedCards,
  trashedDecks,
} from '../../../core/trash/trash-decks.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

/** What was deleted, and how it comes back. */
export const trashRoutes: FastifyPluginAsync<Services> = async (
  app,
  { config, database: { pool, changes }, directory, storage },
) => {
  const { changeableDeck, making } = guards(directory);
  const quotaOf = fileQuotas(pool, storage, config);

  /**
   * Returns a deck's trash for a user who may change its cards; the administrator may in any deck but a student's own.
   */
  const trashOfDeck = async (request: { account: KnownAccount; params: { deckId: number } }) => {
    await changeableDeck(request);
    const { account, params } = request;
    return { deckId: params.deckId, editorId: account.id, isAdmin: administers(account.role) };
  };

  route(app, contract.listTrashedDecks, ({ account, query }) => trashedDecks(pool, account, query));

  route(app, contract.bringBackDeck, making, ({ account, params: { deckId } }) =>
    bringBackDeck(changes, {
      deckId,
      account,
      roomOf: (role) => ({ max: quotasOf(config, role).decks, files: quotaOf(role) }),
    }),
  );

  route(app, contract.deleteTrashedDeck, ({ account, params: { deckId } }) =>
    deleteTrashedDeck(pool, deckId, account),
  );

  route(app, contract.emptyTrash, async ({ account }) => ({ count: await emptyDeckTrash(pool, account) }));

  route(app, contract.listTrashedCards, trashOfDeck, ({ query }, { deckId }) =>
    trashedCards(pool, deckId, query),
  );

  route(app, contract.bringBackCards, trashOfDeck, async ({ body }, place) => ({
    count: await bringBackInDeck(pool, place, body.ids),
  }));

  route(app, contract.emptyTrashOfDeck, trashOfDeck, async (_, place) => ({
    count: await emptyTrashOfDeck(pool, place),
  }));
};
