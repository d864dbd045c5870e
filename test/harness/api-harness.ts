import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Pool } from 'pg';
import type { Test } from 'tap';
import { buildApp } from '../../api/app.ts';
import { openServices, type Services } from '../../api/services.ts';
import type { RegisterBody } from '../../core/account/account.schema.ts';
import { addressOf, methodOf } from '../../core/address.ts';
import type { AddressParts, Answer as AnswerOf, Call, Data, Input, Optional } from '../../core/api.ts';
import { gatherSome } from '../../core/classroom/class-gathering.ts';
import type { Card } from '../../core/contract/card-shape.schema.ts';
import type { ErrorBody } from '../../core/contract/errors.ts';
import type { Role } from '../../core/contract/roles.ts';
import { projectionLag } from '../../core/log/projecting/checkpoint.ts';
import { projectBatch } from '../../core/log/projecting/project-batch.ts';
import { loadConfig } from '../../core/process/config.ts';
import { projections } from '../../core/projections.ts';
import { TEST_PASSWORD, TEST_PASSWORD_HASH } from '../account/test-password.ts';
import { contracts } from '../contract/all-contracts.ts';
import { DatabaseClock } from './database-clock.ts';
import { addressesOf, createTestDatabase, openTestPool, testService } from './database-harness.ts';
import { sql } from './sql.ts';
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

/** What a test wants of an account; the rest is as of anybody. */
export type Newcomer = Partial<Pick<RegisterBody, 'name' | 'email' | 'time_zone'>>;

export interface Answer<T> {
  status: number;
  body: T;
  headers: Record<string, string | number | string[] | undefined>;
}

interface Sender {
  token?: string | undefined;
  headers?: Record<string, string>;
  address?: string;
  /** The call may answer 500; without this such an answer throws. */
  fault?: boolean;
}

export type CallOptions<C extends Call> = Optional<Input<C> & Sender>;

interface Sent extends Sender {
  /** An object is sent as JSON, a string as it is, with the type of `headers`. */
  body?: object | string | Buffer;
}

/** What is wrong on purpose; `query` begins with its `?`. */
type Unchecked = Sent & { params?: Record<string, number | string>; query?: string };

type Method = NonNullable<InjectOptions['method']>;

/** What a test expects to be either: what the call answers with success, or the error. */
export type Either<C extends Call> = AnswerOf<C> & Required<Omit<ErrorBody, 'success' | 'params' | 'data'>>;

/** The statuses of success that each call may answer. */
const successes = new Map(contracts.map((c) => [`${c.method} ${c.url}`, Object.keys(c.schema.response)]));

/** Calls with this token; `call`, `unchecked` and `raw` are those of `TestApi`. */
export class Caller {
  readonly #api: TestApi;
  token: string;

  constructor(api: TestApi, token: string) {
    this.#api = api;
    this.token = token;
  }

  /** No field, so that an account can be sent as a body. */
  get api(): TestApi {
    return this.#api;
  }

  call<C extends Call>(call: C, ...given: CallOptions<C>): Promise<Answer<Either<C>>> {
    const sent = { token: this.token, ...given[0] } as unknown as Input<C>;
    return this.#api.call(call, ...([sent] as unknown as CallOptions<C>));
  }

  /** Returns what a call answers as `data`, with the status of success that its contract has. Else it throws. */
  async data<C extends Call>(call: C, ...given: CallOptions<C>): Promise<Data<C>> {
    return dataOf(call, await this.call(call, ...given));
  }

  unchecked<C extends Call>(call: C, sent: Unchecked = {}): Promise<Answer<Either<C>>> {
    return this.#api.unchecked(call, { token: this.token, ...sent });
  }

  raw<T = ErrorBody>(method: Method, path: string, sent: Sent = {}): Promise<Answer<T>> {
    return this.#api.raw<T>(method, path, { token: this.token, ...sent });
  }
}

function dataOf<C extends Call>(call: C, { status, body }: Answer<unknown>): Data<C> {
  if (!successes.get(call)!.includes(String(status)))
    throw new Error(`${call} answered ${status}: ${JSON.stringify(body)}`);
  return (body as { data?: unknown }).data as Data<C>;
}

/** The account of a person, and what that person calls. */
export class TestAccount extends Caller {
  readonly id: number;
  readonly email: string;
  password: string;

  constructor(api: TestApi, account: { id: number; token: string; email: string; password: string }) {
    super(api, account.token);
    this.id = account.id;
    this.email = account.email;
    this.password = account.password;
  }

  /** The same person by another token, or at another process of the API. */
  as({ token = this.token, api = this.api }: { token?: string; api?: TestApi }): TestAccount {
    return new TestAccount(api, { ...this, token });
  }
}

export interface TestDeck {
  id: number;
  cards: number[];
}

/** The API on a database of its own, without any worker: `project` does their part. */
export class TestApi {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: TestClock;
  /** The clock of the database, by which exams are timed. */
  readonly databaseClock: DatabaseClock;
  /** As the database's owner, who may do what the API may not. */
  readonly pool: Pool;
  /** Asks the database as its owner; resolves with the rows. */
  readonly sql: ReturnType<typeof sql>;
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
    this.sql = sql(pool);
    this.databaseClock = new DatabaseClock(this.pool);
    this.databaseUrl = databaseUrl;
  }

  /** One call over HTTP, typed by its contract. */
  call<C extends Call>(call: C, ...given: CallOptions<C>): Promise<Answer<Either<C>>>;
  call(call: Call, ...given: unknown[]): Promise<Answer<unknown>> {
    const { params, query, ...sent } = (given[0] ?? {}) as AddressParts<Call> & Sent;
    return this.raw(methodOf(call), addressOf(call, { params, query }), sent);
  }

  /** Returns what a call without a token answers as `data`; else it throws. */
  async data<C extends Call>(call: C, ...given: CallOptions<C>): Promise<Data<C>> {
    return dataOf(call, await this.call(call, ...given));
  }

  as(token: string): Caller {
    return new Caller(this, token);
  }

  /** Calls with an input of any type, for what is wrong on purpose, and for forms. */
  unchecked<C extends Call>(
    call: C,
    { params = {}, query = '', ...sent }: Unchecked = {},
  ): Promise<Answer<Either<C>>> {
    const path = call.replace(/^\w+ /, '').replace(/:(\w+)/g, (_, name) => String(params[name]));
    return this.raw(methodOf(call), `${path}${query}`, sent);
  }

  /** Calls an address that may be none of the API's; what is no JSON is returned as text. */
  async raw<T = ErrorBody>(
    method: Method,
    path: string,
    { token, body, headers, address, fault }: Sent = {},
  ): Promise<Answer<T>> {
    const answer = await this.app.inject({
      method,
      url: path,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body }),
      ...(address && { remoteAddress: address }),
    });
    if (answer.statusCode === 500 && !fault) throw new Error(`${method} ${path}: ${answer.body}`);
    let read: unknown = answer.body;
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    if (isJson && answer.body) read = answer.json();
    return { status: answer.statusCode, body: read as T, headers: answer.headers };
  }

  /** A new account, made and logged in past the calls, which hash: only few tests are about passwords. */
  async register(
    role: Role = 'student',
    {
      name = 'Lan',
      email = `${randomUUID()}@example.org`,
      time_zone = this.services.config.APP_TIME_ZONE,
    }: Newcomer = {},
  ): Promise<TestAccount> {
    const { rows } = await this.pool.query<{ id: number }>(
      `insert into users (name, email, password_hash, role, time_zone) values ($1, $2, $3, $4, $5) returning id`,
      [name, email, await TEST_PASSWORD_HASH, role, time_zone],
    );
    const id = rows[0]!.id;
    const token = await this.app.openSession({ id, tokenVersion: 0, role });
    return new TestAccount(this, { id, token, email, password: TEST_PASSWORD });
  }

  async registerByCall(
    role: RegisterBody['role'] = 'student',
    overrides: Partial<RegisterBody> = {},
  ): Promise<TestAccount> {
    const password = overrides.password ?? TEST_PASSWORD;
    const email = `${randomUUID()}@example.org`;
    const body = { name: 'Lan', email, password, password_confirmation: password, role, ...overrides };
    const answer = await this.call('POST /api/register', { body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return new TestAccount(this, {
      id: answer.body.user.id,
      token: answer.body.token,
      email: body.email,
      password,
    });
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

  async project(): Promise<void> {
    const behind = await projectionLag(this.pool);
    // In their order: one may follow another.
    for (const projection of projections)
      for (const { partition } of behind.filter(({ projection: name }) => name === projection.name))
        while ((await projectBatch(this.pool, projection, partition)).events > 0);
    while (await gatherSome(this.pool));
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
