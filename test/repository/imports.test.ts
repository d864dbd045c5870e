import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { allImports, areaOf, type Import, isOurs, ROOT } from './module-graph.ts';

const imports = allImports();
const between = imports.filter(({ to }) => isOurs(to));
const show = ({ from, to }: Import) => `${from} imports ${to}`;
const runs = ({ typeOnly }: Import) => !typeOnly;

/** What each area may import besides itself. */
const ALLOWED: Record<string, string[]> = {
  core: ['migrations'],
  migrations: [],
  api: ['core'],
  workers: ['core'],
  web: ['core'],
  bin: ['core'],
  bench: ['api', 'bin', 'core', 'workers'],
  test: ['api', 'bench', 'bin', 'core', 'migrations', 'web', 'workers'],
};

t.test('imports point one way', async (t) => {
  const wrong = between.filter(({ from, to }) => {
    const area = areaOf(from);
    return area in ALLOWED && area !== areaOf(to) && !ALLOWED[area]?.includes(areaOf(to));
  });
  t.same(wrong.map(show), []);
});

t.test('every imported file exists', async (t) => {
  t.same(between.filter(({ to }) => !existsSync(join(ROOT, to.split('?')[0] as string))).map(show), []);
});

t.test('the client imports only contracts and pure logic of core, and no package through them', async (t) => {
  const runtimeImports = new Map<string, string[]>();
  for (const { from, to } of imports.filter(runs))
    runtimeImports.set(from, [...(runtimeImports.get(from) ?? []), to]);

  /** A package that running `file` loads, itself or through others. */
  function packageBehind(file: string, seen = new Set<string>()): string | undefined {
    if (seen.has(file)) return undefined;
    seen.add(file);
    for (const to of runtimeImports.get(file) ?? []) {
      const found = isOurs(to) ? packageBehind(to, seen) : to;
      if (found) return found;
    }
    return undefined;
  }

  const ofCore = between.filter(({ from, to }) => areaOf(from) === 'web' && areaOf(to) === 'core');
  t.ok(ofCore.length > 0);
  const wrong = ofCore
    .filter(({ to, typeOnly }) => packageBehind(to) && !(typeOnly && to.endsWith('.schema.ts')))
    .map((one) => `${show(one)}, which brings ${packageBehind(one.to)}`);
  t.same(wrong, []);
});

t.test(
  'the features of core use each other by contract, limits, fields, events, tables and projections only',
  async (t) => {
    const feature = (file: string) => (file.split('/').length > 2 ? file.split('/')[1] : undefined);
    const open = /(\.(schema|events|entity|projection)|-(limits|fields))\.ts$/;
    const wrong = between.filter(({ from, to }) => {
      if (areaOf(from) !== 'core' || areaOf(to) !== 'core') return false;
      const [own, other] = [feature(from), feature(to)];
      if (!own || !other || own === other || ['log', 'run', 'act', 'trash'].includes(other)) return false;
      // The administrator's view of people is one of their accounts.
      // So is what letters do for them.
      if (['person', 'mail'].includes(own) && other === 'account') return false;
      return !open.test(to);
    });
    t.same(wrong.map(show), []);
  },
);

t.test('the log knows no feature, and none of the lists above the features', async (t) => {
  const common = new Set(['log', 'run']);
  const roof = ['core/events.ts', 'core/projections.ts', 'core/run-kinds.ts', 'core/api.ts'];
  const wrong = between.filter(({ from, to }) => {
    if (!from.startsWith('core/log/') || areaOf(to) !== 'core') return false;
    const [, folder, ...file] = to.split('/');
    return roof.includes(to) || (file.length > 0 && !common.has(folder as string));
  });
  t.same(wrong.map(show), []);
});

t.test('the shared pieces of the client know no feature', async (t) => {
  const shared = ['lib', 'ui'];
  const folder = (file: string) => file.split('/')[1] as string;
  const wrong = between.filter(
    ({ from, to }) =>
      areaOf(from) === 'web' &&
      areaOf(to) === 'web' &&
      shared.includes(folder(from)) &&
      ![...shared, 'locales'].includes(folder(to)),
  );
  t.same(wrong.map(show), []);
});

t.test('nothing but the entry imports the roof of the client', async (t) => {
  const isRoof = (file: string) => file.startsWith('web/app/');
  const wrong = between.filter(
    ({ from, to }) => areaOf(from) === 'web' && isRoof(to) && !isRoof(from) && from !== 'web/main.tsx',
  );
  t.same(wrong.map(show), []);
});

t.test('nothing imports itself by way of others, not even for its types', async (t) => {
  const targets = new Map<string, string[]>();
  for (const { from, to } of between) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[] = [];
  function visit(file: string, way: string[]): void {
    const start = way.indexOf(file);
    if (start >= 0) cycles.push([...way.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const to of targets.get(file) ?? []) visit(to, [...way, file]);
    done.add(file);
  }
  for (const file of targets.keys()) visit(file, []);
  t.same(cycles, []);
});
