import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EngineMissing } from '../program/cluster-part.ts';

/** Where Debian 12 has PostgreSQL 15. */
const DEBIAN = '/usr/lib/postgresql/15';

/** An older one lacks a symbol that Citus, as it was built, asks for. */
export const POSTGRES_VERSION = [15, 20] as const;

export interface Engine {
  /** The programs of PostgreSQL. */
  bin: string;
  /** Such as 15.20. */
  postgres: string;
}

export interface EngineOptions {
  archive?: string;
  postgres?: string;
  log: (line: string) => void;
}

/** What is there of the engine. */
export interface Found {
  /** The version of PostgreSQL, when it is there. */
  postgres?: string;
  hasCitus: boolean;
}

function findIn(folder: string): Found {
  const said = spawnSync(join(folder, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  const version = /\(PostgreSQL\) (\S+)/.exec(said.stdout ?? '')?.[1];
  return { ...(version && { postgres: version }), hasCitus: existsSync(join(folder, 'lib/citus.so')) };
}

const isRecent = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === POSTGRES_VERSION[0] && minor >= POSTGRES_VERSION[1];
};

/** What is missing in this folder, and how to put it there: a sentence each. */
export function lacksOf(
  { postgres, hasCitus }: Found,
  { folder, archive }: { folder: string; archive?: string | undefined },
): string[] {
  const lacks: string[] = [];
  if (!postgres)
    lacks.push(`PostgreSQL 15 is not in ${folder}: apt-get install postgresql-15, or --postgres FOLDER.`);
  else if (!isRecent(postgres))
    lacks.push(
      `PostgreSQL in ${folder} is ${postgres}: ${POSTGRES_VERSION.join('.')} is needed, or a later one of ${POSTGRES_VERSION[0]}.`,
    );
  if (!hasCitus && !archive)
    lacks.push(
      `Citus is not in ${folder}/lib: name an archive of it by --archive FILE or CITUS_ARCHIVE, or build it from its source.`,
    );
  if (!hasCitus && archive && !existsSync(archive)) lacks.push(`There is no archive ${archive}.`);
  return lacks;
}

/**
 * Returns where PostgreSQL 15 with Citus is. As root on Debian it installs what is missing, where Debian has it. Else it
 * throws EngineMissing with all that is missing.
 */
export function findEngine({ archive, postgres, log }: EngineOptions): Engine {
  const folder = postgres ?? DEBIAN;
  const mayInstall = !postgres && process.getuid?.() === 0 && existsSync('/etc/debian_version');
  let found = findIn(folder);
  if (mayInstall && !(found.postgres && isRecent(found.postgres)) && (found.hasCitus || archive)) {
    log('Installing Debian’s package postgresql-15 …');
    installPostgres();
    found = findIn(folder);
  }
  const lacks = lacksOf(found, { folder, archive });
  if (lacks.length === 0 && !found.hasCitus) {
    if (mayInstall) {
      log('Unpacking Citus …');
      // The folders above keep their owners and rights.
      run('tar', ['xzf', archive!, '-C', '/', '--no-same-owner', '--no-overwrite-dir']);
    } else lacks.push(`Citus is not in ${folder}/lib: unpack the archive as root, tar xzf ${archive} -C /.`);
  }
  if (lacks.length) throw new EngineMissing(['This part needs what is not here:', ...lacks].join('\n- '));
  return { bin: join(folder, 'bin'), postgres: found.postgres! };
}

/** Debian asks this program whether a service may be started: 101 is no. */
const POLICY = '/usr/sbin/policy-rc.d';

function installPostgres(): void {
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    run('apt-get', ['install', '--yes', '--no-install-recommends', 'postgresql-15']);
  } finally {
    if (isOurs) rmSync(POLICY, { force: true });
  }
}

function run(program: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const { status, stderr, error } = spawnSync(program, args, { env, encoding: 'utf8' });
  if (status !== 0)
    throw new EngineMissing(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`);
}
