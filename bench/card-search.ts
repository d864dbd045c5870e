import { cardsOfDeck } from '../core/card/card-list.ts';
import { percentile, timesOf } from './load/kept-connections.ts';
import { openBenchDatabase } from './school/bench-database.ts';

/**
 * How long a search in a deck takes, where the database has 100,000 cards in decks as teachers have them, and in one deck of
 * as many. The baseline is the same page by `ilike`, which knows neither accents nor letters that nobody sees.
 */
const CARDS = 100_000;
const DECK_CARDS = 2_000;
const ROUNDS = 40;
const LIMIT = 50;

const { pool, ...bench } = await openBenchDatabase();
await pool.query(
  `insert into users (name, email, password_hash, role, time_zone)
   values ('Cô Lan', 'lan@example.org', repeat('x', 97), 'teacher', 'Asia/Ho_Chi_Minh')`,
);
await pool.query(
  `insert into decks (title, user_id) select 'Unit ' || n, (select max(id) from users)
   from generate_series(1, $1::integer) n`,
  [CARDS / DECK_CARDS + 1],
);
const { rows: decks } = await pool.query<{ id: number }>(
  "select id from decks where title like 'Unit %' order by id",
);
const addCards = (ids: readonly number[], cards: number) =>
  pool.query(
    `insert into cards (deck_id, ordinal, front, back, example_sentence, definition)
     select d.id, n, 'word ' || n || (array[' apple', ' school', ' water', ' friend'])[1 + n % 4],
       (array['quả táo', 'trường học', 'nước', 'bạn bè', 'hoà bình', 'thủy triều', 'con mèo'])[1 + n % 7] || ' ' || n,
       'This is sentence ' || n || ', in which the word stands as people say it.', 'What it means, said in other words.'
     from unnest($1::integer[]) as d (id), generate_series(1, $2::integer) n`,
    [ids, cards],
  );
const ids = decks.map(({ id }) => id);
await addCards(ids.slice(0, -1), DECK_CARDS);
await pool.query('vacuum analyze cards');

const SEARCHES = ['quả táo', 'hòa bình', 'con meo', 'word 1999', 'khong co chu nay'];

async function measured(name: string, deckId: number): Promise<void> {
  const searches: number[] = [];
  const baseline: number[] = [];
  for (const search of SEARCHES) {
    searches.push(...(await timesOf(ROUNDS, () => cardsOfDeck(pool, deckId, { search, limit: LIMIT }))));
    baseline.push(
      ...(await timesOf(ROUNDS, () =>
        pool.query(
          `select * from cards where deck_id = $1
             and concat_ws(E'\\n', front, back, example_sentence, definition) ilike $2 order by ordinal limit $3`,
          [deckId, `%${search}%`, LIMIT],
        ),
      )),
    );
  }
  const figures = (times: number[]) =>
    `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`;
  console.log(`${name}: ${figures(searches)}; by ilike ${figures(baseline)}`);
}

const [small] = ids;
await measured(`a deck of ${DECK_CARDS}, of ${CARDS} cards`, small!);
await addCards(ids.slice(-1), CARDS);
await pool.query('vacuum analyze cards');
await measured(`a deck of ${CARDS}`, ids.at(-1)!);
await bench.close();
