import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as deckContract from '../../core/deck/deck.schema.ts';
import { requireDeckToGive, requireMaking, requireOwnDeck } from '../../core/deck/deck-access.ts';
import { copyDeck } from '../../core/deck/deck-copy.ts';
import { deckById } from '../../core/deck/deck-list.ts';
import { managedDeck } from '../../core/deck/official-decks.ts';
import { colleagueOf } from '../../core/deck/sharing/colleague-login.ts';
import { handDeckOver } from '../../core/deck/sharing/deck-handover.ts';
import * as contract from '../../core/deck/sharing/deck-share.schema.ts';
import { changeShare, endShare, shareDeck, shareOf, sharesOf } from '../../core/deck/sharing/deck-shares.ts';
import { AppError } from '../../core/errors.ts';
import { fileQuotas, quotasOf } from '../../core/quotas.ts';
import { done, ok } from '../envelope.ts';
import type { Services } from '../services.ts';

/** How teachers share, copy and hand over decks. */
export const deckShareRoutes: FastifyPluginAsyncTypebox<Services> = async (
  app,
  { config, database: { pool }, directory, storage },
) => {
  const max = config.DECKS_MAX;
  const quotaOf = fileQuotas(pool, storage, config);
  const files = quotaOf('teacher');

  app.route({
    ...contract.listDeckShares,
    handler: async ({ account, params }) => {
      await requireOwnDeck(directory, account, params.deckId);
      return ok(await sharesOf(pool, params.deckId));
    },
  });

  app.route({
    ...contract.shareDeck,
    handler: async ({ account, params: { deckId }, body: { login, may } }, reply) => {
      await requireOwnDeck(directory, account, deckId);
      const teacherId = await colleagueOf(pool, account.id, login);
      await shareDeck(pool, { deckId, ownerId: account.id, teacherId, may });
      return reply.status(201).send(ok(await shareOf(pool, deckId, teacherId)));
    },
  });

  app.route({
    ...contract.changeDeckShare,
    handler: async ({ account, params: { deckId, teacherId }, body: { may } }) => {
      await requireOwnDeck(directory, account, deckId);
      await changeShare(pool, { deckId, ownerId: account.id, teacherId, may });
      return done;
    },
  });

  app.route({
    ...contract.endDeckShare,
    handler: async ({ account, params: { deckId, teacherId } }) => {
      if (teacherId !== account.id) await requireOwnDeck(directory, account, deckId);
      await endShare(pool, { deckId, actorId: account.id, teacherId });
      return done;
    },
  });

  app.route({
    ...contract.handDeckOver,
    handler: async ({ account, params: { deckId }, body }) => {
      await requireOwnDeck(directory, account, deckId);
      await handDeckOver(pool, files, { deckId, actorId: account.id, teacherId: body.teacher_id, max });
      return done;
    },
  });

  app.route({
    ...contract.handAnyDeckOver,
    handler: async ({ account, params: { deckId }, body }) => {
      const teacherId = await colleagueOf(pool, account.id, body.login);
      await handDeckOver(pool, files, { deckId, actorId: account.id, teacherId, max, isAny: true });
      return ok(await managedDeck(pool, deckId));
    },
  });

  app.route({
    ...deckContract.copyDeck,
    handler: async ({ account, params: { deckId } }, reply) => {
      await requireDeckToGive(directory, account, deckId);
      await requireMaking(directory, account);
      const { decks } = quotasOf(config, account.role);
      const id = await copyDeck(pool, quotaOf(account.role), { owner: account, deckId, max: decks });
      const deck = await deckById(pool, account, id);
      // Deleted in another window in this very moment.
      if (!deck) throw new AppError('deck_not_found');
      return reply.status(201).send(ok(deck));
    },
  });
};
