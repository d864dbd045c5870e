import type { EventEmitter } from 'node:events';
import type { Limit, MeteredCaller } from './meter.ts';

/** What goes over a line. `ask` is answered under its number; `notice` is not. */
type Message =
  | { line: 'ask'; number: number; what: string; body: unknown }
  | { line: 'answer'; number: number; body: unknown }
  | { line: 'notice'; what: string; body: unknown };

/** One end of the channel between a process and the launcher that has started it. */
interface Channel extends Pick<EventEmitter, 'on'> {
  send?: (message: object, callback: (error: Error | null) => void) => unknown;
}

type Handler = (body: never) => unknown;

/** Carries questions and notices between a process and its launcher. Each end has one. */
export class ProcessLine {
  readonly #channel: Channel;
  readonly #handlers = new Map<string, Handler>();
  readonly #waiting = new Map<number, (body: unknown) => void>();
  #asked = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.on('message', (message: Message) => void this.#take(message));
  }

  /** Sets what is done with a question or notice of the other end; what it returns is the answer. */
  on<Body>(what: string, handler: (body: Body) => unknown): void {
    this.#handlers.set(what, handler as Handler);
  }

  /** Notifies the other end. Nothing happens when it has gone. */
  notify(what: string, body: unknown): void {
    this.#send({ line: 'notice', what, body }, () => {});
  }

  /** Resolves with what the other end answers. Rejects when it has gone, or does not answer in time. */
  ask<Answer>(what: string, body: unknown, patienceMs: number): Promise<Answer> {
    const number = ++this.#asked;
    return new Promise<Answer>((resolve, reject) => {
      const fail = (reason: string): void => {
        clearTimeout(timer);
        this.#waiting.delete(number);
        reject(new Error(`"${what}" was not answered: ${reason}`));
      };
      const timer = setTimeout(() => fail(`nothing came within ${patienceMs} ms`), patienceMs).unref();
      this.#waiting.set(number, (answer) => {
        clearTimeout(timer);
        this.#waiting.delete(number);
        resolve(answer as Answer);
      });
      this.#send({ line: 'ask', number, what, body }, (error) => error && fail(error.message));
    });
  }

  #send(message: Message, callback: (error: Error | null) => void): void {
    try {
      this.#channel.send?.(message, callback);
    } catch (error) {
      callback(error as Error);
    }
  }

  async #take(message: Message): Promise<void> {
    if (message.line === 'answer') return this.#waiting.get(message.number)?.(message.body);
    if (message.line !== 'ask' && message.line !== 'notice') return;
    const handler = this.#handlers.get(message.what);
    // The other end may be of another version.
    if (!handler) return;
    if (message.line === 'notice') return void handler(message.body as never);
    const body = await handler(message.body as never);
    this.#send({ line: 'answer', number: message.number, body }, () => {});
  }
}

/** What one process has counted of a limit since it last said so. */
export interface CountsOfLimit {
  name: string;
  limit: Limit;
  counts: [MeteredCaller, number][];
}

/** What all processes together have used, for each of these callers, and for how many milliseconds the window is open. */
export type UsesOfLimit = [used: number, openMs: number][];

/** A stream that one process has opened: of an account's too many the launcher ends the oldest. */
export interface StreamNote {
  account: number;
  /** Its number in its process. */
  stream: number;
  /** How many the account may have. */
  most: number;
}

/** What a launcher says of a process that it keeps running. */
export interface ProcessReport {
  /** Such as `api-2`. */
  name: string;
  /** How often it was started, the first time included. */
  starts: number;
  /** What it measures of itself, as JSON of prom-client; undefined when it does not answer. */
  metrics?: object[] | undefined;
}

/** Which of the processes of its kind this is, and its line to the launcher. */
export interface ProcessPlace {
  /** Such as `api-2`. */
  name: string;
  /** How many of its kind there are. */
  of: number;
  line: ProcessLine;
}

/** Returns the place that a launcher has given to this process by its arguments; undefined when it runs by itself. */
export function processPlace(): ProcessPlace | undefined {
  const [name, of] = process.argv.slice(2);
  if (!name || !of || !process.send) return undefined;
  return { name, of: Number(of), line: new ProcessLine(process as Channel) };
}
