import type {
  Http2SecureServer,
  SecureServerOptions,
  ServerHttp2Session,
  ServerHttp2Stream,
} from 'node:http2';
import { AppError } from '../../core/contract/errors.ts';
import type { Certificate } from '../../core/process/certificate.ts';
import { CHECKS, isSlowRequestAllowed } from './slow-requests.ts';

/** Calls that one connection has under way at most: a page asks for a tenth of it at once. */
const STREAMS_AT_ONCE = 100;

/** A stream on which nothing has come or gone for so long has no reader. */
const STALL_MS = 2 * 60_000;

/** CANCEL of RFC 9113. Importing the constants would load HTTP/2 also where nothing speaks it. */
const CANCEL = 8;

/** What a server needs to speak HTTP/2, and HTTP/1.1 with those who speak nothing newer. */
export async function secureServer(
  certificate: Certificate,
  http1Options: object,
): Promise<SecureServerOptions> {
  // Loaded for those who speak it: it takes memory.
  const { Http2ServerResponse } = await import('node:http2');
  class Answer extends Http2ServerResponse {
    /** What only HTTP/1 knows is left out; Node would do so with a warning. */
    override setHeader(name: string, value: number | string | readonly string[]): void {
      if (name.toLowerCase() !== 'connection') super.setHeader(name, value);
    }
  }
  // As answers of HTTP/1 have it: whether nobody takes this one any more.
  Object.defineProperty(Answer.prototype, 'destroyed', {
    get(this: Answer) {
      return this.stream.destroyed;
    },
  });
  return {
    ...certificate,
    allowHTTP1: true,
    http1Options,
    settings: { maxConcurrentStreams: STREAMS_AT_ONCE },
    Http2ServerResponse: Answer,
  } as SecureServerOptions;
}

/**
 * Ends, on connections of HTTP/2, what takes too long: Node measures only those of HTTP/1. A request that has not arrived
 * whole within `timeoutMs` is answered 408; a connection that carries none for as long is closed, whatever trickles in on
 * it; a stream that stands still is given up.
 */
export function endSlowStreams(server: Http2SecureServer, timeoutMs: number): void {
  const sessions = new Map<ServerHttp2Session, Streams>();
  server.on('session', (session: ServerHttp2Session) => {
    const streams = new Streams(session);
    sessions.set(session, streams);
    session.once('close', () => sessions.delete(session));
  });
  const check = setInterval(() => {
    const longest = performance.now() - timeoutMs;
    for (const streams of sessions.values()) streams.endThoseBefore(longest);
  }, timeoutMs / CHECKS).unref();
  server.once('close', () => clearInterval(check));
}

/** The streams of one connection whose requests still arrive, and since when it has carried none at all. */
class Streams {
  readonly #session: ServerHttp2Session;
  readonly #arriving = new Map<ServerHttp2Stream, number>();
  #open = 0;
  #idleSince = performance.now();

  constructor(session: ServerHttp2Session) {
    this.#session = session;
    session.on('stream', (stream) => this.#begin(stream));
  }

  #begin(stream: ServerHttp2Stream): void {
    this.#open += 1;
    this.#arriving.set(stream, performance.now());
    stream.setTimeout(STALL_MS, () => stream.close(CANCEL));
    stream.once('close', () => {
      this.#arriving.delete(stream);
      this.#open -= 1;
      this.#idleSince = performance.now();
    });
  }

  endThoseBefore(longest: number): void {
    for (const [stream, since] of this.#arriving) {
      if (stream.state.remoteClose) this.#arriving.delete(stream);
      else if (since < longest && !isSlowRequestAllowed(stream)) tooSlow(stream);
    }
    if (this.#open > 0 || this.#idleSince > longest) return;
    // The first time in a friendly way: what was sent meanwhile is still answered.
    if (this.#session.closed) this.#session.destroy();
    else this.#session.close();
  }
}

function tooSlow(stream: ServerHttp2Stream): void {
  if (stream.headersSent) {
    stream.close(CANCEL);
    return;
  }
  const error = new AppError('request_timeout');
  stream.respond({
    ':status': error.status,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  stream.end(JSON.stringify(error.toBody()), () => stream.close(CANCEL));
}
