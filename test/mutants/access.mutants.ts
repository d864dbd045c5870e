import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const DECKS = 'core/access/deck-access.ts';
const BATCH_PARTS = ['test/contract/batch-call.test.ts'];
const TOKENS_AND_ACCOUNT = ['test/account/access-tokens.test.ts', 'test/account/own-account-call.test.ts'];

/** Who may do what, and how often. */
export const mutants: Mutant[] = [
  ...mutantsIn('core/person/person-changes.ts', ['test/person/people-call.test.ts'], {
    'who disables administrators waits for nobody else who does': {
      find: "tx.query(`/* lockAdministrators */ select pg_advisory_xact_lock(hashtext('nho administrators'))`)",
      replace: 'tx.query(`select 1`)',
    },
  }),
  ...mutantsIn('core/account/account.ts', ['test/person/people-call.test.ts'], {
    'a wrong password hears that the account is disabled': {
      find: `    if (!entered) throw new AppError('wrong_credentials');`,
      replace: `    if (own?.disabled_at) throw new AppError('account_disabled');
    if (!entered) throw new AppError('wrong_credentials');`,
    },
  }),
  ...mutantsIn(DECKS, ['test/deck/sharing/deck-shares.test.ts'], {
    'any teacher may change any deck': {
      find: 'may: (_, account, deck) => deck.ownerId === account.id,',
      replace: "may: (_, account) => account.role === 'teacher',",
    },
    'a deck is given on by who has it in a class only': {
      find: 'may: (_, account, deck) => isOneOfTheirs(account, deck),',
      replace: 'may: mayRead,',
    },
    'a colleague who may use a deck may change its cards': {
      find: "known.ownerId === account.id || rightOf(account, known) === 'edit'",
      replace: 'known.ownerId === account.id || rightOf(account, known) !== undefined',
    },
  }),
  ...mutantsIn(DECKS, ['test/deck/deck-reading.test.ts', 'test/classroom/class-deck-access.test.ts'], {
    'any student may read any deck': {
      find: 'directory.hasInClass(account.id, deck.id)',
      replace: "account.role === 'student'",
    },
    'a teacher may read the decks of others': {
      find: '(administers(account.role) && !deck.isPrivate) ||',
      replace: '!learns(account.role) ||',
    },
  }),
  ...mutantsIn('api/routes/classroom/class-progress.routes.ts', ['test/api/access-table.test.ts'], {
    'any teacher may read the progress of any class': {
      find: 'contract.getStudentsProgress, ownClass,',
      replace: 'contract.getStudentsProgress, async () => {},',
    },
    'any teacher may read the figures of any student': {
      find: 'contract.getStudentStats, ownClass,',
      replace: 'contract.getStudentStats, async () => {},',
    },
  }),
  ...mutantsIn('api/routes/classroom/class-progress.routes.ts', ['test/classroom/live-call.test.ts'], {
    'any teacher may watch any class': {
      find: `refusePart(headers, 'a stream');
      await requireOwnClass(directory, account, params.classId);`,
      replace: "refusePart(headers, 'a stream');",
    },
  }),
  ...mutantsIn('api/plugins/authentication.ts', TOKENS_AND_ACCOUNT, {
    'a new password does not end the tokens before it': {
      find: 'if (account?.tokenVersion !== payload.version || account.isDisabled)',
      replace: 'if (account === undefined || account.isDisabled)',
    },
  }),
  ...mutantsIn('api/routes/learning/learning.routes.ts', ['test/learning/answering/progress-call.test.ts'], {
    'answers are not limited in number': {
      find: '...contract.recordProgress, config: { rateLimit: PROGRESS_LIMIT }',
      replace: '...contract.recordProgress',
    },
  }),
  ...mutantsIn('api/routes/learning/learning.routes.ts', ['test/learning/answering/undo-call.test.ts'], {
    'undos are not limited in number': {
      find: '...contract.undoReview, config: { rateLimit: UNDO_LIMIT }',
      replace: '...contract.undoReview',
    },
  }),
  ...mutantsIn('api/routes/exam/submission.routes.ts', ['test/exam/attempt/attempt-call.test.ts'], {
    'saves of an exam are not limited in number': {
      find: "config: { rateLimit: PROGRESS_LIMIT, underLoad: 'favoured' } }",
      replace: "config: { underLoad: 'favoured' } }",
    },
  }),
  ...mutantsIn('api/plugins/rate-limits.ts', ['test/learning/answering/progress-call.test.ts'], {
    'a class behind one address shares the limit of answers': {
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
    },
  }),
  ...mutantsIn('core/contract/endpoint.ts', ['test/exam/attempt/taken-id.test.ts'], {
    'a client may choose a key of version 8, as the server derives them': {
      find: '-4[0-9a-fA-F]{3}-',
      replace: '-[48][0-9a-fA-F]{3}-',
    },
  }),
  ...mutantsIn('core/contract/batch.schema.ts', BATCH_PARTS, {
    'a batch takes other methods than GET': {
      find: "method: Type.Literal('GET'),",
      replace: 'method: Type.String(),',
    },
    'a part of a batch may lead out of /api/': {
      find: '(?!.*/(?:\\\\.|%2[eE]){1,2}(?:[/?]|$))',
      replace: '',
    },
  }),
  ...mutantsIn('api/routes/classroom/class-progress.routes.ts', BATCH_PARTS, {
    'the stream of a class may be part of a batch': {
      find: "refusePart(headers, 'a stream');",
      replace: '',
    },
  }),
  ...mutantsIn('api/routes/deck/deck-import.routes.ts', BATCH_PARTS, {
    'the stream of an import may be part of a batch': {
      find: "refusePart(request.headers, 'a stream');",
      replace: '',
    },
  }),
  ...mutantsIn('api/routes/system/batch.routes.ts', BATCH_PARTS, {
    'the parts of a caller who has gone go on': {
      find: "reply.raw.once('close', () => leaving.abort());",
      replace: '',
    },
  }),
  ...mutantsIn('api/plugins/authentication.ts', ['test/account/access-tokens.test.ts'], {
    'a token that was made in the future is good': {
      find: 'if (isTooLong || isOfTomorrow)',
      replace: 'if (isTooLong)',
    },
  }),
  ...mutantsIn('api/plugins/files.ts', ['test/api/error-answers.test.ts'], {
    'a stored file that is opened as a page may run scripts': {
      find: "response.header('content-security-policy', SANDBOX);",
      replace: '',
    },
  }),
  ...mutantsIn('core/process/program-log.ts', ['test/security/hostile-calls.test.ts'], {
    'the reader of forms logs tokens': {
      find: "  'busboyOptions.headers.authorization',\n",
      replace: '',
    },
  }),
  ...mutantsIn(DECKS, ['test/security/no-foreign-data.test.ts'], {
    'any student may read the cards of any deck': {
      find: '(administers(account.role) && !deck.isPrivate) ||',
      replace: '!teaches(account.role) ||',
    },
  }),
  ...mutantsIn('core/card/card-editor.ts', ['test/deck/sharing/deck-shares.test.ts'], {
    'a right that has just ended still changes a card': {
      find: "if (!shares[0]) throw new AppError('deck_not_owned');",
      replace: 'if (!shares[0]) return;',
    },
  }),
  ...mutantsIn('core/colleague/colleague-login.ts', ['test/deck/sharing/deck-shares.test.ts'], {
    'names of colleagues can be tried out': {
      find: '  await countAttempt(pool, tries);',
      replace: '',
    },
  }),
  ...mutantsIn('core/card/card-changes.ts', ['test/card/card-changes.test.ts'], {
    'a card that somebody else has changed is overwritten': {
      find: 'if (seen !== undefined && seen !== seenCard(toCard(card)))',
      replace: 'if (seen === null)',
    },
  }),
  ...mutantsIn('core/card/deck-copy.ts', ['test/card/deck-copy.test.ts'], {
    'a copy does not count in the number of decks': {
      find: '{ max, more: 1 }',
      replace: '{ max, more: -9 }',
    },
  }),
  ...mutantsIn(DECKS, ['test/site/own-decks.test.ts'], {
    'the administrator reads what students make for themselves': {
      find: 'administers(account.role) && !deck.isPrivate',
      replace: 'administers(account.role)',
    },
    'students make decks where the school does not let them': {
      find: 'if (!(await directory.mayMake(role)))',
      replace: 'if ((await directory.mayMake(role), false))',
    },
  }),
  ...mutantsIn(DECKS, ['test/api/access-table.test.ts'], {
    'the administrator changes cards of a student’s own deck': {
      find: 'may: (_, __, { isPrivate }) => !isPrivate',
      replace: 'may: () => true',
    },
  }),
  ...mutantsIn('core/access/quotas.ts', ['test/site/own-decks.test.ts'], {
    'a student’s deck may have any number of cards': {
      find: '(select count(*) from cards c where c.deck_id = d.id) > $2',
      replace: '$2 < 0',
    },
  }),
];
