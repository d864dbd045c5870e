import { spawnSync } from 'node:child_process';
import t from 'tap';
import { importsOf, readSource, sourceFiles } from './module-graph.ts';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const manifest = JSON.parse(readSource('package.json')) as Manifest;
interface Locked {
  version: string;
  dev?: boolean;
  optional?: boolean;
}
const lock = JSON.parse(readSource('package-lock.json')) as { packages: Record<string, Locked> };
const direct = { ...manifest.dependencies, ...manifest.devDependencies };

/** Every version of a package that is installed somewhere in the tree. */
const installed = (name: string): string[] =>
  Object.entries(lock.packages)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version }]) => version);

/** Numeric order of versions; what follows a hyphen does not count. */
function isAtLeast(version: string, minimum: string): boolean {
  const [a, b] = [version, minimum].map((text) => (text.split('-')[0] as string).split('.').map(Number));
  for (const [index, wanted] of (b as number[]).entries()) {
    const found = a?.[index] ?? 0;
    if (found !== wanted) return found > wanted;
  }
  return true;
}

t.test('every dependency is pinned to one exact version', async (t) => {
  t.same(
    Object.entries(direct).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  );
});

t.test('package-lock.json is that of package.json', async (t) => {
  const { dependencies, devDependencies } = lock.packages[''] as unknown as Manifest;
  t.same(
    { dependencies, devDependencies },
    { dependencies: manifest.dependencies, devDependencies: manifest.devDependencies },
  );
});

t.test('docs/dependencies.md names every dependency and no other, with its licence', async (t) => {
  const rows = [...readSource('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| (.+) \| (.+) \|$/gm)];
  t.same(rows.map(([, name]) => name).sort(), Object.keys(direct).sort());
  const licence = (name: string) =>
    (JSON.parse(readSource(`node_modules/${name}/package.json`)) as { license: string }).license;
  t.same(
    rows.map(([, name, , written]) => `${name}: ${written}`),
    rows.map(([, name]) => `${name}: ${licence(name as string)}`),
  );
});

t.test('no package is imported that package.json does not name', async (t) => {
  const shipped = ['api', 'core', 'workers', 'migrations'];
  const wrong = sourceFiles().flatMap((file) =>
    importsOf(file)
      .filter(({ to, typeOnly }) => {
        if (!/^[@a-z]/.test(to) || to.includes(':') || /\.(tsx?|mjs|css|json|po|svg)(\?|$)/.test(to))
          return false;
        const name = to.split('/', to.startsWith('@') ? 2 : 1).join('/');
        const needed = shipped.includes(file.split('/')[0] as string) && !typeOnly;
        return !((needed ? manifest.dependencies : direct)[name] ?? direct[`@types/${name}`]);
      })
      .map(({ to }) => `${file}: ${to}`),
  );
  t.same(wrong, []);
});

t.test('what has a published weakness is newer than its mending', async (t) => {
  const minimum: Record<string, string> = {
    fastify: '5.12.2', // CVE-2026-16732, CVE-2026-25223, CVE-2025-32442 and others
    'fast-jwt': '6.3.6', // CVE-2026-44351, CVE-2026-34950, CVE-2026-35042
    '@fastify/static': '9.1.1', // CVE-2026-6414
    ioredis: '6.0.0', // uncontrolled recursion
    bullmq: '6.7.0', // queues that never came back after an outage, lost wake-ups
    unzipper: '0.12.5', // a ZIP that writes outside its folder, CVE-2023-50551
    yauzl: '3.2.1', // CVE-2026-31988
    '@mikro-orm/core': '7.0.6', // CVE-2026-34220, CVE-2026-34221
    '@mikro-orm/sql': '7.2.1', // CVE-2026-44680, see docs/dependencies.md
    kysely: '0.28.17', // CVE-2026-44635, CVE-2026-33468, CVE-2026-32763
    '@fastify/multipart': '9.0.3', // CVE-2025-24033, CVE-2023-25576
    '@fastify/swagger-ui': '2.1.0', // CVE-2024-22207
    'find-my-way': '9.0.1', // CVE-2024-45813
    'image-size': '2.0.2', // a picture that is never read to its end
    msgpackr: '1.10.1', // CVE-2023-52079
  };
  const old = Object.entries(minimum).flatMap(([name, wanted]) =>
    installed(name)
      .filter((version) => !isAtLeast(version, wanted))
      .map((version) => `${name} ${version} < ${wanted}`),
  );
  t.same(old, []);
  t.same(installed('@fastify/middie'), [], 'path middleware can be gone round');
});

t.test('npm run sbom names every package that runs with the product, its version and hash', async (t) => {
  interface Component {
    name: string;
    version: string;
    hashes?: { alg: string }[];
  }
  const made = spawnSync('npm', ['run', 'sbom', '--silent', '--offline'], { encoding: 'utf8' });
  t.equal(made.status, 0, made.stderr);
  const bill = JSON.parse(made.stdout) as { bomFormat: string; components: Component[] };
  t.equal(bill.bomFormat, 'CycloneDX');
  const named = new Set(
    bill.components.filter(({ hashes }) => hashes?.length).map((one) => `${one.name}@${one.version}`),
  );
  const needed = Object.entries(lock.packages).filter(
    ([path, { dev, optional }]) => path && !dev && !optional,
  );
  t.same(
    needed
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
      .filter((one) => !named.has(one)),
    [],
  );
});

t.test('what must not move has not moved', async (t) => {
  t.match(direct, {
    'ts-fsrs': '5.4.2', // Every stored memory was computed with its arithmetic.
  });
});

t.test('the packages of one family have one version', async (t) => {
  for (const family of ['@mikro-orm/', '@mantine/', '@lingui/']) {
    const versions = Object.entries(direct)
      .filter(([name]) => name.startsWith(family) && name !== '@mikro-orm/sql-highlighter')
      .map(([, version]) => version);
    t.equal(new Set(versions).size, 1, family);
  }
});
