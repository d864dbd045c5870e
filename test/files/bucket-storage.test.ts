import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { ErrorBody } from '../../core/contract/errors.ts';
import { removeUnusedFiles } from '../../core/files/unused-files.ts';
import { type Answer, startApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { BucketServer } from './bucket-server.ts';

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
  const upload = async (audio: Buffer): Promise<Answer<ErrorBody>> => {
    const form = new FormData();
    form.set('front', 'cat');
    form.set('back', 'mèo');
    form.set('audio_file', new Blob([new Uint8Array(audio)]), 'cat.mp3');
    const request = new Request('http://here', { method: 'POST', body: form });
    return teacher.raw('POST', `/api/decks/${deck.id}/cards`, {
      body: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type')! },
      fault: keyId === 'unknown',
    });
  };
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
