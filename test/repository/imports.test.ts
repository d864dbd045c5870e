import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { allImports, areaOf, type Import, isOurs, ROOT, readSource, sourceFiles } from './module-graph.ts';

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
  // What writes the next migration goes on from the last.
  bin: ['core', 'migrations'],
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

t.test('every file that is named from the folder of another one exists', async (t) => {
  const named =
    /\(import\.meta\.dirname, '([^'$]+\.(?:ts|json))'|new URL\('([^'$]+\.\w+)', import\.meta\.url/g;
  const missing = sourceFiles().flatMap((file) =>
    [...readSource(file).matchAll(named)]
      .map(([, beside, url]) => join(dirname(file), (beside ?? url) as string))
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${file} names ${path}`),
  );
  t.same(missing, []);
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

/** The first folder of a file below its tier; undefined for one that stands loose there. */
const hall = (file: string): string | undefined =>
  file.split('/').length > 2 ? file.split('/')[1] : undefined;

const within = (tier: string) =>
  between.filter(({ from, to }) => areaOf(from) === tier && areaOf(to) === tier);

/** What stands below the features of core, from the ground up; those of one floor do not know each other. */
const FLOORS = [['contract'], ['text'], ['postgres'], ['process', 'files'], ['access']];

t.test('core has floors: what is below knows nothing of what is above', async (t) => {
  const floor = (file: string): number => {
    const folder = hall(file);
    if (!folder) return FLOORS.length + 1;
    const found = FLOORS.findIndex((folders) => folders.includes(folder));
    return found < 0 ? FLOORS.length : found;
  };
  const wrong = within('core').filter(({ from, to }) => {
    if (floor(to) !== floor(from)) return floor(to) > floor(from);
    return floor(to) < FLOORS.length && hall(to) !== hall(from);
  });
  t.same(wrong.map(show), []);
});

/** The ways that lead back to where they began, each as one line. */
function circlesIn(ways: { from: string; to: string }[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of ways) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  function visit(place: string, way: string[]): void {
    const start = way.indexOf(place);
    if (start >= 0) circles.push([...way.slice(start), place].join(' → '));
    if (start >= 0 || done.has(place)) return;
    for (const to of targets.get(place) ?? []) visit(to, [...way, place]);
    done.add(place);
  }
  for (const place of targets.keys()) visit(place, []);
  return circles;
}

t.test('folders of core, and of web, import each other one way and in no circle', async (t) => {
  for (const tier of ['core', 'web']) {
    const ways = within(tier).map(({ from, to }) => ({ from: hall(from) ?? tier, to: hall(to) ?? tier }));
    t.same(circlesIn(ways.filter(({ from, to }) => from !== to)), []);
  }
});

/** Rooms of a feature that others enter by another way than its door, and why. */
const ENTERED: Record<string, string> = {
  'exam log/append': 'an event is appended where it is made',
  'learning log/append': 'an event is appended where it is made',
  'person log/append': 'the end of an account is an event in the transaction that erases it',
  'classroom log/projecting': 'a projection that settles locks its checkpoints itself',
  'exam log/projecting': 'a projection that settles locks its checkpoints itself',
  'learning log/export': 'weights are fitted to reviews as they are exported',
  'classroom learning/progress': 'a class adds up what its students have studied',
  'person account/school-login': 'an account is deleted, or changed, with its login of the school',
  'person deck/sharing': 'what colleagues share with somebody goes with the account',
  'person exam/results': 'what somebody has handed in goes with the account',
  'site card/reports': 'the administrator sees reports as teachers do',
  'deck-import learning/choosing': 'a deck that comes is practised as it was in Anki',
  'deck-import learning/schedule-import': 'an import asks for the run that appends its answers',
  'learning card/reports': 'a student reports a mistake where it is seen',
  'classroom flashcard/preview': 'the decks of a class are looked at as any',
  'learning classroom/progress': 'a student has the chart that a class has',
};

/** Libraries, which are no features, have rooms alone. */
const LIBRARIES = ['web/lib', 'web/ui'];
/** What stands above all features and puts them together goes into their rooms. */
const ABOVE = ['web/app', 'web/desk', 'web/design'];

t.test('a feature is entered by its door, the files at its root', async (t) => {
  const entered = new Set<string>();
  const wrong = ['core', 'web'].flatMap(within).filter(({ from, to }) => {
    const [own, other] = [hall(from), hall(to)];
    const isInside = to.split('/').length > 3;
    if (!own || !other || own === other || !isInside) return false;
    if (ABOVE.includes(`${areaOf(from)}/${own}`) || LIBRARIES.includes(`${areaOf(to)}/${other}`))
      return false;
    const way = `${own} ${to.split('/').slice(1, -1).join('/')}`;
    entered.add(way);
    return !(way in ENTERED);
  });
  t.same(wrong.map(show), []);
  t.same(
    Object.keys(ENTERED).filter((way) => !entered.has(way)),
    [],
    'no exception that nobody needs',
  );
});

t.test('log and runs know no feature, and none of the lists above the features', async (t) => {
  const common = new Set(['log', 'run', ...FLOORS.flat()]);
  const roof = ['core/events.ts', 'core/projections.ts', 'core/run-kinds.ts', 'core/api.ts'];
  const wrong = between.filter(({ from, to }) => {
    if (!/^core\/(log|run)\//.test(from) || areaOf(to) !== 'core') return false;
    return roof.includes(to) || (hall(to) !== undefined && !common.has(hall(to) as string));
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
  t.same(circlesIn(between), []);
});
