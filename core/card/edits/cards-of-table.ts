import type { Pool } from 'pg';
import { cardContentColumns } from '../../contract/card-fields.ts';
import type { PageQuery } from '../../contract/page-query.ts';
import { type Page, readPage } from '../../postgres/page.ts';
import type { TableCard } from './card-edit.schema.ts';

/** Returns a part of a deck's cards with their tags, in deck order. */
export const tableCards = (pool: Pool, deckId: number, page?: PageQuery): Promise<Page<TableCard>> =>
  readPage(
    pool,
    {
      name: 'table_cards',
      text: `select id, deck_id, ${cardContentColumns()}, tags from cards where deck_id = $1 order by ordinal`,
      values: [deckId],
    },
    page,
  );
