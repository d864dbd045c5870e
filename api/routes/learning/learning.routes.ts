import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { KnownAccount } from '../../../core/access/directory.ts';
import { openExams } from '../../../core/exam/exam-list.ts';
import { appendAnswer, judgedTyped } from '../../../core/learning/answering/answer.ts';
import { heldSettings } from '../../../core/learning/answering/held-way.ts';
import { getTrial } from '../../../core/learning/answering/trial.schema.ts';
import { createTrials } from '../../../core/learning/answering/trial.ts';
import { cardReviewUndone } from '../../../core/learning/answering/undo.ts';
import * as marks from '../../../core/learning/choosing/card-mark.schema.ts';
import { addExtraCards, markCard, ownCards } from '../../../core/learning/choosing/card-marks.ts';
import * as cram from '../../../core/learning/choosing/cram.schema.ts';
import {
  cramCards,
  cramCardsOfTag,
  cramCounts,
  cramCountsOfTag,
  cramTags,
} from '../../../core/learning/choosing/cram.ts';
import { saveDeckSettings } from '../../../core/learning/choosing/deck-settings.ts';
import type { TodayScope } from '../../../core/learning/choosing/decks-of-today.ts';
import { cardSet, counts, deckProgress, type StudyScope } from '../../../core/learning/choosing/study.ts';
import * as todays from '../../../core/learning/choosing/today.schema.ts';
import { studyToday, todaysSet } from '../../../core/learning/choosing/today.ts';
import * as contract from '../../../core/learning/learning.schema.ts';
import { getActivity } from '../../../core/learning/progress/activity.schema.ts';
import { activityOf } from '../../../core/learning/progress/activity.ts';
import * as learners from '../../../core/learning/progress/card-history.schema.ts';
import { getCardHistory } from '../../../core/learning/progress/card-history.schema.ts';
import { cardHistory, cardLearners } from '../../../core/learning/progress/card-history.ts';
import { getMixedUp } from '../../../core/learning/progress/mixed-up.schema.ts';
import { mixedUpBy } from '../../../core/learning/progress/mixed-up.ts';
import { studyDay } from '../../../core/learning/study-day.ts';
import { formatPosition } from '../../../core/log/position.ts';
import { PROGRESS_LIMIT, UNDO_LIMIT } from '../../plugins/rate-limits.ts';
import type { Services } from '../../services.ts';
import { guards } from '../guards.ts';
import { route } from '../route.ts';

export const learningRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { config, database, directory, appender, clock } = services;
  const { pool } = database;
  const { changeableDeck, readableCard, readableDeck } = guards(directory);

  const today = ({ id, timeZone }: KnownAccount): TodayScope => ({
    studentId: id,
    today: studyDay(clock.now(), timeZone),
  });
  const studied = async (request: {
    account: KnownAccount;
    params: { deckId: number };
  }): Promise<StudyScope> => {
    await readableDeck(request);
    return { ...today(request.account), deckId: request.params.deckId };
  };

  route(app, contract.getCardSet, studied, ({ query }, scope) => cardSet(pool, scope, query.limit));

  route(app, contract.getCounts, studied, (_, scope) => counts(pool, scope));

  route(app, contract.getDeckStats, studied, (_, scope) => deckProgress(pool, scope));

  route(app, todays.getToday, async ({ account }) => {
    const [left, exams] = await Promise.all([studyToday(pool, today(account)), openExams(pool, account.id)]);
    return { ...left, exams };
  });

  route(app, todays.getTodaysCards, ({ account, query }) => todaysSet(pool, today(account), query.limit));

  const trialOf = createTrials(pool, directory);
  route(app, getTrial, ({ params }) => trialOf(params.deckId, studyDay(clock.now(), config.APP_TIME_ZONE)));

  route(app, getActivity, ({ account }) => activityOf(pool, today(account)));

  route(app, contract.saveDeckSettings, readableDeck, async ({ account, params, body }) => {
    await saveDeckSettings(pool, account.id, params.deckId, body);
    return heldSettings(pool, account.id, params.deckId);
  });

  route(app, marks.markCard, readableCard, ({ account, params, body }) =>
    markCard(pool, { ...today(account), cardId: params.cardId }, body),
  );

  route(app, marks.listOwnCards, studied, ({ query }, scope) => ownCards(pool, scope, query));

  route(app, cram.countCram, studied, ({ query }, scope) => cramCounts(pool, scope, query.tag));

  route(app, cram.listCramTags, studied, (_, scope) => cramTags(pool, scope));

  route(app, cram.getCramCards, studied, ({ query }, scope) =>
    cramCards(pool, scope, { ...query, seed: randomInt(2 ** 31) }),
  );

  const ofTag = async ({
    account,
    query: { tag, deck_id: deckId },
  }: {
    account: KnownAccount;
    query: { tag: string; deck_id?: number };
  }) => ({
    ...(deckId === undefined ? today(account) : await studied({ account, params: { deckId } })),
    tag,
  });

  route(app, cram.countCramOfTag, ofTag, (_, scope) => cramCountsOfTag(pool, scope));

  route(app, cram.getCramCardsOfTag, ofTag, ({ query }, scope) =>
    cramCardsOfTag(pool, scope, { ...query, seed: randomInt(2 ** 31) }),
  );

  route(app, getMixedUp, readableDeck, ({ account, params }) =>
    mixedUpBy(pool, { studentId: account.id, deckId: params.deckId }),
  );

  route(app, getCardHistory, readableCard, ({ account, params }) =>
    cardHistory(pool, { studentId: account.id, cardId: params.cardId }),
  );

  route(app, marks.askForExtraCards, studied, async ({ body }, scope) => ({
    cards: await addExtraCards(pool, scope, body.cards),
  }));

  route(app, learners.countCardLearners, changeableDeck, async ({ params }) => ({
    learners: await cardLearners(pool, params),
  }));

  route(
    app,
    { ...contract.recordProgress, config: { rateLimit: PROGRESS_LIMIT } },
    readableCard,
    async ({ account, body, headers }, card) => {
      const position = await appendAnswer(appender, body, {
        studentId: account.id,
        deckId: card.deck.id,
        cardId: card.id,
        timeZone: account.timeZone,
        id: headers['idempotency-key'] ?? randomUUID(),
        now: clock.now(),
        ...(await judgedTyped(pool, card.id, body)),
        meaning: await directory.meaningOfAnswer(card, body.meaning),
      });
      return { position: formatPosition(position) };
    },
  );

  route(app, { ...contract.undoReview, config: { rateLimit: UNDO_LIMIT } }, async ({ account, params }) => {
    const reviewId = params.reviewId.toLowerCase();
    const undone = await cardReviewUndone(pool, { studentId: account.id, reviewId, now: clock.now() });
    const position = await appender.append(undone);
    return { position: formatPosition(position) };
  });
};
