import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import t from 'tap';
import { ROLE_NAMES } from '../../core/contract/roles.ts';
import { AREAS, allImports, areaOf, ROOT, readSource, sourceFiles } from './module-graph.ts';

const files = sourceFiles();

function linesOf(file: string, pattern: RegExp): string[] {
  return readSource(file)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : []));
}

t.test('no file is longer than 500 lines, no test than 700', async (t) => {
  const tooLong = files.flatMap((file) => {
    const lines = readSource(file).trimEnd().split('\n').length;
    return lines > (areaOf(file) === 'test' ? 700 : 500) ? [`${file}: ${lines}`] : [];
  });
  t.same(tooLong, []);
});

/** Why these are files of their own though only one other file of the product imports them. */
const SMALL_FILES: Record<string, string> = {
  'core/exam/question/choice.question.ts': 'one kind of question, a row of the list that imports it',
  'web/service-worker/audio-range.ts': 'a test cannot load a service worker',
  'workers/perform-run-child.ts': 'what imports it performs a run when it is loaded',
};

t.test('what is under 60 lines and serves one product file beside it lives in that file', async (t) => {
  const imports = allImports().filter(({ from }) => areaOf(from) !== 'test');
  // A part that is loaded later is named by an import as a value.
  const apart = new Set(imports.filter(({ later }) => later).map(({ to }) => to));
  const importers = Map.groupBy(imports, ({ to }) => to);
  const tooSmall = files.flatMap((file) => {
    if (['test', 'migrations'].includes(areaOf(file)) || file in SMALL_FILES || apart.has(file)) return [];
    const [importer, ...others] = new Set(importers.get(file)?.map(({ from }) => from));
    if (!importer || others.length > 0 || dirname(importer) !== dirname(file)) return [];
    const lines = readSource(file).trimEnd().split('\n').length;
    return lines < 60 ? [`${file}: ${lines}, only for ${importer}`] : [];
  });
  t.same(tooSmall, []);
});

t.test('a file is found by its name: no two have the same', async (t) => {
  const byName = Map.groupBy(files, (file) => basename(file));
  t.same(
    [...byName.values()].filter((same) => same.length > 1),
    [],
  );
});

const foldersIn = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? [one.name] : [],
  );
const FEATURES = foldersIn('core');
/** What only a client has, beside the features. */
const OF_CLIENT = [
  ...['app', 'build', 'lib', 'ui', 'locales', 'public', 'service-worker'],
  ...['desk', 'flashcard', 'marks', 'chart', 'design'],
];

t.test('a feature is called the same in every tier', async (t) => {
  const strangers = (folder: string, known: string[]) =>
    foldersIn(folder)
      .filter((name) => !known.includes(name))
      .map((name) => `${folder}/${name}`);
  t.same(strangers('web', [...FEATURES, ...OF_CLIENT]), []);
  t.same(strangers('api/routes', [...FEATURES, 'admin', 'system']), []);
  const ofTests = [
    ...['harness', 'browser', 'engines', 'faults', 'cluster', 'start', 'repository', 'mutants', 'security'],
  ];
  t.same(strangers('test', [...FEATURES, ...OF_CLIENT, ...AREAS, ...foldersIn('bin'), ...ofTests]), []);
  t.same(strangers('test/browser', [...FEATURES, 'harness', 'people', 'gallery', 'shell']), []);
});

t.test('a test stands in the room of what it is called by', async (t) => {
  const rooms = new Map<string, string[]>();
  const roomOf = (file: string) => dirname(file).split('/').slice(1).join('/');
  for (const file of files.filter((one) => ['core', 'web'].includes(areaOf(one)) && roomOf(one) !== '')) {
    const name = basename(file).replace(/\.tsx?$/, '');
    rooms.set(name, [...(rooms.get(name) ?? []), roomOf(file)]);
  }
  // How the whole product behaves, in a browser or when something fails, is not a matter of one room.
  const ofRooms = files.filter(
    (file) => file.endsWith('.test.ts') && !/^test\/(browser|faults)\//.test(file),
  );
  const elsewhere = ofRooms.filter((file) => {
    const own = rooms.get(basename(file).replace('.test.ts', ''));
    return own && !own.includes(roomOf(file));
  });
  t.same(elsewhere, []);
});

/** Files of one shape, of which there may be any number side by side. */
const OF_ONE_SHAPE = ['migrations'];

t.test('a folder holds 25 files of source at most, styles among them', async (t) => {
  const styles = readdirSync(join(ROOT, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => join('web', name));
  const byFolder = Map.groupBy(
    [...files, ...styles].filter((file) => !OF_ONE_SHAPE.includes(dirname(file))),
    (file) => dirname(file),
  );
  t.same(
    [...byFolder]
      .filter(([, inside]) => inside.length > 25)
      .map(([folder, { length }]) => `${folder}: ${length}`),
    [],
  );
});

/** What stands loose in a tier: its entry, and the lists that know all of it. */
const LOOSE: Record<string, string[]> = {
  core: [
    'address',
    'api',
    'database',
    'distributing',
    'events',
    'migrating',
    'projection-name',
    'projections',
    'repartitioning',
    'run-kinds',
  ],
  web: ['main', 'vite-env.d'],
  api: ['app', 'metrics', 'server', 'services', 'wake-up'],
  test: [],
};

t.test('loose in a tier stand its entry and its lists', async (t) => {
  for (const [tier, names] of Object.entries(LOOSE))
    t.same(
      files.filter(
        (file) => dirname(file) === tier && !names.includes(basename(file).replace(/\.tsx?$/, '')),
      ),
      [],
    );
});

t.test('loose in bin and bench stand programs, which nothing imports', async (t) => {
  const imported = new Set(allImports().map(({ to }) => to));
  t.same(
    files.filter((file) => ['bin', 'bench'].includes(dirname(file)) && imported.has(file)),
    [],
  );
});

t.test('there are no barrels and no drawers for everything', async (t) => {
  t.same(
    files.filter((file) => /(^|\/)(index\.[a-z]+|utils?|common|helpers?|misc)(\/|\.|$)/.test(file)),
    [],
  );
});

t.test('settings are read in one place', async (t) => {
  const free = (file: string) => ['bin', 'test', 'bench', 'vite.config.ts'].includes(areaOf(file));
  // What is for developers alone, or for the build that renders pages ahead, is left out of the client.
  const notOfClient = /import\.meta\.env\.(?:DEV \? lazy\(|SSR && isFirstView\(\))/;
  // A program's entry hands the whole environment to the configuration, its only reader. It hands parts of it to
  // processes.
  const found = files
    .filter((file) => !free(file))
    .flatMap((file) => {
      const all = linesOf(file, /\bprocess\.env\b|import\.meta\.env\b/);
      const handedOver = linesOf(
        file,
        /loadConfig\(process\.env\)|env: process\.env,|performRunChild\(runKinds, process\.env,/,
      );
      return all.filter((line) => !handedOver.concat(linesOf(file, notOfClient)).includes(line));
    });
  t.same(found, []);
});

t.test('the domain asks no clock and throws no dice', async (t) => {
  const domain = files.filter(
    (file) =>
      areaOf(file) === 'core' && !file.startsWith('core/process/') && file !== 'core/contract/clock.ts',
  );
  // The ORM's entities stamp the rows they make with the time of writing, on which nothing is computed.
  const pattern = (file: string) =>
    file.endsWith('.entity.ts') ? /\bMath\.random\(/ : /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/;
  t.same(
    domain.flatMap((file) => linesOf(file, pattern(file))),
    [],
  );
});

t.test('the client waits, throws dice and follows the page in one place each', async (t) => {
  const places = ['web/lib/live/timing.ts', 'web/lib/live/page-life.ts'];
  const pattern =
    /\b(set|clear)Timeout\(|\bMath\.random\b|'(visibilitychange|pagehide|pageshow|online|beforeunload)'/;
  const client = files.filter((file) => areaOf(file) === 'web' && !places.includes(file));
  t.same(
    client.flatMap((file) => linesOf(file, pattern)),
    [],
  );
});

t.test(
  'GLB-23 whether a key is an input method’s is decided before anything hears of it, in one place',
  async (t) => {
    const [main, ...others] = ['web/main.tsx', 'web/ui/control/keys.ts'];
    // What listens for keys by itself could hear one first.
    const pattern =
      /\bisComposing\b|\bkeyCode\b|\bonKeyDownCapture\b|'key(down|up|press)'|\bonKey(Up|Press)\b/;
    t.same(
      files
        .filter((file) => areaOf(file) === 'web' && !others.includes(file))
        .flatMap((file) => linesOf(file, pattern)),
      [],
    );
    const entry = readSource(main!);
    const places = ['leaveKeysToInputMethods();', 'start(container)'].map((line) =>
      entry.indexOf(`\n${line}`),
    );
    t.ok(places[0]! > 0 && places[0]! < places[1]!, 'before the page is drawn');
  },
);

/** Where accents are taken off, or letters apart, for something else than to find or to compare what people type. */
const OWN_FORMS: Record<string, string> = {
  'core/text/normal-form.ts': 'the table',
  'core/text/search-pattern.ts': 'accents count where they are typed',
  'core/text/code-text.ts': 'it sees the accents that a keyboard has made',
  'core/account/password-form.ts': 'a hash has the bytes of its day',
  'core/card/text-language.ts': 'a syllable is looked at',
  'core/learning/answering/typed-answer.ts': 'letters are marked one by one',
  'web/lib/text/given-name.ts': 'a name is taken apart',
  'core/deck-export/card-files.ts': 'names of files',
  'core/deck-export/export-file-name.ts': 'names of files',
};

t.test('GLB-22 what people type has its forms in one table', async (t) => {
  const product = files.filter((file) => ['core', 'web', 'api', 'workers'].includes(areaOf(file)));
  const found = product.filter(
    (file) => linesOf(file, /normalize\('NFK?D'|normalize\([^)]*, NFK?D\)/).length > 0,
  );
  t.same(found.sort(), Object.keys(OWN_FORMS).sort());
});

t.test('a window is a Dialog, which alone knows how windows are announced, closed and left', async (t) => {
  const pattern = /import (type )?\{[^}]*\bModal\b[^}]*\} from '@mantine\/core'/;
  t.same(
    files.filter((file) => areaOf(file) === 'web' && pattern.test(readSource(file))),
    ['web/ui/control/dialog.tsx'],
  );
});

t.test('what a role may do is asked of its row, not of its name', async (t) => {
  const roles = ROLE_NAMES.join('|');
  // In SQL as well.
  const pattern = new RegExp(
    String.raw`\brole\b\)?(?: (?:[!=]==|=|<>)|', '=',) '(?:${roles})'|\brole in \('(?:${roles})'`,
    'i',
  );
  const product = files.filter(
    (file) => ['core', 'api', 'web', 'workers'].includes(areaOf(file)) && file !== 'core/contract/roles.ts',
  );
  const compared = product.flatMap((file) => linesOf(file, pattern));
  t.ok(compared.length < 20, compared.join());
});

t.test('no test is skipped, left to do, or run alone', async (t) => {
  const tests = files.filter((file) => file.endsWith('.test.ts') && !file.startsWith('test/repository/'));
  const pattern = /\bt\.(skip|todo|only)\(|\{ (skip|todo|only):/;
  t.same(
    tests.flatMap((file) => linesOf(file, pattern)),
    [],
  );
});

/** Where the address of an exam is made, and what has been agreed to by then: opening it starts its clock. */
const WAYS_TO_AN_EXAM: Record<string, string> = {
  'web/app/router.tsx': 'the page itself',
  'web/app/prerender.tsx': 'the page itself',
  'web/build/page-documents.ts': 'the page itself, which asks',
  'web/lib/pages/focus-paths.ts': 'the page itself',
  'web/app/search/search.modal.tsx': 'one whose clock runs, or that was handed in',
  'web/classroom/join/exam-to-take.tsx': 'one whose clock runs, or that was handed in',
  'web/desk/student/student-dashboard.page.tsx': 'one whose clock runs',
  'web/exam/take-exam.tsx': 'the question, when it was agreed to',
};

t.test('STU-15 no way leads to an exam that has not begun, but the question', async (t) => {
  const ways = files.filter((file) => areaOf(file) === 'web' && readSource(file).includes('paths.exam('));
  t.same(ways.sort(), Object.keys(WAYS_TO_AN_EXAM).sort());
});
