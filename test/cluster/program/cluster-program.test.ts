import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { lacksOf } from '../citus/citus-engine.ts';
import { SUITE } from '../citus/suite-files.ts';
import { clusterReport } from './cluster-report.ts';

const ROOT = join(import.meta.dirname, '../../..');

const started = (...args: string[]) => {
  const env = { ...process.env, NODE_OPTIONS: '', CITUS_ARCHIVE: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/cluster.ts', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env,
  });
  return { status, said: stdout + stderr };
};

t.test('an option, a part or a step that there is not is refused in a sentence', async (t) => {
  for (const [args, sentence] of [
    [['--part', 'oracle'], 'There is no part oracle: there is citus.'],
    [['--only', 'suite,flood'], 'citus has no step flood: its steps are '],
    [['--seed', '-1'], "Option '--seed' argument is ambiguous"],
    [['--seed', 'x'], '--seed must be a whole number from 1 on'],
    [['--loud'], "Unknown option '--loud'"],
  ] as const) {
    const { status, said } = started(...args);
    t.equal(status, 1);
    t.match(said, sentence);
    t.notMatch(said, /^\s+at /m, 'no stack');
  }
});

t.test('where the engine is missing, all that is missing is said, and the exit code is 2', async (t) => {
  const { status, said } = started('--postgres', '/nowhere', '--archive', '/nowhere/citus.tar.gz');
  t.equal(status, 2);
  t.match(said, 'PostgreSQL 15 is not in /nowhere: apt-get install postgresql-15, or --postgres FOLDER.');
  t.match(said, 'There is no archive /nowhere/citus.tar.gz.');
  t.notMatch(said, /^\s+at /m, 'no stack');
});

t.test('an old PostgreSQL, or one without Citus and its archive, is not enough', async (t) => {
  const folder = '/usr/lib/postgresql/15';
  t.same(lacksOf({ postgres: '15.20', hasCitus: true }, { folder }), []);
  t.same(lacksOf({ postgres: '15.21', hasCitus: false }, { folder, archive: import.meta.filename }), []);
  t.same(lacksOf({ postgres: '15.18', hasCitus: true }, { folder }), [
    'PostgreSQL in /usr/lib/postgresql/15 is 15.18: 15.20 is needed, or a later one of 15.',
  ]);
  t.match(lacksOf({ postgres: '16.4', hasCitus: false }, { folder }), [/is 16\.4/, /^Citus is not in/]);
});

t.test('the tests that run on several servers are there, each once', async (t) => {
  const files = Object.values(SUITE).flat();
  t.ok(files.length > 0);
  t.same(
    files.filter((file) => !existsSync(join(ROOT, file))),
    [],
  );
  t.equal(new Set(files).size, files.length);
});

t.test('a report has each violation in a line', async (t) => {
  const report = clusterReport(
    { violations: ['I1: an answer\nis missing'], engine: 'PostgreSQL', sections: ['## Broken\n\nall of it'] },
    { date: '2026-01-01', command: 'npm run test:cluster', minutes: 3.2, about: 'Citus' },
  );
  t.match(report, '**Violations: 1**');
  t.match(report, '\n- I1: an answer is missing\n');
  t.match(report, '\n## Broken\n\nall of it\n');
});
