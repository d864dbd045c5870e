import { basename } from 'node:path';
import t from 'tap';
import { DEEP_PARTS, deepPartOf, isLong, isOfCheck, testFiles, testPlan } from '../../bin/check/test-plan.ts';

const files = testFiles();
const planned = ({ quick, others }: ReturnType<typeof testPlan>) =>
  [...quick, ...others].flatMap((run) => run.files).sort();

t.test('every test file that is planned runs once', async (t) => {
  t.same(planned(testPlan(files)), files);
});

t.test(
  'the check takes what needs no browser and starts no process of the product, and the journeys',
  async (t) => {
    const named = (name: string) => files.find((file) => basename(file) === name)!;
    for (const name of [
      'appender.test.ts',
      'access-table.test.ts',
      'exam-form.test.ts',
      'server-killed.test.ts',
    ])
      t.ok(isOfCheck(named(name)), name);
    for (const name of ['trash.test.ts', 'everything-fails.test.ts', 'https.test.ts', 'log-runner.test.ts'])
      t.notOk(isOfCheck(named(name)), name);
  },
);

t.test('every part of the long check has files, and what is long runs in one', async (t) => {
  const parts = Map.groupBy(files, deepPartOf);
  for (const part of DEEP_PARTS) t.ok((parts.get(part)?.length ?? 0) > 1, part);
  const long = files.filter(isLong);
  t.ok(long.length > 0);
  for (const file of long) t.ok(deepPartOf(file), file);
});
