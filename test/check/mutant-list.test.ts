import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parseSync } from 'vite';
import { isOfCheck } from '../../bin/check/test-plan.ts';
import { mutated } from '../../bin/mutants/mutant.ts';
import { chosenMutants, mutantsByArea, shardOf } from '../../bin/mutants/mutant-list.ts';
import { ROOT, readSource } from '../repository/module-graph.ts';

const areas = await mutantsByArea();
const mutants = chosenMutants(areas, []);

t.test('each mutant changes one place of a file that is there, and leaves it readable', async (t) => {
  for (const mutant of mutants) {
    const { name, file } = mutant;
    const text = readSource(file);
    if (!t.doesNotThrow(() => mutated(text, mutant), name)) continue;
    t.not(mutated(text, mutant), text, name);
    t.same(parseSync(file, mutated(text, mutant)).errors, [], name);
  }
});

t.test('each mutant has a name of its own, and tests that are there', async (t) => {
  t.equal(new Set(mutants.map(({ name }) => name)).size, mutants.length);
  for (const { name, tests } of mutants) {
    t.ok(tests.length > 0, name);
    t.same(
      tests.filter((test) => !test.endsWith('.test.ts') || !existsSync(join(ROOT, test))),
      [],
      name,
    );
  }
});

t.test('a place that is not there, or is there twice, or stays as it is, is no mutant', async (t) => {
  const mutant = { name: 'a fault', file: 'core/a.ts', find: 'a < b', replace: 'a <= b', tests: [] };
  t.equal(mutated('if (a < b) c();', mutant), 'if (a <= b) c();');
  t.throws(() => mutated('if (a > b) c();', mutant), /0 times/);
  t.throws(() => mutated('if (a < b || a < b) c();', mutant), /2 times/);
  t.throws(() => mutated('a < b', { ...mutant, replace: 'a < b' }), /changes nothing/);
});

t.test('mutants are chosen by area, by a word of the name or by file', async (t) => {
  const names = (words: string[]) => chosenMutants(areas, words).map(({ name }) => name);
  t.same(
    names(['exam']).filter((name) => areas.get('exam')?.some((one) => one.name === name)),
    areas.get('exam')?.map(({ name }) => name),
  );
  t.same(names(['AT MIDNIGHT']), ['the study day begins at midnight']);
  t.same(names(['study-day.ts']), ['the study day begins at midnight']);
  t.throws(() => names(['at midnight', 'no such fault']), /no such fault/);
});

t.test('shares of the mutants make the whole', async (t) => {
  const shares = [1, 2, 3].map((place) => shardOf(mutants, `${place}/3`));
  t.same(new Set(shares.flat()), new Set(mutants));
  t.equal(shares.flat().length, mutants.length);
  for (const wrong of ['0/2', '3/2', '2', '1/0', 'a/b'])
    t.throws(() => shardOf(mutants, wrong), /is no share/);
});

/** What only tests that start and kill processes, or open screens besides the main journeys, can notice. */
const NOT_OF_CHECK = 30;

t.test('nearly all mutants name a test of the check', async (t) => {
  const without = mutants.filter(({ tests }) => !tests.some(isOfCheck)).map(({ name }) => name);
  t.ok(without.length <= NOT_OF_CHECK, without.join('\n'));
});
