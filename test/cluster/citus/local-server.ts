import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { portProblem } from '../../../bin/command/free-port.ts';
import { runProgram } from '../../../bin/command/run-program.ts';
import { type PostgresUser, postgresUser } from '../../../bin/postgres/create-cluster.ts';
import { readPostmasterFile } from '../../../bin/postgres/embedded-database.ts';
import { until } from '../../harness/until.ts';
import { within } from '../../harness/within.ts';
import type { Engine } from './citus-engine.ts';

export const SUPERUSER = 'postgres';

export interface ServerOptions {
  engine: Engine;
  /** In which this server has its own folder and its own log. */
  folder: string;
  name: string;
  port: number;
  /** False trades safety in a power cut for speed. */
  isDurable: boolean;
  /** Instead of those that operators start them with. */
  settings?: Record<string, string>;
  /** Called before it is started, so that it is stopped whatever comes. */
  onMade: (server: LocalServer) => void;
}

const FILE = join(import.meta.dirname, '../../../deploy/citus/postgresql.conf');

/** What operators start them with, by name. */
export const SETTINGS: Readonly<Record<string, string>> = Object.fromEntries(
  [...readFileSync(FILE, 'utf8').matchAll(/^([\w.]+) = (?:'(.*)'|(\S+))$/gm)].map(
    ([, name, quoted, plain]) => [name!, quoted ?? plain!],
  ),
);

/** Above those that tests take, below those that systems give to outgoing connections. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_700];

// Each process begins elsewhere, and goes on from there: a place that is kept free for later is not found again.
let nextPort = FIRST_PORT + ((process.pid * 8) % 8_000);

/** Ports beside each other that nobody listens on now. */
export async function consecutivePorts(count: number): Promise<number[]> {
  while (nextPort + count < LAST_PORT) {
    const ports = Array.from({ length: count }, (_, index) => nextPort + index);
    nextPort += count;
    const problems = await Promise.all(ports.map((port) => portProblem('127.0.0.1', port)));
    if (problems.every((problem) => problem === undefined)) return ports;
  }
  throw new Error(`No ${count} ports beside each other are free`);
}

/** A PostgreSQL of the program's own, which can be killed and stopped for a while with all its processes. */
export class LocalServer {
  readonly name: string;
  readonly port: number;
  readonly logFile: string;
  readonly #options: ServerOptions;
  readonly #cluster: string;
  readonly #user: PostgresUser | undefined;
  #ended: Promise<void> = Promise.resolve();
  #isRunning = false;

  private constructor(options: ServerOptions) {
    this.name = options.name;
    this.port = options.port;
    this.#options = options;
    this.#cluster = join(options.folder, options.name);
    this.logFile = join(options.folder, `${options.name}.log`);
    this.#user = postgresUser(options.folder);
  }

  /** Makes its cluster and starts it. */
  static async create(options: ServerOptions): Promise<LocalServer> {
    const server = new LocalServer(options);
    options.onMade(server);
    mkdirSync(server.#cluster, { mode: 0o700 });
    if (server.#user) chownSync(server.#cluster, server.#user.uid, server.#user.gid);
    await runProgram(
      join(options.engine.bin, 'initdb'),
      [
        `--pgdata=${server.#cluster}`,
        `--username=${SUPERUSER}`,
        ...['--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
        '--no-sync',
      ],
      {
        ...server.#user,
        cwd: options.folder,
        failure: (output) => `The database of ${options.name} could not be made: ${output}`,
      },
    );
    await server.start();
    return server;
  }

  url(database = 'postgres', user = SUPERUSER): string {
    return `postgres://${user}:only-for-the-tests@127.0.0.1:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    const { engine, isDurable, settings, port } = this.#options;
    const durable = isDurable ? 'on' : 'off';
    const all = {
      ...SETTINGS,
      ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '' },
      // A killed process loses what it has not written. A trial without this lost answers when a server was added as well.
      ...{ port, fsync: durable, full_page_writes: durable, synchronous_commit: 'on' },
      ...settings,
    };
    const log = openSync(this.logFile, 'a');
    const child = spawn(
      join(engine.bin, 'postgres'),
      ['-D', this.#cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...this.#user, cwd: this.#options.folder, detached: true, stdio: ['ignore', log, log] },
    );
    closeSync(log);
    this.#isRunning = true;
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#isRunning = false;
        resolve();
      };
      child.once('exit', end);
      child.once('error', end);
    });
    await until(() => {
      if (!this.#isRunning) throw new Error(`${this.name} ended at once: ${this.#lastWords()}`);
      const state = readPostmasterFile(this.#cluster);
      return state?.pid === child.pid && state?.state === 'ready' ? true : pause(10, false);
    }, `${this.name} is ready`);
  }

  #heard = 0;

  /** What it has refused since the last time, each with the beginning of its statement. */
  newComplaints(): string[] {
    const text = readFileSync(this.logFile, 'utf8').slice(this.#heard);
    this.#heard += text.length;
    const refused = text.matchAll(
      /ERROR: {2}(.+)(?:\n.*(?:DETAIL|HINT|CONTEXT|QUERY):.*|\n\t.*)*(?:\n.*STATEMENT: {2}(.{0,120}))?/g,
    );
    return [...refused].map(
      ([, error, statement]) => `${this.name}: ${error}${statement ? ` [${statement}]` : ''}`,
    );
  }

  #lastWords = (): string => readFileSync(this.logFile, 'utf8').trimEnd().split('\n').slice(-3).join(' ');

  /** The server's first process, then all that it has started. */
  #processes(): number[] {
    const first = readPostmasterFile(this.#cluster)?.pid;
    if (!this.#isRunning || !first) return [];
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === first);
    return [first, ...children.map(Number)];
  }

  #signal(name: NodeJS.Signals): void {
    for (const pid of this.#processes())
      try {
        process.kill(pid, name);
      } catch {
        // It has ended meanwhile.
      }
  }

  /** Ends all its processes without a word, as a machine does that loses its power. */
  async kill(): Promise<void> {
    appendFileSync(this.logFile, '-- killed\n');
    // Stopped first: else it would start others meanwhile.
    this.#signal('SIGSTOP');
    this.#signal('SIGKILL');
    await within(this.#ended, `${this.name} ends`);
  }

  /** Stands still: connections are taken, and nothing is answered. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    if (!this.#isRunning) return;
    this.thaw();
    const first = readPostmasterFile(this.#cluster)?.pid;
    if (first) process.kill(first, 'SIGQUIT');
    const hard = setTimeout(() => this.#signal('SIGKILL'), 10_000);
    await this.#ended;
    clearTimeout(hard);
  }

  /** Asks it one thing, by a connection of its own. */
  async ask<T extends object>(sql: string, values: unknown[] = [], database = 'postgres'): Promise<T[]> {
    const client = new pg.Client(this.url(database));
    client.on('error', () => {});
    await client.connect();
    return client
      .query(sql, values)
      .then(({ rows }) => rows as T[])
      .finally(() => client.end());
  }
}

function parentOf(pid: string): number | undefined {
  try {
    // After the name, which may hold anything, in brackets: the state, then the parent.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]);
  } catch {
    return undefined;
  }
}
