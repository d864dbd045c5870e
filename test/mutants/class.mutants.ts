import type { Mutant } from '../../bin/mutants/mutant.ts';

const CODE_TESTS = ['test/classroom/class-code-call.test.ts'];
const NEWCOMER_TESTS = ['test/site/entry-call.test.ts'];
const COLLEAGUE_TESTS = ['test/colleague/invitation-call.test.ts'];
const WAY_TESTS = ['test/classroom/class-way-call.test.ts'];
const LIVE_TESTS = ['test/classroom/live-call.test.ts'];
const IMPORT_TESTS = ['test/deck-import/import-live-call.test.ts'];

/** The progress of classes, and the streams that tell of it and of imports. */
export const mutants: Mutant[] = [
  {
    name: 'students choose another way than the one that their class requires',
    file: 'core/learning/answering/held-way.ts',
    find: 'given?.is_required ? given.way : (own',
    replace: 'false ? given!.way : (own',
    tests: WAY_TESTS,
  },
  {
    name: 'a newer suggestion comes before a requirement',
    file: 'core/learning/answering/held-way.ts',
    find: 'order by k.way_required desc, ',
    replace: 'order by ',
    tests: WAY_TESTS,
  },
  {
    name: 'an archived class still says how its decks are practised',
    file: 'core/learning/answering/held-way.ts',
    find: ' and c.archived_at is null',
    replace: '',
    tests: WAY_TESTS,
  },
  {
    name: 'codes of classes can be tried out',
    file: 'core/access/code-guard.ts',
    find: 'await countAttempt(pool, { place, max: isSiteUsedUp ? maxThen : max, window });',
    replace: '',
    tests: CODE_TESTS,
  },
  {
    name: 'wrong codes of others lock everybody out',
    file: 'core/access/code-guard.ts',
    find: '? maxThen : max',
    replace: '? 0 : max',
    tests: CODE_TESTS,
  },
  {
    name: 'codes are tried out by many accounts of one address',
    file: 'core/access/code-guard.ts',
    find: 'await requireAttemptsLeft(pool, ofNetwork);',
    replace: '',
    tests: CODE_TESTS,
  },
  {
    name: 'codes are tried out by browsers that name themselves otherwise each time',
    file: 'core/access/code-guard.ts',
    find: '{ place: network, max, maxThen: newcomersThen },',
    replace: '',
    tests: NEWCOMER_TESTS,
  },
  {
    name: 'one newcomer who tries codes out keeps out everybody at the address',
    file: 'core/account/login-guard.ts',
    find: 'device: this.#digest(use, networkOf(address), device),',
    replace: "device: this.#digest(use, networkOf(address), ''),",
    tests: NEWCOMER_TESTS,
  },
  {
    name: 'students read the code of their class',
    file: 'core/classroom/classroom-list.ts',
    find: "case when c.is_teacher then ${codeInUse('c.id')} end as code",
    replace: "${codeInUse('c.id')} as code",
    tests: CODE_TESTS,
  },
  {
    name: 'a code that has ended lets students in',
    file: 'core/classroom/class-code.ts',
    find: 'where k.code = $1 and k.ends_at > now() for share of k',
    replace: 'where k.code = $1 for share of k',
    tests: CODE_TESTS,
  },
  {
    name: 'two teachers use one invitation',
    file: 'core/colleague/invitation.ts',
    find: "if (row.acceptedBy !== null) throw new AppError('invitation_used');",
    replace: '',
    tests: COLLEAGUE_TESTS,
  },
  {
    name: 'who registers with an invited address is invited',
    file: 'core/colleague/invitation.ts',
    find: " and ${addressIsTheirsSince(proof, 'u')} <= i.invited_at`",
    replace: '`',
    tests: COLLEAGUE_TESTS,
  },
  {
    name: 'a class is handed over and deleted',
    file: 'core/classroom/classroom-changes.ts',
    find: "if (actorId !== OPERATOR && deleted.teacher_id !== actorId) throw new AppError('class_owner_only');",
    replace: '',
    tests: ['test/colleague/hand-over-call.test.ts'],
  },
  {
    name: 'an archived class changes',
    file: 'core/access/class-rights.ts',
    find: "if (found.isArchived) throw new AppError('class_archived');",
    replace: '',
    tests: ['test/colleague/colleague-access.test.ts', 'test/classroom/class-archive-call.test.ts'],
  },
  {
    name: 'a class is archived during an exam',
    file: 'core/classroom/classroom-changes.ts',
    find: "if (rowCount) throw new AppError('exam_runs_in_class');",
    replace: '',
    tests: ['test/classroom/class-archive-call.test.ts'],
  },
  {
    name: 'the stream of a teacher who was taken out goes on',
    file: 'api/live/live-classes.ts',
    find: 'if (!found || !teaches(tab.accountId, found)) {',
    replace: 'if (!found) {',
    tests: ['test/colleague/hand-over-call.test.ts'],
  },
  {
    name: 'a change of a class does not hold back the projector',
    file: 'core/classroom/class-progress.projection.ts',
    find: 'await lockCheckpoints(tx, classProgress.name, studentIds && [...new Set(studentIds.map(partitionOf))]);',
    replace: '',
    tests: ['test/classroom/class-progress-races.test.ts'],
  },
  {
    name: 'a class that waits for its figures is a difference',
    file: 'core/classroom/class-progress.projection.ts',
    find: "  unsettled: 'class_id in (select class_id from public.class_gatherings)',\n",
    replace: '',
    tests: ['test/log/rebuilding/rebuilding.test.ts'],
  },
  {
    name: 'every class is told of a change',
    file: 'api/live/watchers.ts',
    find: 'this.#watchers.get(id) ?? []) watcher.send',
    replace: '[...this.#watchers.values()].flatMap((all) => [...all])) watcher.send',
    tests: LIVE_TESTS,
  },
  {
    name: 'a new password does not end the stream of a class',
    file: 'api/live/watchers.ts',
    find: "if (change.table === 'users') this.#close(({ accountId }) => accountId === change.id);",
    replace: '',
    tests: LIVE_TESTS,
  },
  {
    name: 'the pages of every import are told of a change',
    file: 'api/live/watchers.ts',
    find: 'this.#watchers.get(id) ?? []) watcher.send',
    replace: '[...this.#watchers.values()].flatMap((all) => [...all])) watcher.send',
    tests: IMPORT_TESTS,
  },
  {
    name: 'an import tells its pages nothing',
    file: 'api/routes/deck/deck-import.routes.ts',
    find: "if (table === 'deck_imports') live.changed(id);",
    replace: 'void [table, id];',
    tests: IMPORT_TESTS,
  },
  {
    name: 'a new password does not end the stream of an import',
    file: 'api/live/watchers.ts',
    find: "if (change.table === 'users') this.#close(({ accountId }) => accountId === change.id);",
    replace: '',
    tests: IMPORT_TESTS,
  },
  {
    name: 'a teacher renames personal accounts',
    file: 'core/roster/student-name.ts',
    find: "if (!rows[0].is_own) throw new AppError('name_not_yours');",
    replace: '',
    tests: ['test/roster/student-name.test.ts'],
  },
];
