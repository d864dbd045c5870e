import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../command/processes.ts';
import { StartError } from '../command/start-error.ts';

export interface Secrets {
  /** Signs the tokens of people who are logged in; a new one logs everybody out. */
  jwt_secret: string;
  /** The embedded database's superuser's. */
  database_password: string;
  /** The password of the role for API and worker, which may not change the database's shape. */
  app_password: string;
  /** Of the role for analysts. */
  read_password: string;
}

const secret = () => randomBytes(32).toString('base64url');

const made = (): Secrets => ({
  jwt_secret: secret(),
  database_password: secret(),
  app_password: secret(),
  read_password: secret(),
});

async function write(path: string, secrets: Secrets): Promise<Secrets> {
  await writeFile(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return secrets;
}

/** The secrets in `folder`/secrets.json, made at the first start and kept for ever; what an older version lacks is added. */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const path = join(folder, 'secrets.json');
  if (existsSync(path)) {
    let found: Partial<Secrets>;
    try {
      found = JSON.parse(await readFile(path, 'utf8')) as Partial<Secrets>;
    } catch (error) {
      throw new StartError(
        `${path} cannot be read (${(error as Error).message}): put it back from a backup.`,
      );
    }
    const secrets = { ...made(), ...found };
    const isWhole = Object.keys(secrets).length === Object.keys(found).length;
    return isWhole ? secrets : write(path, secrets);
  }
  if (existsSync(join(folder, 'postgres')))
    throw new StartError(`${path}, with the database's password, is missing: put it back from a backup.`);
  return write(path, made());
}

/** Returns when the process began, in ticks since boot: a later process with the same number began at another tick. */
function beginningOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return '';
  try {
    // The name, in brackets, may itself hold blanks; the beginning is the 20th field after it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder)); // mkdir's own recursion never ends where nothing can be made, such as in /proc.
  mkdirSync(folder);
  // Root's Postgres, another user, must pass through; what is inside is closed file by file.
  chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/**
 * Makes the data folder and takes its lock, a file `launcher.lock` with our process id. A dead launcher's lock is
 * taken over. Returns a function that lets go. Throws a StartError when the folder cannot be used or another launcher
 * uses it.
 */
export async function occupyDataFolder(folder: string): Promise<() => void> {
  const path = join(folder, 'launcher.lock');
  const draft = `${path}.${process.pid}`;
  const mine = `${process.pid} ${beginningOf(process.pid)}\n`;
  try {
    makeFolder(folder);
    writeFileSync(draft, mine, { mode: 0o600 });
  } catch (error) {
    const { code, path: culprit } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The data folder ${folder} cannot be written to (${code} at ${culprit}): make it writable for you, or set DATA_DIR to another folder.`,
    );
  }
  try {
    for (;;) {
      try {
        linkSync(draft, path); // Atomic, and nobody sees the file without its content.
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const theirs = readLock(path);
      if (theirs === undefined) continue;
      const pid = Number.parseInt(theirs, 10);
      if (isAlive(pid) && theirs === `${pid} ${beginningOf(pid)}\n`)
        throw new StartError(
          `Nhớ already runs with the data folder ${folder} (process ${pid}): stop that one first, or set another DATA_DIR and PORT.`,
        );
      rmSync(path, { force: true });
      linkSync(draft, path);
      await wait(100); // Somebody else who saw the same dead launcher may just have removed our lock for theirs.
      if (readLock(path) === mine) break;
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readLock(path) === mine) rmSync(path, { force: true });
  };
}
