import t from 'tap';
import { failuresOf } from '../../bin/check/tap-failures.ts';
import { outcomeOf } from '../../bin/mutants/try-mutant.ts';

/** As `bin/test.ts` prints a file that fails. */
const tap = (lines: string) => `
The chosen files
TAP version 14
# Subtest: test/a/a.test.ts
${lines}
    1..3
not ok 1 - test/a/a.test.ts # time=28.48ms

1 passed, 2 failed`;

const inVain = `    # Subtest: LRN-42 a title \\# 1
        not ok 1 - After 60 s the test still waits: the end
          ---
          stack: |
            test/harness/within.ts:13:11
          ...

        1..1
    not ok 1 - LRN-42 a title \\# 1 # time=60010.1ms
      ---
      at:
        fileName: test/a/a.test.ts
      ...
`;

const wrong = `    # Subtest: outer
        # Subtest: inner
            ok 1 - should be equal
            not ok 2 - they are the same
              ---
              diff: |
                --- expected
                +++ actual
                not ok 1 - in a text that is compared
              ...

            1..2
        not ok 1 - inner # time=3ms
        1..1
    not ok 2 - outer # time=4ms
`;

const overdue = `    # Subtest: a hang
        not ok 1 - timeout!
          ---
          expired: a hang
          ...

        1..1
    not ok 3 - a hang # time=506.235ms
`;

const run = { passed: false, isEnded: false };

t.test('an assertion is told with its test', async (t) => {
  const failure = {
    kind: 'assertion',
    message: 'they are the same',
    test: 'outer › inner',
    file: 'test/a/a.test.ts',
    details: ['diff: |', '  --- expected', '  +++ actual', '  not ok 1 - in a text that is compared'],
  };
  t.same(failuresOf(tap(wrong)), [failure]);
  t.same(outcomeOf(tap(wrong), run), { kind: 'caught', failure });
});

t.test('an assertion counts more than a wait in vain, and that more than a time-out', async (t) => {
  t.equal(outcomeOf(tap(overdue + inVain + wrong), run).kind, 'caught');
  t.match(outcomeOf(tap(overdue + inVain), run), {
    kind: 'waited',
    failure: { test: 'LRN-42 a title # 1', message: 'After 60 s the test still waits: the end' },
  });
  t.match(outcomeOf(tap(overdue), run), { kind: 'hung', failure: { test: 'a hang' } });
});

t.test('what the browser has waited for in vain is no assertion', async (t) => {
  const failures = failuresOf(tap('    not ok 1 - page.waitForURL: Timeout 30000ms exceeded. ===='));
  t.match(failures, [{ kind: 'wait' }]);
});

t.test('what a file throws before its tests is told as well', async (t) => {
  t.same(failuresOf(tap('    not ok 1 - at load')), [
    { kind: 'assertion', message: 'at load', test: '', file: 'test/a/a.test.ts', details: [] },
  ]);
});

t.test('tests that pass have not noticed; tests that did not begin say nothing', async (t) => {
  t.same(outcomeOf('1 passed, 0 failed', { passed: true, isEnded: false }), { kind: 'survived' });
  t.same(outcomeOf("The tests' database could not be migrated", run), { kind: 'broken' });
  t.match(outcomeOf('', { passed: false, isEnded: true }), { kind: 'hung' });
});
