import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Projector } from './projector.ts';

/** A worker that has heard nothing of the database for so long hangs: an error would have been an answer as well. */
const SILENT_TOO_LONG_MS = 60_000;

type Watched = Pick<Projector, 'silentMs' | 'stopped'>;

function registryOf(projector: Watched): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'nho_projection_stopped_partitions',
    help: 'Partitions in which an error stops a projection in this worker; it is tried again each second',
    labelNames: ['projection'],
    registers,
    collect() {
      for (const [projection, partitions] of projector.stopped()) this.set({ projection }, partitions);
    },
  });
  new Gauge({
    name: 'nho_worker_silent_seconds',
    help: 'Seconds since this worker has heard of the database',
    aggregator: 'max',
    registers,
    collect() {
      this.set(projector.silentMs() / 1_000);
    },
  });
  return registry;
}

/** Serves a worker's health and measurements over HTTP. */
export class WorkerServer {
  readonly #server: Server;
  readonly #registry: Registry;

  constructor(projector: Watched) {
    const registry = registryOf(projector);
    this.#registry = registry;
    this.#server = createServer(async (request, response) => {
      if (request.url === '/healthz') {
        const isSilent = projector.silentMs() > SILENT_TOO_LONG_MS;
        response.writeHead(isSilent ? 503 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ status: isSilent ? 'the database does not answer' : 'ok' }));
      } else if (request.url === '/metrics') {
        const text = await registry.metrics();
        response.writeHead(200, { 'content-type': registry.contentType }).end(text);
      } else response.writeHead(404).end();
    });
  }

  /** Returns what the worker measures, for its launcher. */
  metrics(): Promise<object[]> {
    return this.#registry.getMetricsAsJSON();
  }

  /** Returns the address that it listens at; port 0 means any free one. Rejects when the port cannot be had. */
  async listen(host: string, port: number): Promise<string> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    const { address, family, port: chosen } = this.#server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
