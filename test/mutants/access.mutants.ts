import type { Mutant } from '../../bin/mutants/mutant.ts';

const DECKS = 'core/deck/deck-access.ts';
const BATCH_PARTS = ['test/batch/batch-parts.test.ts'];

/** Who may do what, and how often. */
export const mutants: Mutant[] = [
  {
    name: 'who disables administrators waits for nobody else who does',
    file: 'core/person/person-changes.ts',
    find: "tx.query(`select pg_advisory_xact_lock(hashtext('nho administrators'))`)",
    replace: 'tx.query(`select 1`)',
    tests: ['test/person/people-call.test.ts'],
  },
  {
    name: 'a wrong password hears that the account is disabled',
    file: 'core/account/account.ts',
    find: `    if (!isRight || !found?.passwordHash || !mayEnter(found)) throw new AppError('wrong_credentials');
    // Only to who knows the password: others learn nothing of the account.
    if (found.disabledAt) throw new AppError('account_disabled');`,
    replace: `    if (found?.disabledAt) throw new AppError('account_disabled');
    if (!isRight || !found?.passwordHash || !mayEnter(found)) throw new AppError('wrong_credentials');`,
    tests: ['test/person/people-call.test.ts'],
  },
  {
    name: 'any teacher may change any deck',
    file: DECKS,
    find: 'may: (deck) => deck.ownerId === account.id,',
    replace: "may: () => account.role === 'teacher',",
    tests: ['test/deck/deck-shares.test.ts'],
  },
  {
    name: 'any student may read any deck',
    file: DECKS,
    find: 'directory.hasInClass(account.id, deck.id)',
    replace: "account.role === 'student'",
    tests: ['test/deck/deck-reading.test.ts', 'test/classroom/class-deck-access.test.ts'],
  },
  {
    name: 'a teacher may read the decks of others',
    file: DECKS,
    find: "(account.role === 'admin' && !deck.isPrivate) ||",
    replace: "account.role !== 'student' ||",
    tests: ['test/deck/deck-reading.test.ts', 'test/classroom/class-deck-access.test.ts'],
  },
  {
    name: 'any teacher may read the progress of any class',
    file: 'api/routes/class-progress.routes.ts',
    find: `await requireOwnClass(directory, account, params.classId);
      assertRange(query);
      const today = studyDay(`,
    replace: `assertRange(query);
      const today = studyDay(`,
    tests: ['test/classroom/students-progress-call.test.ts'],
  },
  {
    name: 'any teacher may read the figures of any student',
    file: 'api/routes/class-progress.routes.ts',
    find: `await requireOwnClass(directory, account, params.classId);
      assertRange(query);
      const today = (`,
    replace: `assertRange(query);
      const today = (`,
    tests: ['test/classroom/students-progress-call.test.ts'],
  },
  {
    name: 'any teacher may watch any class',
    file: 'api/routes/class-progress.routes.ts',
    find: `refusePart(headers, 'a stream');
      await requireOwnClass(directory, account, params.classId);`,
    replace: "refusePart(headers, 'a stream');",
    tests: ['test/classroom/live-call.test.ts'],
  },
  {
    name: 'a new password does not end the tokens before it',
    file: 'api/plugins/authentication.ts',
    find: 'if (account?.tokenVersion !== payload.version || account.isDisabled)',
    replace: 'if (account === undefined || account.isDisabled)',
    tests: ['test/account/access-tokens.test.ts', 'test/account/change-password-call.test.ts'],
  },
  {
    name: 'answers are not limited in number',
    file: 'api/routes/learning.routes.ts',
    find: '...contract.recordProgress,\n    config: { rateLimit: PROGRESS_LIMIT },',
    replace: '...contract.recordProgress,',
    tests: ['test/learning/progress-call.test.ts'],
  },
  {
    name: 'undos are not limited in number',
    file: 'api/routes/learning.routes.ts',
    find: '...contract.undoReview,\n    config: { rateLimit: UNDO_LIMIT },',
    replace: '...contract.undoReview,',
    tests: ['test/learning/undo-call.test.ts'],
  },
  {
    name: 'saves of an exam are not limited in number',
    file: 'api/routes/submission.routes.ts',
    find: "config: { rateLimit: PROGRESS_LIMIT, underLoad: 'favoured' },",
    replace: "config: { underLoad: 'favoured' },",
    tests: ['test/exam/save-answers-call.test.ts'],
  },
  {
    name: 'a class behind one address shares the limit of answers',
    file: 'api/plugins/rate-limits.ts',
    find: `  max: 120,
  timeWindow: MINUTE,
  cache: 20_000,
  hook: 'preHandler' as const,
  keyGenerator: (request: FastifyRequest) => request.account.id,`,
    replace: `  max: 120,
  timeWindow: MINUTE,
  cache: 20_000,
  hook: 'preHandler' as const,
  keyGenerator: (request: FastifyRequest) => request.ip,`,
    tests: ['test/learning/progress-call.test.ts'],
  },
  {
    name: 'a client may choose a key of version 8, as the server derives them',
    file: 'core/endpoint.ts',
    find: '-4[0-9a-fA-F]{3}-',
    replace: '-[48][0-9a-fA-F]{3}-',
    tests: ['test/exam/taken-id.test.ts'],
  },
  {
    name: 'a batch takes other methods than GET',
    file: 'core/batch/batch.schema.ts',
    find: "method: Type.Literal('GET'),",
    replace: 'method: Type.String(),',
    tests: ['test/batch/batch-call.test.ts'],
  },
  {
    name: 'a part of a batch may lead out of /api/',
    file: 'core/batch/batch.schema.ts',
    find: '(?!.*/(?:\\\\.|%2[eE]){1,2}(?:[/?]|$))',
    replace: '',
    tests: ['test/batch/batch-call.test.ts'],
  },
  {
    name: 'the stream of a class may be part of a batch',
    file: 'api/routes/class-progress.routes.ts',
    find: "refusePart(headers, 'a stream');",
    replace: '',
    tests: BATCH_PARTS,
  },
  {
    name: 'the stream of an import may be part of a batch',
    file: 'api/import-stream.ts',
    find: "refusePart(headers, 'a stream');",
    replace: '',
    tests: BATCH_PARTS,
  },
  {
    name: 'the parts of a caller who has gone go on',
    file: 'api/routes/batch.routes.ts',
    find: "reply.raw.once('close', () => leaving.abort());",
    replace: '',
    tests: BATCH_PARTS,
  },
  {
    name: 'a token that was made in the future is good',
    file: 'api/plugins/authentication.ts',
    find: 'if (isTooLong || isOfTomorrow || isHalfNew)',
    replace: 'if (isTooLong || isHalfNew)',
    tests: ['test/security/forged-tokens.test.ts'],
  },
  {
    name: 'a stored file that is opened as a page may run scripts',
    file: 'api/plugins/files.ts',
    find: "response.header('content-security-policy', SANDBOX);",
    replace: '',
    tests: ['test/security/files-served.test.ts'],
  },
  {
    name: 'the reader of forms logs tokens',
    file: 'core/program-log.ts',
    find: "  'busboyOptions.headers.authorization',\n",
    replace: '',
    tests: ['test/security/hostile-calls.test.ts'],
  },
  {
    name: 'any student may read the cards of any deck',
    file: DECKS,
    find: "(account.role === 'admin' && !deck.isPrivate) ||",
    replace: "account.role !== 'teacher' ||",
    tests: ['test/security/no-foreign-data.test.ts'],
  },
  {
    name: 'a deck is given on by who has it in a class only',
    file: DECKS,
    find: 'may: (deck) => isOneOfTheirs(account, deck),',
    replace: 'may: (deck) => mayRead(directory, account, deck),',
    tests: ['test/deck/deck-shares.test.ts'],
  },
  {
    name: 'a colleague who may use a deck may change its cards',
    file: DECKS,
    find: "known.ownerId === account.id || rightOf(account, known) === 'edit'",
    replace: 'known.ownerId === account.id || rightOf(account, known) !== undefined',
    tests: ['test/deck/deck-shares.test.ts'],
  },
  {
    name: 'a right that has just ended still changes a card',
    file: 'core/card/card-changes.ts',
    find: "if (await tx.count(DeckShare, { deckId, teacherId: editorId, may: 'edit' })) return deck;",
    replace: 'return deck;',
    tests: ['test/deck/deck-shares.test.ts'],
  },
  {
    name: 'names of colleagues can be tried out',
    file: 'core/deck/sharing/colleague-login.ts',
    find: '  await countAttempt(pool, tries);',
    replace: '',
    tests: ['test/deck/deck-shares.test.ts'],
  },
  {
    name: 'a card that somebody else has changed is overwritten',
    file: 'core/card/card-changes.ts',
    find: 'if (seen !== undefined && seen !== seenCard(toCard(card)))',
    replace: 'if (seen === null)',
    tests: ['test/card/card-seen.test.ts'],
  },
  {
    name: 'a copy does not count in the number of decks',
    file: 'core/deck/deck-copy.ts',
    find: '{ max, more: 1 }',
    replace: '{ max, more: -9 }',
    tests: ['test/deck/deck-copy.test.ts'],
  },
  {
    name: 'the administrator reads what students make for themselves',
    file: DECKS,
    find: "account.role === 'admin' && !deck.isPrivate",
    replace: "account.role === 'admin'",
    tests: ['test/deck/own-decks.test.ts'],
  },
  {
    name: 'the administrator changes cards of a student’s own deck',
    file: DECKS,
    find: 'may: ({ isPrivate }) => !isPrivate',
    replace: 'may: () => true',
    tests: ['test/api/access-table.test.ts'],
  },
  {
    name: 'students make decks where the school does not let them',
    file: DECKS,
    find: "role === 'student' && !(await directory.studentsMakeDecks())",
    replace: "role === 'student' && (await directory.studentsMakeDecks(), false)",
    tests: ['test/deck/own-decks.test.ts'],
  },
  {
    name: 'a student’s deck may have any number of cards',
    file: 'core/room-for-cards.ts',
    find: '(select count(*) from cards c where c.deck_id = d.id) > $2',
    replace: '$2 < 0',
    tests: ['test/deck/own-decks.test.ts'],
  },
];
