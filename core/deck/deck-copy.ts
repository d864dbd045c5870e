import type { Pool, PoolClient } from 'pg';
import { cardContentColumns } from '../card/card-fields.ts';
import { mayStudy } from '../deck-rights.ts';
import { AppError } from '../errors.ts';
import { letterCount } from '../letter-count.ts';
import type { FileQuota } from '../quotas.ts';
import { inTransaction } from '../transaction.ts';
import { DECK_TITLE_MAX } from './deck-limits.ts';

interface CopyRequest {
  teacherId: number;
  deckId: number;
  /** Decks that a teacher may have. */
  max: number;
}

/**
 * Makes a deck of a teacher's own of one that they own, share or find official, with its cards and audio, and returns its
 * id. Files are not copied: both decks refer to the same. Nobody's progress comes along, since the cards are new ones.
 * Throws `deck_not_found`, `deck_not_accessible`, `wrong_role`, or what a quota says.
 */
export async function copyDeck(pool: Pool, files: FileQuota, request: CopyRequest): Promise<number> {
  const { teacherId, deckId, max } = request;
  // Asks for the sizes of files while nothing is locked.
  await files.requireRoomForDeck(teacherId, deckId);
  return inTransaction(pool, async (tx) => {
    const titles = await lockOwnTitles(tx, teacherId);
    if (titles.length >= max) throw new AppError('too_many_decks', { params: { max } });
    const title = await readableTitle(tx, request);
    // Of two copies at once the later waited for the lock above, and now counts the files of the earlier one.
    await files.requireRoomForDeck(teacherId, deckId, tx);
    const { rows } = await tx.query<{ id: number }>(
      `insert into decks (user_id, title, description, display_back_first, lenient_typing, front_language, back_language)
       select $1, $3, description, display_back_first, lenient_typing, front_language, back_language from decks where id = $2
       returning id`,
      [teacherId, deckId, freeTitle(title, titles)],
    );
    const { id } = rows[0]!;
    await tx.query(
      `insert into cards (deck_id, ordinal, source_id, ${cardContentColumns()}, tags)
       select $1, row_number() over (order by ordinal), source_id, ${cardContentColumns()}, tags
       from cards where deck_id = $2`,
      [id, deckId],
    );
    return id;
  });
}

/** Returns the titles of a teacher's decks. Until the transaction ends they get no other one. Throws `wrong_role`. */
async function lockOwnTitles(tx: PoolClient, teacherId: number): Promise<string[]> {
  const { rowCount } = await tx.query(
    `select from users where id = $1 and role = 'teacher' for no key update`,
    [teacherId],
  );
  if (!rowCount) throw new AppError('wrong_role');
  const { rows } = await tx.query<{ title: string }>('select title from decks where user_id = $1', [
    teacherId,
  ]);
  return rows.map(({ title }) => title);
}

/** Returns the title of a deck that the teacher may read, and keeps it from being deleted meanwhile. */
async function readableTitle(tx: PoolClient, { teacherId, deckId }: CopyRequest): Promise<string> {
  const { rows } = await tx.query<{ title: string }>('select title from decks where id = $1 for key share', [
    deckId,
  ]);
  if (!rows[0]) throw new AppError('deck_not_found');
  const { rowCount } = await tx.query(`select from decks d where d.id = $2 and ${mayStudy('d', '$1')}`, [
    teacherId,
    deckId,
  ]);
  if (!rowCount) throw new AppError('deck_not_accessible');
  return rows[0].title;
}

const segmenter = new Intl.Segmenter('vi', { granularity: 'grapheme' });

/** Returns the title, or `Title (2)` and so on when there is a deck of it already, as long as a title may be. */
export function freeTitle(title: string, taken: readonly string[]): string {
  const known = new Set(taken.map((one) => one.toLowerCase()));
  if (!known.has(title.toLowerCase())) return title;
  const letters = [...segmenter.segment(title)].map(({ segment }) => segment);
  for (let number = 2; ; number++) {
    const end = ` (${number})`;
    const start = letters.slice(0, DECK_TITLE_MAX - letterCount(end)).join('');
    const one = `${start.trimEnd()}${end}`;
    if (!known.has(one.toLowerCase())) return one;
  }
}
