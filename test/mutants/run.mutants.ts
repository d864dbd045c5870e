import type { Mutant } from '../../bin/mutants/mutant.ts';

const THIRD_KIND = ['test/run/third-kind.test.ts'];

/** What every kind of durable run has in common. */
export const mutants: Mutant[] = [
  {
    name: 'two processes may be at one run',
    file: 'core/run/run-rows.ts',
    find: 'if (!locks[0]?.locked) return undefined;',
    replace: '',
    tests: ['test/workers/log-runner.test.ts'],
  },
  {
    name: 'a run that a process is at counts as one that waits',
    file: 'core/run/run-rows.ts',
    find: 'open where not is_taken and ${UNKNOWN_MIGRATIONS} is null',
    replace: 'open where ${UNKNOWN_MIGRATIONS} is null',
    tests: [...THIRD_KIND, 'test/log/runs/log-runs.test.ts'],
  },
  {
    name: 'a run whose processes die is never given up',
    file: 'core/run/run-rows.ts',
    find: 'if (!row || row.attempts < ATTEMPTS_MAX) return undefined;',
    replace: 'return undefined;',
    tests: ['test/log/runs/log-runs.test.ts'],
  },
  {
    name: 'what is only away counts as broken off',
    file: 'core/run/perform-run.ts',
    find: "if (verdict === 'unavailable') return undefined;",
    replace: '',
    tests: THIRD_KIND,
  },
  {
    name: 'a report does not hear that its run is to stop',
    file: 'core/run/current-run.ts',
    find: 'if ((await this.#write(columns)) && !this.#isAtLastStep) throw new RunCancelled();',
    replace: 'await this.#write(columns);',
    tests: ['test/deck-import/import-call.test.ts', ...THIRD_KIND],
  },
  {
    name: 'a run is stopped at its last step',
    file: 'core/run/current-run.ts',
    find: 'this.#isAtLastStep = true;',
    replace: '',
    tests: THIRD_KIND,
  },
  {
    name: 'the worker ends a process at its last step',
    file: 'core/run/run-rows.ts',
    find: 'and (${isAtLastStep}) is not true',
    replace: '',
    tests: THIRD_KIND,
  },
  {
    name: 'a process that does not hear is left alone',
    file: 'workers/run-starter.ts',
    find: "if (polls > DEAF_POLLS) endWith({ status: 'cancelled' });",
    replace: '',
    tests: THIRD_KIND,
  },
  {
    name: 'what wakes a worker during its work is lost',
    file: 'core/process/work-loop.ts',
    find: 'this.#isWoken = true;',
    replace: 'this.#isWoken = this.#passes === undefined;',
    tests: ['test/process/work-loop.test.ts'],
  },
];
