import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../bin/command/free-port.ts';
import {
  createCluster,
  DATABASE,
  type PostgresUser,
  postgresBinaries,
  postgresUser,
  SUPERUSER,
} from '../../../bin/postgres/create-cluster.ts';
import { postgresSettings } from '../../../bin/postgres/embedded-database.ts';
import type { Lifetime } from '../../harness/lifetime.ts';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';

const PASSWORD = 'only-for-the-tests';

/** Besides the product's own: a prepared transaction is a fault, and a standby must find the log since its copy. */
const SETTINGS = {
  max_prepared_transactions: 5,
  wal_keep_size: '2GB',
  max_connections: 150,
  hot_standby: 'on',
  primary_slot_name: '',
  wal_receiver_timeout: '5s',
  wal_retrieve_retry_interval: '200ms',
};

class Server {
  readonly port: number;
  readonly cluster: string;
  readonly #user: PostgresUser | undefined;
  #child: ChildProcess | undefined;

  constructor(port: number, cluster: string, user: PostgresUser | undefined) {
    this.port = port;
    this.cluster = cluster;
    this.#user = user;
  }

  url(database = DATABASE): string {
    return `postgres://${SUPERUSER}:${PASSWORD}@127.0.0.1:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    const log = openSync(`${this.cluster}.log`, 'a');
    const own = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = ['-D', this.cluster, ...postgresSettings(this.port, true), ...own];
    const child = spawn(postgresBinaries().postgres, args, {
      ...this.#user,
      cwd: tmpdir(),
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#child = child;
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`Postgres ended: see ${this.cluster}.log`);
      return this.ask('select 1').then(
        () => true,
        () => false,
      );
    }, 'Postgres takes connections');
  }

  /** Ends it without a word to anybody, its children included. */
  async crash(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await within(ended, 'Postgres ends');
  }

  /** One statement on a connection of its own. */
  async ask<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.url(), connectionTimeoutMillis: 3_000 });
    client.on('error', () => {});
    await client.connect();
    return client
      .query<T>(sql)
      .then(({ rows }) => rows)
      .finally(() => client.end().catch(() => {}));
  }

  /** Makes this one a copy of the other, which runs: a base backup by Postgres's own functions, and cp. */
  async copyFrom(source: Server, role: 'standby' | 'alone'): Promise<void> {
    rmSync(this.cluster, { recursive: true, force: true });
    const client = new pg.Client(source.url());
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query(`select pg_backup_start('copy', true)`);
      // Of the log only what follows is needed; files that vanish meanwhile are temporary ones.
      execFileSync('sh', [
        '-c',
        `mkdir -m 700 "$2" && cd "$1" && tar --ignore-failed-read --warning=no-file-changed --warning=no-file-removed \
           --exclude=./pg_wal/* --exclude=./postmaster.pid -cf - . 2>/dev/null | tar -xf - -C "$2"`,
        'sh',
        source.cluster,
        this.cluster,
      ]);
      const { rows } = await client.query<{ labelfile: string }>('select * from pg_backup_stop(false)');
      writeFileSync(join(this.cluster, 'backup_label'), rows[0]!.labelfile);
    } finally {
      await client.end();
    }
    if (role === 'standby') {
      writeFileSync(join(this.cluster, 'standby.signal'), '');
      const host = `host=127.0.0.1 port=${source.port} user=${SUPERUSER} password=${PASSWORD} application_name=standby`;
      writeFileSync(
        join(this.cluster, 'postgresql.auto.conf'),
        `primary_conninfo = '${host}'\nsynchronous_standby_names = ''\n`,
      );
    } else {
      // What was written during the copy is in the log, which nobody streams to this one.
      const log = [`${source.cluster}/pg_wal`, join(this.cluster, 'pg_wal')];
      // Segments have names of digits; one that is just being made has not, and may be gone the next moment.
      execFileSync('sh', ['-c', 'cp -a "$1"/[0-9A-F]* "$2"', 'sh', ...log]);
      writeFileSync(join(this.cluster, 'postgresql.auto.conf'), '');
    }
    if (this.#user) execFileSync('chown', ['-R', `${this.#user.uid}:${this.#user.gid}`, this.cluster]);
  }
}

/**
 * A primary and, when asked for, a standby to which each commit is written before it is acknowledged. Their two places,
 * `urls`, stay; which of them takes writes changes by each failover.
 */
export class PostgresPair {
  #primary: Server;
  #standby: Server | undefined;
  readonly #folder: string;
  readonly #user: PostgresUser | undefined;
  readonly #places: Server[];

  private constructor(folder: string, user: PostgresUser | undefined, places: Server[]) {
    this.#folder = folder;
    this.#user = user;
    this.#places = places;
    this.#primary = places[0]!;
  }

  static async start(t: Lifetime, { standby }: { standby: boolean }): Promise<PostgresPair> {
    const folder = mkdtempSync(join(tmpdir(), 'nho-pair-'));
    chmodSync(folder, 0o777); // Root's Postgres, another user, makes files in it.
    const clusters = [join(folder, 'first'), join(folder, 'second')];
    const user = postgresUser(clusters[0]!);
    const places: Server[] = [];
    for (const cluster of clusters) places.push(new Server(await freePort(), cluster, user));
    const pair = new PostgresPair(folder, user, standby ? places : places.slice(0, 1));
    t.teardown(async () => {
      for (const place of pair.#places) await place.crash();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    await createCluster(clusters[0]!, { password: PASSWORD, user, durable: true });
    // The standby reads the log as this user.
    writeFileSync(
      join(clusters[0]!, 'pg_hba.conf'),
      'host all all 127.0.0.1/32 scram-sha-256\nhost replication all 127.0.0.1/32 scram-sha-256\n',
    );
    await pair.#primary.start();
    return pair;
  }

  /** The database at each of the places. */
  get urls(): string[] {
    return this.#places.map((place) => place.url());
  }

  /** The one that takes writes. */
  get primaryUrl(): string {
    return this.#primary.url();
  }

  /** Makes the standby anew; resolves when every commit from then on waits for it. */
  async attachStandby(): Promise<void> {
    const standby = this.#places.find((place) => place !== this.#primary)!;
    await standby.crash();
    await standby.copyFrom(this.#primary, 'standby');
    await standby.start();
    this.#standby = standby;
    const streams = async (isSync: boolean) => {
      const rows = await this.#primary.ask<{ sync_state: string; caught_up: boolean }>(
        `select sync_state, flush_lsn >= pg_current_wal_flush_lsn() - 16 * 1024 * 1024 as caught_up from pg_stat_replication
         where application_name = 'standby' and state = 'streaming'`,
      );
      return rows.some((row) => row.caught_up && (!isSync || row.sync_state === 'sync'));
    };
    await until(() => streams(false), 'the standby follows');
    await this.#primary.ask(`alter system set synchronous_standby_names = '*'`);
    await this.#primary.ask('select pg_reload_conf()');
    await until(() => streams(true), 'the standby is synchronous');
    // What was committed before this moment waited for nobody.
    const [row] = await this.#primary.ask<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
    await until(async () => {
      const rows = await this.#primary.ask<{ ok: boolean }>(
        `select flush_lsn >= '${row!.lsn}' as ok from pg_stat_replication where application_name = 'standby'`,
      );
      return rows.some(({ ok }) => ok);
    }, 'the standby has what was before it');
  }

  /** From now on the standby hears nothing, and nobody waits for it: what is acknowledged is on the primary alone. */
  async leaveStandbyBehind(): Promise<void> {
    await this.#primary.ask(`alter system set synchronous_standby_names = ''`);
    await this.#standby!.ask(`alter system set primary_conninfo = ''`);
    for (const server of [this.#primary, this.#standby!]) await server.ask('select pg_reload_conf()');
    await until(
      async () => (await this.#primary.ask('select from pg_stat_replication')).length === 0,
      'the standby hears nothing',
    );
    await until(
      async () =>
        (await this.#primary.ask(`select where current_setting('synchronous_standby_names') = ''`)).length ===
        1,
      'nobody waits for it',
    );
  }

  /** The primary dies for good and the standby takes its place. */
  async failover(): Promise<void> {
    const standby = this.#standby;
    if (!standby) throw new Error('There is no standby');
    await this.#primary.crash();
    await standby.ask('select pg_promote(true, 30)');
    this.#primary = standby;
    this.#standby = undefined;
  }

  /** The primary dies. */
  crash = (): Promise<void> => this.#primary.crash();

  start = (): Promise<void> => this.#primary.start();

  /** A base backup of the primary, as a server of its own until the lifetime ends; resolves with its URL. */
  async restoredCopy(t: Lifetime): Promise<string> {
    const copy = new Server(await freePort(), join(this.#folder, 'restored'), this.#user);
    t.teardown(() => copy.crash());
    await copy.copyFrom(this.#primary, 'alone');
    await copy.start();
    return copy.url();
  }
}
