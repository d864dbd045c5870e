import type { Mutant } from '../../bin/mutants/mutant.ts';

const SAVE = 'core/exam/attempt/save-answers.ts';
const SAVE_TESTS = ['test/exam/attempt/attempt-call.test.ts'];
const SUBMISSION_TESTS = ['test/exam/attempt/submission-call.test.ts'];

/** Taking an exam, saving, handing in. */
export const mutants: Mutant[] = [
  {
    name: 'who takes an exam is told its key',
    file: 'core/exam/exam-list.ts',
    find: '${questions(SHOWN_QUESTION)}`',
    replace: '${questions(WHOLE_QUESTION)}`',
    tests: ['test/exam/no-leak.test.ts', 'test/exam/attempt/attempt-call.test.ts'],
  },
  {
    name: 'an exam is open to who has only asked to join its class',
    file: 'core/access/exam-access.ts',
    find: "m.student_id = $2 and m.status = 'approved'",
    replace: 'm.student_id = $2',
    tests: ['test/exam/attempt/attempt-call.test.ts'],
  },
  {
    name: 'an exam that is hidden is open',
    file: 'core/access/exam-access.ts',
    find: 'and not open_exam.is_hidden ',
    replace: '',
    tests: ['test/exam/attempt/attempt-call.test.ts'],
  },
  {
    name: 'an older save replaces a newer one',
    file: SAVE,
    find: 'and version = $3 and',
    replace: 'and version >= $3 and',
    tests: SAVE_TESTS,
  },
  {
    name: 'the version of a save is not looked at',
    file: SAVE,
    find: 'and version = $3 and',
    replace: 'and $3::integer is not null and',
    tests: SAVE_TESTS,
  },
  {
    name: 'a save has no grace',
    file: SAVE,
    find: "deadline_at >= moment.now - ${GRACE_SECONDS} * interval '1 second'",
    replace: 'deadline_at >= moment.now',
    tests: SAVE_TESTS,
  },
  {
    name: 'a second submission is answered as if it counted',
    file: 'core/exam/attempt/submit.ts',
    find: `if (!isConflict(error)) throw error;
    throw await alreadySubmitted(pool, examId, studentId);`,
    replace: `if (!isConflict(error)) throw error;
    return {
      ...scoreOf(await presentKey(pool, examId), answers),
      position: '0-0',
      answers_counted: 'sent',
      late_seconds: 0,
    };`,
    tests: SUBMISSION_TESTS,
  },
  {
    name: 'every submission is an event of its own',
    file: 'core/exam/attempt/submit.ts',
    find: 'await services.appender.append(event);',
    replace: 'await services.appender.append({ ...event, id: key });',
    tests: SUBMISSION_TESTS,
  },
  {
    name: 'other answers under the key of a submission are a repetition',
    file: 'core/exam/attempt/exam-event.ts',
    find: 'JSON.stringify([context.key, sorted(context.sent ?? data.answers)])',
    replace: 'JSON.stringify([context.key])',
    tests: SUBMISSION_TESTS,
  },
  {
    name: 'the same answers from another window are a repetition',
    file: 'core/exam/attempt/exam-event.ts',
    find: 'JSON.stringify([context.key, sorted(context.sent ?? data.answers)])',
    replace: 'JSON.stringify([sorted(context.sent ?? data.answers)])',
    tests: SUBMISSION_TESTS,
  },
  {
    name: 'the server hands in at the end, without a grace',
    file: 'core/exam/attempt/submit.ts',
    find: "deadline_at <= (select ${EXAM_TIME}) - ${CLOSING_SECONDS} * interval '1 second'",
    replace: 'deadline_at <= (select ${EXAM_TIME})',
    tests: SUBMISSION_TESTS,
  },
  {
    name: 'the server hands in five seconds after the end',
    file: 'core/exam/attempt/submit.ts',
    find: "deadline_at <= (select ${EXAM_TIME}) - ${CLOSING_SECONDS} * interval '1 second'",
    replace: "deadline_at <= (select ${EXAM_TIME}) - 5 * interval '1 second'",
    tests: SUBMISSION_TESTS,
  },
  {
    name: 'exams of a database that a newer version has migrated are handed in',
    file: 'core/exam/attempt/submit.ts',
    find: ' and ${UNKNOWN_MIGRATIONS} is null',
    replace: '',
    tests: ['test/postgres/newer-database.test.ts'],
  },
  {
    name: 'questions after the fiftieth are scored',
    file: 'core/exam/results/scoring.ts',
    find: 'questions.slice(0, QUESTIONS_SCORED)',
    replace: 'questions.slice(0)',
    tests: ['test/exam/results/scoring.test.ts'],
  },
];
