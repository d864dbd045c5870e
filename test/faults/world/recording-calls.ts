import type { Exchange } from './recording-clients.ts';

export interface Answered {
  status: number;
  body: { data?: unknown; code?: string };
  endedAt: number;
}

const LONGEST_MS = 60_000;

/** Sends requests to the APIs in turn and notes how each ended. */
export class RecordingCalls {
  readonly exchanges: Exchange[] = [];
  readonly #ports: number[];
  readonly #onBody: (body: string, accountId: number) => void;
  #turn = 0;

  constructor(ports: number[], onBody: (body: string, accountId: number) => void) {
    this.#ports = ports;
    this.#onBody = onBody;
  }

  /** Resolves with the answer, or with nothing when there was none. */
  async once(
    path: string,
    { id, token }: { id: number; token: string },
    init: { method?: string; body?: BodyInit; headers?: Record<string, string> } = {},
  ): Promise<Answered | undefined> {
    const port = this.#ports[this.#turn++ % this.#ports.length]!;
    const sentAt = performance.now();
    const end = (status: number | string, retryAfter: string | null = null) => {
      const endedAt = performance.now();
      this.exchanges.push({ sentAt, endedAt, status, retryAfter, port, accountId: id });
      return endedAt;
    };
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
        signal: AbortSignal.timeout(LONGEST_MS),
      });
      const text = await answer.text();
      const endedAt = end(answer.status, answer.headers.get('retry-after'));
      this.#onBody(text, id);
      return { status: answer.status, body: JSON.parse(text) as Answered['body'], endedAt };
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      end(cause?.code ?? String(error));
      return undefined;
    }
  }
}

/** A post of this as JSON. */
export const jsonPost = (body: object, key?: string) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
});
