import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import { startApi } from '../api-harness.ts';
const api = await startApi(t);
const teacher = await api.register('teacher');
await api.app.listen({ port: 0 });
const { port } = api.app.server.address() as AddressInfo;
t.test('big', async (t) => {
  const N = 30_000;
  const folder = join(api.services.storage.folder!, 'cards');
  mkdirSync(folder, { recursive: true });
  const pad = (i: number) => String(i).padStart(64, '0');
  const bytes = randomBytes(5000);
  for (let i = 1; i <= N; i++) { bytes.writeUInt32LE(i, 0); writeFileSync(join(folder, `${pad(i)}.mp3`), bytes); }
  const { id } = await api.addDeck(teacher.id, []);
  await api.pool.query(`insert into cards (deck_id, ordinal, front, back, audio_file) select $1, n, 'từ ' || n, 'word ' || n, '/storage/cards/' || lpad(n::text, 64, '0') || '.mp3' from generate_series(1, $2) n`, [id, N]);
  await pause(3000);
  for (const format of ['csv', 'zip', 'apkg']) {
    const delay = monitorEventLoopDelay({ resolution: 5 }); delay.enable();
    const start = performance.now(); const cpu = process.cpuUsage();
    await new Promise<void>((resolve, reject) => {
      request({ port, path: `/api/decks/${id}/export?format=${format}`, headers: { authorization: `Bearer ${teacher.token}` } }, (answer) => {
        pipeline(answer, createWriteStream(`/tmp/big.${format}`)).then(resolve, reject);
      }).on('error', reject).end();
    });
    delay.disable();
    const used = process.cpuUsage(cpu);
    console.error(format, Math.round(performance.now() - start), 'ms; cpu', Math.round((used.user + used.system) / 1000), 'delay max', delay.max / 1e6, 'p99', delay.percentile(99) / 1e6, 'rss', process.memoryUsage().rss / 1e6);
  }
  t.pass('');
});
