import { createParser } from 'eventsource-parser';
import type { TestApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';

export interface Received {
  event: string;
  at: number;
}

export interface OpenStream {
  status: number;
  type: string | null;
  events: Received[];
  readonly comments: number;
  readonly ended: boolean;
  abort(): void;
}

/** Opens a stream over a real connection; what comes is gathered until it ends. */
export async function openStream(url: string, token: string): Promise<OpenStream> {
  const leaving = new AbortController();
  const answer = await within(
    fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal }),
    `${url} answers`,
  );
  const events: Received[] = [];
  const state = { comments: 0, ended: false };
  const read = async (): Promise<void> => {
    const parser = createParser({
      onEvent: ({ event = 'message' }) => events.push({ event, at: performance.now() }),
      onComment: () => state.comments++,
    });
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) parser.feed(chunk);
  };
  void read()
    .catch(() => {})
    .finally(() => {
      state.ended = true;
    });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    events,
    get comments() {
      return state.comments;
    },
    get ended() {
      return state.ended;
    },
    abort: () => leaving.abort(),
  };
}

let markers = 0;

/** Resolves when the API has heard all that was notified before: notifications come in the order of their commits. */
export async function heardAll({ services: { feed }, pool }: TestApi): Promise<void> {
  await until(() => feed.connected, 'the API hears of changes');
  const marker = ++markers;
  const heard = new Promise<void>((resolve) => {
    feed.listen({
      onChange: ({ table, id }) => {
        if (table === 'marker' && id === marker) resolve();
      },
      onReset: () => {},
    });
  });
  await pool.query(`select announce('marker:' || $1::integer)`, [marker]);
  await within(heard, 'the API hears of the marker');
}

export const names = ({ events }: OpenStream): string[] => events.map(({ event }) => event);

export const changes = (stream: OpenStream): number =>
  names(stream).filter((name) => name === 'changed').length;
