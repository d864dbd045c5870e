import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ROOT, readSource } from './module-graph.ts';

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

t.test('every file that a script or a document names exists', async (t) => {
  const texts = [
    ...documents.map((name) => [name, readSource(name)]),
    ['package.json', Object.values(manifest.scripts).join('\n')],
  ];
  const wrong = texts.flatMap(([name, text]) =>
    [
      ...(text as string).matchAll(
        /\b(?:api|bench|bin|core|docs|migrations|test|web|workers)\/[\w./-]+\.(?:tsx?|mjs|sh|md)\b/g,
      ),
    ]
      .filter(([path]) => !existsSync(join(ROOT, path)))
      .map(([path]) => `${name}: ${path}`),
  );
  t.same(wrong, []);
});

t.test('every setting is documented', async (t) => {
  const config = readSource('core/config.ts');
  const schema = config.slice(config.indexOf('ConfigSchema = '), config.indexOf('export type Config'));
  const names = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name as string);
  t.ok(names.includes('PORT') && names.includes('DATABASE_URL'));
  const text = readSource('docs/operating.md');
  const composed = [...readSource('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(
    ([, name]) => name as string,
  );
  t.ok(composed.includes('JWT_SECRET'));
  t.same(
    composed.filter((name) => !text.includes(name)),
    [],
  );
  t.same(
    names.filter((name) => !text.includes(`\`${name}\``)),
    [],
  );
});
