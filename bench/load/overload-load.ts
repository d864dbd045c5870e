import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './kept-connections.ts';
import type { PreparedRequest } from './load-generator.ts';

/**
 * A process of its own that sends answers over many kept connections, on bare sockets: a client of Node's would need as much
 * of the machine as the server. Told by messages what to do, it tells back what came of it.
 */
export interface LoadOrder {
  port: number;
  connections: number;
  seconds: number;
  /** Answers a second, sent whatever the server's pace. Default: each connection sends when it has been answered. */
  perSecond?: number;
  /** A refused answer is sent again on its connection after Retry-After, as browsers do. Default: others are, at once. */
  comesBack?: boolean;
  requests: PreparedRequest[];
}

export interface LoadSummary {
  /** Milliseconds from when it was sent: a connection is somebody who waits for one answer before the next. */
  accepted: Latencies;
  refused: Latencies;
  /** Neither 200 nor 429 or 503 with Retry-After. */
  wrong: number;
  /** Sent, and not answered yet when the sender stopped. */
  unanswered: number;
  /** Connections that broke. */
  broken: number;
  /** Milliseconds from when it was due: how long everybody was busy is in it. */
  acceptedSinceDue: Latencies;
  /** How often each value of Retry-After was answered. */
  retryAfter: Record<string, number>;
  /** Of each second: how many were accepted and refused, and the p99 of those accepted. */
  seconds: { accepted: number; refused: number; p99: number }[];
  /** Idempotency-Keys of what was accepted. */
  keys: string[];
}

interface Latencies {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

const TICK_MS = 2;
const PLACE_OF_KEY = '00000000-0000-4000-8000-000000000000';
const HEAD_END = '\r\n\r\n';

interface Sent {
  key: string;
  dueAt: number;
  sentAt: number;
}

interface Reply {
  status: number;
  retryAfter: string | undefined;
}

type Answered = (line: Line, sent: Sent, reply: Reply) => void;

/** One kept connection with at most one request under way. */
class Line {
  readonly #socket: Socket;
  readonly #answered: Answered;
  #sent: Sent | undefined;
  #text = '';

  constructor(port: number, answered: Answered, broken: () => void) {
    this.#answered = answered;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1').on('data', (text: string) => this.#read(text));
    this.#socket.on('error', () => {}).on('close', () => this.#sent && broken());
  }

  async opened(): Promise<void> {
    if (this.#socket.connecting) await once(this.#socket, 'connect');
  }

  send(text: string, sent: Sent): void {
    this.#sent = sent;
    this.#socket.write(text.replace(PLACE_OF_KEY, sent.key), 'latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(text: string): void {
    this.#text += text;
    const head = this.#text.indexOf(HEAD_END);
    if (head < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#text)?.[1] ?? 0);
    if (this.#text.length < head + HEAD_END.length + length || !this.#sent) return;
    const status = Number(this.#text.slice(9, 12));
    const retryAfter = status === 200 ? undefined : /retry-after: (\d+)/i.exec(this.#text)?.[1];
    const sent = this.#sent;
    this.#text = '';
    this.#sent = undefined;
    this.#answered(this, sent, { status, retryAfter });
  }
}

const asText = ({ path, headers, body }: PreparedRequest): string =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join(
      '',
    )}idempotency-key: ${PLACE_OF_KEY}\r\ncontent-length: ${Buffer.byteLength(body)}${HEAD_END}${body}`;

const latencies = (values: number[]): Latencies => ({
  count: values.length,
  p50: values.length ? percentile(values, 0.5) : 0,
  p99: values.length ? percentile(values, 0.99) : 0,
  max: values.reduce((most, value) => Math.max(most, value), 0),
});

async function sendLoad({
  port,
  connections,
  seconds,
  perSecond,
  comesBack,
  requests,
}: LoadOrder): Promise<LoadSummary> {
  const texts = requests.map(asText);
  const free: Line[] = [];
  /** When those were due that no connection was free for. */
  const waiting: number[] = [];
  let [first, next, underWay, wrong, broken] = [0, 0, 0, 0, 0];
  const [accepted, sinceDue, refused]: [number[], number[], number[]] = [[], [], []];
  const keys: string[] = [];
  const retryAfter: Record<string, number> = {};
  const bySecond: { accepted: number[]; refused: number }[] = [];
  let [begun, endAt] = [0, 0];

  const send = (line: Line, dueAt: number): void => {
    underWay++;
    line.send(texts[next++ % texts.length]!, { key: randomUUID(), dueAt, sentAt: performance.now() });
  };
  const goOn = (line: Line): void => {
    if (first < waiting.length) send(line, waiting[first++]!);
    else free.push(line);
  };
  const answered = (line: Line, { key, dueAt, sentAt }: Sent, reply: Reply): void => {
    underWay--;
    const now = performance.now();
    const number = Math.floor((now - begun) / 1_000);
    bySecond[number] ??= { accepted: [], refused: 0 };
    const second = bySecond[number];
    if (reply.status === 200) {
      accepted.push(now - sentAt);
      sinceDue.push(now - dueAt);
      second.accepted.push(now - sentAt);
      keys.push(key);
    } else if ((reply.status === 503 || reply.status === 429) && reply.retryAfter) {
      refused.push(now - sentAt);
      second.refused++;
      retryAfter[reply.retryAfter] = (retryAfter[reply.retryAfter] ?? 0) + 1;
    } else wrong++;
    if (comesBack && reply.status !== 200) {
      // Each at another moment, as `web/lib/live/back-off.ts` spreads them.
      const backMs = Number(reply.retryAfter ?? 1) * 1_000 * (1 + Math.random() / 2);
      setTimeout(() => performance.now() < endAt && send(line, performance.now()), backMs);
    } else if (perSecond) goOn(line);
    else if (now < endAt) send(line, now);
  };

  const lines = Array.from(
    { length: connections },
    () =>
      new Line(port, answered, () => {
        broken++;
        underWay--;
      }),
  );
  for (const line of lines) await line.opened();
  free.push(...lines);
  begun = performance.now();
  endAt = begun + seconds * 1_000;
  if (perSecond) {
    for (let due = 0, now = begun; now < endAt; now = performance.now()) {
      for (; due < ((now - begun) / 1_000) * perSecond; due++) {
        const dueAt = begun + (due / perSecond) * 1_000;
        const line = free.pop();
        if (line) send(line, dueAt);
        else waiting.push(dueAt);
      }
      await pause(TICK_MS);
    }
  } else for (const line of lines) send(line, performance.now());
  while (performance.now() < endAt || (underWay > 0 && performance.now() < endAt + 30_000)) await pause(10);
  for (const line of lines) line.close();

  return {
    accepted: latencies(accepted),
    acceptedSinceDue: latencies(sinceDue),
    refused: latencies(refused),
    wrong,
    unanswered: underWay,
    broken,
    retryAfter,
    seconds: Array.from(bySecond, (one) => ({
      accepted: one?.accepted.length ?? 0,
      refused: one?.refused ?? 0,
      p99: one?.accepted.length ? percentile(one.accepted, 0.99) : 0,
    })),
    keys,
  };
}

process.on('message', (order: LoadOrder) => void sendLoad(order).then((summary) => process.send!(summary)));
process.on('disconnect', () => process.exit(0));
