import type { Pool } from 'pg';
import { type CardTexts, cardContentColumns } from '../contract/card-fields.ts';
import type { CardPicture, FurtherFile } from '../contract/card-shape.schema.ts';

/** A deck as it is exported, without its cards. */
export interface DeckHead {
  id: number;
  title: string;
  description: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** A card as it is exported. */
export interface DeckRow extends CardTexts {
  id: number;
  ordinal: number;
  /** `/storage/…` of a file of ours, or an address elsewhere. */
  audio_file: string | null;
  front_picture: CardPicture | null;
  back_picture: CardPicture | null;
  further_files: FurtherFile[] | null;
  tags: string[];
  /** What the card is called where it was imported from. */
  source_id: string | null;
  /** When it was last changed, in seconds since 1970. */
  changed_at: number;
}

/** Cards that are in memory at a time. */
const PAGE = 500;

/** Title and description of a deck; undefined when there is none of this id. */
export async function deckHead(pool: Pool, deckId: number): Promise<DeckHead | undefined> {
  const { rows } = await pool.query<DeckHead>({
    name: 'deck_to_export',
    text: `select id, title, description, floor(extract(epoch from created_at) * 1000)::float8 as "createdAt"
           from decks where id = $1`,
    values: [deckId],
  });
  return rows[0];
}

/**
 * The cards of a deck in its order, a few hundred at a time. Between two pages no connection is held, however slowly
 * they are taken; what is changed meanwhile may be seen or not.
 */
export async function* deckRows(pool: Pool, deckId: number): AsyncGenerator<DeckRow[]> {
  let after = -1;
  for (;;) {
    const { rows } = await pool.query<DeckRow>({
      name: 'deck_rows',
      text: `select id, ordinal, ${cardContentColumns()}, tags, source_id,
               floor(extract(epoch from updated_at))::float8 as changed_at
             from cards where deck_id = $1 and ordinal > $2 order by ordinal limit ${PAGE}`,
      values: [deckId, after],
    });
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.ordinal;
  }
}
