import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const CODE_TESTS = ['test/classroom/class-code-call.test.ts'];
const NEWCOMER_TESTS = ['test/site/entry-call.test.ts'];
const COLLEAGUE_TESTS = ['test/colleague/invitation-call.test.ts'];
const WAY_TESTS = ['test/classroom/class-way-call.test.ts'];
const LIVE_TESTS = ['test/classroom/live-call.test.ts'];
const IMPORT_TESTS = ['test/deck-import/import-live-call.test.ts'];
const RIGHTS_TESTS = ['test/colleague/colleague-access.test.ts', 'test/classroom/class-archive-call.test.ts'];
const RACE_TESTS = ['test/classroom/class-progress-races.test.ts'];

/** The progress of classes, and the streams that tell of it and of imports. */
export const mutants: Mutant[] = [
  ...mutantsIn('core/learning/answering/held-way.ts', WAY_TESTS, {
    'students choose another way than the one that their class requires': {
      find: 'given?.is_required ? given.way : (own',
      replace: 'false ? given!.way : (own',
    },
    'a newer suggestion comes before a requirement': {
      find: 'order by k.way_required desc, ',
      replace: 'order by ',
    },
    'an archived class still says how its decks are practised': {
      find: ' and c.archived_at is null',
      replace: '',
    },
  }),
  ...mutantsIn('core/access/code-guard.ts', CODE_TESTS, {
    'codes of classes can be tried out': {
      find: 'await countAttempt(pool, { place, max: isSiteUsedUp ? maxThen : max, window });',
      replace: '',
    },
    'wrong codes of others lock everybody out': {
      find: '? maxThen : max',
      replace: '? 0 : max',
    },
    'codes are tried out by many accounts of one address': {
      find: 'await requireAttemptsLeft(pool, ofNetwork);',
      replace: '',
    },
  }),
  ...mutantsIn('core/access/code-guard.ts', NEWCOMER_TESTS, {
    'codes are tried out by browsers that name themselves otherwise each time': {
      find: '{ place: network, max, maxThen: newcomersThen },',
      replace: '',
    },
  }),
  ...mutantsIn('core/account/login-guard.ts', NEWCOMER_TESTS, {
    'one newcomer who tries codes out keeps out everybody at the address': {
      find: 'device: this.#digest(use, networkOf(address), device),',
      replace: "device: this.#digest(use, networkOf(address), ''),",
    },
  }),
  ...mutantsIn('core/classroom/classroom-list.ts', CODE_TESTS, {
    'students read the code of their class': {
      find: "case when c.is_teacher then ${codeInUse('c.id')} end as code",
      replace: "${codeInUse('c.id')} as code",
    },
  }),
  ...mutantsIn('core/classroom/class-code.ts', CODE_TESTS, {
    'a code that has ended lets students in': {
      find: "where k.code = $1 and k.ends_at > now() ${lockedAsTheyAre('k')}",
      replace: "where k.code = $1 ${lockedAsTheyAre('k')}",
    },
  }),
  ...mutantsIn('core/colleague/invitation.ts', COLLEAGUE_TESTS, {
    'two teachers use one invitation': {
      find: "if (row.acceptedBy !== null) throw new AppError('invitation_used');",
      replace: '',
    },
    'who registers with an invited address is invited': {
      find: " and ${addressIsTheirsSince(proof, 'u')} <= i.invited_at`",
      replace: '`',
    },
    'an invitation that has ended sends its letter': {
      find: 'accepted_by is null and ends_at > now() and id in (',
      replace: 'accepted_by is null and id in (',
    },
    'the letter of an invitation to an archived class is sent': {
      find: 'join classes c on c.id = i.class_id and c.archived_at is null\n       where l.id = $2',
      replace: 'join classes c on c.id = i.class_id\n       where l.id = $2',
    },
    'who accepts an invitation gets its letter all the same': {
      find: "await tx.query('/* accept */ delete from letters where invitation_id = $1', [id]);",
      replace: '',
    },
  }),
  ...mutantsIn('api/routes/classroom/colleague.routes.ts', COLLEAGUE_TESTS, {
    'who registered with an address first is invited in the place of its owner': {
      find: 'const proof = addressProofOf(config);',
      replace: 'const proof = addressProofOf({ SMTP_URL: undefined });',
    },
  }),
  ...mutantsIn('core/colleague/colleague-login.ts', COLLEAGUE_TESTS, {
    'who registered with an address first is given what its owner should have': {
      find: "`lower(u.email) = $1 and ${addressIsTheirsSince(proof, 'u')} is not null`",
      replace: "`lower(u.email) = $1 and ${addressIsTheirsSince('had', 'u')} is not null`",
    },
  }),
  ...mutantsIn('core/classroom/classroom-list.ts', ['test/classroom/membership-call.test.ts'], {
    'who asks by a number is told whose class it is': {
      find: 'on c.id = m.class_id and m.by_code',
      replace: 'on c.id = m.class_id',
    },
  }),
  ...mutantsIn('core/classroom/membership.ts', CODE_TESTS, {
    'who was taken out comes back by an open code': {
      find: "await update(tx, classId, studentId, { status: 'rejected', joined_at: null });",
      replace: 'await remove(tx, classId, studentId);',
    },
  }),
  ...mutantsIn('core/classroom/classroom-changes.ts', ['test/colleague/hand-over-call.test.ts'], {
    'a class is handed over and deleted': {
      find: "if (actorId !== OPERATOR && deleted.teacher_id !== actorId) throw new AppError('class_owner_only');",
      replace: '',
    },
  }),
  ...mutantsIn('core/access/class-rights.ts', RIGHTS_TESTS, {
    'an archived class changes': {
      find: "if (found.isArchived) throw new AppError('class_archived');",
      replace: '',
    },
  }),
  ...mutantsIn('core/classroom/classroom-changes.ts', ['test/classroom/class-archive-call.test.ts'], {
    'a class is archived during an exam': {
      find: "if (rowCount) throw new AppError('exam_runs_in_class');",
      replace: '',
    },
  }),
  ...mutantsIn('api/live/live-classes.ts', ['test/colleague/hand-over-call.test.ts'], {
    'the stream of a teacher who was taken out goes on': {
      find: 'if (!found || !teaches(tab.accountId, found)) {',
      replace: 'if (!found) {',
    },
  }),
  ...mutantsIn('core/classroom/class-progress.projection.ts', RACE_TESTS, {
    'a change of a class does not hold back the projector': {
      find: 'await lockCheckpoints(tx, classProgress.name, studentIds && partitionsOf(studentIds));',
      replace: '',
    },
  }),
  ...mutantsIn('core/classroom/class-progress.projection.ts', ['test/log/rebuilding/rebuilding.test.ts'], {
    'a class that waits for its figures is a difference': {
      find: "  unsettled: 'class_id in (select class_id from public.class_gatherings)',\n",
      replace: '',
    },
  }),
  ...mutantsIn('api/live/watchers.ts', LIVE_TESTS, {
    'every class is told of a change': {
      find: 'this.#watchers.get(id) ?? []) watcher.send',
      replace: '[...this.#watchers.values()].flatMap((all) => [...all])) watcher.send',
    },
    'a new password does not end the stream of a class': {
      find: "if (change.table === 'users') this.#close(({ accountId }) => accountId === change.id);",
      replace: '',
    },
  }),
  ...mutantsIn('api/live/watchers.ts', IMPORT_TESTS, {
    'the pages of every import are told of a change': {
      find: 'this.#watchers.get(id) ?? []) watcher.send',
      replace: '[...this.#watchers.values()].flatMap((all) => [...all])) watcher.send',
    },
    'a new password does not end the stream of an import': {
      find: "if (change.table === 'users') this.#close(({ accountId }) => accountId === change.id);",
      replace: '',
    },
  }),
  ...mutantsIn('api/routes/deck/deck-import.routes.ts', IMPORT_TESTS, {
    'an import tells its pages nothing': {
      find: "if (table === 'deck_imports') live.changed(id);",
      replace: 'void [table, id];',
    },
  }),
  ...mutantsIn('core/roster/student-name.ts', ['test/roster/student-name.test.ts'], {
    'a teacher renames personal accounts': {
      find: "if (!rows[0].is_own) throw new AppError('name_not_yours');",
      replace: '',
    },
  }),
];
