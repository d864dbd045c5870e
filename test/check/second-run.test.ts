import t, { type Test } from 'tap';
import { closingReport } from '../../bin/check/closing-report.ts';
import { runTwice } from '../../bin/check/second-run.ts';

const at = (name: string) => `test/check/sample/${name}.ts`;

/** Runs samples in one process, as the check runs tests. Each begins as if it had never run. */
async function runSamples(
  t: Test,
  names: string[],
  options: { once?: boolean; silentMinutes?: number } = {},
) {
  const printed: string[] = [];
  const verdict = await runTwice([{ files: names.map(at), seconds: 0 }], 1, {
    env: { ...process.env, SAMPLE_FOLDER: t.testdir() },
    signal: new AbortController().signal,
    print: (text) => printed.push(text),
    ...options,
  });
  const files = (ended: { files: string[] }[]) => ended.map((one) => one.files.join(' '));
  return {
    count: verdict.count,
    failed: files(verdict.failed),
    unsteady: files(verdict.unsteady),
    report: closingReport(verdict).join('\n'),
    printed: printed.join('\n'),
  };
}

t.test('a file that never fails runs once, and all that it asserts is counted', async (t) => {
  const { count, failed, unsteady, report, printed } = await runSamples(t, ['passes']);
  t.same(count, { passed: 2, failed: 0, skipped: 0 });
  t.same([failed, unsteady, report], [[], [], '']);
  t.match(printed, /^ {2}✓ test\/check\/sample\/passes\.ts \d+\.\d s$/m);
});

t.test('a file that fails twice has failed, with its words and the command that runs it alone', async (t) => {
  const { count, failed, unsteady, report, printed } = await runSamples(t, ['passes', 'fails']);
  t.same(count, { passed: 3, failed: 1, skipped: 0 });
  t.same([failed, unsteady], [[at('fails')], []]);
  t.match(printed, /Once more, alone: test\/check\/sample\/fails\.ts/);
  t.equal(
    report.replace(/\d+:\d+/, 'LINE').replace('TEST_DEPTH=deep ', ''),
    [
      'Failed:',
      '  test/check/sample/fails.ts',
      '    what never holds: the answer is there',
      '      -200',
      '      +503',
      '      at Test.<anonymous> (test/check/sample/fails.ts:LINE)',
      '    npm test -- test/check/sample/fails.ts',
    ].join('\n'),
  );
});

t.test('a file that fails once and then passes alone is unsteady, and forgiven', async (t) => {
  const { count, failed, unsteady, report } = await runSamples(t, ['passes', 'fails-once']);
  t.same(count, { passed: 3, failed: 0, skipped: 0 });
  t.same([failed, unsteady], [[], [at('fails-once')]]);
  t.match(report, /^Unsteady: failed, then passed alone/);
  t.match(report, 'what holds the second time: the shared account is free');
  t.match(report, 'after test/check/sample/passes.ts in its process');
});

t.test('files that were chosen run once', async (t) => {
  const { count, failed } = await runSamples(t, ['fails-once'], { once: true });
  t.same(count, { passed: 0, failed: 1, skipped: 0 });
  t.same(failed, [at('fails-once')]);
});

t.test('a process that dies takes one file with it; the files after that one still run', async (t) => {
  const { count, failed, unsteady, report } = await runSamples(t, ['dies-once', 'passes']);
  t.same(count, { passed: 3, failed: 0, skipped: 0 });
  t.same([failed, unsteady], [[], [at('dies-once')]]);
  t.match(report, 'The process ended with SIGKILL.');
});

t.test('a process that ends badly twice has failed, though its tests have passed', async (t) => {
  const { count, failed, report } = await runSamples(t, ['passes', 'ends-badly']);
  t.equal(count.failed, 1);
  t.same(failed, [`${at('passes')} ${at('ends-badly')}`]);
  t.match(report, 'The process ended with exit code 7.');
});

t.test('a file in which no test ends for long is ended and has failed', async (t) => {
  const { failed, report } = await runSamples(t, ['hangs', 'passes'], { silentMinutes: 0.05, once: true });
  t.same(failed, [at('hangs')]);
  t.match(report, /test\/check\/sample\/hangs\.ts/);
});

const ended = (name: string) => ({
  files: [at(name)],
  passed: false,
  seconds: 1,
  count: { passed: 0, failed: 1, skipped: 0 },
  said: 'The process ended with SIGKILL.',
  after: [],
});
const many = (count: number) => Array.from({ length: count }, (_, index) => ended(`file-${index}`));

t.test('whatever has failed, the report fits on a screen and names every file', async (t) => {
  const lines = closingReport({ failed: many(30), unsteady: many(20) });
  t.ok(lines.length <= 38, `${lines.length} lines`);
  for (const { files } of many(30)) t.match(lines.join('\n'), files[0]!);
});
