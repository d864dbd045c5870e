import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import t, { type Test } from 'tap';
import { column } from '../harness/columns.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { temporaryFolder } from './launched-product.ts';

const SETUP = join(import.meta.dirname, '../../bin/with-setup.mjs');

/** A project with the script, a lock file, and an npm that notes its calls instead of asking a registry. */
function makeProject(t: Test, npm: string) {
  const folder = temporaryFolder(t);
  for (const name of ['bin', 'npm']) mkdirSync(join(folder, name));
  copyFileSync(SETUP, join(folder, 'bin/with-setup.mjs'));
  writeFileSync(join(folder, 'package-lock.json'), '{"packages":{"":{}}}');
  writeFileSync(join(folder, 'calls'), '');
  writeFileSync(join(folder, 'npm/npm'), `#!/bin/sh\necho "$*" >> calls\n${npm}\n`);
  chmodSync(join(folder, 'npm/npm'), 0o755);

  /** Runs `code` through the set-up; several may run at once. */
  function start(code: string) {
    const script = join(folder, 'script.mjs');
    writeFileSync(script, code);
    const child = spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, 'bin/with-setup.mjs', script], {
      cwd: folder,
      env: { PATH: `${join(folder, 'npm')}${delimiter}/usr/bin${delimiter}/bin`, NODE_ENV: 'production' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const closed = once(child, 'close').then(([code]) => ({ code, output }));
    return { child, ended: within(closed, 'the script ends'), output: () => output };
  }
  const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').filter(Boolean);
  return { folder, start, calls };
}

/** What npm leaves behind; it takes a while, so that two at once would overlap. */
const INSTALLS = `sleep 0.5
mkdir -p node_modules/.bin
ln -sf ${process.execPath} node_modules/.bin/node
echo '{"packages":{}}' > node_modules/.package-lock.json`;

t.test('it installs when something is missing or has changed, and only then', async (t) => {
  const { folder, start, calls } = makeProject(t, INSTALLS);
  const first = await start('console.log(process.execPath)').ended;
  t.equal(first.code, 0);
  t.match(first.output, 'Installing the dependencies with npm, since node_modules is missing');
  t.match(calls()[0], /^install --no-save --include=dev /, 'a production environment leaves nothing out');
  const second = await start('console.log("ran")').ended;
  t.same(second, { code: 0, output: 'ran\n' });
  t.equal(calls().length, 1);

  writeFileSync(
    join(folder, 'package-lock.json'),
    '{"packages":{"":{},"node_modules/a":{"version":"1.0.0"}}}',
  );
  t.match((await start('').ended).output, 'since package-lock.json has changed');
  t.equal(calls().length, 2);

  rmSync(join(folder, 'node_modules/.bin/node'));
  t.match((await start('').ended).output, 'since node_modules is incomplete');
  t.equal(calls().length, 3);
});

t.test('what was installed by hand is not installed again', async (t) => {
  const { folder, start, calls } = makeProject(t, INSTALLS);
  await start('').ended;
  rmSync(join(folder, 'node_modules/.setup-stamp'));
  t.equal((await start('').ended).code, 0);
  t.equal(calls().length, 1);
});

t.test('of several at once, one installs and the others wait for it', async (t) => {
  const { start, calls } = makeProject(t, INSTALLS);
  const runs = await Promise.all([1, 2, 3].map(() => start('console.log("ran")').ended));
  t.same(column(runs, 'code'), [0, 0, 0]);
  t.equal(calls().length, 1);
});

t.test('a killed installation does not block the next one', async (t) => {
  const { folder, start } = makeProject(t, INSTALLS);
  const { child, output } = start('');
  await until(() => output().includes('Installing'));
  process.kill(child.pid as number, 'SIGKILL');
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  t.equal((await start('').ended).code, 0);
});

t.test('an npm that fails is told with its words, and nothing is run', async (t) => {
  const { start } = makeProject(t, 'echo "npm error network" >&2; exit 7');
  const { code, output } = await start('console.log("ran")').ended;
  t.equal(code, 1);
  t.match(output, /npm error network\nnpm install failed \(exit code 7\), see above/);
  t.notMatch(output, 'ran');
});

t.test('the script’s exit code is passed on, and a signal reaches it once', async (t) => {
  const { start } = makeProject(t, INSTALLS);
  t.equal((await start('process.exit(7)').ended).code, 7);

  const counting = `let signals = 0;
    process.on('SIGINT', () => { signals += 1; console.log('signals', signals); });
    process.on('SIGTERM', () => process.exit(3));
    setInterval(() => {}, 1000);
    console.log('up');`;
  const { child, ended, output } = start(counting);
  await until(() => output().includes('up'));
  // As a Ctrl-C: from the terminal, and from npm, which passes on what it has got itself.
  for (let count = 0; count < 2; count += 1) child.kill('SIGINT');
  // Of two different signals at once the later may arrive first.
  await until(() => output().includes('signals'));
  child.kill('SIGTERM');
  t.match(await ended, { code: 3, output: /^up\nsignals 1\n$/ });
});

t.test('when the one in front is killed the script is told', async (t) => {
  const { start } = makeProject(t, INSTALLS);
  const { child, ended, output } = start(
    `process.on('disconnect', () => { console.log('left alone'); process.exit(); }); console.log('up');`,
  );
  await until(() => output().includes('up'));
  child.kill('SIGKILL');
  t.match((await ended).output, 'left alone');
});
