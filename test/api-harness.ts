import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Pool } from 'pg';
import type { Test } from 'tap';
import { buildApp } from '../api/app.ts';
import { openServices, type Services } from '../api/services.ts';
import type { Role } from '../core/account/roles.ts';
import { addressOf, methodOf } from '../core/address.ts';
import type { AddressParts, Answer as AnswerOf, Call, Input, Optional } from '../core/api.ts';
import type { Card } from '../core/card/card.schema.ts';
import { loadConfig } from '../core/config.ts';
import type { ErrorBody } from '../core/errors.ts';
import { projectionLag } from '../core/log/projecting/checkpoint.ts';
import { projectBatch } from '../core/log/projecting/project-batch.ts';
import { projections } from '../core/projections.ts';
import { DatabaseClock } from './database-clock.ts';
import { addressesOf, createTestDatabase, openTestPool, testService } from './database-harness.ts';
import { TestClock } from './test-clock.ts';

export const JWT_SECRET = 'only for the tests: thirty-two characters and more';

export interface ApiOptions {
  /** Milliseconds by which the server's clock is ahead at first; `clock` moves it later. */
  clockOffset?: number;
  env?: Record<string, string>;
  /** Another API's database, to be its second process. Default: one of its own. */
  databaseUrl?: string;
  /** With the administrator and the official decks in the database, and the decks' audio. */
  content?: boolean;
}

export interface TestAccount {
  id: number;
  token: string;
  email: string;
  password: string;
}

export interface Answer<T> {
  status: number;
  body: T;
  headers: Record<string, string | number | string[] | undefined>;
}

interface Caller {
  token?: string | undefined;
  headers?: Record<string, string>;
  /** The caller's address. */
  address?: string;
}

/** What a call is made with, by its contract. */
export type CallOptions<C extends Call> = Optional<Input<C> & Caller>;

interface Sent extends Caller {
  /** An object is sent as JSON, a string as it is, with the type of `headers`. */
  body?: object | string | Buffer;
}

/** What a test expects to be either: what the call answers with success, or the error. */
export type Either<C extends Call> = AnswerOf<C> & Required<Omit<ErrorBody, 'success' | 'params' | 'data'>>;

export interface TestDeck {
  id: number;
  cards: number[];
}

/** The API on a database of its own, without any worker: `project` does their part. */
export class TestApi {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** The process's clock. */
  readonly clock: TestClock;
  /** The clock of the database, by which exams are timed. */
  readonly databaseClock: DatabaseClock;
  /** As the database's owner, who may do what the API may not. */
  readonly pool: Pool;
  /** The owner's address. */
  readonly databaseUrl: string;

  constructor(
    app: FastifyInstance,
    services: Services & { clock: TestClock },
    { pool, databaseUrl }: { pool: Pool; databaseUrl: string },
  ) {
    this.app = app;
    this.services = services;
    this.clock = services.clock;
    this.pool = pool;
    this.databaseClock = new DatabaseClock(this.pool);
    this.databaseUrl = databaseUrl;
  }

  /** One call over HTTP, typed by its contract. */
  call<C extends Call>(call: C, ...given: CallOptions<C>): Promise<Answer<Either<C>>>;
  call(call: Call, ...given: unknown[]): Promise<Answer<unknown>> {
    const { params, query, ...sent } = (given[0] ?? {}) as AddressParts<Call> & Sent;
    return this.raw(methodOf(call), addressOf(call, { params, query }), sent);
  }

  /** The same with an input of any type, for what is wrong on purpose, and for forms. `query` begins with its `?`. */
  unchecked<C extends Call>(
    call: C,
    {
      params = {},
      query = '',
      ...sent
    }: Sent & { params?: Record<string, number | string>; query?: string } = {},
  ): Promise<Answer<Either<C>>> {
    const path = call.replace(/^\w+ /, '').replace(/:(\w+)/g, (_, name) => String(params[name]));
    return this.raw(methodOf(call), `${path}${query}`, sent);
  }

  /** The same at an address that may be none of the API's; what is no JSON is answered as text. */
  async raw<T = ErrorBody>(
    method: NonNullable<InjectOptions['method']>,
    path: string,
    { token, body, headers, address }: Sent = {},
  ): Promise<Answer<T>> {
    const answer = await this.app.inject({
      method,
      url: path,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body }),
      ...(address && { remoteAddress: address }),
    });
    let read: unknown = answer.body;
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    if (isJson && answer.body) read = answer.json();
    return { status: answer.statusCode, body: read as T, headers: answer.headers };
  }

  /** A new account; an administrator, whom the API does not register, is made one in the database. */
  async register(role: Role = 'student', overrides: Record<string, string> = {}): Promise<TestAccount> {
    // Of letters enough, whatever the rest has in common with the address.
    const password = `quiet lamp ${randomUUID()}`;
    const body = {
      name: 'Lan',
      email: `${randomUUID()}@example.org`,
      password,
      password_confirmation: overrides.password ?? password,
      role: role === 'admin' ? 'teacher' : role,
      ...overrides,
    };
    const answer = await this.unchecked('POST /api/register', { body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    const { token, user } = answer.body;
    if (role === 'admin') await this.pool.query(`update users set role = 'admin' where id = $1`, [user.id]);
    return { id: user.id, token, email: body.email, password: body.password };
  }

  /** A deck of the cards given, or of so many cards `front 1`, `front 2`, … */
  async addDeck(
    ownerId: number,
    cards: number | Partial<Card>[] = 1,
    { official = false, title = 'Words' }: { official?: boolean; title?: string } = {},
  ): Promise<TestDeck> {
    const { rows: decks } = await this.pool.query<{ id: number }>(
      `insert into decks (user_id, title, is_official, official_button_label)
       values ($1, $2, $3, case when $3 then $2 end) returning id`,
      [ownerId, title, official],
    );
    const id = decks[0]!.id;
    const given = typeof cards === 'number' ? Array.from({ length: cards }, () => ({})) : cards;
    const { rows } = await this.pool.query<{ id: number }>(
      `insert into cards (deck_id, ordinal, front, back, example_sentence, definition, part_of_speech, level, audio_file)
       select $1, ord, coalesce(c.front, 'front ' || ord), coalesce(c.back, 'back ' || ord), c.example_sentence,
         c.definition, c.part_of_speech, c.level, c.audio_file
       from rows from (json_to_recordset($2) as (front text, back text, example_sentence text, definition text,
         part_of_speech text, level text, audio_file text)) with ordinality
         c (front, back, example_sentence, definition, part_of_speech, level, audio_file, ord)
       order by ord returning id`,
      [id, JSON.stringify(given)],
    );
    return { id, cards: rows.map((row) => row.id) };
  }

  /** Brings every projection up to date with the log. */
  async project(): Promise<void> {
    const behind = await projectionLag(this.pool);
    // In their order: one may follow another.
    for (const projection of projections)
      for (const { partition } of behind.filter(({ projection: name }) => name === projection.name))
        while ((await projectBatch(this.pool, projection, partition)).events > 0);
  }
}

/** The API as server.ts starts it, but for the clock, with a client of one page; it ends with the test. */
export async function startApi(t: Test, options: ApiOptions = {}): Promise<TestApi> {
  const databaseUrl =
    options.databaseUrl ?? (await createTestDatabase(t, { ...options, ownClock: true })).url;
  const folder = mkdtempSync(join(tmpdir(), 'nho-api-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const config = loadConfig({
    NODE_ENV: 'test',
    ...addressesOf(databaseUrl),
    DATABASE_POOL: '6',
    // A test's process does much beside the API, and the machine may be busy.
    EVENT_LOOP_DELAY_MAX: '0',
    // Tests ask more often than people do.
    REQUESTS_PER_SECOND: '0',
    DISK_FREE_MIN: '0',
    ADDRESS_REQUESTS_PER_SECOND: '0',
    DATA_DIR: options.content ? testService('TEST_CONTENT_DIR') : folder,
    JWT_SECRET,
    LOG_LEVEL: 'silent',
    ...options.env,
  });
  mkdirSync(join(folder, 'client'));
  writeFileSync(join(folder, 'client/index.html'), '<!doctype html><title>Client</title>');

  const opened = await openServices(config);
  const services = { ...opened, clock: new TestClock(options.clockOffset) };
  const app = await buildApp(services, join(folder, 'client'));
  await app.ready();
  t.teardown(async () => {
    await app.close();
    await opened.close();
  });
  const { types } = opened.database.pool.options;
  const pool = openTestPool(t, { connectionString: databaseUrl, max: 3, ...(types && { types }) });
  return new TestApi(app, services, { pool, databaseUrl });
}
