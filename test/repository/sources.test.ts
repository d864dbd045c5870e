import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import t from 'tap';
import { AREAS, allImports, areaOf, ROOT, readSource, sourceFiles } from './module-graph.ts';

const files = sourceFiles();

/** The lines of `file` that match, as "file:line". */
function linesOf(file: string, pattern: RegExp): string[] {
  return readSource(file)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : []));
}

t.test('no file is longer than 300 lines, no test than 500', async (t) => {
  const tooLong = files.flatMap((file) => {
    const lines = readSource(file).trimEnd().split('\n').length;
    return lines > (areaOf(file) === 'test' ? 500 : 300) ? [`${file}: ${lines}`] : [];
  });
  t.same(tooLong, []);
});

/** Why these are files of their own though only one other needs them. */
const SMALL_FILES: Record<string, string> = {
  'web/app/not-found.page.tsx': 'loaded when it is shown, as every page',
  'core/readable-url.ts': 'the settings fill a file without it',
  'core/log/rebuilding/settling.ts': 'the rebuilding fills a file without it',
};

t.test('what is under 30 lines and serves one file beside it lives in that file', async (t) => {
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of allImports()) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  const tooSmall = files.flatMap((file) => {
    if (['test', 'migrations'].includes(areaOf(file)) || file in SMALL_FILES) return [];
    const [importer, ...others] = importers.get(file) ?? [];
    if (!importer || others.length > 0 || dirname(importer) !== dirname(file)) return [];
    const lines = readSource(file).trimEnd().split('\n').length;
    return lines < 30 ? [`${file}: ${lines}, only for ${importer}`] : [];
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

t.test('a feature is called the same in every tier', async (t) => {
  const folders = (area: string) =>
    readdirSync(join(ROOT, area), { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? [one.name] : [],
    );
  const features = folders('core');
  const roles = ['student', 'teacher', 'admin'];
  const ofClient = [
    'app',
    'build',
    'lib',
    'ui',
    'locales',
    'public',
    'service-worker',
    'home',
    'about',
    'chart',
    'design',
    ...roles,
  ];
  const ofTests = ['browser', 'faults', 'start', 'repository', 'mutants', 'security'];
  t.same(
    folders('web').filter((name) => ![...features, ...ofClient].includes(name)),
    [],
  );
  const tested = [...features, ...ofClient, ...AREAS, ...folders('bin'), ...ofTests];
  t.same(
    folders('test').filter((name) => !tested.includes(name)),
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
  // What is for developers alone is left out of the build.
  const forDevelopers = /import\.meta\.env\.DEV \? lazy\(/;
  // A program's entry hands the whole environment to the configuration, which is its only reader, and parts of it to processes.
  const found = files
    .filter((file) => !free(file))
    .flatMap((file) => {
      const all = linesOf(file, /\bprocess\.env\b|import\.meta\.env\b/);
      const handedOver = linesOf(
        file,
        /loadConfig\(process\.env\)|env: process\.env,|performAside\(runKinds, process\.env,/,
      );
      return all.filter((line) => !handedOver.concat(linesOf(file, forDevelopers)).includes(line));
    });
  t.same(found, []);
});

t.test('the domain asks no clock and throws no dice', async (t) => {
  const domain = files.filter((file) => areaOf(file) === 'core' && file !== 'core/clock.ts');
  // The ORM's entities stamp the rows they make with the time of writing, on which nothing is computed.
  const pattern = (file: string) =>
    file.endsWith('.entity.ts') ? /\bMath\.random\(/ : /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/;
  t.same(
    domain.flatMap((file) => linesOf(file, pattern(file))),
    [],
  );
});

t.test('the client waits, throws dice and follows the page in one place each', async (t) => {
  const places = ['web/lib/timing.ts', 'web/lib/page-life.ts'];
  const pattern =
    /\b(set|clear)Timeout\(|\bMath\.random\b|'(visibilitychange|pagehide|pageshow|online|beforeunload)'/;
  const client = files.filter((file) => areaOf(file) === 'web' && !places.includes(file));
  t.same(
    client.flatMap((file) => linesOf(file, pattern)),
    [],
  );
});

t.test('a window is a Dialog, which alone knows how windows are announced, closed and left', async (t) => {
  const pattern = /import (type )?\{[^}]*\bModal\b[^}]*\} from '@mantine\/core'/;
  t.same(
    files.filter((file) => areaOf(file) === 'web' && pattern.test(readSource(file))),
    ['web/ui/dialog.tsx'],
  );
});

t.test('no test is skipped, left to do, or run alone', async (t) => {
  const tests = files.filter((file) => file.endsWith('.test.ts') && !file.startsWith('test/repository/'));
  const pattern = /\bt\.(skip|todo|only)\(|\{ (skip|todo|only):/;
  t.same(
    tests.flatMap((file) => linesOf(file, pattern)),
    [],
  );
});
