import type { Pool } from 'pg';
import { DEFAULT_DECK_SETTINGS, type DeckSettings, type GivenWay, type Way } from '../../deck/deck.schema.ts';
import { ofStudent } from '../../log/position.ts';

/**
 * What a student's classes say of a deck, as an expression: of several a requirement comes before suggestions, and then
 * the one that was said last. An archived class says nothing any more.
 * @param student the student's id in the statement, such as `$1`
 * @param deck the deck's likewise
 */
export const givenWay = (student: string, deck: string): string => `(
  select json_build_object('way', k.way, 'is_required', k.way_required, 'class_name', c.name)
  from class_members m join classes c on c.id = m.class_id and c.archived_at is null
  join class_decks k on k.class_id = c.id and k.deck_id = ${deck} and k.way is not null
  where m.student_id = ${student} and m.status = 'approved'
  order by k.way_required desc, k.way_set_at desc, k.class_id desc limit 1)`;

/** Returns the way that holds: the own choice stands over a suggestion, not over a requirement. Absent: turning. */
export function heldWay(own: Way | null, given: GivenWay | null): Pick<DeckSettings, 'way' | 'class_way'> {
  const way = given?.is_required ? given.way : (own ?? given?.way ?? 'turning');
  return { ...(way !== 'turning' && { way }), ...(given && { class_way: given }) };
}

/** A student's own settings for a deck, null without any, and what their classes say. */
export interface SettingsRow {
  newCardsPerDay: number | null;
  maxCardsPerDay: number | null;
  way: Way | null;
  classWay: GivenWay | null;
}

/** What holds for a student's study of a deck; without settings of their own it is the defaults. */
export function settingsOf({ newCardsPerDay, maxCardsPerDay, way, classWay }: SettingsRow): DeckSettings {
  const limits =
    newCardsPerDay === null || maxCardsPerDay === null
      ? DEFAULT_DECK_SETTINGS
      : { new_cards_per_day: newCardsPerDay, max_cards_per_day: maxCardsPerDay };
  return { ...limits, ...heldWay(way, classWay) };
}

export async function heldSettings(pool: Pool, studentId: number, deckId: number): Promise<DeckSettings> {
  const { rows } = await pool.query<SettingsRow>({
    name: 'held_settings',
    text: `select s.new_cards_per_day as "newCardsPerDay", s.max_cards_per_day as "maxCardsPerDay", s.way,
             ${givenWay('$1', '$2')} as "classWay"
           from (select 1) one left join deck_settings s on ${ofStudent('s', '$1')} and s.deck_id = $2`,
    values: [studentId, deckId],
  });
  return settingsOf(rows[0]!);
}
