import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { matrix } from './fault-matrix.ts';
import { planOf } from './fault-plan.ts';
import { shots } from './fault-shots.ts';

const rowsOf = (plan: ReturnType<typeof planOf>) =>
  plan.flatMap(({ steps }) => steps.flatMap((step) => step.map(({ row }) => row)));

t.test('the same seed is the same plan, another one another', async (t) => {
  const options = { depth: 'long', rounds: 3 } as const;
  t.same(planOf(1, options), planOf(1, options));
  t.notSame(planOf(1, options), planOf(2, options));
});

t.test('every row of the matrix is done, or names tests that exist', async (t) => {
  for (const { number, how, tests = [] } of matrix) {
    if (how === 'shot') t.ok(shots[number], `${number} is done by the program`);
    if (how === 'tests' || how === 'always') t.not(tests.length, 0, number);
    for (const file of tests) t.ok(existsSync(join(import.meta.dirname, '../..', `${file}.test.ts`)), file);
  }
});

t.test('two products of a long plan have every fault that the program can do', async (t) => {
  const all = matrix.filter(({ how }) => how === 'shot').map(({ number }) => number);
  const planned = new Set(rowsOf(planOf(1, { depth: 'long', rounds: 2 })));
  t.same(
    all.filter((row) => !planned.has(row)),
    [],
  );
});

t.test('two products of a quick plan have every fault but the lasting, of which each has one', async (t) => {
  const lasting = ['F3', 'F5', 'F9', 'F17'];
  const all = matrix.filter(({ how }) => how === 'shot').map(({ number }) => number);
  for (let seed = 1; seed < 50; seed++) {
    const rows = rowsOf(planOf(seed, { depth: 'quick', rounds: 2 }));
    t.same(
      all.filter((row) => !rows.includes(row) && !lasting.includes(row)),
      [],
    );
    t.equal(rows.filter((row) => lasting.includes(row)).length, 2);
  }
});

t.test('a long plan kills 300 processes and fails over 30 times at least', async (t) => {
  const rows = rowsOf(planOf(1, { depth: 'long', rounds: 6 }));
  t.ok(rows.filter((row) => row === 'F1' || row === 'F4').length >= 300);
  t.ok(rows.filter((row) => row === 'F7b').length >= 30);
});

t.test('only what was asked for is planned', async (t) => {
  t.same(
    new Set(rowsOf(planOf(1, { depth: 'quick', rounds: 2, only: ['F7', 'F13'] }))),
    new Set(['F7', 'F13']),
  );
});
