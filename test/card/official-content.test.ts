import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import t, { type Test } from 'tap';
import type { CardPicture } from '../../core/contract/card-shape.schema.ts';
import { startApi } from '../harness/api-harness.ts';
import { column } from '../harness/columns.ts';
import { createTestDatabase } from '../harness/database-harness.ts';
import { within } from '../harness/within.ts';

const MIGRATE = join(import.meta.dirname, '../../bin/migrate.ts');
const CONTENT = join(import.meta.dirname, '../../content/official-decks');
const TITLES = ['Common English verbs', 'Everyday nouns', 'Phrases for class'];

async function emptyProduct(t: Test) {
  const { url, pool } = await createTestDatabase(t);
  const folder = mkdtempSync(join(t.testdir(), 'data-'));
  const migrate = (env: Record<string, string> = {}, args: string[] = []) => {
    const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, [MIGRATE, ...args], {
        env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder, ...env },
      });
      let output = '';
      child.stdout.on('data', (text) => (output += text));
      child.stderr.on('data', (text) => (output += text));
      child.on('close', (code) => resolve({ code, output }));
    });
    return within(ended, 'the migration ends');
  };
  return { url, pool, folder, migrate };
}

const content = async (pool: Pool) => {
  const { rows } = await pool.query<{ users: number; decks: number; cards: number }>(`
    select (select count(*) from users)::integer as users, (select count(*) from decks)::integer as decks,
      (select count(*) from cards)::integer as cards`);
  return rows[0]!;
};

const generatedPassword = (output: string) =>
  /with the password (\S+) \(told only this once\)/.exec(output)?.[1];

t.test('SL-14 the product brings three official decks of 60 cards or more, well-formed', async (t) => {
  const api = await startApi(t, { content: true });
  const student = await api.register();
  const data = await api.data('GET /api/official-decks');
  t.same(data.map(({ title }) => title).sort(), TITLES);
  for (const { id, title, description, official_button_label, card_count } of data) {
    t.ok(card_count >= 60, `${title} has ${card_count} cards`);
    t.ok(title.length <= 50 && description && description.length <= 100);
    t.equal(official_button_label, null, 'its button says what all of them say');
    const cards = await student.data('GET /api/decks/:deckId/cards', { params: { deckId: id } });
    t.equal(cards.length, card_count);
    t.equal(new Set(cards.map(({ front }) => front)).size, card_count, 'no front comes twice');
    for (const { front, back, example_sentence, audio_file } of cards) {
      t.ok(front.trim() === front && back.trim() === back && front && back && example_sentence, front);
      t.equal(`${front}${back}`.normalize('NFC'), `${front}${back}`);
      if (audio_file) t.match(audio_file, /^\/storage\/cards\/[0-9a-f]{64}\.mp3$/);
    }
  }
});

t.test('PIC-14 what can be drawn has a drawing, light enough for a session of twenty', async (t) => {
  const api = await startApi(t, { content: true });
  const { rows } = await api.pool.query<{ picture: CardPicture; front_picture: null }>(
    'select back_picture as picture, front_picture from cards where back_picture is not null',
  );
  t.ok(rows.length >= 140, `${rows.length} cards have a drawing`);
  let bytes = 0;
  for (const { picture, front_picture } of rows) {
    t.match(picture, { width: 240, height: 240, alt: '' });
    t.equal(front_picture, null);
    const { statusCode, headers, rawPayload } = await api.app.inject(picture.file);
    t.same([statusCode, headers['content-type']], [200, 'image/webp'], picture.file);
    // The flag of WebP that something is seen through.
    t.equal(rawPayload[20]! & 0x10, 0, `${picture.file} is on white`);
    bytes += rawPayload.length;
  }
  t.ok((20 * bytes) / rows.length < 150_000, `${Math.round(bytes / rows.length)} bytes each`);
  const drawn = new Set(readdirSync(join(CONTENT, 'pictures')).map((name) => name.replace('.webp', '')));
  const named = readdirSync(CONTENT)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(CONTENT, name), 'utf8')).cards)
    .flatMap(({ drawing }) => drawing ?? []);
  t.same([...drawn].sort(), [...new Set(named)].sort(), 'nothing is kept that no card shows');
});

t.test('CX-05 API-48 the decks’ audio is served: whole, in ranges, for good, as what it is', async (t) => {
  const api = await startApi(t, { content: true });
  const { rows } = await api.pool.query<{ audio_file: string }>(
    'select audio_file from cards where audio_file is not null',
  );
  t.ok(rows.length >= 40, `${rows.length} cards speak`);
  for (const { audio_file } of rows) {
    const { statusCode, rawPayload } = await api.app.inject(audio_file);
    const digest = createHash('sha256').update(rawPayload).digest('hex');
    if (statusCode !== 200 || !audio_file.includes(digest)) t.fail(`${audio_file}: ${statusCode}`);
  }

  const url = rows[0]!.audio_file;
  const get = (headers: Record<string, string> = {}) => api.app.inject({ url, headers });
  const whole = await get();
  const size = whole.rawPayload.length;
  for (const [range, from, to] of [
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    [`bytes=${size - 5}-`, size - 5, size - 1],
    ['bytes=-7', size - 7, size - 1],
  ] as const) {
    const part = await get({ range });
    t.same([part.statusCode, part.headers['content-range']], [206, `bytes ${from}-${to}/${size}`], range);
    t.ok(part.rawPayload.equals(whole.rawPayload.subarray(from, to + 1)));
  }
  t.equal((await get({ range: `bytes=${size}-` })).statusCode, 416);
  t.equal((await get({ 'if-none-match': String(whole.headers.etag) })).statusCode, 304);
});

t.test('CX-05 nothing but storage is served from storage', async (t) => {
  const api = await startApi(t, { env: { DATA_DIR: mkdtempSync(join(tmpdir(), 'nho-storage-')) } });
  const { folder } = api.services.storage;
  t.teardown(() => rmSync(join(folder!, '..'), { recursive: true }));
  writeFileSync(join(folder!, '../config.json'), 'secret');
  writeFileSync(join(folder!, '.hidden'), 'secret');
  writeFileSync(join(folder!, 'page.html'), '<script>alert(1)</script>');
  const { port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  // As it stands: clients would resolve the dots before they send them.
  const raw = (path: string) => {
    const answered = new Promise<string>((resolve, reject) => {
      let said = '';
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      socket.on('data', (data) => (said += data));
      socket.on('error', reject);
      socket.on('close', () => resolve(said));
    });
    return within(answered, `${path} is answered`);
  };
  const outside = '../config.json %2e%2e/config.json ..%2fconfig.json x/%2e%2e/%2e%2e/config.json';
  for (const path of [
    ...`${outside} %2e%2e%5cconfig.json /etc/passwd ..%00/config.json .hidden`.split(' '),
    '',
  ]) {
    const said = await raw(`/storage/${path}`);
    t.match(said, /^HTTP\/1\.1 4\d\d/, path);
    t.notMatch(said, /secret|root:/);
  }
  const page = await raw('/storage/page.html');
  t.match(page, /^HTTP\/1\.1 200/);
  t.match(page, /content-disposition: attachment; filename="page\.html"/, 'saved, not run');
});

t.test('SL-09 SL-14 the first start brings the decks, and an administrator, told once', async (t) => {
  const { url, pool, migrate } = await emptyProduct(t);
  const first = await migrate();
  t.equal(first.code, 0, first.output);
  t.match(first.output, /Added 3 official decks/);
  const password = generatedPassword(first.output);
  t.match(password, /^[\w-]{16,}$/);
  const before = await content(pool);
  t.match(before, { users: 1, decks: 3 });

  const api = await startApi(t, { databaseUrl: url });
  const body = { email: 'admin@localhost', password };
  const login = await api.unchecked('POST /api/admin/login', { body });
  t.same([login.status, login.body.role], [200, 'admin']);

  const second = await migrate();
  t.same([second.code, second.output], [0, ''], 'nothing is said again');
  t.same(await content(pool), before, 'and nothing added');
  t.equal((await api.unchecked('POST /api/admin/login', { body })).status, 200);

  const other = await emptyProduct(t);
  t.not(generatedPassword((await other.migrate()).output), password, 'no two products have the same');
});

t.test('SL-09 a password that is configured is the administrator’s, and is printed nowhere', async (t) => {
  const { url, migrate } = await emptyProduct(t);
  const credentials = { email: 'co.lan@example.org', password: 'mật khẩu đã cho' };
  const { code, output } = await migrate({
    ADMIN_EMAIL: credentials.email,
    ADMIN_PASSWORD: credentials.password,
  });
  t.equal(code, 0, output);
  t.notMatch(output, /mật khẩu|password/);
  const api = await startApi(t, { databaseUrl: url });
  await api.data('POST /api/admin/login', { body: credentials });
});

t.test('SL-14 decks that an administrator has deleted do not come back', async (t) => {
  const { pool, migrate } = await emptyProduct(t);
  await migrate();
  await pool.query('delete from decks');
  t.equal((await migrate()).code, 0);
  t.match(await content(pool), { users: 1, decks: 0, cards: 0 });
});

t.test('SL-14 a first start that fails half-way leaves nothing; the next is a first again', async (t) => {
  const { pool, folder, migrate } = await emptyProduct(t);
  writeFileSync(join(folder, 'storage'), 'a file where the folder of the audio should be');
  const failed = await migrate();
  t.not(failed.code, 0);
  t.same(await content(pool), { users: 0, decks: 0, cards: 0 });
  t.equal(generatedPassword(failed.output), undefined);
  rmSync(join(folder, 'storage'));
  const { code, output } = await migrate();
  t.equal(code, 0, output);
  t.match(await content(pool), { users: 1, decks: 3 });
});

t.test('SL-14 of two first starts at the same time one adds the content', async (t) => {
  const { pool, migrate } = await emptyProduct(t);
  const starts = await Promise.all([migrate(), migrate()]);
  t.same(column(starts, 'code'), [0, 0], column(starts, 'output').join('\n'));
  t.match(await content(pool), { users: 1, decks: 3 });
  t.equal(starts.filter(({ output }) => generatedPassword(output)).length, 1);
});

t.test('without content there is neither administrator nor deck', async (t) => {
  const { pool, migrate } = await emptyProduct(t);
  t.same(await migrate({}, ['--no-content']), { code: 0, output: '' });
  t.same(await content(pool), { users: 0, decks: 0, cards: 0 });
});

t.test('a database that cannot be reached is told in one sentence', async (t) => {
  const { migrate } = await emptyProduct(t);
  const { code, output } = await migrate({ DATABASE_URL: '' });
  t.same([code, output.trim()], [1, 'DATABASE_URL must be set']);
});
