import t from 'tap';
import { readSource, sourceFiles } from './module-graph.ts';

const document = readSource('docs/requirements.md');
const [rules, withoutTest] = document.split('\n## Without a test\n') as [string, string];
const numbers = [...rules.matchAll(/^- \*\*([A-Z]{2,3}-\d+)\*\*/gm)].map(([, number]) => number as string);

t.test('each requirement stands once, and each group has its row with how many it has', async (t) => {
  t.same(
    numbers.filter((number, at) => numbers.indexOf(number) !== at),
    [],
  );
  const counts: Record<string, number> = {};
  for (const number of numbers) {
    const group = number.replace(/-.*/, '');
    counts[group] = (counts[group] ?? 0) + 1;
  }
  const rows = [...rules.matchAll(/^\| ([A-Z]{2,3}) \| [^|]+ \| (\d+) \|$/gm)];
  t.same(Object.fromEntries(rows.map(([, group, count]) => [group, Number(count)])), counts);
});

t.test('a requirement is cited by a test, or stands in the list of those that are not', async (t) => {
  const cited = new Set(
    sourceFiles()
      .filter((file) => file.startsWith('test/'))
      .flatMap((file) =>
        [...readSource(file).matchAll(/\b([A-Z]{2,3})-(\d+)(?:\.\.(\d+))?/g)].flatMap(([, group, from, to]) =>
          Array.from(
            { length: Number(to ?? from) - Number(from) + 1 },
            (_, at) => `${group}-${String(Number(from) + at).padStart(2, '0')}`,
          ),
        ),
      ),
  );
  const listed = [...withoutTest.matchAll(/\b[A-Z]{2,3}-\d+\b/g)].map(([number]) => number);
  t.same(listed.sort(), numbers.filter((number) => !cited.has(number)).sort());
});
