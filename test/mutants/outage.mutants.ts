import type { Mutant } from '../../bin/mutants/mutant.ts';

const CLIENT = 'core/postgres/postgres-client.ts';
const CLIENT_TESTS = ['test/postgres/postgres-client.test.ts'];
const FAILOVER = ['test/faults/failover.test.ts'];
const CLOSER = ['test/workers/exam-closer.test.ts'];
const OVERDUE = ['test/exam/attempt/submission-call.test.ts'];
const STUDY_TIME = ['test/learning/answering/study-time.test.ts'];
const WITHOUT_SECRETS = ['test/start/logs-without-secrets.test.ts'];

/** A database, a clock or a process that is not as it should be, and what must stay true all the same. */
export const mutants: Mutant[] = [
  {
    name: 'a statement waits for ever on a connection that has gone silent',
    file: CLIENT,
    find: 'this.isUseless = true;\n    this.destroy(',
    replace:
      'if (this.#options.silenceMs === undefined || this.#options.silenceMs > 0) return;\n    this.destroy(',
    tests: CLIENT_TESTS,
  },
  {
    name: 'the other connections of a database that has gone silent are kept',
    file: CLIENT,
    find: "has been silent for too long');\n    this.emit('useless');",
    replace: "has been silent for too long');",
    tests: CLIENT_TESTS,
  },
  {
    name: 'long work of the database is taken for silence',
    file: CLIENT,
    find: '(silenceMs === undefined && (await this.#isAtWork()))',
    replace: '(silenceMs === 0 && (await this.#isAtWork()))',
    tests: CLIENT_TESTS,
  },
  {
    name: 'a request waits for a lock for as long as it takes',
    file: 'core/database.ts',
    find: "session: { ...SESSION, lock_timeout: '2s', statement_timeout: '8s' },",
    replace: "session: { ...SESSION, statement_timeout: '8s' },",
    tests: CLIENT_TESTS,
  },
  {
    name: 'a statement of a request may take as long as it likes',
    file: 'core/database.ts',
    find: "lock_timeout: '2s', statement_timeout: '8s' }",
    replace: "lock_timeout: '2s' }",
    tests: CLIENT_TESTS,
  },
  {
    name: 'changes that wait for projections take the connections of reads',
    file: 'core/database.ts',
    find: 'const changes = openPool({ ...alike, max: BESIDES, ...CHANGES });',
    replace: 'const changes = pool;',
    tests: ['test/faults/locks-held.test.ts'],
  },
  {
    name: 'a database that takes no writes is a fault of ours',
    file: 'core/postgres/postgres-error.ts',
    find: "'25006', // read-only",
    replace: "'25X06', // read-only",
    tests: FAILOVER,
  },
  {
    name: 'a process is ready although its database takes no writes',
    file: 'api/guard/readiness.ts',
    find: "if (shape === 'ok' && (await isReadOnlyDatabase(this.#pool))) return 'takes no writes';",
    replace: 'void isReadOnlyDatabase;',
    tests: FAILOVER,
  },
  {
    name: 'of several hosts any is taken, be it a standby',
    file: 'core/postgres/postgres-client.ts',
    find: "if (rows[0]?.transaction_read_only !== 'off') throw new Error('it is read-only');",
    replace: 'void rows;',
    tests: FAILOVER,
  },
  {
    name: 'a partition that is held holds up the others',
    file: 'core/log/append/appender.ts',
    find: 'if (isHeld(error)) return batch;',
    replace: '',
    tests: ['test/log/append/appender.test.ts'],
  },
  {
    name: 'any number of answers wait to be stored',
    file: 'core/log/append/appender.ts',
    find: 'if (queue.length >= this.#options.queueLimit)',
    replace: 'if (queue.length < 0)',
    tests: ['test/log/append/appender.test.ts'],
  },
  {
    name: 'exams are timed by the process that reads them',
    file: 'core/exam/attempt/attempt.ts',
    find: "'now', ${millisecondsOf(EXAM_TIME)}",
    replace: "'now', ${Date.now()}::float8",
    tests: OVERDUE,
  },
  {
    name: 'a process whose clock is wrong hands in exams',
    file: 'workers/timed-work.ts',
    find: 'if (Math.abs(await clock.skew()) > CLOCK_SKEW_MAX) return;',
    replace: 'void CLOCK_SKEW_MAX;',
    tests: CLOSER,
  },
  {
    name: 'what is handed in after the end counts in full',
    file: 'core/exam/attempt/submit.ts',
    find: 'const counted = late > 0 ? await savedInTime(pool, examId, studentId) : answers;',
    replace: 'const counted = late < 0 ? await savedInTime(pool, examId, studentId) : answers;',
    tests: ['test/exam/attempt/submission-call.test.ts'],
  },
  {
    name: 'an answer at the id of a submission is taken for one when an exam is looked at',
    file: 'core/exam/attempt/attempt.ts',
    find: " and s.type = 'ExamSubmitted')) as attempt",
    replace: ')) as attempt',
    tests: ['test/exam/attempt/taken-id.test.ts'],
  },
  {
    name: 'a student may claim any time as studied',
    file: 'core/learning/answering/study-time.ts',
    find: 'const seconds = Math.min(claimed, Math.floor(credit / 1_000));',
    replace: 'const seconds = Math.floor(Math.max(claimed, 0 * credit));',
    tests: STUDY_TIME,
  },
  {
    name: 'any time without a connection can be claimed at once',
    file: 'core/learning/answering/study-time.ts',
    find: 'Math.min(CREDIT_MAX_MS, before ? before.creditMs + passed : ALLOWANCE_MS)',
    replace: '(before ? Math.max(0 * CREDIT_MAX_MS, before.creditMs + passed) : ALLOWANCE_MS)',
    tests: STUDY_TIME,
  },
  {
    name: 'a row that a statement failed on is written to the log',
    file: 'core/process/program-log.ts',
    find: "  'err.detail',\n  'err.cause.detail',\n",
    replace: '',
    tests: WITHOUT_SECRETS,
  },
  {
    name: 'PostgreSQL writes down the statements that fail',
    file: 'bin/postgres/embedded-database.ts',
    find: "log_min_error_statement: 'panic',",
    replace: "log_min_error_statement: 'error',",
    tests: WITHOUT_SECRETS,
  },
  {
    name: 'an address of the database that cannot be read is shown with its password',
    file: 'core/process/config.ts',
    find: "['DATABASE_URL', isReadableDatabaseUrl],",
    replace: "['DATABASE_URL', () => isReadableDatabaseUrl.length >= 0],",
    tests: WITHOUT_SECRETS,
  },
  {
    name: 'a worker that hears nothing of the database is healthy',
    file: 'workers/worker-server.ts',
    find: 'const isSilent = projector.silentMs() > SILENT_TOO_LONG_MS;',
    replace: 'const isSilent = projector.silentMs() < 0 * SILENT_TOO_LONG_MS;',
    tests: ['test/workers/worker-server.test.ts'],
  },
  {
    name: 'an import is given the key of the tokens',
    file: 'core/deck-import/deck-import.run.ts',
    find: "      'DATABASE_URL',\n",
    replace: "      'DATABASE_URL',\n      'JWT_SECRET',\n",
    tests: ['test/faults/import-killed.test.ts'],
  },
  {
    name: 'the folder of uploads is open to the users of the machine',
    file: 'core/files/upload.ts',
    find: 'mode: 0o750',
    replace: 'mode: 0o755',
    tests: ['test/start/start.test.ts'],
  },
];
