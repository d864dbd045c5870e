import type { Pool } from 'pg';
import { cardContentColumns } from '../../contract/card-fields.ts';
import type { Card } from '../../contract/card-shape.schema.ts';
import { ofStudent } from '../../log/position.ts';
import { CRAM_TAGS_MAX } from '../learning-limits.ts';
import type { CramCard, CramCounts, CramKind, CramOverDecks, CramTag } from './cram.schema.ts';
import { type DeckToStudy, deckOfCard, decksToStudy, type TodayScope } from './decks-of-today.ts';
import type { StudyScope } from './study.ts';

/** A student's cards of some decks with their marks and schedule; `$3` is the study day. */
const CARDS = `cards c left join card_marks m on ${ofStudent('m', '$1')} and m.card_id = c.id
  left join review_schedule r on ${ofStudent('r', '$1')} and r.card_id = c.id and r.meaning = c.meaning
  where c.deck_id = any ($2) and (m.aside_until is null or m.aside_until < $3::date)`;

const KINDS: Record<CramKind, string> = {
  all: 'true',
  flagged: 'coalesce(m.flagged, false)',
  hard: 'coalesce(r.lapses, 0) > 0',
  due: 'coalesce(r.due_day <= $3::date, false)',
};

/** Cards with the tag of this parameter, however it is capitalised. */
const hasTag = (parameter: string): string =>
  `c.tags <> '{}' and tag_keys(c.tags) @> tag_keys(array[${parameter}::text])`;

/** In an order that the seed gives; the hardest ones are the point of their kind. */
const SHUFFLED = 'hashint4extended(c.id, $4::bigint), c.id';
const orderOf = (kind: CramKind) => (kind === 'hard' ? `r.lapses desc, r.stability, ${SHUFFLED}` : SHUFFLED);

const COUNTS = (Object.keys(KINDS) as CramKind[])
  .map((kind) => `(count(*) filter (where ${KINDS[kind]}))::int as "${kind}"`)
  .join(', ');

interface Wanted {
  kind: CramKind;
  limit: number;
  /** The same seed gives the same cards in the same order. */
  seed: number;
}

interface Decks extends TodayScope {
  deckIds: number[];
  tag: string | null;
}

async function chosenCards(
  pool: Pool,
  { studentId, deckIds, today, tag }: Decks,
  { kind, limit, seed }: Wanted,
): Promise<Card[]> {
  const { rows } = await pool.query<Card>({
    name: `cram_cards_${kind}${tag === null ? '' : '_of_tag'}`,
    // Only what is chosen is read in full.
    text: `with chosen as (
             select c.id, row_number() over (order by ${orderOf(kind)}) as place
             from ${CARDS} and ${KINDS[kind]}${tag === null ? '' : ` and ${hasTag('$6')}`}
             order by place limit $5)
           select c.id, c.deck_id, ${cardContentColumns('c')}
           from chosen join cards c using (id) order by chosen.place`,
    values: [studentId, deckIds, today, seed, limit, ...(tag === null ? [] : [tag])],
  });
  return rows;
}

const ofDeck = ({ deckId, ...scope }: StudyScope, tag?: string): Decks => ({
  ...scope,
  deckIds: [deckId],
  tag: tag ?? null,
});

/** Returns how many cards of a deck a student can practise before a test, by kind. `tag` leaves only cards with it. */
export async function cramCounts(
  pool: Pool,
  { studentId, deckId, today }: StudyScope,
  tag?: string,
): Promise<CramCounts> {
  const ofAll = { name: 'cram_counts', text: `select ${COUNTS} from ${CARDS}` };
  const ofTag = { name: 'cram_counts_in_deck', text: `${ofAll.text} and ${hasTag('$4')}` };
  const values = [studentId, [deckId], today];
  const { rows } = await pool.query<CramCounts>(
    tag === undefined ? { ...ofAll, values } : { ...ofTag, values: [...values, tag] },
  );
  return rows[0]!;
}

/** Returns the tags of a deck's cards that can be practised, those with the most cards first. */
export async function cramTags(pool: Pool, { studentId, deckId, today }: StudyScope): Promise<CramTag[]> {
  const { rows } = await pool.query<CramTag>({
    name: 'cram_tags',
    // Tags as they are written come first: only these few are normalized.
    text: `select min(tag) as tag, sum(cards)::int as cards
           from (select tag, count(*) as cards
             from (select c.tags from ${CARDS} and c.tags <> '{}') tagged, unnest(tagged.tags) tag group by tag) written
           group by compared_as(tag) order by cards desc, tag limit ${CRAM_TAGS_MAX}`,
    values: [studentId, [deckId], today],
  });
  return rows;
}

/** Returns at most `limit` cards of a kind from a deck, or from those of its cards with a tag. */
export const cramCards = (
  pool: Pool,
  scope: StudyScope,
  { tag, ...wanted }: Wanted & { tag?: string },
): Promise<CramCard[]> => chosenCards(pool, ofDeck(scope, tag), wanted);

interface TagScope extends TodayScope {
  tag: string;
  /** Practised as well, also when it was never begun. */
  deckId?: number;
}

/** The decks that are a student's, and the ids of all that are practised. */
async function decksOf(pool: Pool, { deckId, ...scope }: TagScope): Promise<[DeckToStudy[], Decks]> {
  const decks = await decksToStudy(pool, scope.studentId);
  const ids = new Set(decks.map(({ id }) => id));
  if (deckId !== undefined) ids.add(deckId);
  return [decks, { ...scope, deckIds: [...ids] }];
}

/** Returns how many cards with a tag a student can practise over all their decks, and of how many decks. */
export async function cramCountsOfTag(pool: Pool, scope: TagScope): Promise<CramOverDecks> {
  const [, { studentId, deckIds, today, tag }] = await decksOf(pool, scope);
  const { rows } = await pool.query<CramOverDecks>({
    name: 'cram_counts_of_tag',
    text: `select ${COUNTS}, count(distinct c.deck_id)::int as decks from ${CARDS} and ${hasTag('$4')}`,
    values: [studentId, deckIds, today, tag],
  });
  return rows[0]!;
}

/** Returns at most `limit` cards of a kind with a tag over a student's decks, each with its deck. */
export async function cramCardsOfTag(pool: Pool, scope: TagScope, wanted: Wanted): Promise<CramCard[]> {
  const [decks, all] = await decksOf(pool, scope);
  const byId = new Map(decks.map((deck) => [deck.id, deckOfCard(deck)]));
  const cards = await chosenCards(pool, all, wanted);
  return cards.map((card) => {
    const deck = byId.get(card.deck_id);
    return { ...card, ...(deck && { deck }) };
  });
}
