import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const SAVE = 'core/exam/attempt/save-answers.ts';
const SAVE_TESTS = ['test/exam/attempt/attempt-call.test.ts'];
const SUBMISSION_TESTS = ['test/exam/attempt/submission-call.test.ts'];
const LEAK_TESTS = ['test/exam/no-leak.test.ts', 'test/exam/attempt/attempt-call.test.ts'];

/** Taking an exam, saving, handing in. */
export const mutants: Mutant[] = [
  ...mutantsIn('core/exam/exam-list.ts', LEAK_TESTS, {
    'who takes an exam is told its key': {
      find: '${SHOWN_QUESTIONS} as questions`',
      replace: '${WHOLE_QUESTIONS} as questions`',
    },
  }),
  ...mutantsIn('core/access/exam-access.ts', SAVE_TESTS, {
    'an exam is open to who has only asked to join its class': {
      find: "m.student_id = $2 and m.status = 'approved'",
      replace: 'm.student_id = $2',
    },
    'an exam that is hidden is open': {
      find: 'and not open_exam.is_hidden ',
      replace: '',
    },
  }),
  ...mutantsIn(SAVE, SAVE_TESTS, {
    'an older save replaces a newer one': {
      find: 'and version = $3 and',
      replace: 'and version >= $3 and',
    },
    'the version of a save is not looked at': {
      find: 'and version = $3 and',
      replace: 'and $3::integer is not null and',
    },
    'a save has no grace': {
      find: "deadline_at >= ${EXAM_TIME} - ${GRACE_SECONDS} * interval '1 second'",
      replace: 'deadline_at >= ${EXAM_TIME}',
    },
  }),
  ...mutantsIn('core/exam/attempt/submit.ts', SUBMISSION_TESTS, {
    'a second submission is answered as if it counted': {
      find: `if (!isConflict(error)) throw error;
    throw await alreadySubmitted(pool, examId, studentId);`,
      replace: `if (!isConflict(error)) throw error;
    return {
      ...scoreOf(await presentKey(pool, examId), answers),
      position: '0-0',
      answers_counted: 'sent',
      late_seconds: 0,
    };`,
    },
    'who has not begun an exam hands it in': {
      find: "if (!attempt) throw new AppError('exam_not_begun');\n  const { time_spent, late } = timing(attempt);",
      replace: 'const { time_spent, late } = attempt ? timing(attempt) : { time_spent: 0, late: 0 };',
    },
    'every submission is an event of its own': {
      find: 'await services.appender.append(event);',
      replace: 'await services.appender.append({ ...event, id: key });',
    },
    'the server hands in at the end, without a grace': {
      find: "deadline_at <= ${EXAM_TIME} - ${CLOSING_SECONDS} * interval '1 second'",
      replace: 'deadline_at <= ${EXAM_TIME}',
    },
    'what fails in one partition holds up the others': {
      find: `    } catch (error) {
      failures.push(error);
    }`,
      replace: `    } catch (error) {
      throw error;
    }`,
    },
    'the server hands in five seconds after the end': {
      find: "deadline_at <= ${EXAM_TIME} - ${CLOSING_SECONDS} * interval '1 second'",
      replace: "deadline_at <= ${EXAM_TIME} - 5 * interval '1 second'",
    },
  }),
  ...mutantsIn('core/exam/attempt/exam-event.ts', SUBMISSION_TESTS, {
    'other answers under the key of a submission are a repetition': {
      find: 'JSON.stringify([context.key, sorted(context.sent ?? data.answers)])',
      replace: 'JSON.stringify([context.key])',
    },
    'the same answers from another window are a repetition': {
      find: 'JSON.stringify([context.key, sorted(context.sent ?? data.answers)])',
      replace: 'JSON.stringify([sorted(context.sent ?? data.answers)])',
    },
  }),
  ...mutantsIn('core/exam/attempt/submit.ts', ['test/postgres/newer-database.test.ts'], {
    'exams of a database that a newer version has migrated are handed in': {
      find: 'if ((await unknownMigrations(tx)) !== null) return { done: 0, failures: [] };',
      replace: '',
    },
  }),
  ...mutantsIn('core/exam/results/scoring.ts', ['test/exam/results/scoring.test.ts'], {
    'questions after the fiftieth are scored': {
      find: 'questions.slice(0, QUESTIONS_SCORED)',
      replace: 'questions.slice(0)',
    },
  }),
];
