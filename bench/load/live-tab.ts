import { createParser } from 'eventsource-parser';
import type { StudentsProgress } from '../../core/classroom/class-progress.schema.ts';
import type { KeptConnections } from './kept-connections.ts';

export interface LiveTabOptions {
  port: number;
  classId: number;
  token: string;
  /** For the reads; the stream has a connection of its own, as in a browser. */
  connections: KeptConnections;
}

/** An answer of which the server has said that it has it. */
interface Expected {
  studentId: number;
  /** All that this student's answers add up to, with this one. */
  seconds: number;
  answeredAt: number;
}

/** A teacher's open progress tab: hears `changed` and reads the figures again, as the client does. */
export class LiveTab {
  /** Milliseconds from an answer's acknowledgement to the next `changed`, and to figures that contain it. */
  readonly heard: number[] = [];
  readonly shown: number[] = [];
  readonly #options: LiveTabOptions;
  readonly #closing = new AbortController();
  #unheard: number[] = [];
  #unseen: Expected[] = [];
  #reading = false;
  #readAgain = false;

  constructor(options: LiveTabOptions) {
    this.#options = options;
  }

  /** Resolves when the stream says that it is ready. */
  async open(): Promise<void> {
    const { port, classId, token } = this.#options;
    const response = await fetch(`http://127.0.0.1:${port}/api/classes/${classId}/live`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: this.#closing.signal,
    });
    if (response.status !== 200 || !response.body) throw new Error(`live: ${response.status}`);
    await new Promise<void>((resolve) => void this.#listen(response.body!, resolve));
  }

  close(): void {
    this.#closing.abort();
  }

  /** Answers whose figures have not been seen yet. */
  get unseen(): number {
    return this.#unseen.length;
  }

  /** `changedBefore`: a `changed` came between the sending of the answer and its acknowledgement. */
  expect(studentId: number, seconds: number, changedBefore: boolean): void {
    const answeredAt = performance.now();
    this.#unseen.push({ studentId, seconds, answeredAt });
    if (changedBefore) this.heard.push(0);
    else this.#unheard.push(answeredAt);
  }

  /** How often it has been told so far. */
  changes = 0;

  async #listen(stream: ReadableStream<Uint8Array>, ready: () => void): Promise<void> {
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent: ({ event }) => {
        if (event === 'ready') ready();
        if (event === 'changed') this.#changed();
      },
    });
    try {
      for await (const part of stream) parser.feed(decoder.decode(part, { stream: true }));
    } catch (error) {
      if (!this.#closing.signal.aborted) throw error;
    }
  }

  #changed(): void {
    const now = performance.now();
    this.changes += 1;
    this.heard.push(...this.#unheard.map((answeredAt) => now - answeredAt));
    this.#unheard = [];
    if (this.#reading) this.#readAgain = true;
    else void this.#read();
  }

  async #read(): Promise<void> {
    const { classId, token, connections } = this.#options;
    this.#reading = true;
    do {
      this.#readAgain = false;
      const headers = { authorization: `Bearer ${token}` };
      const { body } = await connections.call(`/api/classes/${classId}/students-progress`, { headers });
      const { data } = JSON.parse(body) as StudentsProgress;
      const seconds = new Map(data.map((student) => [student.student_id, student.time_spent_seconds]));
      const now = performance.now();
      const isShown = (answer: Expected): boolean => (seconds.get(answer.studentId) ?? 0) >= answer.seconds;
      this.shown.push(...this.#unseen.filter(isShown).map(({ answeredAt }) => now - answeredAt));
      this.#unseen = this.#unseen.filter((answer) => !isShown(answer));
    } while (this.#readAgain);
    this.#reading = false;
  }
}
