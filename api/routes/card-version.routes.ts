import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '../../core/card/versions/card-version.schema.ts';
import { bringBack, versionsOfCard } from '../../core/card/versions/card-versions.ts';
import { requireEditableDeck, requireManagedDeck } from '../../core/deck/deck-access.ts';
import type { KnownAccount, KnownDeck } from '../../core/directory.ts';
import { fileQuotas } from '../../core/quotas.ts';
import { ok } from '../envelope.ts';
import { CARD_EDIT_LIMIT } from '../plugins/rate-limits.ts';
import type { Services } from '../services.ts';

export const cardVersionRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { config, database, directory, storage },
) => {
  const { pool } = database;
  const quotaOf = fileQuotas(pool, storage, config);

  /** The administrator changes the cards of any deck but a student's own. */
  const requireDeck = (account: KnownAccount, deckId: number): Promise<KnownDeck> =>
    account.role === 'admin'
      ? requireManagedDeck(directory, deckId)
      : requireEditableDeck(directory, account, deckId);

  app.route({
    ...contract.listCardVersions,
    handler: async ({ account, params }) => {
      await requireDeck(account, params.deckId);
      return ok(await versionsOfCard(pool, params));
    },
  });

  app.route({
    ...contract.bringBackCardVersion,
    config: { rateLimit: CARD_EDIT_LIMIT },
    handler: async ({ account: { id, role }, account, params, body }) => {
      await requireDeck(account, params.deckId);
      const editor = { id, isAdmin: role === 'admin' };
      return ok(await bringBack(pool, quotaOf(role), { ...params, ...body, editor }));
    },
  });
};
