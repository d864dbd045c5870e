/**
 * `node bin/with-setup.mjs SCRIPT …` runs SCRIPT with the Node that package-lock.json pins. First it installs the
 * dependencies when they are missing or no longer those of package-lock.json. Plain JavaScript without dependencies: it
 * must run on a machine that has nothing but Node 20 and this folder.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(fileURLToPath(import.meta.url), '../..');
const MODULES = join(ROOT, 'node_modules');
const NODE = join(MODULES, '.bin', 'node');
const LOCKFILE = join(ROOT, 'package-lock.json');
const STAMP = join(MODULES, '.setup-stamp');
const SETUP_LOCK = join(ROOT, '.setup.lock');

function fail(sentence) {
  console.error(sentence);
  if (lockHolder() === process.pid) rmSync(SETUP_LOCK, { force: true });
  process.exit(1);
}

function lockfileHash() {
  return createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex');
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** npm notes what it really installed in node_modules/.package-lock.json, so an installation by hand is not repeated. */
function installedAsLocked() {
  const written = readText(join(MODULES, '.package-lock.json'));
  if (written === undefined) return false;
  const installed = JSON.parse(written).packages;
  const locked = JSON.parse(readFileSync(LOCKFILE, 'utf8')).packages;
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === wanted.version : wanted.optional === true || wanted.peer === true;
  });
}

/** Undefined when nothing is to be done, else why there is. */
function reasonToInstall() {
  if (!existsSync(MODULES)) return 'node_modules is missing';
  if (!existsSync(NODE)) return 'node_modules is incomplete';
  const hash = lockfileHash();
  if (readText(STAMP) === hash) return undefined;
  if (!installedAsLocked()) return 'package-lock.json has changed';
  writeFileSync(STAMP, hash);
  return undefined;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The process id is the link's target: making a symbolic link is atomic, and it is never seen half written. */
function lockHolder() {
  try {
    return Number(readlinkSync(SETUP_LOCK));
  } catch {
    return undefined;
  }
}

async function acquireLock() {
  for (let told = false; ; ) {
    try {
      symlinkSync(String(process.pid), SETUP_LOCK);
      await wait(300); // Somebody who saw the same dead holder may be removing the link just made.
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = lockHolder();
    if (holder === process.pid) return;
    if (holder !== undefined && !isAlive(holder)) rmSync(SETUP_LOCK, { force: true });
    else if (holder !== undefined && !told) {
      console.log(`Waiting for another installation (process ${holder}) …`);
      told = true;
    }
    await wait(200);
  }
}

/** npm may be replacing what is in node_modules, so neither it nor its Node may be the ones in there. */
function runNpm(args) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 64e6, env: { ...process.env, PATH: path } };
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  return npm && node && !npm.startsWith(MODULES) && !node.startsWith(MODULES)
    ? spawnSync(node, [npm, ...args], options)
    : spawnSync('npm', args, options);
}

function install() {
  const reason = reasonToInstall(); // Again: another process may have done it while this one waited.
  if (!reason) return;
  console.log(`Installing the dependencies with npm, since ${reason} (may take a minute) …`);
  // Not npm ci, which refuses a package-lock.json without the optional packages of other platforms; not every registry
  // has them all. --no-save keeps to the lock file just the same. --include=dev: with NODE_ENV=production npm would
  // leave out the pinned Node.
  const done = runNpm([
    'install',
    '--no-save',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (done.error)
    fail(`npm could not be started (${done.error.message}): install Node 20 or newer with its npm.`);
  if (done.status !== 0) {
    console.error(`${done.stdout}${done.stderr}`.trimEnd());
    fail(`npm install failed (exit code ${done.status}), see above: mend that and start again.`);
  }
  if (!existsSync(NODE))
    fail('npm made no node_modules/.bin/node: allow install scripts in its configuration and start again.');
  writeFileSync(STAMP, lockfileHash());
}

function runScript([script, ...args]) {
  // A process group of its own: a Ctrl-C then reaches it through this process only. From the terminal it comes here
  // twice, from the terminal itself and from npm, which passes it on as well; within half a second it is
  // no second press. The IPC channel shows the script that this process has died.
  const child = spawn(NODE, [resolve(ROOT, script), ...args], {
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Compiled code is kept from one start to the next: half a second less for each process.
      NODE_COMPILE_CACHE: join(MODULES, '.cache/compiled'),
      ...process.env,
      PATH: `${join(MODULES, '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  const last = new Map();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const now = performance.now();
      if (now - (last.get(signal) ?? Number.NEGATIVE_INFINITY) > 500) child.kill(signal);
      last.set(signal, now);
    });
  }
  child.on('error', (error) => fail(`${NODE} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Node 20 or newer is needed, this is ${process.version}.`);
if (process.argv.length < 3) fail('Usage: node bin/with-setup.mjs SCRIPT [ARGUMENT …]');
try {
  if (reasonToInstall()) {
    await acquireLock(); // Two installations in one folder destroy each other.
    install();
    rmSync(SETUP_LOCK, { force: true });
  }
} catch (error) {
  fail(`The dependencies could not be installed: ${error.message}`);
}
runScript(process.argv.slice(2));
