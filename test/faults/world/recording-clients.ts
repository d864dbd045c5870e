import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { undoId } from '../../../core/learning/answering/undo.ts';
import type { ProgressBody } from '../../../core/learning/learning.schema.ts';
import { signedToken } from '../../account/signed-token.ts';
import { JWT_SECRET } from '../../harness/api-harness.ts';
import { runs } from '../../harness/depth.ts';
import type { Lifetime } from '../../harness/lifetime.ts';
import { within } from '../../harness/within.ts';
import { isSameAnswer } from './log-place.ts';

/** Answers that one client sends are this far apart at least: enough load for faults to hit something. */
const PACE_MS = runs(20, 6);
const RETRY_MS = runs(100, 30);

export interface SentAnswer {
  studentId: number;
  id: string;
  cardId: number;
  body: ProgressBody;
  /** Set when it was acknowledged. */
  position?: string;
  tries: number;
}

/** An answer that was taken back: the id of its event, and where it lies once that was acknowledged. */
export interface SentUndo {
  studentId: number;
  id: string;
  reviewId: string;
  position?: string;
}

/** One request and its end: a status, or the code of the error when there was no answer. */
export interface Exchange {
  sentAt: number;
  endedAt: number;
  status: number | string;
  retryAfter: string | null;
  /** Of the API that was asked. */
  port: number;
  /** By whom. */
  accountId?: number;
}

interface Student {
  id: number;
  token: string;
}

/** A token as the API issues them: logging in a hundred students would take longer than the test. */
export function tokenFor(id: number): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    ...{ sub: String(id), version: 0, iat: now, exp: now + 3_600 },
    ...{ iss: 'nho', aud: 'nho api', jti: randomUUID() },
  };
  return signedToken(claims, JWT_SECRET);
}

export interface RecordingOptions {
  clients?: number;
  /** Students a client answers for in turn; nobody may send more than 120 answers a minute. */
  studentsEach?: number;
  /** More APIs of the same product, which are asked in turn with the first. */
  otherPorts?: number[];
  /** Of a hundred turns, how many are not one answer: a phone that was offline sends ten, an answer is taken back. */
  offlinePercent?: number;
  undoPercent?: number;
  /** Of a hundred answers, how many are sent twice at once, to two APIs. */
  twicePercent?: number;
  paceMs?: number;
  /** Until what was not acknowledged is sent again. */
  retryMs?: number;
  /** Sees every body that is answered. */
  onBody?: (body: string, studentId: number) => void;
}

/**
 * Clients that answer cards over HTTP, and note what was acknowledged. What was not is sent again with the same
 * Idempotency-Key until it is, as the browser's queue does.
 */
export class RecordingClients {
  readonly #ports: number[];
  readonly #options: RecordingOptions;
  readonly #groups: Student[][];
  readonly #cards: number[];
  readonly deckId: number;
  readonly sent: SentAnswer[] = [];
  readonly undos: SentUndo[] = [];
  /** Ids of answers and undos of each student, in the order in which they were given. */
  readonly order = new Map<number, string[]>();
  /** Requests that were sent twice at once and answered differently. */
  readonly contradictions: string[] = [];
  #turn = 0;
  readonly exchanges: Exchange[] = [];
  #stopping = false;
  #isAbandoned = false;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(
    options: RecordingOptions & { ports: number[] },
    groups: Student[][],
    deckId: number,
    cards: number[],
  ) {
    this.#ports = options.ports;
    this.#options = options;
    this.#groups = groups;
    this.deckId = deckId;
    this.#cards = cards;
  }

  /** Makes the students, and a deck of an administrator's that they may study. They go away when the test ends, or fails. */
  static async create(
    t: Lifetime,
    pool: Pool,
    port: number,
    options: RecordingOptions = {},
  ): Promise<RecordingClients> {
    const { clients = 6, studentsEach = 25, otherPorts = [] } = options;
    const ids = async (sql: string, values: unknown[]) =>
      (await pool.query<{ id: number }>(sql, values)).rows.map((row) => row.id);
    const addUsers = `insert into users (name, email, password_hash, role, time_zone)
      select 'Lan', gen_random_uuid() || '@example.org', 'none', $2, 'Asia/Ho_Chi_Minh' from generate_series(1, $1)
      returning id`;
    const [owner] = await ids(addUsers, [1, 'teacher']);
    const students = await ids(addUsers, [clients * studentsEach, 'student']);
    const [deckId] = await ids(
      `insert into decks (user_id, title, is_official, official_button_label)
       values ($1, 'Words', true, 'Words') returning id`,
      [owner],
    );
    const cards = await ids(
      `insert into cards (deck_id, ordinal, front, back) select $1, n, n, n from generate_series(1, 10) n returning id`,
      [deckId],
    );
    const groups = Array.from({ length: clients }, (_, client) =>
      students
        .slice(client * studentsEach, (client + 1) * studentsEach)
        .map((id) => ({ id, token: tokenFor(id) })),
    );
    const made = new RecordingClients({ ...options, ports: [port, ...otherPorts] }, groups, deckId!, cards);
    t.teardown(() => made.abandon());
    return made;
  }

  get acknowledged(): number {
    return this.sent.filter((answer) => answer.position).length;
  }

  start(): void {
    this.#stopping = false;
    this.#running = Promise.all([...this.#groups.map((group) => this.#study(group)), this.#read()]);
  }

  /** Resolves when each answer has been acknowledged. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await within(this.#running, 'every answer is acknowledged');
  }

  async readDeck(): Promise<number> {
    const { token } = this.#groups[0]![0]!;
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${this.#url()}/api/decks/${this.deckId}`, { headers })).status;
  }

  get students(): number[] {
    return this.#groups.flat().map(({ id }) => id);
  }

  get readerId(): number {
    return this.#groups[0]![0]!.id;
  }

  /** Reads what the database must be asked for, as another student each time; resolves with the status. */
  async readDeckCounts(): Promise<number> {
    const students = this.#groups.flat();
    const { token } = students[randomInt(students.length)]!;
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${this.#url()}/api/decks/${this.deckId}/counts`, { headers })).status;
  }

  /** Stops although answers are not acknowledged: the server is gone for good. */
  abandon(): void {
    this.#stopping = true;
    this.#isAbandoned = true;
  }

  /** Of the API whose turn it is. */
  #url(port = this.#ports[this.#turn++ % this.#ports.length]!): string {
    return `http://127.0.0.1:${port}`;
  }

  async #study(students: Student[]): Promise<void> {
    const { offlinePercent = 0, undoPercent = 0, paceMs = PACE_MS } = this.#options;
    for (let turn = 0; !this.#stopping; turn++) {
      const student = students[turn % students.length]!;
      const act = async () => {
        const dice = randomInt(100);
        if (dice < undoPercent) return this.#undo(student);
        const answers = dice < undoPercent + offlinePercent ? 10 : 1;
        for (let count = 0; count < answers; count++) await this.#answer(student);
      };
      await Promise.all([act(), pause(paceMs)]);
    }
  }

  async #answer({ id: studentId, token }: Student): Promise<void> {
    const cardId = this.#cards[randomInt(this.#cards.length)]!;
    const body = {
      status: randomInt(3) as ProgressBody['status'],
      time_spent: randomInt(1_000),
      tries: 1 + randomInt(5),
    };
    const answer: SentAnswer = { studentId, id: randomUUID(), cardId, body, tries: 0 };
    this.sent.push(answer);
    this.#note(studentId, answer.id);
    const send = () => {
      answer.tries++;
      return this.#post(`/api/cards/${cardId}/progress`, { token, studentId }, body, answer.id);
    };
    // Not two of one student at once beyond this: their order would be nobody's.
    const isTwice = randomInt(100) < (this.#options.twicePercent ?? 0);
    const told = await this.#untilPosition(isTwice ? () => this.#twice(send) : send);
    if (told) answer.position = told;
  }

  /** Takes back the last answer of a student's that was acknowledged, if there is one that was not taken back. */
  async #undo({ id: studentId, token }: Student): Promise<void> {
    const last = this.sent.findLast((one) => one.studentId === studentId && one.position);
    if (!last || this.undos.some(({ reviewId }) => reviewId === last.id)) return;
    const undo: SentUndo = { studentId, id: undoId(last.id), reviewId: last.id };
    this.undos.push(undo);
    this.#note(studentId, undo.id);
    const told = await this.#untilPosition(() =>
      this.#post(`/api/reviews/${last.id}/undo`, { token, studentId }),
    );
    if (told) undo.position = told;
  }

  /** The same request twice at once; both are to say the same, when both say something. */
  async #twice(send: () => Promise<unknown>): Promise<unknown> {
    const [first, second] = await Promise.all([send(), send()]);
    if (first && second && !isSameAnswer(first, second))
      this.contradictions.push(JSON.stringify([first, second]));
    return first ?? second;
  }

  #note(studentId: number, id: string): void {
    const list = this.order.get(studentId);
    if (list) list.push(id);
    else this.order.set(studentId, [id]);
  }

  /** Sends until it is acknowledged; resolves with the position, or with nothing when the clients are abandoned. */
  async #untilPosition(send: () => Promise<unknown>): Promise<string | undefined> {
    for (;;) {
      const done = await send();
      if (done) return (done as { data: { position: string } }).data.position;
      if (this.#isAbandoned) return undefined;
      await pause(this.#options.retryMs ?? RETRY_MS);
    }
  }

  #post(
    path: string,
    { token, studentId }: { token: string; studentId: number },
    body?: object,
    key?: string,
  ) {
    return this.#exchange(path, studentId, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async #read(): Promise<void> {
    const { id, token } = this.#groups[0]![0]!;
    while (!this.#stopping) {
      await this.#exchange(`/api/decks/${this.deckId}/counts`, id, {
        headers: { authorization: `Bearer ${token}` },
      });
      await pause(PACE_MS);
    }
  }

  async #exchange(path: string, studentId: number, init: RequestInit): Promise<unknown> {
    const port = this.#ports[this.#turn++ % this.#ports.length]!;
    const sentAt = performance.now();
    const end = (status: number | string, retryAfter: string | null = null) =>
      this.exchanges.push({
        sentAt,
        endedAt: performance.now(),
        status,
        retryAfter,
        port,
        accountId: studentId,
      });
    try {
      const answer = await fetch(this.#url(port) + path, init);
      const body = await answer.text();
      end(answer.status, answer.headers.get('retry-after'));
      this.#options.onBody?.(body, studentId);
      return answer.ok ? JSON.parse(body) : undefined;
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      end(cause?.code ?? String(error));
      return undefined;
    }
  }

  outcomes(): Record<string, number> {
    const count: Record<string, number> = {};
    for (const { status } of this.exchanges) count[status] = (count[status] ?? 0) + 1;
    return count;
  }

  /** Requests that were answered, but neither with success nor with "try again in so many seconds". */
  get wrongAnswers(): Exchange[] {
    return this.exchanges.filter(
      ({ status, retryAfter }) =>
        typeof status === 'number' && status !== 200 && !(status === 503 && Number(retryAfter) > 0),
    );
  }
}
