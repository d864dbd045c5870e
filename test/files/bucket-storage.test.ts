import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { removeUnusedFiles } from '../../core/files/unused-files.ts';
import { fileOf, formOf } from '../card/card-form.ts';
import { startApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';

interface Stored {
  bytes: Buffer;
  storedAt: Date;
}

/** Who may read and write; a signature itself is not looked at. */
const KEY_ID = 'known';

const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8"?>${text}`;

/** As much of S3's protocol as the product uses, by a plain server: it takes bodies as they come. */
class BucketServer {
  readonly files = new Map<string, Stored>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  #port = 0;

  static async start(t: Test): Promise<BucketServer> {
    const bucket = new BucketServer();
    await bucket.start();
    t.teardown(() => bucket.stop());
    return bucket;
  }

  get storageUrl(): string {
    return `s3://bucket?region=us-east-1&endpoint=http://127.0.0.1:${this.#port}`;
  }

  /** Listens, at the same port as before. */
  async start(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://here');
    const key = decodeURIComponent(pathname.slice('/bucket/'.length));
    const signed = request.headers.authorization ?? `Credential=${searchParams.get('X-Amz-Credential')}`;
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(xml(`<Error><Code>${code}</Code></Error>`));
    if (!signed.includes(`Credential=${KEY_ID}/`)) return void refuse(403, 'InvalidAccessKeyId');
    const body = await buffer(request);
    if (request.method === 'GET' && searchParams.get('list-type') === '2')
      return void response.end(xml(this.#list(searchParams.get('prefix') ?? '')));
    if (request.method === 'PUT') {
      this.files.set(key, { bytes: body, storedAt: new Date() });
      return void response.end();
    }
    if (request.method === 'DELETE') {
      this.files.delete(key);
      return void response.writeHead(204).end();
    }
    const found = this.files.get(key);
    if (!found) return void refuse(404, 'NoSuchKey');
    this.#send(request, response, found);
  }

  #list(prefix: string): string {
    const contents = [...this.files]
      .filter(([key]) => key.startsWith(prefix))
      .map(
        ([key, { bytes, storedAt }]) =>
          `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${storedAt.toISOString()}</LastModified></Contents>`,
      );
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
  }

  #send({ method, headers }: IncomingMessage, response: ServerResponse, { bytes, storedAt }: Stored): void {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    const part =
      first === undefined ? bytes : bytes.subarray(Number(first), last ? Number(last) + 1 : undefined);
    response.writeHead(first === undefined ? 200 : 206, {
      'content-length': part.length,
      'last-modified': storedAt.toUTCString(),
      ...(first !== undefined && {
        'content-range': `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`,
      }),
    });
    response.end(method === 'HEAD' ? undefined : part);
  }
}

const DAY = 24 * 60 * 60_000;

const sound = readFileSync(new URL('../../content/official-decks/audio/cat.mp3', import.meta.url));
const other = readFileSync(new URL('../../content/official-decks/audio/dog.mp3', import.meta.url));

/** Where the SDK looks for its credentials. */
function logInAs(t: Test, keyId: string): void {
  process.env.AWS_ACCESS_KEY_ID = keyId;
  process.env.AWS_SECRET_ACCESS_KEY = 'secret';
  t.teardown(() => {
    delete process.env.AWS_ACCESS_KEY_ID;
    delete process.env.AWS_SECRET_ACCESS_KEY;
  });
}

async function start(t: Test, keyId = 'known') {
  logInAs(t, keyId);
  const bucket = await BucketServer.start(t);
  const api = await startApi(t, { env: { STORAGE_URL: bucket.storageUrl } });
  const teacher = await api.register('teacher');
  const deck = await api.addDeck(teacher.id, 0);
  const upload = (audio: Buffer) =>
    teacher.raw('POST', `/api/decks/${deck.id}/cards`, {
      ...formOf({ front: 'cat', back: 'mèo', audio_file: fileOf(audio) }),
      fault: keyId === 'unknown',
    });
  const nothingIsLeft = () =>
    until(
      () => readdirSync(join(api.services.config.DATA_DIR, 'uploads')).length === 0,
      'nothing is left of it',
    );
  return { api, bucket, teacher, deck, upload, nothingIsLeft };
}

t.test('a sound is kept in a bucket byte for byte, heard in parts, removed when not needed', async (t) => {
  const { api, bucket, upload, nothingIsLeft } = await start(t);
  const { status, body } = await upload(sound);
  t.equal(status, 201, JSON.stringify(body));
  const key = `cards/${createHash('sha256').update(sound).digest('hex')}.mp3`;
  t.ok(bucket.files.get(key)?.bytes.equals(sound), 'nothing but its bytes');
  await nothingIsLeft();

  const { rows } = await api.pool.query<{ address: string }>('select audio_file as address from cards');
  const told = await api.raw('GET', rows[0]!.address);
  t.equal(told.status, 302);
  const heard = await fetch(String(told.headers.location), { headers: { range: 'bytes=10-29' } });
  t.equal(heard.status, 206);
  t.ok(Buffer.from(await heard.arrayBuffer()).equals(sound.subarray(10, 30)));
  t.equal((await api.raw('GET', '/storage/cards/nobody.mp3')).status, 404);

  const sweep = (days: number) => removeUnusedFiles(api.pool, api.services.storage, Date.now() + days * DAY);
  t.equal(await sweep(0), 0);
  await api.pool.query('delete from cards');
  t.equal(await sweep(0), 0, 'it is left alone for two days');
  t.equal(await sweep(3), 1);
  t.equal(bucket.files.size, 0);
});

t.test('while the bucket is away an upload answers 503 and all else goes on; then it works', async (t) => {
  const { api, bucket, teacher, deck, upload, nothingIsLeft } = await start(t);
  t.equal((await upload(sound)).status, 201);
  await bucket.stop();
  const away = await upload(other);
  t.match(away, { status: 503, body: { code: 'storage_unavailable' } });
  t.ok(Number(away.headers['retry-after']) > 0);
  await nothingIsLeft();
  const address = `/storage/cards/${createHash('sha256').update(sound).digest('hex')}.mp3`;
  t.match(await api.raw('GET', address), { status: 503, body: { code: 'storage_unavailable' } });
  const plain = await teacher.raw('POST', `/api/decks/${deck.id}/cards`, { body: { front: 'a', back: 'b' } });
  t.equal(plain.status, 201);
  await bucket.start();
  t.equal((await upload(other)).status, 201);
  t.equal(bucket.files.size, 2);
});

t.test('with credentials the bucket does not know nothing is stored, and nothing is told', async (t) => {
  const { bucket, upload, nothingIsLeft } = await start(t, 'unknown');
  const refused = await upload(sound);
  t.match(refused, { status: 500, body: { code: 'internal_error' } });
  t.notMatch(JSON.stringify(refused.body), /unknown|secret|127\.0\.0\.1/);
  t.equal(bucket.files.size, 0);
  await nothingIsLeft();
});
