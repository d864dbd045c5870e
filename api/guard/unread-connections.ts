import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';

/** Seconds after which refused callers come back, each by chance, so that they do not come together. */
const COME_BACK = { least: 1, below: 5 } as const;

/** So many come back in a second at most: more would leave the process no time for answers. */
const COME_BACK_PER_SECOND = 4_000;

/** Milliseconds before they come back from when on they are read again. */
const EARLY_MS = 500;

/** What arrives so soon after a connection is read again was sent before. */
const SENT_BEFORE_MS = 250;

/**
 * Connections that were refused. Nothing is read from them until shortly before they are to come back: what they send
 * meanwhile stays with its sender, as TCP has it. Callers that keep to Retry-After do not notice. Callers that ask again at
 * once wait, and do not take the time of others.
 */
export class UnreadConnections {
  #count = 0;
  readonly #readAgainAt = new WeakMap<Socket, number>();

  /** Returns in how many whole seconds the next who is refused is to come back. */
  comeBackAfter(): number {
    return Math.floor(this.#count / COME_BACK_PER_SECOND) + randomInt(COME_BACK.least, COME_BACK.below);
  }

  /** Leaves a connection unread from the end of this answer on, which says to come back after so many seconds. */
  leaveAfter(request: IncomingMessage, answer: ServerResponse, seconds: number): void {
    // As long as Node waits for the rest of a request, it reads on by itself.
    request.resume();
    answer.once('finish', () => finished(request, () => this.#leave(request.socket, seconds)));
  }

  #leave(socket: Socket, seconds: number): void {
    socket.pause();
    this.#count++;
    const readAgain = () => {
      this.#count--;
      this.#readAgainAt.set(socket, performance.now());
      socket.resume();
    };
    setTimeout(readAgain, seconds * 1_000 - EARLY_MS).unref();
  }

  /** Whether what arrives now was sent while the connection was not read. */
  wasSentBefore(socket: Socket): boolean {
    const at = this.#readAgainAt.get(socket);
    return at !== undefined && performance.now() - at < SENT_BEFORE_MS;
  }
}
