import t from 'tap';
import {
  ConfigError,
  isTimeZone,
  loadConfig,
  required,
  requireSafeListening,
} from '../../core/process/config.ts';
import { isLoopback } from '../../core/process/network-address.ts';

function problems(env: Record<string, string | undefined>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

/** What is not set of a school's login. */
const OF_SCHOOLS = {
  OIDC_NAME: 'OpenID',
  OIDC_SCOPES: 'openid email profile',
  OIDC_EMAIL_TRUSTED: false,
  OIDC_LOGOUT: false,
};

t.test('SL-31 SL-09 with nothing set there are defaults, and none of them is a secret', async (t) => {
  t.same(loadConfig({}), {
    NODE_ENV: 'development',
    PORT: 3_000,
    HOST: '127.0.0.1',
    DATA_DIR: '.data',
    DATABASE_POOL: 10,
    DATABASE_CHANGES: 'listen',
    EVENT_LOOP_DELAY_MAX: 2_000,
    REQUEST_TIMEOUT: 30_000,
    MAX_CONNECTIONS: 20_000,
    REQUEST_WAIT_MAX: 250,
    REQUESTS_AT_ONCE: 500,
    REQUESTS_PER_SECOND: 40,
    ADDRESS_REQUESTS_PER_SECOND: 400,
    STAFF_TOKEN_HOURS: 12,
    APP_TIME_ZONE: 'Asia/Ho_Chi_Minh',
    DECKS_MAX: 500,
    CLASSES_MAX: 200,
    EXAMS_MAX: 1_000,
    FILES_MAX: 10_000,
    FILE_BYTES_MAX: 4 * 1024 ** 3,
    UPLOAD_BYTES_PER_DAY: 1024 ** 3,
    DISK_FREE_MIN: 10,
    IMPORT_ARCHIVE_MAX: 2 * 1024 ** 3,
    IMPORT_ENTRIES_MAX: 50_000,
    IMPORT_INFLATED_MAX: 4 * 1024 ** 3,
    IMPORT_SECONDS_MAX: 600,
    LOG_LEVEL: 'info',
    WORKER_HOST: '127.0.0.1',
    ALLOW_PLAIN_HTTP: false,
    API_DOCS: true,
    TEST_CLOCK_OFFSET: 0,
    ...OF_SCHOOLS,
  });
});

/** What is read as a number or a yes or no, as text in the environment. */
const READ = {
  PORT: 8_080,
  DATABASE_POOL: 50,
  LOG_PARTITIONS: 256,
  EVENT_LOOP_DELAY_MAX: 0,
  REQUEST_TIMEOUT: 60_000,
  MAX_CONNECTIONS: 100,
  REQUEST_WAIT_MAX: 0,
  REQUESTS_AT_ONCE: 50,
  REQUESTS_PER_SECOND: 100,
  ADDRESS_REQUESTS_PER_SECOND: 0,
  STAFF_TOKEN_HOURS: 24,
  DECKS_MAX: 7,
  CLASSES_MAX: 7,
  EXAMS_MAX: 7,
  FILES_MAX: 7,
  FILE_BYTES_MAX: 7,
  UPLOAD_BYTES_PER_DAY: 7,
  DISK_FREE_MIN: 7,
  IMPORT_ARCHIVE_MAX: 1_048_576,
  IMPORT_ENTRIES_MAX: 100,
  IMPORT_INFLATED_MAX: 2_097_152,
  IMPORT_SECONDS_MAX: 60,
  WORKER_PORT: 3_001,
  ALLOW_PLAIN_HTTP: true,
  API_DOCS: false,
  TEST_CLOCK_OFFSET: -86_400_000,
};

t.test('values are read as what they are', async (t) => {
  const texts = {
    HOST: '::',
    DATABASE_URL: 'postgresql://nho:secret@db:5432/nho?sslmode=require',
    REDIS_URL: 'rediss://:secret@redis:6380/1',
    JWT_SECRET: 'abcdefgh'.repeat(4),
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: '12345678',
    APP_TIME_ZONE: 'Europe/Paris',
    CONTACT_EMAIL: 'lienhe@example.org',
    STORAGE_URL: 's3://bucket?region=ap-southeast-1',
    DATABASE_CHANGES: 'read',
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '10.0.0.0/8,192.168.1.1',
    WORKER_HOST: '0.0.0.0',
    TLS_CERT_FILE: '/certificates/nho.pem',
    TLS_KEY_FILE: '/certificates/nho.key',
    METRICS_TOKEN: '0123456789abcdef',
    DATA_DIR: '/var/lib/nho',
    NODE_ENV: 'test',
  };
  const written = Object.entries(READ).map(([name, value]) => [name, String(Number(value))]);
  const env = { ...texts, ...Object.fromEntries(written), PATH: '/bin', HOME: '/root' };
  t.same(loadConfig(env), { ...OF_SCHOOLS, ...texts, ...READ });
});

t.test('a value that looks like a number stays text where text is asked for', async (t) => {
  const secret = '12345678901234567890123456789012';
  t.match(loadConfig({ JWT_SECRET: secret, ADMIN_PASSWORD: '00012345', DATA_DIR: '1', HOST: 'true' }), {
    JWT_SECRET: secret,
    ADMIN_PASSWORD: '00012345',
    DATA_DIR: '1',
    HOST: 'true',
  });
});

t.test('an empty value counts as absent', async (t) => {
  const names = [
    'PORT',
    'DATABASE_URL',
    'REDIS_URL',
    'JWT_SECRET',
    'ADMIN_PASSWORD',
    'STORAGE_URL',
    'LOG_LEVEL',
    'HOST',
  ];
  t.same(loadConfig(Object.fromEntries(names.map((name) => [name, '']))), loadConfig({}));
  t.same(loadConfig({ PORT: undefined }), loadConfig({}));
});

const wrong: Record<string, string[]> = {
  PORT: ['-1', '65536', '3000.5', 'http', 'true', '0x50', '3e3', '3000 '],
  WORKER_PORT: ['-1', '65536', 'none'],
  DATABASE_POOL: ['1', '501', 'many'],
  DATABASE_CHANGES: ['poll', 'Listen', '1'],
  LOG_PARTITIONS: ['0', '1', '24', '512', 'many'],
  EVENT_LOOP_DELAY_MAX: ['-1', '60001', 'long'],
  DATABASE_URL: [
    'mysql://db/nho',
    'localhost:5432',
    'postgres:',
    ' postgres://db/nho',
    'postgres://nho:secret@db1:5432,/nho',
    'postgres://nho:50%@db1,db2/nho',
    'postgres://nho:se#cret@db/nho',
    'postgres://nho:50%@db/nho',
  ],
  REDIS_URL: ['redis://:se#cret@redis:6379', 'http://redis', 'redis', 'redis:6379'],
  STORAGE_URL: ['/var/files', 'https://bucket', 's3:bucket'],
  JWT_SECRET: ['short', 'abcdefghi'.repeat(4).slice(0, 31), 'x'.repeat(36), 'abcdefg'.repeat(8)],
  STAFF_TOKEN_HOURS: ['0', '169', '1.5', 'long'],
  ADMIN_EMAIL: ['admin', 'admin@', 'a b@example.org'],
  ADMIN_PASSWORD: ['1234567', 'x'.repeat(129)],
  CONTACT_EMAIL: ['nobody'],
  APP_TIME_ZONE: ['Mars/Olympus', 'Hanoi', '+07:00', 'CET'],
  LOG_LEVEL: ['verbose', 'INFO'],
  ALLOW_PLAIN_HTTP: ['yes', '2'],
  METRICS_TOKEN: ['short'],
  API_DOCS: ['off'],
  TEST_CLOCK_OFFSET: ['soon', '1.5'],
};

for (const [name, values] of Object.entries(wrong))
  for (const value of values)
    t.test(`${name}=${JSON.stringify(value.slice(0, 40))} is refused by its name`, async (t) => {
      const found = problems({ [name]: value });
      t.equal(found.length, 1, found.join('\n'));
      t.match(
        found[0],
        new RegExp(`^${name} is wrong: it must be (an? |one of |at least |\\d)[\\w ].*[^.]$`),
      );
      t.notMatch(found[0], /[\n{}^$]|expected/i, 'for people');
    });

t.test('all problems are told at once', async (t) => {
  const env = { PORT: 'x', DATABASE_URL: 'x', JWT_SECRET: 'x', LOG_LEVEL: 'x', APP_TIME_ZONE: 'x' };
  const found = problems(env);
  t.same(found.map((sentence) => sentence.split(' ')[0]).sort(), Object.keys(env).sort());
  t.throws(() => loadConfig(env), { name: 'ConfigError', message: found.join('\n') });
});

t.test('a secret that is refused is not printed', async (t) => {
  const found = problems({
    JWT_SECRET: 'hunter2',
    ADMIN_PASSWORD: 'pw12',
    DATABASE_URL: 'nho:hunter2@db',
  }).join('\n');
  t.notMatch(found, /hunter2|pw12/);
});

t.test('the clock cannot be moved in production', async (t) => {
  t.match(problems({ TEST_CLOCK_OFFSET: '1', NODE_ENV: 'production' }), [
    /TEST_CLOCK_OFFSET is for tests only/,
  ]);
  t.same(problems({ TEST_CLOCK_OFFSET: '0', NODE_ENV: 'production' }), []);
});

t.test('plain HTTP is open to the network only behind a proxy, or when that is said', async (t) => {
  const open = (env: Record<string, string>) => () => requireSafeListening(loadConfig(env));
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'nho.example.org', '1270.0.0.1']) {
    t.throws(
      open({ HOST }),
      { name: 'ConfigError', message: /^HOST \S+ is open .*ALLOW_PLAIN_HTTP=1$/ },
      HOST,
    );
    t.throws(open({ HOST, ALLOW_PLAIN_HTTP: '0' }), HOST);
    t.doesNotThrow(open({ HOST, ALLOW_PLAIN_HTTP: '1' }), HOST);
    t.doesNotThrow(open({ HOST, TRUSTED_PROXIES: '10.0.0.1' }), HOST);
    t.doesNotThrow(open({ HOST, TLS_CERT_FILE: 'a', TLS_KEY_FILE: 'b' }), HOST);
  }
  for (const HOST of ['127.0.0.1', '127.8.8.8', '::1', 'localhost', '::ffff:127.0.0.1'])
    t.doesNotThrow(open({ HOST }), HOST);
  t.notOk(isLoopback('::ffff:10.0.0.1'));
});

t.test('a certificate without its key, and a key without its certificate, are refused', async (t) => {
  for (const name of ['TLS_CERT_FILE', 'TLS_KEY_FILE'])
    t.match(problems({ [name]: 'a.pem' }), [/^TLS_CERT_FILE and TLS_KEY_FILE belong together/]);
});

t.test('what is needed and not set is named', async (t) => {
  t.throws(() => required('DATABASE_URL', undefined), {
    name: 'ConfigError',
    message: 'DATABASE_URL must be set',
  });
  t.equal(required('DATABASE_URL', 'postgres://db'), 'postgres://db');
});

t.test('SL-31 a time zone is one that the zone database knows', async (t) => {
  for (const zone of ['Asia/Ho_Chi_Minh', 'America/New_York', 'UTC', 'Asia/Saigon'])
    t.ok(isTimeZone(zone), zone);
  for (const zone of ['', 'Hanoi', 'Asia/', '../etc', 'Asia/Ho_Chi_Minh\0', '25:00'])
    t.notOk(isTimeZone(zone), zone);
});

t.test('a database may have several hosts; a wrong URL is refused without its password', async (t) => {
  const DATABASE_URL = 'postgres://nho:secret@a:5432,b:5433/nho';
  t.equal(loadConfig({ DATABASE_URL }).DATABASE_URL, DATABASE_URL);
  for (const wrong of [
    'postgres://nho:se#cret@a:5432/nho',
    'postgres://nho:secret@a:x/nho',
    'postgres://nho:secret@a,/nho',
  ]) {
    const [problem = '', ...others] = problems({ DATABASE_URL: wrong });
    t.match(problem, /^DATABASE_URL is wrong: it must be a URL such as/);
    t.notMatch(problem, /se#?cret/);
    t.same(others, []);
  }
});
