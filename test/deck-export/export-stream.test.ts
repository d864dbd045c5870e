import { readdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import type { ExportFormat } from '../../core/deck-export/deck-export.schema.ts';
import { startApi } from '../harness/api-harness.ts';
import { until } from '../harness/until.ts';
import { within } from '../harness/within.ts';
import { givenAudio, givenDeck, unzip } from './exported-deck.ts';

const MEGABYTE = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that are held, in heap and buffers, without what is only waiting to be collected. */
function memoryInUse(): number {
  collectGarbage();
  // What the first has found to be free is given back by the second.
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const api = await startApi(t);
const teacher = await api.register('teacher');
await api.app.listen({ port: 0 });
const { port } = api.app.server.address() as AddressInfo;
const uploads = () => readdirSync(join(api.services.config.DATA_DIR, 'uploads'));

/** Asks for an export and answers when it has begun to arrive. */
async function begin(deckId: number, format: ExportFormat) {
  const path = `/api/decks/${deckId}/export?format=${format}`;
  const call = request({ port, path, headers: { authorization: `Bearer ${teacher.token}` } });
  const begun = new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject).end();
  });
  const answer = await within(begun, 'the export begins to arrive');
  return { answer, leave: () => call.destroy() };
}

/** Cards of some kilobytes each that hardly shrink, so that what is not taken waits at the server. */
async function longDeck(cards: number): Promise<number> {
  const id = await givenDeck(api, teacher.id, []);
  await api.sql`insert into cards (deck_id, ordinal, front, back)
    select ${id}, number, 'front ' || number,
    (select string_agg(md5(number || '-' || part), '') from generate_series(1, 150) part)
    from generate_series(1, ${cards}) number`;
  return id;
}

t.test('5,000 cards with 80 MB of audio pass without being gathered', async (t) => {
  const files = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      givenAudio(api, `${index} `.repeat(MEGABYTE).slice(-2 * MEGABYTE)),
    ),
  );
  const id = await givenDeck(
    api,
    teacher.id,
    Array.from({ length: 5_000 }, (_, index) => ({
      front: `front ${index}`,
      back: 'x',
      ...(index % 125 === 0 && { audio_file: files[index / 125] }),
    })),
  );
  for (const format of ['zip', 'apkg'] as const) {
    const { answer } = await begin(id, format);
    const before = memoryInUse();
    let [bytes, looked, most] = [0, 0, 0];
    const take = async () => {
      for await (const chunk of answer) {
        bytes += chunk.length;
        if (bytes < looked + 8 * MEGABYTE) continue;
        looked = bytes;
        most = Math.max(most, memoryInUse() - before);
      }
    };
    await within(take(), `the ${format} has come whole`);
    t.ok(bytes > 80 * MEGABYTE, `${bytes} bytes`);
    t.ok(most < 16 * MEGABYTE, `${Math.round(most / MEGABYTE)} MB`);
  }
  t.same(uploads(), []);
});

t.test('whoever goes away in the middle ends the work, and no file stays behind', async (t) => {
  const id = await longDeck(3_000);
  const { answer, leave } = await begin(id, 'apkg');
  answer.on('error', () => {});
  await until(() => uploads().length === 1);
  leave();
  await until(() => uploads().length === 0);

  const { answer: whole } = await begin(id, 'apkg');
  const files = await unzip(await within(buffer(whole), 'the deck has come whole'));
  t.ok(files.get('collection.anki2')!.content.length > 12 * MEGABYTE);
  t.same(uploads(), []);
});
