import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const MEMORY = 'core/learning/memory/memory.ts';
const MEMORY_TESTS = ['test/learning/memory/memory.test.ts'];
const QUEUE_TESTS = [
  'test/learning/queue/answer-queue.test.ts',
  'test/learning/queue/answer-queue-durability.test.ts',
];
const IMPORT_TESTS = ['test/learning/answering/imported-answers.test.ts'];
const PROGRESS_TESTS = ['test/learning/progress/own-progress-call.test.ts'];

const CLASS_TESTS = ['test/classroom/students-progress-call.test.ts'];

/** Answers on their way, their undoing, the schedule. */
export const mutants: Mutant[] = [
  ...mutantsIn('core/learning/study-day.ts', ['test/learning/study-day.test.ts'], {
    'the study day begins at midnight': {
      find: 'const DAY_STARTS_AT = 4;',
      replace: 'const DAY_STARTS_AT = 0;',
    },
  }),
  ...mutantsIn('core/learning/choosing/card-meaning.ts', ['test/learning/choosing/card-meaning.test.ts'], {
    'the memory of what a card meant before goes on': {
      find: 'if (!known || known.meaning === meaning)',
      replace: 'if (!known || meaning > 0)',
    },
    'an answer to what a card meant before replaces its memory, however late it arrives': {
      find: 'at < known.lastReviewedAt',
      replace: 'at.getTime() < 0',
    },
  }),
  ...mutantsIn('core/learning/choosing/card-meaning.ts', IMPORT_TESTS, {
    'an answer of elsewhere counts though the card was answered here since': {
      find: 'known && known.lastReviewedAt > at',
      replace: 'known && known.meaning < 0',
    },
  }),
  ...mutantsIn('core/learning/choosing/study.ts', IMPORT_TESTS, {
    'a card that was learnt elsewhere today is a new card of today': {
      find: 'where s.introduced_day = $3::date and exists (',
      replace: 'where s.introduced_day = $3::date and not exists (',
    },
  }),
  ...mutantsIn('core/learning/choosing/study.ts', ['test/learning/choosing/card-meaning.test.ts'], {
    'a card of another meaning is not new in its deck': {
      find: "where ${ofStudent('r', '$1')} and r.card_id = c.id and r.meaning = c.meaning)",
      replace: "where ${ofStudent('r', '$1')} and r.card_id = c.id)",
    },
  }),
  ...mutantsIn('core/access/directory.ts', ['test/learning/choosing/card-meaning.test.ts'], {
    'a client says of which meaning its answer is, though the card has none such': {
      find: 'return Math.min(shown, now?.meaning ?? 1);',
      replace: 'return shown;',
    },
  }),
  ...mutantsIn('core/learning/progress/standing-reviews.ts', PROGRESS_TESTS, {
    'the history of a card tells an answer that was taken back': {
      find: `values: [partitionOf(studentId), studentId, cardId, [cardId, NO_CARD]],
  });
  return withoutUndone(decoded(rows) as (Taken | Undo)[]).standing;`,
      replace: `values: [partitionOf(studentId), studentId, cardId, [cardId, NO_CARD]],
  });
  return decoded(rows).filter(({ type }) => type !== 'CardReviewUndone') as Taken[];`,
    },
  }),
  ...mutantsIn('core/learning/answering/answer.ts', ['test/learning/answering/progress-call.test.ts'], {
    'how a card was asked is left out of the hash of an answer': {
      find: 'asked ? [...said, asked] : said',
      replace: 'said',
    },
    'what a client says of a typed answer is believed': {
      find: 'typed: context.judged }',
      replace: 'typed: asked?.typed ?? context.judged }',
    },
    'what was typed is kept in the log': {
      find: 'answer: _, ...rest',
      replace: '...rest',
    },
    'an answer may be of any time ago': {
      find: 'Math.min(now, Math.max(now - LATEST_MS, body.answered_at ?? now))',
      replace: 'Math.min(now, body.answered_at ?? now)',
    },
    'an answer may be of the future': {
      find: 'Math.min(now, Math.max(now - LATEST_MS, body.answered_at ?? now))',
      replace: 'Math.max(now - LATEST_MS, body.answered_at ?? now)',
    },
  }),
  ...mutantsIn('core/learning/answering/answer.ts', ['test/learning/progress/mixed-up.test.ts'], {
    'a right choice is taken for a mistake': {
      find: "mode !== 'choice' || judged !== 'wrong'",
      replace: "mode !== 'choice'",
    },
  }),
  ...mutantsIn('core/learning/progress/mixed-up.ts', ['test/learning/progress/mixed-up.test.ts'], {
    'mistakes that were taken back count': {
      find: 'and u.position > e.position and',
      replace: 'and u.position < e.position and',
    },
  }),
  ...mutantsIn('web/learning/ways/asking.ts', ['test/learning/ways/asking.test.ts'], {
    'two options of a choice are right': {
      find: "answer === '' || taken.has(answer)",
      replace: "answer === ''",
    },
  }),
  ...mutantsIn('web/learning/queue/answer-queue.ts', QUEUE_TESTS, {
    'an answer is removed from the queue before the server has it': {
      find: 'inFlight = item.id;',
      replace: 'inFlight = item.id;\n    await backlog.forget(item.id);',
    },
    'a page that closes forgets the answer that it hands over': {
      find: 'send(oldest).catch(() => {});',
      replace: '{\n        send(oldest).catch(() => {});\n        void backlog.forget(oldest.id);\n      }',
    },
  }),
  ...mutantsIn('web/learning/queue/answer-verdict.ts', QUEUE_TESTS, {
    'an answer that the server has under other content is sent for ever': {
      find: "if (failure.status === 409) return 'conflict';",
      replace: "if (failure.status === 409) return 'retry';",
    },
    'an error 500 is taken for a refusal of the answer': {
      find: 'failure.status >= 500',
      replace: 'failure.status > 500',
    },
    'every error of the server is taken for a refusal of the answer': {
      find: ' || failure.status >= 500',
      replace: '',
    },
  }),
  ...mutantsIn(MEMORY, MEMORY_TESTS, {
    'a card that was not known counts as remembered': {
      find: '0: Grade.Again, 1: Grade.Again',
      replace: '0: Grade.Good, 1: Grade.Again',
    },
    'a card that had to be shown counts as remembered': {
      find: '0: Grade.Again, 1: Grade.Again',
      replace: '0: Grade.Again, 1: Grade.Good',
    },
    'days between two answers go below 0': {
      find: 'isUnseen ? 0 : Math.max(0, answer.day - anchorDay)',
      replace: 'isUnseen ? 0 : answer.day - anchorDay',
    },
    'the day of the last review goes back with the clock': {
      find: 'Math.max(memory?.anchorDay ?? day, day)',
      replace: 'day',
    },
    'the chance of recall is asked of a day before the last review': {
      find: 'Math.max(0, day - anchorDay), stability',
      replace: 'day - anchorDay, stability',
    },
    'a card that had to be shown is no lapse': {
      find: ': answer.firstStatus === 2;',
      replace: ': answer.firstStatus !== 0;',
    },
  }),
  ...mutantsIn('core/learning/choosing/daily-limits.ts', ['test/learning/choosing/daily-limits.test.ts'], {
    'new cards of today are not counted against the day’s limit': {
      find: 'settings.new_cards_per_day - load.introducedToday',
      replace: 'settings.new_cards_per_day',
    },
  }),
  ...mutantsIn('core/learning/progress/deck-stats.projection.ts', ['test/learning/answering/undo.test.ts'], {
    'answers that are taken back stay in the deck’s figures': {
      find: 'if (undone.length === 0) return add(reviewsOf(standing), cut, tx);',
      replace: 'if (reviews) return add(reviews, cut, tx);',
    },
    'answers that are taken back later stay in the deck’s figures': {
      find: 'if (undone.length === 0) return add(reviewsOf(standing), cut, tx);',
      replace: 'if (reviews) return add(reviewsOf(standing), cut, tx);',
    },
  }),
  ...mutantsIn('core/learning/learning-limits.ts', ['test/learning/answering/undo-call.test.ts'], {
    'an answer may be taken back for 48 hours': {
      find: 'export const UNDO_HOURS = 24;',
      replace: 'export const UNDO_HOURS = 48;',
    },
  }),
  ...mutantsIn('core/learning/answering/undo.ts', ['test/learning/answering/undo-call.test.ts'], {
    'an answer may be taken back for ever': {
      find: '!review.isRecent && !review.isUndone',
      replace: 'Number.isNaN(review.deckId)',
    },
    'an undo looks for its answer in another partition': {
      find: 'partitionOf(studentId)]',
      replace: 'partitionOf(studentId + 1)]',
    },
  }),
  ...mutantsIn('core/learning/answering/typed-answer.ts', ['test/learning/answering/typed-answer.test.ts'], {
    'accents that are missing count as typed right': {
      find: "if (typed === expected) return 'correct';",
      replace: "if (baseLetter(typed) === baseLetter(expected)) return 'correct';",
    },
  }),
  ...mutantsIn('web/learning/practice/cram.queries.ts', ['test/learning/practice/cram-session.test.ts'], {
    'answers of practice for a test are sent': {
      find: 'relearning: true,',
      replace: 'relearning: false,',
    },
  }),
  ...mutantsIn('core/learning/choosing/cram.ts', ['test/learning/choosing/card-marks.test.ts'], {
    'cards that were put aside come in practice for a test': {
      find: '(m.aside_until is null or m.aside_until < $3::date)',
      replace: '(m.aside_until is null or $3::date is not null)',
    },
  }),
  ...mutantsIn('core/classroom/students-progress.ts', CLASS_TESTS, {
    'what is learnt in decks of other classes counts too': {
      find: 'any (array(select deck_id from class_decks where class_id = $1))',
      replace: 'any (array(select deck_id from class_decks))',
    },
  }),
  ...mutantsIn('core/learning/progress/review-schedule.projection.ts', CLASS_TESTS, {
    'a deleted card is still one that the class has learnt': {
      find: '- (select count(*) from deleted_cards g',
      replace: '- 0 * (select count(*) from deleted_cards g',
    },
    'a card that means something else is still learnt': {
      find: '- (select count(*) from cards c join review_schedule r on',
      replace: '- 0 * (select count(*) from cards c join review_schedule r on',
    },
    'a card that means again what it meant is not learnt': {
      find: 'c.meaning > 1 and r.meaning <> c.meaning)',
      replace: 'c.meaning > 0 and r.meaning <> c.meaning)',
    },
  }),
  ...mutantsIn('api/routes/card/card-report.routes.ts', ['test/card/reports/card-reports.test.ts'], {
    'a card of a deck of one’s own is reported': {
      find: 'if (deck.ownerId === account.id)',
      replace: 'if (deck.ownerId === 0)',
    },
  }),
];
