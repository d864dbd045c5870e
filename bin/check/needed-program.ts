import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StartError } from '../command/start-error.ts';

interface Needed {
  names: string[];
  /** What does as well, but worse. */
  instead?: string[];
  debianPackage: string;
}

/** The same engine without a window to draw takes a third of the time. */
export const CHROMIUM: Needed = {
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
  instead: ['chromium', 'chromium-browser', 'google-chrome'],
  debianPackage: 'chromium-headless-shell',
};

/** Other engines, in which the main journey runs in the long check. */
export const FIREFOX: Needed = { names: ['firefox-esr', 'firefox'], debianPackage: 'firefox-esr' };
export const WEBKIT: Needed = { names: ['WebKitWebDriver'], debianPackage: 'webkit2gtk-driver' };
/** The screen of a machine that has none. */
export const XVFB: Needed = { names: ['Xvfb'], debianPackage: 'xvfb' };

export const REDIS: Needed = { names: ['redis-server'], debianPackage: 'redis-server' };

/** A pooler between the product and Postgres, as some installations have one. */
export const PGBOUNCER: Needed = { names: ['pgbouncer'], debianPackage: 'pgbouncer' };
/** Makes the tests' certificates. */
export const OPENSSL: Needed = { names: ['openssl'], debianPackage: 'openssl' };

/** The first of `names` on the PATH, as a full path. */
function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/sbin', '/usr/local/sbin');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** As long as others may hold apt's locks. */
const APT_PATIENCE_MS = 300_000;

function aptInstall(name: string, isNeeded: boolean): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const deadline = performance.now() + APT_PATIENCE_MS;
  // Files that run at once may each need a package: apt lets one in at a time.
  const apt = (...args: string[]): SpawnSyncReturns<string> => {
    const done = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (!done.stderr.includes('Could not get lock') || performance.now() > deadline) return done;
    spawnSync('sleep', ['1']);
    return apt(...args);
  };
  console.log(`Installing Debian's package ${name}, which the tests need …`);
  apt('update');
  const done = apt('install', '--yes', '--no-install-recommends', name);
  if (done.status !== 0 && isNeeded)
    throw new StartError(`apt-get could not install ${name}: ${done.stderr.trim()}`);
}

/**
 * Returns the full path of a program that the tests need: `chosen` when given, else the first of `names` found. Else
 * it is Debian's package, installed when we may, else the first of `instead` found. Throws a StartError saying what
 * to install.
 */
export function neededProgram({ names, instead = [], debianPackage }: Needed, chosen?: string): string {
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new StartError(`${chosen} is no program: CHROMIUM_PATH must name a Chromium.`);
  }
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (!onPath(names) && mayInstall) aptInstall(debianPackage, onPath(instead) === undefined);
  const found = onPath(names) ?? onPath(instead);
  if (!found)
    throw new StartError(
      `The tests need ${debianPackage}: install it (apt-get install ${debianPackage}), then run them again.`,
    );
  return found;
}
