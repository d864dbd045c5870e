import type { Pool } from 'pg';
import { CARD_TEXT_NAMES, CARD_TEXTS, cardContentColumns } from '../contract/card-fields.ts';
import type { Card } from '../contract/card-shape.schema.ts';
import { type Page, readPage } from '../postgres/page.ts';
import { searchPattern } from '../text/search-pattern.ts';
import { shownText } from '../text/shown-text.ts';
import type { CardsQuery } from './card.schema.ts';

const COLUMNS = `id, deck_id, ${cardContentColumns()}`;

/** Labels are the same on many cards: a search in them would find half the deck. */
const SEARCHED = CARD_TEXT_NAMES.filter((name) => CARD_TEXTS[name].kind !== 'label').join(', ');

/** The texts as one, so that the pattern is looked for once; what stands between them is in no text. */
const TEXTS = `concat_ws(E'\\n\\x1f\\n', ${SEARCHED})`;

/** As they were typed, or without emphasis and readings. */
const MATCHING = `deck_id = $1
  and ($2 = '' or ${TEXTS} ~ $2 or (${TEXTS} ~ '\\*\\*|//|\\{'
    and ${shownText(TEXTS)} ~ $2))`;

/**
 * Returns a part of a deck's cards in deck order. With `search`, only cards that contain it in any of their texts, as
 * `searchPattern` says.
 */
export const cardsOfDeck = (
  pool: Pool,
  deckId: number,
  { search = '', ...page }: CardsQuery = {},
): Promise<Page<Card>> =>
  readPage(
    pool,
    {
      name: 'cards_of_deck',
      text: `select ${COLUMNS} from cards where ${MATCHING} order by ordinal`,
      values: [deckId, searchPattern(search)],
    },
    page,
  );
