import { existsSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ERRORS } from '../../core/contract/error-codes.ts';
import { SETTINGS } from '../../core/process/config.ts';
import { contracts } from '../contract/all-contracts.ts';
import { ROOT, readSource, sourceFiles } from './module-graph.ts';

const manifest = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> };
const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs')).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

t.test('the README exists and says how to start and to test', async (t) => {
  t.ok(documents.includes('README.md'));
  const text = readSource('README.md');
  t.match(text, 'npm start');
  t.match(text, 'npm test');
});

t.test('every npm command in the documents exists', async (t) => {
  const own = ['ci', 'install', 'audit'];
  const wrong = documents.flatMap((name) =>
    [...readSource(name).matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)]
      .map(([, command]) => command as string)
      .filter((command) => !own.includes(command) && !manifest.scripts[command])
      .map((command) => `${name}: npm ${command}`),
  );
  t.same(wrong, []);
});

/** Files that are named and are not there: made by hand for a while, or for a test of what names files. */
const NOT_THERE = ['test/log/kept/write-kept-log.test.ts', 'core/a.ts', 'test/a/a.test.ts'];

t.test('every file that a script, a document or a source names exists', async (t) => {
  const texts = [
    ...[...documents, ...sourceFiles()].map((name) => [name, readSource(name)]),
    ['package.json', Object.values(manifest.scripts).join('\n')],
  ];
  const wrong = texts.flatMap(([name, text]) =>
    [
      ...(text as string).matchAll(
        /(?<![\w./-])(?:api|bench|bin|core|docs|migrations|test|web|workers)\/[\w./*-]+\.(?:tsx?|mjs|sh|md)\b/g,
      ),
    ]
      .filter(([path]) => !NOT_THERE.includes(path) && globSync(path, { cwd: ROOT }).length === 0)
      .map(([path]) => `${name}: ${path}`),
  );
  t.same(wrong, []);
});

t.test('every folder that a document names exists', async (t) => {
  const wrong = documents.flatMap((name) =>
    [...readSource(name).matchAll(/`((?:api|bench|bin|core|migrations|test|web|workers)\/[\w./-]*)\/`/g)]
      .filter(([, path]) => !existsSync(join(ROOT, path as string)))
      .map(([, path]) => `${name}: ${path}/`),
  );
  t.same(wrong, []);
});

t.test('docs/operating.md has each setting in its table, and no other', async (t) => {
  const [, section = ''] = readSource('docs/operating.md').split('\n## Settings\n');
  const rows = [...section.matchAll(/^\| (`[A-Z][^|]+) \|/gm)].map(([, names]) => names as string);
  const names = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name as string));
  t.same(names.sort(), [...SETTINGS].sort());
});

t.test('docker-compose.yml passes each setting on, and what it reads is documented', async (t) => {
  const compose = readSource('docker-compose.yml');
  const passed = [...compose.matchAll(/^ +([A-Z_]+): (.+)/gm)].map(([, name, value]) => ({ name, value }));
  const ofTheImage = /^ENV (.+)$/m.exec(readSource('Dockerfile'))?.[1] ?? '';
  t.same(
    SETTINGS.filter((name) => !passed.some((one) => one.name === name))
      .filter((name) => !ofTheImage.includes(`${name}=`))
      .filter((name) => !name.startsWith('TEST_')),
    [],
  );
  t.same(
    passed.filter(({ name, value }) => /^\$\{\w+:-\}$/.test(value as string) && value !== `\${${name}:-}`),
    [],
    'each under its own name',
  );
  const operating = readSource('docs/operating.md');
  const read = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name as string);
  t.same(
    read.filter((name) => !operating.includes(`\`${name}\``) && !operating.includes(`\n${name}=\n`)),
    [],
  );
});

t.test('docs/architecture.md has a line for each folder of core and web', async (t) => {
  const text = readSource('docs/architecture.md');
  for (const tier of ['core', 'web']) {
    const [, table = ''] = text.split(`\n| folder of \`${tier}/\` | holds |\n`);
    const [rows = ''] = table.split('\n\n');
    const named = [...rows.matchAll(/^\| ((?:`[\w-]+\/`(?:, )?)+) \|/gm)].flatMap(([, names]) =>
      [...(names as string).matchAll(/`([\w-]+)\//g)].map(([, name]) => name),
    );
    const folders = readdirSync(join(ROOT, tier), { withFileTypes: true }).filter((one) => one.isDirectory());
    t.same(named.sort(), folders.map(({ name }) => name).sort());
  }
});

const apiDocument = readSource('docs/api.md');
t.test('docs/api.md has every error with its status and message, and no other', async (t) => {
  const rows = [...apiDocument.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \| (.+) \|$/gm)];
  t.same(
    rows.map(([, code, status, message]) => [code, Number(status), message]),
    Object.entries(ERRORS).map(([code, [status, message]]) => [code, status, message]),
  );
});

t.test('docs/api.md has every call with its access, and no other', async (t) => {
  const rows = [...apiDocument.matchAll(/^\| `([A-Z]+ \/\S+)` \| ([\w,]+) \|/gm)];
  t.same(
    rows.map(([, call, access]) => `${call}: ${access}`).sort(),
    contracts.map(({ method, url, access }) => `${method} ${url}: ${access}`).sort(),
  );
});

const requirements = readSource('docs/requirements.md');
const numbers = [...requirements.matchAll(/^- \*\*([A-Z]{2,3}-\d+)\*\*/gm)].map(
  ([, number]) => number as string,
);
const groups = [...requirements.matchAll(/^\| ([A-Z]{2,3}) \| [^|]+ \| (\d+) \|$/gm)].map(
  ([, group, count]) => [group as string, Number(count)] as const,
);

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
  t.same(Object.fromEntries(groups), counts);
});

t.test('every requirement is cited by a test, and every number that a test cites is one', async (t) => {
  const names = groups.map(([group]) => group).join('|');
  const cited = new Set(
    sourceFiles()
      .filter((file) => file.startsWith('test/'))
      .flatMap((file) =>
        [...readSource(file).matchAll(new RegExp(`\\b(${names})-(\\d+)(?:\\.\\.(\\d+))?`, 'g'))].flatMap(
          ([, group, from, to]) =>
            Array.from(
              { length: Number(to ?? from) - Number(from) + 1 },
              (_, at) => `${group}-${String(Number(from) + at).padStart(2, '0')}`,
            ),
        ),
      ),
  );
  t.same(
    numbers.filter((number) => !cited.has(number)),
    [],
  );
  t.same([...cited.difference(new Set(numbers))].sort(), []);
});
