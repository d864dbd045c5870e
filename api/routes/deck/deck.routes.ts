import type { FastifyPluginAsync } from 'fastify';
import type { KnownAccount } from '../../../core/access/directory.ts';
import { quotasOf } from '../../../core/access/quotas.ts';
import { orThrow } from '../../../core/contract/errors.ts';
import * as contract from '../../../core/deck/deck.schema.ts';
import { createDeck, updateDeck } from '../../../core/deck/deck-changes.ts';
import { deckById, officialDecks, readableDecks } from '../../../core/deck/deck-list.ts';
import { latestDeck } from '../../../core/learning/progress/deck-stats.projection.ts';
import { deleteDeck } from '../../../core/trash/delete-deck.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

export const deckRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { config, database, directory } = services;
  const { pool, changes } = database;

  const findDeck = async (account: KnownAccount, deckId: number): Promise<contract.Deck> => {
    return orThrow(await deckById(pool, account, deckId), 'deck_not_found');
  };
  const { making, ownDeck, ownDeckToChange, readableDeck } = guards(directory);

  route(app, contract.listOfficialDecks, ({ query }) => officialDecks(pool, query));

  route(app, contract.listDecks, ({ account, query }) => readableDecks(pool, account, query));

  route(app, contract.getDeck, readableDeck, ({ account, params }) => findDeck(account, params.deckId));

  route(app, contract.getRecentDeck, async ({ account }) => {
    const latest = await latestDeck(pool, account.id);
    const deck = latest && (await deckById(pool, account, latest.deckId));
    return deck ? { ...deck, last_studied_at: latest.studiedAt } : null;
  });

  route(app, contract.createDeck, making, async ({ account, body }) => {
    const id = await createDeck(pool, account, body, quotasOf(config, account.role).decks);
    return findDeck(account, id);
  });

  route(app, contract.updateDeck, ownDeckToChange, async ({ account, params, body }) => {
    await updateDeck(pool, account.id, params.deckId, body);
    return findDeck(account, params.deckId);
  });

  route(app, contract.deleteDeck, ownDeck, ({ account, params }) =>
    deleteDeck(changes, account.id, params.deckId),
  );
};
