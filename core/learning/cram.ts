import type { Pool } from 'pg';
import type { Card } from '../card/card.schema.ts';
import { cardContentColumns } from '../card/card-fields.ts';
import type { CramCounts, CramKind } from './cram.schema.ts';
import type { StudyScope } from './study.ts';

/** A student's cards of a deck with their marks and schedule; `$3` is the study day. */
const CARDS = `cards c left join card_marks m on m.student_id = $1 and m.card_id = c.id
  left join review_schedule r on r.student_id = $1 and r.card_id = c.id and r.meaning = c.meaning
  where c.deck_id = $2 and (m.aside_until is null or m.aside_until < $3::date)`;

const KINDS: Record<CramKind, string> = {
  all: 'true',
  flagged: 'coalesce(m.flagged, false)',
  hard: 'coalesce(r.lapses, 0) > 0',
  due: 'coalesce(r.due_day <= $3::date, false)',
};

/** In an order that the seed gives; the hardest ones are the point of their kind. */
const SHUFFLED = 'hashint4extended(c.id, $4::bigint), c.id';
const orderOf = (kind: CramKind) => (kind === 'hard' ? `r.lapses desc, r.stability, ${SHUFFLED}` : SHUFFLED);

/** Returns how many cards of a deck a student can practise before a test, by kind. */
export async function cramCounts(pool: Pool, { studentId, deckId, today }: StudyScope): Promise<CramCounts> {
  const counts = (Object.keys(KINDS) as CramKind[]).map(
    (kind) => `(count(*) filter (where ${KINDS[kind]}))::int as "${kind}"`,
  );
  const { rows } = await pool.query<CramCounts>({
    name: 'cram_counts',
    text: `select ${counts.join(', ')} from ${CARDS}`,
    values: [studentId, deckId, today],
  });
  return rows[0]!;
}

/** Returns at most `limit` cards of a kind. The same seed gives the same cards in the same order. */
export async function cramCards(
  pool: Pool,
  { studentId, deckId, today }: StudyScope,
  { kind, limit, seed }: { kind: CramKind; limit: number; seed: number },
): Promise<Card[]> {
  const { rows } = await pool.query<Card>({
    name: `cram_cards_${kind}`,
    // Only what is chosen is read in full.
    text: `with chosen as (
             select c.id, row_number() over (order by ${orderOf(kind)}) as place
             from ${CARDS} and ${KINDS[kind]} order by place limit $5)
           select c.id, c.deck_id, ${cardContentColumns('c')}
           from chosen join cards c using (id) order by chosen.place`,
    values: [studentId, deckId, today, seed, limit],
  });
  return rows;
}
