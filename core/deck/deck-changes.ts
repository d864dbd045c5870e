import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { KnownAccount } from '../access/directory.ts';
import { lockDeckMaker, requireRoomForDecks } from '../access/quotas.ts';
import { AppError, type FieldErrors } from '../contract/errors.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { changed, tables } from '../postgres/typed-tables.ts';
import { checkedTags } from '../text/checked-tags.ts';
import { graphemeCount } from '../text/grapheme-count.ts';
import { tidyLine, tidyOptional } from '../text/tidy-text.ts';
import type { Deck } from './deck.entity.ts';
import type { DeckChanges, NewDeckBody } from './deck.schema.ts';
import { DECK_DESCRIPTION_MAX, DECK_TITLE_MAX } from './deck-limits.ts';

interface Texts {
  title?: string | undefined;
  description?: string | null | undefined;
}

/** Those of a deck's texts that are given, as they are kept. Throws `invalid_deck_data`. */
export function checkedTexts<T extends Texts>(given: T): { [K in keyof Texts & keyof T]: T[K] };
export function checkedTexts({ title, description }: Texts): Texts {
  const texts: Texts = {
    ...(title !== undefined && { title: tidyLine(title) }),
    ...(description !== undefined && { description: tidyOptional(description) }),
  };
  const errors: FieldErrors = {};
  if (texts.title === '') errors.title = ['The title is required'];
  else if (graphemeCount(texts.title ?? '') > DECK_TITLE_MAX)
    errors.title = [`The title may have at most ${DECK_TITLE_MAX} characters`];
  if (graphemeCount(texts.description ?? '') > DECK_DESCRIPTION_MAX)
    errors.description = [`The description may have at most ${DECK_DESCRIPTION_MAX} characters`];
  if (Object.keys(errors).length) throw new AppError('invalid_deck_data', { errors });
  return texts;
}

/**
 * Makes a deck without cards and returns its id. Throws `invalid_deck_data`, what `checkedTags` throws, `wrong_role` when the
 * account has another role by now, or `too_many_decks` beyond `max`.
 */
export async function createDeck(
  pool: Pool,
  owner: Pick<KnownAccount, 'id' | 'role'>,
  body: NewDeckBody,
  max: number,
): Promise<number> {
  const texts = checkedTexts({ title: body.title, description: body.description ?? null });
  const tags = checkedTags(body.tags ?? []);
  return inTransaction(pool, async (tx) => {
    await lockDeckMaker(tx, owner);
    await requireRoomForDecks(tx, owner.id, { max, more: 1 });
    const { id } = await tables<typeof Deck>(tx)
      .insertInto('decks')
      .values({
        user_id: owner.id,
        ...texts,
        display_back_first: body.display_back_first ?? false,
        front_language: body.front_language ?? null,
        back_language: body.back_language ?? null,
        lenient_typing: body.lenient_typing ?? false,
        tags,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Changes what is given of an own deck. Throws `invalid_deck_data`, or `deck_not_found` when it has just gone. */
export async function updateDeck(
  pool: Pool,
  ownerId: number,
  deckId: number,
  changes: DeckChanges,
): Promise<void> {
  const { display_back_first, front_language, back_language, lenient_typing } = changes;
  const given = {
    ...checkedTexts(changes),
    ...{ display_back_first, front_language, back_language, lenient_typing },
    tags: changes.tags && checkedTags(changes.tags),
  };
  await inTransaction(pool, async (tx) => {
    const decks = tables<typeof Deck>(tx);
    // Nobody hands it over meanwhile.
    const deck = await decks
      .selectFrom('decks')
      .selectAll()
      .where('id', '=', deckId)
      .where('user_id', '=', ownerId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('deck_not_found'));
    const other = changed(deck, given);
    if (!other) return;
    await decks
      .updateTable('decks')
      .set({ ...other, updated_at: sql<Date>`now()` })
      .where('id', '=', deckId)
      .execute();
  });
}
