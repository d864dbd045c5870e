import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresUser } from '../../../bin/postgres/create-cluster.ts';
import type { Lifetime } from '../../harness/lifetime.ts';
import type { Engine } from './citus-engine.ts';
import { consecutivePorts, LocalServer } from './local-server.ts';

const WORKERS = 2;

/** Kinds of refusals that are shown. */
const COMPLAINTS_SHOWN = 12;

/** What is refused while a server is away, or another transaction has a lock. */
const EXPECTED = /connection to the remote node|canceling statement|terminating connection/;

/** Beside these there is a place for one that is added later. */
const PLACES = 1 + WORKERS + 1;

/** Returns a folder of its own that goes with the lifetime, and that PostgreSQL's user may write. */
export function serversFolder(t: Lifetime): string {
  const folder = mkdtempSync(join(tmpdir(), 'nho-cluster-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  chmodSync(folder, 0o711);
  // Before it is anybody's: a folder that is root's names no user.
  const user = postgresUser(folder);
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** A coordinator and its workers on the loopback. */
export class CitusServers {
  readonly coordinator: LocalServer;
  readonly workers: LocalServer[];
  readonly folder: string;
  readonly #addServer: () => Promise<LocalServer>;

  private constructor(
    folder: string,
    [coordinator, ...workers]: LocalServer[],
    add: () => Promise<LocalServer>,
  ) {
    this.folder = folder;
    this.coordinator = coordinator!;
    this.workers = workers;
    this.#addServer = add;
  }

  static async start(t: Lifetime, { engine, isDurable }: { engine: Engine; isDurable: boolean }) {
    const folder = serversFolder(t);
    const ports = await consecutivePorts(PLACES);
    const create = async (name: string): Promise<LocalServer> => {
      const port = ports.shift()!;
      const server = await LocalServer.create({
        ...{ engine, folder, name, port, isDurable },
        onMade: (made) => t.teardown(() => made.stop()),
      });
      return server;
    };
    const servers = [await create('coordinator')];
    for (let worker = 1; worker <= WORKERS; worker++) servers.push(await create(`worker-${worker}`));
    return new CitusServers(folder, servers, () => create(`worker-${WORKERS + 1}`));
  }

  get all(): LocalServer[] {
    return [this.coordinator, ...this.workers];
  }

  /** Starts another server beside them, which the coordinator does not know yet. */
  async addServer(): Promise<LocalServer> {
    const server = await this.#addServer();
    this.workers.push(server);
    return server;
  }

  /** Makes a database of this name on each server, of which each knows all others. */
  async createDatabase(name: string): Promise<void> {
    for (const server of this.all) await this.enterDatabase(server, name);
    await this.nameCoordinator(name);
    await this.addWorkers(name);
  }

  /** Says in this database where the coordinator is. */
  async nameCoordinator(name: string): Promise<void> {
    const { coordinator } = this;
    await coordinator.ask(`select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`, [], name);
  }

  /** Makes the workers known in this database. */
  async addWorkers(name: string): Promise<void> {
    for (const { port } of this.workers)
      await this.coordinator.ask(`select citus_add_node('127.0.0.1', ${port})`, [], name);
  }

  /** Makes a database of this name on one server. */
  async enterDatabase(server: LocalServer, name: string): Promise<void> {
    await server.ask(`create database ${name}`);
    await server.ask('create extension citus', [], name);
  }

  /** Nobody uses this database from here on, but to copy it. */
  async makeTemplate(name: string): Promise<void> {
    for (const server of this.all) {
      await server.ask(`alter database ${name} is_template true allow_connections false`);
      await server.ask('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    }
  }

  /** A database that lies on several servers is a database of the same name on each. */
  async copyDatabase(template: string, name: string): Promise<void> {
    for (const server of this.all) await server.ask(`create database ${name} template ${template}`);
  }

  /** What the servers have refused most often since the last time, for other reasons than that one is away. */
  complaints(): string[] {
    const said = this.all.flatMap((server) => server.newComplaints()).filter((one) => !EXPECTED.test(one));
    const groups = [...Map.groupBy(said, (one) => one.replaceAll(/\d+/g, 'N')).values()];
    return groups
      .sort((a, b) => b.length - a.length)
      .slice(0, COMPLAINTS_SHOWN)
      .map((group) => `${group.length} × ${group[0]}`);
  }

  async dropDatabase(name: string): Promise<void> {
    for (const server of this.all) await server.ask(`drop database if exists ${name} with (force)`);
  }
}
