import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Lifetime } from '../../harness/lifetime.ts';

interface Line {
  /** The client's side and the server's. */
  ends: [Socket, Socket];
  /** What the client said first: of Postgres's, the application's name is in it. */
  beginning: string;
  /** Nothing more is passed on, and neither side is told. */
  isSilent: boolean;
}

/**
 * A line that can go wrong: it passes on, delays, cuts, or goes silent. A silent line takes what is sent and never
 * answers, as when the other end is gone without a word.
 */
export class TcpProxy {
  readonly #target: { host: string; port: number };
  readonly #server: Server;
  readonly #lines = new Set<Line>();
  #delayMs = 0;
  #sliceBytes = Number.POSITIVE_INFINITY;
  /** New lines that begin with this are silent from their beginning; undefined: none. */
  #silent: string | undefined;

  private constructor(target: { host: string; port: number }) {
    this.#target = target;
    // Half-open is the point: a client that gives up is not answered either.
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  }

  static async start(t: Lifetime, target: { host: string; port: number }): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    t.teardown(() => {
      proxy.#server.close();
      proxy.cut();
    });
    return proxy;
  }

  /** The proxy's own port on 127.0.0.1. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** New lines pass everything on, at once; those that have gone silent stay so. */
  pass(): void {
    this.#delayMs = 0;
    this.#sliceBytes = Number.POSITIVE_INFINITY;
    this.#silent = undefined;
  }

  /** All that is passed on comes so much later, each way. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Passes on so many bytes at a time, so that no message arrives whole. */
  slice(bytes: number): void {
    this.#sliceBytes = bytes;
  }

  /** Ends every line without a word. */
  cut(): void {
    for (const { ends } of this.#lines)
      for (const end of ends) {
        end.resetAndDestroy();
        // It would wait until all that was written is sent.
        end.destroy();
      }
  }

  /** Takes what is sent on every line, old and new, and answers nothing. Only lines that began with `words`, if given. */
  silence(words = ''): void {
    this.#silent = words;
    for (const line of this.#lines) if (line.beginning.includes(words)) this.#mute(line);
  }

  #mute(line: Line): void {
    line.isSilent = true;
    line.ends[1].destroy();
  }

  #accept(client: Socket): void {
    const server = connect(this.#target);
    const line: Line = { ends: [client, server], beginning: '', isSilent: false };
    this.#lines.add(line);
    for (const [from, to] of [line.ends, [server, client] as const]) {
      from.setNoDelay(true);
      from.on('error', () => {});
      from.on('data', (bytes: Buffer) => {
        if (from === client && line.beginning === '') {
          line.beginning = bytes.toString('latin1');
          if (this.#silent !== undefined && line.beginning.includes(this.#silent)) this.#mute(line);
        }
        for (let at = 0; at < bytes.length; at += this.#sliceBytes)
          this.#later(line, () => to.write(bytes.subarray(at, at + this.#sliceBytes)));
      });
      from.on('end', () => this.#later(line, () => to.end()));
      from.on('close', () => this.#later(line, () => to.destroy()));
    }
    client.on('close', () => {
      this.#lines.delete(line);
      server.destroy();
    });
  }

  #later(line: Line, pass: () => void): void {
    if (line.isSilent) return;
    if (this.#delayMs === 0) pass();
    else setTimeout(() => line.isSilent || pass(), this.#delayMs);
  }
}

/** The URL of a database, by way of the proxy. */
export async function proxied(t: Lifetime, url: string): Promise<{ proxy: TcpProxy; url: string }> {
  const way = new URL(url);
  const proxy = await TcpProxy.start(t, { host: way.hostname, port: Number(way.port) });
  way.host = `127.0.0.1:${proxy.port}`;
  return { proxy, url: way.href };
}
