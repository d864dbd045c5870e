export interface FaultRow {
  number: string;
  fault: string;
  /** Besides the invariants, which hold always. */
  expected: string;
  /** Whether requests may be told to come back while it lasts: the database is away, or held. */
  allows503?: boolean;
  /** Milliseconds by which a request may last longer than ten seconds while it lasts. */
  stallMs?: number;
  /** What the product must have for it. */
  needs?: 'redis' | 'queue in PostgreSQL' | 'standby';
  /** `shot`: the program does it. `always`: it is so all the while. `tests`: only the files named do it. */
  how: 'shot' | 'always' | 'tests';
  /** Test files that cover it as well. */
  tests?: string[];
  /** Where it is not done, or not wholly. */
  remark?: string;
}

const ROWS: Record<string, Omit<FaultRow, 'number' | 'how'> & Partial<Pick<FaultRow, 'how'>>> = {
  F1: {
    fault: 'An API process is killed, at any moment',
    expected: 'what was acknowledged is kept, what is sent again counts once; ready again within 30 s',
    tests: ['faults/server-killed'],
  },
  F2: {
    fault: 'An API process is asked to end under load',
    expected: 'requests under way are answered; it ends with 0 within 10 s',
    tests: ['faults/server-killed'],
  },
  F3: {
    fault: 'An API process stands still for seconds, then goes on',
    expected: 'the other one goes on appending, and no lock is held',
    allows503: true,
    stallMs: 12_000,
  },
  F4: {
    fault: 'A worker is killed, at any moment',
    expected: 'projections are at the head of that moment within 30 s',
  },
  F5: {
    fault: 'A worker stands still for seconds, then goes on',
    expected: 'the other one goes on; nothing counts twice',
    allows503: true,
    tests: ['faults/worker-frozen'],
  },
  F6: {
    fault: 'Two workers project the same partitions',
    expected: 'each event counts once',
    how: 'always',
    tests: ['log/projecting/project-batch', 'log/projecting/readers-that-lose'],
  },
  F7: {
    fault: 'PostgreSQL crashes and comes back',
    expected: '503 with Retry-After meanwhile; answers are taken again within 30 s',
    allows503: true,
    stallMs: 5_000,
    tests: ['faults/postgres-restarted', 'faults/acknowledged'],
  },
  F7b: {
    fault: 'The primary dies for good and its synchronous standby is promoted',
    expected:
      'nothing acknowledged is lost; answers are taken again within 30 s of the promotion, without a restart',
    allows503: true,
    stallMs: 5_000,
    needs: 'standby',
    tests: ['faults/failover'],
  },
  F8: {
    fault: "Connections to PostgreSQL are ended, each 50 ms one of the product's by chance",
    expected: 'tried again by itself nearly each time',
    allows503: true,
    tests: ['faults/connections-killed'],
  },
  F9: {
    fault: 'API and worker are started while PostgreSQL is away',
    expected: 'they end and say so; started again they serve',
    allows503: true,
    stallMs: 5_000,
    tests: ['faults/away-at-start'],
  },
  F10: {
    fault: 'A writing transaction, and a prepared one, stay open in another database of the cluster',
    expected: 'projections follow as ever',
    tests: ['faults/long-transactions'],
  },
  F11: {
    fault: 'A snapshot of a repeatable-read transaction is held under load',
    expected: 'answers and projections go on',
    tests: ['faults/long-transactions'],
  },
  F12: {
    fault: "A partition's row is held for three seconds by a stray session",
    expected: 'its students wait or are told to; all others are answered',
    allows503: true,
    tests: ['faults/long-transactions', 'faults/locks-held'],
  },
  F13: {
    fault: 'Redis is killed and comes back empty',
    expected: 'no request fails, and projections follow without it',
    needs: 'redis',
    tests: ['faults/redis-lost'],
  },
  F14: {
    fault: 'Redis forgets everything',
    expected: 'no request fails, and projections follow',
    needs: 'redis',
  },
  F15: {
    fault: 'Redis stands still, then goes on',
    expected: 'no request fails or waits for it, and projections follow',
    needs: 'redis',
  },
  F16: {
    fault: "The queue's connections to PostgreSQL are ended",
    expected: 'no request fails, and projections follow',
    needs: 'queue in PostgreSQL',
    tests: ['faults/queue-tables-missing'],
  },
  F17: {
    fault: 'The line between an API and PostgreSQL is slow, sliced, cut, or silent',
    expected: 'each request ends, with success or 503',
    allows503: true,
    stallMs: 25_000,
    tests: ['faults/silent-postgres'],
  },
  F18: {
    fault: 'The line between clients and an API is cut, so that answers are lost after the commit',
    expected: 'what is sent again, or twice at once, counts once',
    tests: [
      'learning/queue/answer-queue',
      'learning/queue/answer-queue-durability',
      'browser/account/lost-login',
    ],
  },
  F19: {
    fault: 'The browser closes, reloads, has two tabs, cannot write, or loses its login while answers wait',
    expected: 'no answer is lost and none is sent for somebody else',
    how: 'tests',
    tests: [
      'learning/queue/answer-queue',
      'learning/queue/answer-queue-durability',
      'browser/account/lost-login',
      'browser/learning/lost-connection',
    ],
  },
  F20: {
    fault: 'The disk of PostgreSQL is full',
    expected: '503 and nothing acknowledged; goes on when there is room',
    allows503: true,
    how: 'tests',
    tests: ['faults/disk-full'],
    remark: 'on a small file system, where one may be mounted',
  },
  F21: {
    fault: 'An event that cannot be read, or is of an unknown type or a future version',
    expected: "parked with its student's later ones; all others go on",
    how: 'tests',
    tests: ['log/projecting/parked-events', 'log/projecting/mixed-versions'],
  },
  F22: {
    fault: 'A rebuild is killed under load',
    expected: 'nothing live has changed, and the next verification finds no difference',
    allows503: true,
    tests: ['log/rebuilding/rebuilding', 'log/runs/log-runs'],
  },
  F23: {
    fault: 'The process of an import is killed',
    expected: 'the deck comes whole, once; no file is left',
    tests: ['faults/import-killed', 'deck-import/archive/hostile-archives'],
  },
  F24: {
    fault: 'Exams are handed in twice, at the deadline, late, or never, while all of this happens',
    expected: 'one submission, in time or what was saved; the points of what was accepted',
    how: 'always',
    tests: [
      'exam/attempt/submission-call',
      'exam/attempt/attempt-call',
      'exam/results/exam-results.projection',
    ],
  },
  F25: {
    fault: 'Old and new versions run side by side',
    expected: 'no event is rejected, unknown ones are kept',
    how: 'tests',
    tests: ['log/projecting/mixed-versions', 'log/kept/kept-logs', 'postgres/newer-database'],
  },
  F26: {
    fault: 'A base backup, taken under load, becomes a cluster',
    expected: 'its log has no hole, its checkpoints are within it, its projections are what it says',
  },
  F27: {
    fault: 'A thousand requests at once',
    expected: 'each is answered with success, 429, or 503 with Retry-After',
    allows503: true,
  },
};

export const matrix: FaultRow[] = Object.entries(ROWS).map(([number, row]) => ({
  how: 'shot',
  ...row,
  number,
}));

export const rowOf = (number: string): FaultRow => {
  const row = matrix.find((one) => one.number === number);
  if (!row) throw new Error(`There is no fault ${number}`);
  return row;
};
