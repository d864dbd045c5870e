import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { cardReviewed } from '../../core/learning/answering/answer.ts';
import { dayOfNumber } from '../../core/learning/study-day.ts';
import { Appender, type NewEvent } from '../../core/log/append/appender.ts';
import { type Dice, dice } from './dice.ts';

const TIME_ZONE = 'Asia/Ho_Chi_Minh';
/** Events of which the append is waited for together. */
const PORTION = 8_000;
/** An evening in Vietnam, seen from UTC. */
const EVENING_MS = 12 * 3_600_000;

interface Card {
  id: number;
  deck_id: number;
}

export interface ClassYear {
  students: number[];
  classDecks: number[];
  /** A deck that the class does not have: some of what students do is not the class's business. */
  otherDeck: number;
  /** Days since 1970, both inclusive. */
  days: { first: number; last: number };
}

/** On which share of the days a student studies: a few every day, a few hardly, most on 4 to 6 days a week. */
function habit(throwDice: Dice): number {
  const kind = throwDice();
  if (kind < 0.05) return 1;
  if (kind < 0.15) return 0.15;
  return (4 + 2 * throwDice()) / 7;
}

/** Twelve weeks in which the class is on holiday: weeks 1 to 8 and 28 to 31 of those given. */
function isHoliday(index: number): boolean {
  const week = Math.floor(index / 7);
  return (week >= 1 && week <= 8) || (week >= 28 && week <= 31);
}

/** Appends what the students of a class do in a year, day by day as it would have come in; answers how much it was. */
export async function appendClassYear(pool: Pool, year: ClassYear): Promise<number> {
  const { students, classDecks, otherDeck, days } = year;
  const throwDice = dice(1);
  const appender = new Appender(pool, { batchSize: 2_000 });
  const { rows } = await pool.query<Card>(
    'select id, deck_id from cards where deck_id = any ($1) order by id',
    [[...classDecks, otherDeck]],
  );
  const cards = Map.groupBy(rows, (card) => card.deck_id);
  const people = students.map((id) => ({ id, share: habit(throwDice) }));

  const answer = (studentId: number, at: number): NewEvent => {
    const deckId = throwDice() < 0.1 ? otherDeck : classDecks[Math.floor(throwDice() * classDecks.length)]!;
    const deck = cards.get(deckId)!;
    const known = throwDice() < 0.83;
    return cardReviewed(
      {
        status: 2,
        time_spent: 2 + Math.floor(throwDice() * 20),
        card_type: 'review',
        first_status: known ? 2 : 0,
        tries: known ? 1 : 2,
        answered_at: at,
      },
      {
        studentId,
        deckId,
        cardId: deck[Math.floor(throwDice() * deck.length)]!.id,
        timeZone: TIME_ZONE,
        id: randomUUID(),
        now: at,
      },
    );
  };

  let events = 0;
  let portion: NewEvent[] = [];
  const store = async (): Promise<void> => {
    events += portion.length;
    await Promise.all(portion.map((event) => appender.append(event)));
    portion = [];
  };
  for (let day = days.first; day <= days.last; day++) {
    const evening = Date.parse(dayOfNumber(day)) + EVENING_MS;
    const pleasure = isHoliday(day - days.first) ? 0.15 : 1;
    for (const { id, share } of people) {
      if (throwDice() >= (share === 1 ? 1 : share * pleasure)) continue;
      const answers = 2 + Math.floor(throwDice() * 7);
      for (let index = 0; index < answers; index++) portion.push(answer(id, evening + index * 20_000));
      if (portion.length >= PORTION) await store();
    }
  }
  await store();
  return events;
}
