import type { FastifyPluginAsync } from 'fastify';
import * as contract from '../../../core/card/reports/card-report.schema.ts';
import {
  answeredReports,
  answerReports,
  readAnswers,
  reportCard,
  reportedCards,
  reportedDecks,
} from '../../../core/card/reports/card-reports.ts';
import { AppError, orThrow } from '../../../core/contract/errors.ts';
import { administers } from '../../../core/contract/roles.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

/** What learners report of wrong cards, and what those who may change the cards answer. */
export const cardReportRoutes: FastifyPluginAsync<Services> = async (app, { database, directory }) => {
  const { pool } = database;

  const { changeableDeck, readableCard } = guards(directory);

  route(app, contract.reportCard, readableCard, async ({ account, params: { cardId }, body }, { deck }) => {
    // Nobody else would read it.
    if (deck.ownerId === account.id) throw new AppError('report_on_own_card');
    await reportCard(pool, { studentId: account.id, cardId }, body);
  });

  route(app, contract.answerReports, async ({ account, params: { cardId }, body }) => {
    const { deck } = orThrow(await directory.card(cardId), 'card_not_found');
    await changeableDeck({ account, params: { deckId: deck.id } });
    return { reports: await answerReports(pool, { cardId, readTo: body.read_to }, body.answer) };
  });

  route(app, contract.listReportedCards, changeableDeck, ({ account, params: { deckId }, query }) =>
    reportedCards(pool, { deckId, readerId: account.id }, query),
  );

  route(app, contract.listReportedDecks, ({ account: { id, role } }) =>
    reportedDecks(pool, administers(role) ? 'official' : { editorId: id }),
  );

  route(app, contract.listAnsweredReports, ({ account }) => answeredReports(pool, account.id));

  route(app, contract.readAnsweredReports, ({ account, body }) =>
    readAnswers(pool, account.id, body.card_ids),
  );
};
