import { FileQuota } from '../core/access/quotas.ts';
import { copyDeck } from '../core/card/deck-copy.ts';
import { openStorage, storeByContent } from '../core/files/storage.ts';
import { loadConfig } from '../core/process/config.ts';
import { percentile, timesOf } from './load/kept-connections.ts';
import { addTeachers, openBenchDatabase } from './school/bench-database.ts';

/**
 * How long it takes to copy a deck of 5,000 cards, each with an audio of its own. The first copy asks for the files'
 * sizes.
 */
const CARDS = 5_000;
const COPIES = 20;

const { pool, ...bench } = await openBenchDatabase();
const storage = await openStorage({ dataDir: bench.dataDir });
const { FILES_MAX: files, FILE_BYTES_MAX: bytes, DECKS_MAX: max } = loadConfig({});

const [owner, colleague] = await addTeachers(bench.database, 2);
const keys: string[] = [];
for (let index = 0; index < CARDS; index++)
  keys.push(await storeByContent(storage, 'cards', Buffer.from(`audio ${index}`.padEnd(2_000)), 'a.mp3'));
const { rows } = await pool.query<{ id: number }>(
  `with deck as (insert into decks (user_id, title) values ($1, 'Five thousand') returning id),
   shared as (insert into deck_shares (deck_id, teacher_id, may) select id, $2::integer, 'use' from deck),
   made as (
     insert into cards (deck_id, ordinal, front, back, example_sentence, definition, audio_file)
     select id, n, 'front ' || n, 'back ' || n, repeat('An example. ', 6), repeat('A definition. ', 4), '/storage/' || key
     from deck, unnest($3::text[]) with ordinality k (key, n))
   select id from deck`,
  [owner, colleague, keys],
);
await pool.query('vacuum analyze cards');

const quota = new FileQuota(pool, storage, { files, bytes });
const times = await timesOf(COPIES, () =>
  copyDeck(pool, quota, { owner: { id: colleague!, role: 'teacher' }, deckId: rows[0]!.id, max }),
);
console.log(`the first copy ${times[0]!.toFixed(0)} ms`);
console.log(
  `${COPIES} copies: p50 ${percentile(times, 0.5).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`,
);
const { rows: counted } = await pool.query<{ cards: number; files: number }>(
  `select count(*)::integer as cards, count(distinct audio_file)::integer as files from cards c
   join decks d on d.id = c.deck_id where d.user_id = $1`,
  [colleague],
);
console.log(`the colleague has ${counted[0]!.cards} cards with ${counted[0]!.files} files`);
await bench.close();
