import type { Pool } from 'pg';
import { mayStudy } from '../access/deck-rights-sql.ts';
import type { KnownAccount } from '../access/directory.ts';
import { type FileQuota, lockDeckMaker, requireRoomForCards, requireRoomForDecks } from '../access/quotas.ts';
import { cardContentColumns } from '../contract/card-fields.ts';
import { AppError } from '../contract/errors.ts';
import { DECK_TITLE_MAX } from '../deck/deck-limits.ts';
import { isDistributed } from '../postgres/several-servers.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { graphemeCount } from '../text/grapheme-count.ts';
import { comparedAs } from '../text/normal-form.ts';

interface CopyRequest {
  owner: Pick<KnownAccount, 'id' | 'role'>;
  deckId: number;
  /** Decks that the owner may have. */
  max: number;
}

/**
 * Gives a person a copy of a deck that they own, share or find official, with its cards and audio. Returns the copy's
 * id. Files are not copied: both decks refer to the same. Nobody's progress comes along, since the cards are new ones.
 * Throws `deck_not_found`, `deck_not_accessible`, `wrong_role`, or what a quota says.
 */
export async function copyDeck(pool: Pool, files: FileQuota, request: CopyRequest): Promise<number> {
  const { owner, deckId, max } = request;
  // Asks for the sizes of files while nothing is locked.
  await files.requireRoomForDeck(owner.id, deckId);
  return inTransaction(pool, async (tx) => {
    await lockDeckMaker(tx, owner);
    await requireRoomForDecks(tx, owner.id, { max, more: 1 });
    const title = await readableTitle(tx, request);
    // Of two copies at once the later waited for the lock above. It now counts the files of the earlier one.
    await files.requireRoomForDeck(owner.id, deckId, { db: tx });
    const { rows } = await tx.query<{ id: number }>(
      `/* copyDeck */ insert into decks (user_id, title, description, display_back_first, lenient_typing, front_language, back_language)
       select $1, $3, description, display_back_first, lenient_typing, front_language, back_language from decks where id = $2
       returning id`,
      [owner.id, deckId, freeTitle(title, await titlesOf(tx, owner.id))],
    );
    const { id } = rows[0]!;
    await tx.query(
      `/* copyDeck */ insert into cards (deck_id, ordinal, source_id, ${cardContentColumns()}, tags)
       select $1, row_number() over (order by ordinal), source_id, ${cardContentColumns()}, tags
       from cards where deck_id = $2`,
      [id, deckId],
    );
    await requireRoomForCards(tx, id);
    return id;
  });
}

async function titlesOf(tx: Tx, ownerId: number): Promise<string[]> {
  const { rows } = await tx.query<{ title: string }>(
    '/* titlesOf */ select title from decks where user_id = $1',
    [ownerId],
  );
  return rows.map(({ title }) => title);
}

/** Returns the title of a deck that the new owner may read, and keeps it from being deleted meanwhile. */
async function readableTitle(tx: Tx, { owner, deckId }: CopyRequest): Promise<string> {
  const { rows } = await tx.query<{ title: string }>(
    `/* readableTitle */ select title from decks where id = $1 ${isDistributed() ? 'for no key update' : 'for key share'}`,
    [deckId],
  );
  if (!rows[0]) throw new AppError('deck_not_found');
  const { rowCount } = await tx.query(
    `/* readableTitle */ select 1 from decks d where d.id = $2 and ${mayStudy('d', '$1')}`,
    [owner.id, deckId],
  );
  if (!rowCount) throw new AppError('deck_not_accessible');
  return rows[0].title;
}

const segmenter = new Intl.Segmenter('vi', { granularity: 'grapheme' });

/** Returns the title, or `Title (2)` and so on when it is taken, no longer than a title may be. */
export function freeTitle(title: string, taken: readonly string[]): string {
  const known = new Set(taken.map((one) => comparedAs(one)));
  if (!known.has(comparedAs(title))) return title;
  const letters = [...segmenter.segment(title)].map(({ segment }) => segment);
  for (let number = 2; ; number++) {
    const end = ` (${number})`;
    const start = letters.slice(0, DECK_TITLE_MAX - graphemeCount(end)).join('');
    const one = `${start.trimEnd()}${end}`;
    if (!known.has(comparedAs(one))) return one;
  }
}
