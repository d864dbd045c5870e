import type { Pool } from 'pg';
import { CARD_TEXT_NAMES, CARD_TEXTS, cardContentColumns } from '../../contract/card-fields.ts';
import { orThrow } from '../../contract/errors.ts';
import { ofStudent, partitionOf } from '../../log/position.ts';
import { type Page, readPage } from '../../postgres/page.ts';
import { lockedByKey } from '../../postgres/several-servers.ts';
import { inTransaction } from '../../postgres/transaction.ts';
import { tables } from '../../postgres/typed-tables.ts';
import { searchPattern } from '../../text/search-pattern.ts';
import { EXTRA_CARDS_MAX } from '../learning-limits.ts';
import type { CardMark as CardMarkTable } from './card-mark.entity.ts';
import type {
  Aside,
  CardMark,
  CardMarkChanges,
  OwnCard,
  OwnCardsKind,
  OwnCardsQuery,
} from './card-mark.schema.ts';

/** Whether a student has put a card aside on a day; all three are SQL. */
export const isAside = (student: string, card: string, day: string): string =>
  `exists (select 1 from card_marks aside where ${ofStudent('aside', student)} and aside.card_id = ${card}
     and aside.aside_until >= ${day})`;

/** How a kept `aside_until` reads on a day. */
const ASIDE = (day: string) =>
  `case when aside_until = 'infinity' then 'always' when aside_until >= ${day} then 'today' end`;

/**
 * Notes of a card what a student wants, and returns all that is noted of it. The schedule is not touched: taken back, the
 * card is due as it would have been. Throws `card_not_found`, also when it is deleted meanwhile.
 */
export function markCard(
  pool: Pool,
  { studentId, cardId, today }: { studentId: number; cardId: number; today: string },
  { aside, flagged }: CardMarkChanges,
): Promise<CardMark> {
  const until = { today, always: 'infinity' } satisfies Record<Aside, string>;
  return inTransaction(pool, async (tx) => {
    // A second tab may do the other at this moment: each has to see what the one before has noted.
    await tx.query(`/* markCard */ select pg_advisory_xact_lock(hashtext('nho card marks'), $1)`, [
      studentId,
    ]);
    const { rows } = await tx.query<CardMark & { deckId: number; asideUntil: string | null }>({
      name: 'card_mark',
      text: `select c.deck_id as "deckId", to_json(m.aside_until) as "asideUntil", ${ASIDE('$3::date')} as aside,
               coalesce(m.flagged, false) as flagged
             from cards c left join card_marks m on ${ofStudent('m', '$1')} and m.card_id = c.id
             where c.id = $2 ${lockedByKey('c')}`,
      values: [studentId, cardId, today],
    });
    const { deckId, asideUntil, ...before } = orThrow(rows[0], 'card_not_found');
    const partition = partitionOf(studentId);
    const set = {
      aside_until: aside === undefined ? asideUntil : aside && until[aside],
      flagged: flagged ?? before.flagged,
    };
    const marks = tables<typeof CardMarkTable>(tx);
    // A row that would say nothing is not kept.
    if (set.aside_until !== null || set.flagged)
      await marks
        .insertInto('card_marks')
        .values({ partition, student_id: studentId, card_id: cardId, deck_id: deckId, ...set })
        .onConflict((conflict) => conflict.columns(['partition', 'student_id', 'card_id']).doUpdateSet(set))
        .execute();
    else
      await marks
        .deleteFrom('card_marks')
        .where('partition', '=', partition)
        .where('student_id', '=', studentId)
        .where('card_id', '=', cardId)
        .execute();
    return { aside: aside === undefined ? before.aside : aside, flagged: set.flagged };
  });
}

const KINDS: Record<OwnCardsKind, { where: string; order: string }> = {
  all: { where: 'true', order: 'c.ordinal' },
  flagged: { where: 'm.flagged', order: 'c.ordinal' },
  aside: { where: 'm.aside_until >= $3::date', order: 'c.ordinal' },
  hard: { where: 'r.lapses > 0', order: 'r.lapses desc, r.stability, c.ordinal' },
};

const SEARCHED = CARD_TEXT_NAMES.filter((name) => CARD_TEXTS[name].kind !== 'label')
  .map((name) => `c.${name}`)
  .join(', ');

/** Returns a part of a deck's cards as they stand with a student, whether or not they were ever learnt. */
export function ownCards(
  pool: Pool,
  { studentId, deckId, today }: { studentId: number; deckId: number; today: string },
  { kind = 'all', search = '', ...page }: OwnCardsQuery,
): Promise<Page<OwnCard>> {
  const { where, order } = KINDS[kind];
  return readPage<OwnCard>(
    pool,
    {
      name: `own_cards_${kind}`,
      text: `select c.id, c.deck_id, ${cardContentColumns('c')}, ${ASIDE('$3::date')} as aside,
               coalesce(m.flagged, false) as flagged, to_char(r.due_day, 'YYYY-MM-DD') as due_day,
               coalesce(r.reviews, 0) as reviews, coalesce(r.lapses, 0) as lapses, r.stability
             from cards c left join card_marks m on ${ofStudent('m', '$1')} and m.card_id = c.id
               left join review_schedule r on ${ofStudent('r', '$1')} and r.card_id = c.id and r.meaning = c.meaning
             where c.deck_id = $2 and ${where}
               and ($4 = '' or concat_ws(E'\\n\\x1f\\n', ${SEARCHED}) ~ $4) order by ${order}`,
      values: [studentId, deckId, today, searchPattern(search)],
    },
    page,
  );
}

/** Adds to what a student may study of a deck on a day beyond the limits; returns how much that is by now. */
export async function addExtraCards(
  pool: Pool,
  { studentId, deckId, today }: { studentId: number; deckId: number; today: string },
  cards: number,
): Promise<number> {
  const { rows } = await pool.query<{ cards: number }>({
    name: 'add_extra_cards',
    text: `insert into extra_cards as e (partition, student_id, deck_id, day, cards) values (partition_of($1), $1, $2, $3, $4)
           on conflict (partition, student_id, deck_id) do update set day = excluded.day,
             cards = least($5, excluded.cards + case when e.day = excluded.day then e.cards else 0 end)
           returning cards`,
    values: [studentId, deckId, today, cards, EXTRA_CARDS_MAX],
  });
  return rows[0]!.cards;
}
