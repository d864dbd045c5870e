import { setTimeout as pause } from 'node:timers/promises';
import { type OpenStream, openStream } from '../../classroom/open-stream.ts';
import { tokenFor } from '../../faults/world/recording-clients.ts';
import type { Lifetime } from '../../harness/lifetime.ts';

const AGAIN_MS = 1_000;
const LOOK_MS = 50;

/** A class's board as a teacher has it open: a stream that is opened again when it ends, and what it says. */
export class LiveBoard {
  readonly #urls: string[];
  readonly #teacherId: number;
  #stream: OpenStream | undefined;
  #isOver = false;
  /** How often it was opened, with which status; a name where nobody answered. */
  readonly opened: Record<string, number> = {};
  /** Moments at which the board was said to have changed. */
  readonly changes: number[] = [];

  constructor(
    t: Lifetime,
    { ports, classId, teacherId }: { ports: number[]; classId: number; teacherId: number },
  ) {
    this.#urls = ports.map((port) => `http://127.0.0.1:${port}/api/classes/${classId}/live`);
    this.#teacherId = teacherId;
    t.teardown(() => this.stop());
  }

  start(): void {
    void (async () => {
      for (let turn = 0; !this.#isOver; turn++) {
        await this.#watch(this.#urls[turn % this.#urls.length]!).catch((error: Error) => {
          const { cause } = error as { cause?: { code?: string } };
          this.#note(cause?.code ?? error.message);
        });
        await pause(AGAIN_MS);
      }
    })();
  }

  stop(): void {
    this.#isOver = true;
    this.#stream?.abort();
  }

  #note(status: number | string): void {
    this.opened[status] = (this.opened[status] ?? 0) + 1;
  }

  /** Resolves when the stream has ended. */
  async #watch(url: string): Promise<void> {
    const stream = await openStream(url, tokenFor(this.#teacherId));
    this.#stream = stream;
    this.#note(stream.status);
    for (let seen = 0; !stream.ended; await pause(LOOK_MS))
      for (; seen < stream.events.length; seen++)
        if (stream.events[seen]!.event === 'changed') this.changes.push(stream.events[seen]!.at);
  }
}
