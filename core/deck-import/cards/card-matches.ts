import type { ClientBase } from 'pg';
import { shownText } from '../../text/shown-text.ts';

/**
 * Finds which card of the deck each staged row is, into the temporary table `import_matches` ("row", id). Matches
 * first by the id in its source, then by front and back. Last by the front alone, where one of the two has no id;
 * case does not count. Then by both as they are shown, since emphasis comes and goes with formats. Of several alike the
 * first is the first, and so on.
 *
 * What is left is put into tables and counted before it is joined. The planner cannot foresee how much that is, and
 * compares every row with every card when it expects none.
 */
export async function matchCards(
  client: ClientBase,
  importId: number,
  deckId: number | undefined,
): Promise<void> {
  await client.query(
    'create temp table if not exists import_matches ("row" integer not null, id integer not null); truncate import_matches',
  );
  if (deckId === undefined) return;
  await client.query('select analyze_import_rows()');
  await client.query(
    `insert into import_matches
     select r."row", c.id from deck_import_rows r join cards c on c.deck_id = $2 and c.source_id = r.source_id
     where r.import_id = $1`,
    [importId, deckId],
  );
  for (const read of [asTyped, asShown])
    for (const sides of [['front', 'back'], ['front']])
      await matchByFace(client, importId, deckId, (table) =>
        sides.map((side) => `lower(${read(`${table}.${side}`)})`).join(` || E'\\x01' || `),
      );
}

const asTyped = (text: string): string => text;

/** Most texts have no marks, and need no expression. */
const asShown = (text: string): string =>
  `case when ${text} like any (array['%**%', '%//%', '%{%|%', '%\\\\%']) then ${shownText(text)} else ${text} end`;

/** The key is that of a row or a card, by its table. */
async function matchByFace(
  client: ClientBase,
  importId: number,
  deckId: number,
  key: (table: string) => string,
): Promise<void> {
  const nth = (table: string, order: string): string =>
    `row_number() over (partition by ${key(table)} order by ${table}.${order}) as nth`;
  await client.query('analyze import_matches');
  await client.query(
    `create temp table rows_left as
     select r."row", r.source_id, md5(${key('r')}) as face, ${nth('r', '"row"')}
     from deck_import_rows r left join import_matches m on m."row" = r."row"
     where r.import_id = $1 and m."row" is null`,
    [importId],
  );
  await client.query(
    `create temp table cards_left as
     select c.id, c.source_id, md5(${key('c')}) as face, ${nth('c', 'ordinal')}
     from cards c left join import_matches m on m.id = c.id
     where c.deck_id = $1 and m.id is null`,
    [deckId],
  );
  await client.query('analyze rows_left; analyze cards_left');
  await client.query(
    `insert into import_matches
     select r."row", c.id from rows_left r join cards_left c using (face, nth)
     where r.source_id is null or c.source_id is null`,
  );
  await client.query('drop table rows_left; drop table cards_left');
}
