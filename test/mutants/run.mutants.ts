import { type Mutant, mutantsIn } from '../../bin/mutants/mutant.ts';

const THIRD_KIND = ['test/run/third-kind.test.ts'];

/** What every kind of durable run has in common. */
export const mutants: Mutant[] = [
  ...mutantsIn('core/run/run-rows.ts', ['test/workers/log-runner.test.ts'], {
    'two processes may be at one run': {
      find: 'if (!locks[0]?.locked) return undefined;',
      replace: '',
    },
  }),
  ...mutantsIn('core/run/run-rows.ts', [...THIRD_KIND, 'test/log/runs/log-runs.test.ts'], {
    'a run that a process is at counts as one that waits': {
      find: 'open where not is_taken and ${UNKNOWN_MIGRATIONS} is null',
      replace: 'open where ${UNKNOWN_MIGRATIONS} is null',
    },
  }),
  ...mutantsIn('core/run/run-rows.ts', ['test/log/runs/log-runs.test.ts'], {
    'a run whose processes die is never given up': {
      find: 'if (!row || row.attempts < ATTEMPTS_MAX) return undefined;',
      replace: 'return undefined;',
    },
  }),
  ...mutantsIn('core/run/perform-run.ts', THIRD_KIND, {
    'what is only away counts as broken off': {
      find: "if (verdict === 'unavailable') return undefined;",
      replace: '',
    },
  }),
  ...mutantsIn('core/run/current-run.ts', ['test/deck-import/import-call.test.ts', ...THIRD_KIND], {
    'a report does not hear that its run is to stop': {
      find: 'if ((await this.#write(columns)) && !this.#isAtLastStep) throw new RunCancelled();',
      replace: 'await this.#write(columns);',
    },
  }),
  ...mutantsIn('core/run/current-run.ts', THIRD_KIND, {
    'a run is stopped at its last step': {
      find: 'this.#isAtLastStep = true;',
      replace: '',
    },
  }),
  ...mutantsIn('core/run/run-rows.ts', THIRD_KIND, {
    'the worker ends a process at its last step': {
      find: 'and (${isAtLastStep}) is not true',
      replace: '',
    },
  }),
  ...mutantsIn('workers/run-starter.ts', THIRD_KIND, {
    'a process that does not hear is left alone': {
      find: "if (polls > DEAF_POLLS) endWith({ status: 'cancelled' });",
      replace: '',
    },
  }),
  ...mutantsIn('core/process/work-loop.ts', ['test/process/work-loop.test.ts'], {
    'what wakes a worker during its work is lost': {
      find: 'this.#isWoken = true;',
      replace: 'this.#isWoken = this.#passes === undefined;',
    },
  }),
];
