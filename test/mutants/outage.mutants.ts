import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const CLIENT = 'core/postgres/postgres-client.ts';
const CLIENT_TESTS = ['test/postgres/postgres-client.test.ts'];
const FAILOVER = ['test/faults/failover.test.ts'];
const CLOSER = ['test/workers/exam-closer.test.ts'];
const OVERDUE = ['test/exam/attempt/submission-call.test.ts'];
const STUDY_TIME = ['test/learning/answering/study-time.test.ts'];
const WITHOUT_SECRETS = ['test/start/logs-without-secrets.test.ts'];

/** A database, a clock or a process that is not as it should be, and what must stay true all the same. */
export const mutants: Mutant[] = [
  ...mutantsIn(CLIENT, CLIENT_TESTS, {
    'a statement waits for ever on a connection that has gone silent': {
      find: 'this.isUseless = true;\n    this.destroy(',
      replace:
        'if (this.#options.silenceMs === undefined || this.#options.silenceMs > 0) return;\n    this.destroy(',
    },
    'the other connections of a database that has gone silent are kept': {
      find: "has been silent for too long');\n    this.emit('useless');",
      replace: "has been silent for too long');",
    },
    'long work of the database is taken for silence': {
      find: '(silenceMs === undefined && (await this.#isAtWork()))',
      replace: '(silenceMs === 0 && (await this.#isAtWork()))',
    },
  }),
  ...mutantsIn('core/postgres/change-feed.ts', ['test/postgres/change-feed.test.ts'], {
    'a change whose transaction was open at the last read is never heard': {
      find: 'where tx >= $1::xid8 or tx = any ($2::xid8[])) as changes',
      replace: 'where tx >= $1::xid8 and $2::xid8[] is not null) as changes',
    },
    'who begins to read takes what was kept before for what is there': {
      find: 'if (isFirst) this.#reset();',
      replace: 'void isFirst;',
    },
  }),
  ...mutantsIn('core/postgres/change-feed.ts', ['test/faults/standby.test.ts'], {
    'a standby is taken to know which transactions are open': {
      find: 'case when pg_is_in_recovery() then pg_snapshot_xmin(seen) else pg_snapshot_xmax(seen) end',
      replace: 'pg_snapshot_xmax(seen)',
    },
    'what a standby shows twice is heard twice': {
      find: 'if (!before.has(change)) this.#report(what!);',
      replace: 'void before, this.#report(what!);',
    },
  }),
  ...mutantsIn('core/postgres/transaction.ts', ['test/postgres/changes.test.ts'], {
    'what a part announced is announced though it is undone': {
      find: 'what.length = before;\n    return',
      replace: 'void before;\n    return',
    },
    'the next transaction of a connection announces what was announced': {
      find: 'ANNOUNCEMENTS.delete(client);',
      replace: '',
    },
  }),
  ...mutantsIn('core/database.ts', CLIENT_TESTS, {
    'a request waits for a lock for as long as it takes': {
      find: "session: { ...SESSION, lock_timeout: '2s', statement_timeout: '8s' },",
      replace: "session: { ...SESSION, statement_timeout: '8s' },",
    },
    'a statement of a request may take as long as it likes': {
      find: "lock_timeout: '2s', statement_timeout: '8s' }",
      replace: "lock_timeout: '2s' }",
    },
  }),
  ...mutantsIn('core/database.ts', ['test/faults/locks-held.test.ts'], {
    'changes that wait for projections take the connections of reads': {
      find: 'const changes = openPool({ ...alike, max: BESIDES, ...CHANGES });',
      replace: 'const changes = pool;',
    },
  }),
  ...mutantsIn('core/postgres/postgres-error.ts', FAILOVER, {
    'a database that takes no writes is a fault of ours': {
      find: "'25006', // read-only",
      replace: "'25X06', // read-only",
    },
  }),
  ...mutantsIn('api/guard/readiness.ts', FAILOVER, {
    'a process is ready although its database takes no writes': {
      find: "if (shape === 'ok' && (await isReadOnlyDatabase(this.#pool))) return 'takes no writes';",
      replace: 'void isReadOnlyDatabase;',
    },
  }),
  ...mutantsIn(CLIENT, FAILOVER, {
    'of several hosts any is taken, be it a standby': {
      find: "if (rows[0]?.transaction_read_only !== 'off') throw new Error('it is read-only');",
      replace: 'void rows;',
    },
  }),
  ...mutantsIn('core/log/append/appender.ts', ['test/log/append/appender.test.ts'], {
    'a partition that is held holds up the others': {
      find: 'if (isHeld(error)) return batch;',
      replace: '',
    },
    'any number of answers wait to be stored': {
      find: 'if (queue.length >= this.#options.queueLimit)',
      replace: 'if (queue.length < 0)',
    },
  }),
  ...mutantsIn('core/exam/attempt/attempt.ts', OVERDUE, {
    'exams are timed by the process that reads them': {
      find: "'now', ${millisecondsOf(EXAM_TIME)}",
      replace: "'now', ${Date.now()}::float8",
    },
  }),
  ...mutantsIn('workers/timed-work.ts', CLOSER, {
    'a process whose clock is wrong hands in exams': {
      find: 'if (Math.abs(await clock.skew()) > CLOCK_SKEW_MAX) return;',
      replace: 'void CLOCK_SKEW_MAX;',
    },
  }),
  ...mutantsIn('core/exam/attempt/submit.ts', OVERDUE, {
    'what is handed in after the end counts in full': {
      find: 'const counted = late > 0 ? await savedInTime(pool, examId, studentId) : answers;',
      replace: 'const counted = late < 0 ? await savedInTime(pool, examId, studentId) : answers;',
    },
  }),
  ...mutantsIn('core/exam/attempt/attempt.ts', ['test/exam/attempt/taken-id.test.ts'], {
    'an answer at the id of a submission is taken for one when an exam is looked at': {
      find: " and h.type = 'ExamSubmitted')",
      replace: ')',
    },
  }),
  ...mutantsIn('core/learning/answering/study-time.ts', STUDY_TIME, {
    'a student may claim any time as studied': {
      find: 'const seconds = Math.min(claimed, Math.floor(credit / 1_000));',
      replace: 'const seconds = Math.floor(Math.max(claimed, 0 * credit));',
    },
    'any time without a connection can be claimed at once': {
      find: 'Math.min(CREDIT_MAX_MS, before ? before.creditMs + passed : ALLOWANCE_MS)',
      replace: '(before ? Math.max(0 * CREDIT_MAX_MS, before.creditMs + passed) : ALLOWANCE_MS)',
    },
  }),
  ...mutantsIn('core/process/program-log.ts', WITHOUT_SECRETS, {
    'a row that a statement failed on is written to the log': {
      find: "  'err.detail',\n  'err.cause.detail',\n",
      replace: '',
    },
  }),
  ...mutantsIn('bin/postgres/embedded-database.ts', WITHOUT_SECRETS, {
    'PostgreSQL writes down the statements that fail': {
      find: "log_min_error_statement: 'panic',",
      replace: "log_min_error_statement: 'error',",
    },
  }),
  ...mutantsIn('core/process/config.ts', WITHOUT_SECRETS, {
    'an address of the database that cannot be read is shown with its password': {
      find: "['DATABASE_URL', isReadableDatabaseUrl],",
      replace: "['DATABASE_URL', () => isReadableDatabaseUrl.length >= 0],",
    },
  }),
  ...mutantsIn('workers/worker-server.ts', ['test/workers/worker-server.test.ts'], {
    'a worker that hears nothing of the database is healthy': {
      find: 'const isSilent = projector.silentMs() > SILENT_TOO_LONG_MS;',
      replace: 'const isSilent = projector.silentMs() < 0 * SILENT_TOO_LONG_MS;',
    },
  }),
  ...mutantsIn('core/deck-import/deck-import.run.ts', ['test/faults/import-killed.test.ts'], {
    'an import is given the key of the tokens': {
      find: "      'DATABASE_URL',\n",
      replace: "      'DATABASE_URL',\n      'JWT_SECRET',\n",
    },
  }),
  ...mutantsIn('core/files/upload.ts', ['test/start/start.test.ts'], {
    'the folder of uploads is open to the users of the machine': {
      find: 'mode: 0o750',
      replace: 'mode: 0o755',
    },
  }),
];
