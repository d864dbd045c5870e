import { filesOfCard } from '../contract/card-fields.ts';
import type { Tx } from '../postgres/transaction.ts';
import { keepHanging } from './kept-rows.ts';

/** How a card came into the trash of its deck. */
export type TrashCause = 'deleted' | 'moved' | 'import' | 'undone';

interface Thrown {
  deckId: number;
  ids: readonly number[];
  /** Whose doing it is; undefined for the operator's. */
  by: number | undefined;
  cause: TrashCause;
}

/** SQL of the keys of a card's files. */
export const FILE_KEYS = `array(select distinct substr(f.file, 10) from ${filesOfCard('c')} f (file)
  where f.file like '/storage/%')`;

/**
 * Puts cards of a deck into its trash, with what hangs on them, and returns how many there were. The caller holds the deck.
 * Plain SQL: rows of cards as they are, whatever their columns.
 */
export async function moveCardsToTrash(tx: Tx, { deckId, ids, by, cause }: Thrown): Promise<number> {
  // Nobody marks a card from here on.
  const { rows } = await tx.query<{ id: number }>(
    '/* moveCardsToTrash */ select id from cards where deck_id = $1 and id = any ($2::integer[]) order by id for update',
    [deckId, ids],
  );
  if (rows.length === 0) return 0;
  const found = rows.map(({ id }) => id);
  await tx.query(
    `/* moveCardsToTrash */ insert into trashed_cards (id, deck_id, cause, deleted_by, deleted_at, "row", files)
     select c.id, c.deck_id, $2, (select id from users where id = $3), clock_timestamp(), to_jsonb(c), ${FILE_KEYS}
     from cards c where c.id = any ($1::integer[])`,
    [found, cause, by ?? null],
  );
  await keepHanging(tx, 'card_id', 'select unnest($1::integer[])', [found]);
  await tx.query('/* moveCardsToTrash */ delete from cards where id = any ($1::integer[])', [found]);
  return found.length;
}
