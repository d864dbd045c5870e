import { AppError } from '../../contract/errors.ts';
import type { Tx } from '../../postgres/transaction.ts';
import { bringBackHanging, insertKept } from '../../trash/kept-rows.ts';
import { deckOrder, type Place, setDeckOrder } from './card-rows.ts';

/**
 * Brings cards back to where they were in their deck, with the ids by which their learners know them. Without ids all that
 * lie in its trash. Returns their ids. The caller holds the deck. Throws `not_in_trash`, having done nothing.
 */
export async function bringBackCards(tx: Tx, deckId: number, ids?: readonly number[]): Promise<number[]> {
  const wanted = ids && [...new Set(ids)];
  const { rows: cards } = await tx.query<Place>(
    `/* bringBackCards */ select id, ("row" ->> 'ordinal')::integer as ordinal from trashed_cards
     where deck_id = $1 and ($2::integer[] is null or id = any ($2)) order by id for update`,
    [deckId, wanted ?? null],
  );
  if (cards.length === 0 || (wanted && cards.length < wanted.length)) throw new AppError('not_in_trash');
  const found = cards.map(({ id }) => id);
  const order = await deckOrder(tx, deckId);
  // First out of the way of those who have taken their places. An import may have brought one's source again.
  await insertKept(
    tx,
    'cards',
    `select t."row" || jsonb_build_object('ordinal', -(2 ^ 30)::integer - row_number() over (order by t.id),
       'source_id', case when t.nth = 1 and not exists (select 1 from cards s
         where s.deck_id = t.deck_id and s.source_id = t."row" ->> 'source_id') then t."row" ->> 'source_id' end) as "row"
     from (select *, row_number() over (partition by "row" ->> 'source_id' order by deleted_at desc, id) as nth
       from trashed_cards where id = any ($1::integer[])) t`,
    [found],
  );
  await bringBackHanging(tx, 'card_id', 'select unnest($1::integer[])', [found]);
  await tx.query('/* bringBackCards */ delete from trashed_cards where id = any ($1::integer[])', [found]);
  await tx.query(
    '/* bringBackCards */ delete from deleted_cards where deck_id = $1 and card_id = any ($2::integer[])',
    [deckId, found],
  );
  const places = [...cards, ...order];
  // Of two with one place, the one that was deleted stood there first.
  places.sort((a, b) => a.ordinal - b.ordinal);
  await setDeckOrder(
    tx,
    deckId,
    places.map(({ id }) => id),
  );
  return found;
}
