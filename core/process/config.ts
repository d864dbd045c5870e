import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { parseTextValues } from '../contract/read-text.ts';
import { isReadableDatabaseUrl, isReadableUrl } from '../postgres/database-url.ts';
import { isLoopback, isNetwork } from './network-address.ts';
import { SCHOOL_SETTINGS, schoolProblems } from './school-settings.ts';

const Url = (scheme: string, description: string) =>
  Type.Optional(Type.String({ pattern: `^(${scheme})://.+`, description }));

const Database = Url(
  'postgres|postgresql',
  'a URL such as postgres://user:password@host:5432/nho, or with several hosts, a:5432,b:5432',
);

const Email = Type.Optional(Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$', description: 'an email address' }));

const range = (minimum: number, maximum: number, unit?: string) => ({
  minimum,
  maximum,
  description: `a whole number${unit ? ` of ${unit}` : ''} from ${minimum} to ${maximum}`,
});

const Whole = (minimum: number, maximum: number, standard: number, unit?: string) =>
  Type.Integer({ ...range(minimum, maximum, unit), default: standard });

const NoLess = (minimum: number, standard: number, description: string) =>
  Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER, default: standard, description });

const AboveZero = (standard: number) => NoLess(1, standard, 'a whole number above 0');

const PORTS = range(0, 65_535);

const PROCESSES = range(1, 64);

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Every setting, read from the environment of the same name. docs/operating.md explains each; `description` is shown
 * for a wrong value.
 */
const ConfigSchema = Type.Object({
  NODE_ENV: Type.String({ default: 'development' }),
  PORT: Type.Integer({ ...PORTS, default: 3_000 }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
  DATABASE_URL: Database,
  /** Of the database's owner, the only role that changes its shape. Absent, DATABASE_URL is the owner's. */
  MIGRATE_DATABASE_URL: Database,
  /** Of analysts, who only read. */
  READ_DATABASE_URL: Database,
  /** API processes that a launcher starts, all on one port. Absent: by cores and memory. */
  API_PROCESSES: Type.Optional(Type.Integer(PROCESSES)),
  /** Workers that it starts. */
  WORKER_PROCESSES: Type.Optional(Type.Integer(PROCESSES)),
  /** Connections one process may open to Postgres. */
  DATABASE_POOL: Whole(2, 500, 10),
  /** How an API process hears of changes. Default: it is notified. */
  DATABASE_CHANGES: Type.Union([Type.Literal('listen'), Type.Literal('read')], {
    default: 'listen',
    description: 'one of listen, read',
  }),
  /** Partitions of a log that begins; one that has begun keeps its own. */
  LOG_PARTITIONS: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 256, description: 'a power of two from 2 to 256' }),
  ),
  /** Milliseconds by which the API may be behind before it refuses with 503; 0: however much. */
  EVENT_LOOP_DELAY_MAX: Whole(0, 60_000, 2_000, 'milliseconds'),
  /** Milliseconds in which a request must have arrived whole; forms with files have longer. */
  REQUEST_TIMEOUT: Whole(1_000, 600_000, 30_000, 'milliseconds'),
  /** Connections that one API process keeps; more are closed at once. */
  MAX_CONNECTIONS: Whole(10, 1_000_000, 20_000),
  /** Milliseconds that a request may be expected to wait before it gets 503; 0: however long. */
  REQUEST_WAIT_MAX: Whole(0, 60_000, 250, 'milliseconds'),
  /** Requests that an API process has under way at once before it looks how long they wait. */
  REQUESTS_AT_ONCE: Whole(1, 1_000_000, 500),
  /** Requests a second of one account, in the long run; five times as many may come at once. 0 means however many. */
  REQUESTS_PER_SECOND: Whole(0, 1_000_000, 40),
  /** Requests a second of one address without a token, limited likewise: a whole school may be behind it. */
  ADDRESS_REQUESTS_PER_SECOND: Whole(0, 1_000_000, 400),
  REDIS_URL: Url('redis|rediss', 'a URL such as redis://host:6379'),
  JWT_SECRET: Type.Optional(
    Type.String({ minLength: 32, description: 'at least 32 characters long, with 8 different ones' }),
  ),
  /** Hours after which teachers and the administrator log in again. */
  STAFF_TOKEN_HOURS: Whole(1, 168, 12, 'hours'),
  ADMIN_EMAIL: Email,
  ADMIN_PASSWORD: Type.Optional(
    Type.String({ minLength: 8, maxLength: 128, description: '8 to 128 characters long' }),
  ),
  APP_TIME_ZONE: Type.String({
    default: 'Asia/Ho_Chi_Minh',
    description: 'an IANA time zone such as Asia/Ho_Chi_Minh',
  }),
  CONTACT_EMAIL: Email,
  /** Where people reach the site; links and ways back from elsewhere are made of it. */
  PUBLIC_URL: Url('https?', 'the address of the site, such as https://nho.example.org'),
  /** The school's mail server; absent, no emails are sent. */
  SMTP_URL: Url('smtp|smtps', 'a URL such as smtps://user:password@mail.example.org'),
  /** From whom emails come. Default: CONTACT_EMAIL. */
  MAIL_FROM: Email,
  ...SCHOOL_SETTINGS,
  /** Absent means a folder in DATA_DIR. */
  STORAGE_URL: Url('s3', 'a URL such as s3://bucket?region=ap-southeast-1&endpoint=https://host'),
  /** Decks of one teacher. */
  DECKS_MAX: AboveZero(500),
  /** Classes of one teacher. */
  CLASSES_MAX: AboveZero(200),
  /** Exams of one teacher. */
  EXAMS_MAX: AboveZero(1_000),
  /** Audio files that the cards and exams of one teacher have. */
  FILES_MAX: AboveZero(10_000),
  /** Their bytes. */
  FILE_BYTES_MAX: AboveZero(4 * 1024 ** 3),
  /** Bytes that a teacher may send in forms with files in one day (UTC). */
  UPLOAD_BYTES_PER_DAY: AboveZero(1024 ** 3),
  /** Percent of the disk that must be free for an upload; 0 means that nobody looks. */
  DISK_FREE_MIN: Whole(0, 100, 10, 'percent'),
  /** Bytes of an archive that is imported. */
  IMPORT_ARCHIVE_MAX: NoLess(1_024, 2 * 1024 ** 3, 'a whole number of bytes, such as 2147483648'),
  /** Files in an archive that is imported. */
  IMPORT_ENTRIES_MAX: Whole(1, 1_000_000, 50_000),
  /** Bytes of everything in an archive, inflated. */
  IMPORT_INFLATED_MAX: NoLess(1_024, 4 * 1024 ** 3, 'a whole number of bytes, such as 4294967296'),
  /** Seconds that one import may take. */
  IMPORT_SECONDS_MAX: Whole(1, 86_400, 600, 'seconds'),
  LOG_LEVEL: Type.Union(
    LOG_LEVELS.map((level) => Type.Literal(level)),
    { default: 'info', description: `one of ${LOG_LEVELS.join(', ')}` },
  ),
  /** Proxies whose X-Forwarded-For is believed: addresses or networks, comma-separated. */
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F.:/]+(\\s*,\\s*[0-9a-fA-F.:/]+)*$',
      description: 'addresses or networks such as 10.0.0.1, 192.168.0.0/16',
    }),
  ),
  /** Where a worker serves its health and metrics; absent, it does not listen at all. */
  WORKER_PORT: Type.Optional(Type.Integer(PORTS)),
  WORKER_HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  /** PEM files: with both the API speaks HTTPS, with neither plain HTTP. */
  TLS_CERT_FILE: Type.Optional(Type.String({ minLength: 1 })),
  TLS_KEY_FILE: Type.Optional(Type.String({ minLength: 1 })),
  /** Lets passwords and tokens pass the network unencrypted. */
  ALLOW_PLAIN_HTTP: Type.Boolean({ default: false, description: '1 or 0' }),
  /** What a caller of /metrics has to show; absent, only callers on this machine are answered. */
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16, description: 'at least 16 characters long' })),
  /** Whether /api/docs is there. */
  API_DOCS: Type.Boolean({ default: true, description: '1 or 0' }),
  /** Moves the clock by so many milliseconds; only for tests. */
  TEST_CLOCK_OFFSET: Type.Integer({ default: 0, description: 'a whole number of milliseconds' }),
});

export type Config = Static<typeof ConfigSchema>;

/** The name of each setting. docker-compose.yml passes them on, docs/operating.md has a row for each. */
export const SETTINGS = Object.keys(ConfigSchema.properties) as (keyof Config)[];

/** Thrown with every problem of the environment at once, a sentence each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The configuration in `env`, with defaults; an empty value counts as absent. Throws a ConfigError. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    SETTINGS.filter((name) => env[name] !== undefined && env[name] !== '').map((name) => [name, env[name]]),
  );
  const value = Value.Default(ConfigSchema, parseTextValues(ConfigSchema, given));
  const problems = [...Value.Errors(ConfigSchema, value)].map(({ path, schema, message }) => {
    const name = path.slice(1);
    return `${name} is wrong: it must be ${schema.description ?? message.toLowerCase()}`;
  });
  const config = value as Config;
  if (!isTimeZone(config.APP_TIME_ZONE))
    problems.push(`APP_TIME_ZONE is wrong: it must be ${ConfigSchema.properties.APP_TIME_ZONE.description}`);
  if (config.JWT_SECRET && new Set(config.JWT_SECRET).size < 8)
    problems.push(`JWT_SECRET is wrong: it must be ${ConfigSchema.properties.JWT_SECRET.description}`);
  if (config.LOG_PARTITIONS !== undefined && !Number.isInteger(Math.log2(config.LOG_PARTITIONS)))
    problems.push(
      `LOG_PARTITIONS is wrong: it must be ${ConfigSchema.properties.LOG_PARTITIONS.description}`,
    );
  if (config.TEST_CLOCK_OFFSET !== 0 && config.NODE_ENV === 'production')
    problems.push('TEST_CLOCK_OFFSET is for tests only: remove it in production');
  for (const [name, isRight] of [
    ['DATABASE_URL', isReadableDatabaseUrl],
    ['MIGRATE_DATABASE_URL', isReadableDatabaseUrl],
    ['READ_DATABASE_URL', isReadableDatabaseUrl],
    ['REDIS_URL', isReadableUrl],
    ['STORAGE_URL', isReadableUrl],
    ['PUBLIC_URL', isReadableUrl],
    ['SMTP_URL', isReadableUrl],
  ] as const)
    if (config[name] !== undefined && !isRight(config[name]))
      problems.push(`${name} is wrong: it must be ${ConfigSchema.properties[name].description}`);
  if (config.TRUSTED_PROXIES && !trustedProxies(config).every(isNetwork))
    problems.push(
      `TRUSTED_PROXIES is wrong: it must be ${ConfigSchema.properties.TRUSTED_PROXIES.description}`,
    );
  if (!config.TLS_CERT_FILE !== !config.TLS_KEY_FILE)
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or neither');
  if ((config.MIGRATE_DATABASE_URL ?? config.READ_DATABASE_URL) && !config.DATABASE_URL)
    problems.push('MIGRATE_DATABASE_URL and READ_DATABASE_URL belong to a DATABASE_URL: set it as well');
  if (config.SMTP_URL && !(config.PUBLIC_URL && (config.MAIL_FROM ?? config.CONTACT_EMAIL)))
    problems.push('SMTP_URL needs PUBLIC_URL, for the links in emails, and MAIL_FROM or CONTACT_EMAIL');
  problems.push(...schoolProblems(config));
  if (problems.length) throw new ConfigError([...new Set(problems)]);
  return config;
}

/** The address to migrate, rebuild and repair with. Throws a ConfigError when none is set. */
export const ownersDatabaseUrl = (config: Pick<Config, 'DATABASE_URL' | 'MIGRATE_DATABASE_URL'>): string =>
  config.MIGRATE_DATABASE_URL ?? required('DATABASE_URL', config.DATABASE_URL);

/** `value`, or a ConfigError that says which setting is needed. */
export function required<T>(name: keyof Config, value: T | undefined): T {
  if (value === undefined) throw new ConfigError([`${name} must be set`]);
  return value;
}

/**
 * Throws a ConfigError when the API would be reached over the network in plain HTTP. Then every machine nearby could
 * read passwords and tokens.
 */
export function requireSafeListening(config: Config): void {
  const { HOST, TLS_CERT_FILE, TRUSTED_PROXIES, ALLOW_PLAIN_HTTP } = config;
  if (isLoopback(HOST) || TLS_CERT_FILE || TRUSTED_PROXIES || ALLOW_PLAIN_HTTP) return;
  throw new ConfigError([
    `HOST ${HOST} is open to the network, where plain HTTP shows passwords to others: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES to a proxy that speaks HTTPS, or, if the network is trusted, ALLOW_PLAIN_HTTP=1`,
  ]);
}

/** The proxies whose X-Forwarded-For is believed, one by one. */
export const trustedProxies = ({ TRUSTED_PROXIES }: Config): string[] =>
  TRUSTED_PROXIES?.split(',').map((proxy) => proxy.trim()) ?? [];

/** Zones with a summer time that Postgres takes for abbreviations, which have none. */
const ABBREVIATIONS = /^[cemw]et$/i;

/**
 * True for the name of a time zone that this machine's time zone database knows. An offset is none: Node reads `+07:00`
 * as seven hours east of Greenwich, Postgres as seven hours west.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name) || ABBREVIATIONS.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
