import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Directory } from '../../access/directory.ts';
import { AppError, orThrow } from '../../contract/errors.ts';
import { languagesOf } from '../../deck/deck.schema.ts';
import { CARD_COLUMNS } from '../choosing/study.ts';
import { TRIAL_CARDS } from '../learning-limits.ts';
import { type PlainStudyCard, schedulerOf } from '../memory/schedulers.ts';
import { dayNumber } from '../study-day.ts';
import type { Trial } from './trial.schema.ts';

/** Milliseconds for which a changed card may still be shown as it was: everybody may ask, as often as the rates allow. */
const KEPT_MS = 60_000;
const DECKS_KEPT = 200;

/** Reads trials of official decks, and keeps each for a minute. */
export function createTrials(pool: Pool, directory: Directory) {
  const kept = new LRUCache<number, Trial>({ max: DECKS_KEPT, ttl: KEPT_MS });

  async function read(deckId: number, today: string): Promise<Trial> {
    const { rows } = await pool.query<Trial['deck'] & { cards: PlainStudyCard[] }>({
      name: 'trial_of_deck',
      text: `select d.id, d.title, d.display_back_first, d.lenient_typing, d.front_language, d.back_language, coalesce((
               select json_agg(first) from (
                 select ${CARD_COLUMNS}, '[]'::json as progresses from cards c
                 where c.deck_id = d.id order by c.ordinal limit $2) first), '[]') as cards
             from decks d where d.id = $1 and d.is_official`,
      values: [deckId, TRIAL_CARDS],
    });
    const { cards, front_language, back_language, ...rest } = orThrow(rows[0], 'deck_not_found');
    const deck = { ...rest, ...languagesOf({ front_language, back_language }) };
    const next_days = schedulerOf(null).nextDays(null, dayNumber(today));
    return { deck, cards: cards.map((card) => ({ ...card, next_days })) };
  }

  /** Returns a deck's trial. Throws `deck_not_found`, also for a deck that is not official: it is nobody's business. */
  return async (deckId: number, today: string): Promise<Trial> => {
    const deck = await directory.deck(deckId);
    if (!deck?.isOfficial) throw new AppError('deck_not_found');
    const known = kept.get(deckId);
    if (known) return known;
    const trial = await read(deckId, today);
    kept.set(deckId, trial);
    return trial;
  };
}
