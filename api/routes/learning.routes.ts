import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  requireDeck,
  requireDeckOfCard,
  requireEditableDeck,
  requireManagedDeck,
} from '../../core/deck/deck-access.ts';
import type { KnownAccount } from '../../core/directory.ts';
import { getActivity } from '../../core/learning/activity.schema.ts';
import { activityOf } from '../../core/learning/activity.ts';
import { appendAnswer } from '../../core/learning/answer.ts';
import { getCardHistory } from '../../core/learning/card-history.schema.ts';
import { cardHistory } from '../../core/learning/card-history.ts';
import * as learners from '../../core/learning/card-learners.schema.ts';
import { cardLearners } from '../../core/learning/card-learners.ts';
import * as marks from '../../core/learning/card-mark.schema.ts';
import { addExtraCards, markCard, ownCards } from '../../core/learning/card-marks.ts';
import * as cram from '../../core/learning/cram.schema.ts';
import {
  cramCards,
  cramCardsOfTag,
  cramCounts,
  cramCountsOfTag,
  cramTags,
} from '../../core/learning/cram.ts';
import { saveDeckSettings } from '../../core/learning/deck-settings.ts';
import type { TodayScope } from '../../core/learning/decks-of-today.ts';
import { heldSettings } from '../../core/learning/held-way.ts';
import { judgedTyped } from '../../core/learning/judged-typed.ts';
import * as contract from '../../core/learning/learning.schema.ts';
import { getMixedUp } from '../../core/learning/mixed-up.schema.ts';
import { mixedUpBy } from '../../core/learning/mixed-up.ts';
import { cardSet, counts, deckProgress, type StudyScope } from '../../core/learning/study.ts';
import { studyDay } from '../../core/learning/study-day.ts';
import { getTrial } from '../../core/learning/trial.schema.ts';
import { createTrials } from '../../core/learning/trial.ts';
import { cardReviewUndone } from '../../core/learning/undo.ts';
import { formatPosition } from '../../core/log/position.ts';
import { ok, okWith } from '../envelope.ts';
import { PROGRESS_LIMIT, UNDO_LIMIT } from '../plugins/rate-limits.ts';
import type { Services } from '../services.ts';

export const learningRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, database, directory, appender, clock } = services;
  const { pool } = database;

  const today = ({ id, timeZone }: KnownAccount): TodayScope => ({
    studentId: id,
    today: studyDay(clock.now(), timeZone),
  });
  const scope = async (account: KnownAccount, deckId: number): Promise<StudyScope> => {
    await requireDeck(directory, account, deckId);
    return { ...today(account), deckId };
  };

  app.route({
    ...contract.getCardSet,
    handler: async ({ account, params, query }) =>
      cardSet(pool, await scope(account, params.deckId), query.limit),
  });

  app.route({
    ...contract.getCounts,
    handler: async ({ account, params }) => ok(await counts(pool, await scope(account, params.deckId))),
  });

  app.route({
    ...contract.getDeckStats,
    handler: async ({ account, params }) => ok(await deckProgress(pool, await scope(account, params.deckId))),
  });

  const trialOf = createTrials(pool, directory);
  app.route({
    ...getTrial,
    handler: async ({ params }) =>
      ok(await trialOf(params.deckId, studyDay(clock.now(), config.APP_TIME_ZONE))),
  });

  app.route({
    ...getActivity,
    handler: async ({ account }) => ok(await activityOf(pool, today(account))),
  });

  app.route({
    ...contract.saveDeckSettings,
    handler: async ({ account, params, body, em }) => {
      await requireDeck(directory, account, params.deckId);
      const { new_cards_per_day, max_cards_per_day, way } = body;
      const settings = { new_cards_per_day, max_cards_per_day, ...(way && { way }) };
      await saveDeckSettings(em, account.id, params.deckId, settings);
      return ok(await heldSettings(pool, account.id, params.deckId));
    },
  });

  app.route({
    ...marks.markCard,
    handler: async ({ account, params, body }) => {
      await requireDeckOfCard(directory, account, params.cardId);
      return ok(await markCard(pool, { ...today(account), cardId: params.cardId }, body));
    },
  });

  app.route({
    ...marks.listOwnCards,
    handler: async ({ account, params, query }) =>
      okWith(await ownCards(pool, await scope(account, params.deckId), query)),
  });

  app.route({
    ...cram.countCram,
    handler: async ({ account, params, query }) =>
      ok(await cramCounts(pool, await scope(account, params.deckId), query.tag)),
  });

  app.route({
    ...cram.listCramTags,
    handler: async ({ account, params }) => ok(await cramTags(pool, await scope(account, params.deckId))),
  });

  app.route({
    ...cram.getCramCards,
    handler: async ({ account, params, query }) => {
      const seed = randomInt(2 ** 31);
      return ok(await cramCards(pool, await scope(account, params.deckId), { ...query, seed }));
    },
  });

  const tagScope = async (account: KnownAccount, { tag, deck_id }: { tag: string; deck_id?: number }) =>
    deck_id === undefined ? { ...today(account), tag } : { ...(await scope(account, deck_id)), tag };

  app.route({
    ...cram.countCramOfTag,
    handler: async ({ account, query }) => ok(await cramCountsOfTag(pool, await tagScope(account, query))),
  });

  app.route({
    ...cram.getCramCardsOfTag,
    handler: async ({ account, query }) => {
      const wanted = { ...query, seed: randomInt(2 ** 31) };
      return ok(await cramCardsOfTag(pool, await tagScope(account, query), wanted));
    },
  });

  app.route({
    ...getMixedUp,
    handler: async ({ account, params }) => {
      await requireDeck(directory, account, params.deckId);
      return ok(await mixedUpBy(pool, { studentId: account.id, deckId: params.deckId }));
    },
  });

  app.route({
    ...getCardHistory,
    handler: async ({ account, params }) => {
      await requireDeckOfCard(directory, account, params.cardId);
      return ok(await cardHistory(pool, { studentId: account.id, cardId: params.cardId }));
    },
  });

  app.route({
    ...marks.askForExtraCards,
    handler: async ({ account, params, body }) =>
      ok({ cards: await addExtraCards(pool, await scope(account, params.deckId), body.cards) }),
  });

  app.route({
    ...learners.countCardLearners,
    handler: async ({ account, params }) => {
      if (account.role === 'admin') await requireManagedDeck(directory, params.deckId);
      else await requireEditableDeck(directory, account, params.deckId);
      return ok({ learners: await cardLearners(pool, params) });
    },
  });

  app.route({
    ...contract.recordProgress,
    config: { rateLimit: PROGRESS_LIMIT },
    handler: async ({ account, params, body, headers }) => {
      const deck = await requireDeckOfCard(directory, account, params.cardId);
      const position = await appendAnswer(appender, body, {
        studentId: account.id,
        deckId: deck.id,
        cardId: params.cardId,
        timeZone: account.timeZone,
        id: headers['idempotency-key'] ?? randomUUID(),
        now: clock.now(),
        ...(await judgedTyped(pool, params.cardId, body)),
        meaning: await directory.meaningOfCard(params.cardId, body.meaning),
      });
      return ok({ position: formatPosition(position) });
    },
  });

  app.route({
    ...contract.undoReview,
    config: { rateLimit: UNDO_LIMIT },
    handler: async ({ account, params }) => {
      const reviewId = params.reviewId.toLowerCase();
      const undone = await cardReviewUndone(pool, { studentId: account.id, reviewId, now: clock.now() });
      const position = await appender.append(undone);
      return ok({ position: formatPosition(position) });
    },
  });
};
