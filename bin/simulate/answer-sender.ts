import { randomUUID } from 'node:crypto';
import type { ProgressBody } from '../../core/learning/learning.schema.ts';
import { CallError, type ProductClient } from './product-client.ts';
import type { Scoreboard } from './scoreboard.ts';
import { tryAgain } from './try-again.ts';

interface WaitingAnswer {
  cardId: number;
  body: ProgressBody;
  /** Stays the same with every try, so that the server counts the answer once. */
  id: string;
}

/** Sends a student's answers in the order given, one at a time, each until the server has it. */
export class AnswerSender {
  readonly #client: ProductClient;
  readonly #score: Scoreboard;
  readonly #givenUp: AbortSignal;
  readonly #waiting: WaitingAnswer[] = [];
  #sending: Promise<void> | undefined;

  /** After `givenUp` nothing is tried again. */
  constructor(client: ProductClient, score: Scoreboard, givenUp: AbortSignal) {
    this.#client = client;
    this.#score = score;
    this.#givenUp = givenUp;
  }

  add(cardId: number, body: ProgressBody): void {
    this.#waiting.push({ cardId, body, id: randomUUID() });
    this.#score.waiting += 1;
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    const tries = { signal: this.#givenUp, onFailure: () => this.#score.failed() };
    for (let answer = this.#waiting[0]; answer; answer = this.#waiting[0]) {
      const post = this.#post.bind(this, answer);
      try {
        await tryAgain(post, tries);
      } catch (error) {
        if (this.#givenUp.aborted) return;
        if (!(error instanceof CallError)) throw error;
        this.#score.refused(error);
      }
      this.#waiting.shift();
      this.#score.waiting -= 1;
    }
  }

  async #post({ cardId, body, id }: WaitingAnswer): Promise<void> {
    const start = performance.now();
    const { data } = await this.#client.call('POST /api/cards/:cardId/progress', {
      params: { cardId },
      body,
      headers: { 'idempotency-key': id },
    });
    this.#client.wrote(data.position);
    this.#score.answered(performance.now() - start);
  }
}
