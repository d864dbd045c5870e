import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '../../core/card/reports/card-report.schema.ts';
import {
  answeredReports,
  answerReports,
  readAnswers,
  reportCard,
  reportedCards,
  reportedDecks,
} from '../../core/card/reports/card-reports.ts';
import { requireDeckOfCard, requireEditableDeck, requireManagedDeck } from '../../core/deck/deck-access.ts';
import type { KnownAccount } from '../../core/directory.ts';
import { AppError } from '../../core/errors.ts';
import { done, ok, okWith } from '../envelope.ts';
import type { Services } from '../services.ts';

/** What learners report of wrong cards, and what those who may change the cards answer. */
export const cardReportRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { database, directory }) => {
  const { pool } = database;

  /** The administrator changes anybody's cards but a student's own. */
  const requireEditing = async (account: KnownAccount, deckId: number) => {
    if (account.role === 'admin') await requireManagedDeck(directory, deckId);
    else await requireEditableDeck(directory, account, deckId);
  };

  app.route({
    ...contract.reportCard,
    handler: async ({ account, params: { cardId }, body }) => {
      const { ownerId } = await requireDeckOfCard(directory, account, cardId);
      // Nobody else would read it.
      if (ownerId === account.id) throw new AppError('report_on_own_card');
      await reportCard(pool, { studentId: account.id, cardId }, body);
      return done;
    },
  });

  app.route({
    ...contract.answerReports,
    handler: async ({ account, params: { cardId }, body }) => {
      const deck = await directory.deckOfCard(cardId);
      if (!deck) throw new AppError('card_not_found');
      await requireEditing(account, deck.id);
      return ok({ reports: await answerReports(pool, { cardId, readTo: body.read_to }, body.answer) });
    },
  });

  app.route({
    ...contract.listReportedCards,
    handler: async ({ account, params: { deckId }, query }) => {
      await requireEditing(account, deckId);
      return okWith(await reportedCards(pool, { deckId, readerId: account.id }, query));
    },
  });

  app.route({
    ...contract.listReportedDecks,
    handler: async ({ account: { id, role } }) =>
      ok(await reportedDecks(pool, role === 'admin' ? 'official' : { editorId: id })),
  });

  app.route({
    ...contract.listAnsweredReports,
    handler: async ({ account }) => ok(await answeredReports(pool, account.id)),
  });

  app.route({
    ...contract.readAnsweredReports,
    handler: async ({ account, body }) => {
      await readAnswers(pool, account.id, body.card_ids);
      return done;
    },
  });
};
