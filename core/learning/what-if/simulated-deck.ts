import type { Answer, Memory, Scheduler } from '../memory/memory.ts';
import type { StudyTally } from './study-tally.ts';

/** What is the same under all rules: the student's days of study, and the cards of the deck. */
export interface StudiedDeck {
  studentId: number;
  /** The days on which the student studies, ascending. */
  days: readonly number[];
  /** In the order in which the student met them, with the answer that they were met with. */
  cards: readonly { cardId: number; met: Answer }[];
}

export interface SimulationRules {
  scheduler: Scheduler;
  /** The model by which things are remembered and forgotten in the simulation, under any rules. */
  truth: Scheduler;
  /** The two differ in their weights, so that they see the same answers as different memories. */
  differ: boolean;
  /** Null: on each day as many as really were met by then. */
  newPerDay: number | null;
  maxPerDay: number;
  seed: number;
}

interface SimulatedCard {
  index: number;
  cardId: number;
  /** What the scheduler makes of the answers, and what the truth is. */
  memory: Memory;
  truth: Memory;
}

/**
 * Simulates one student's study of one deck under some rules, on each day as far as the limits go. Due cards come
 * first, the longest due first, then new ones. A card is recalled with the chance that the truth gives it.
 */
export function simulateDeck(
  deck: StudiedDeck,
  rules: SimulationRules,
  tally: StudyTally,
  lastDay: number,
): void {
  const { studentId, days, cards } = deck;
  const { scheduler, truth, differ, newPerDay, maxPerDay, seed } = rules;
  const met: SimulatedCard[] = [];
  const firstDay = cards[0]!.met.day;
  const calendar = new DueCalendar(firstDay);
  let reallyMet = 0;

  const answerOf = (card: SimulatedCard, day: number): Answer => {
    const recalled = draw(seed, studentId, card.cardId, card.truth.reviews) < truth.recall(card.truth, day);
    tally.review(day, recalled);
    const rating = recalled ? 2 : 0;
    return { rating, firstStatus: rating, tries: 1, day };
  };
  const review = (card: SimulatedCard, answer: Answer): void => {
    card.memory = scheduler.review(card.memory, answer)!;
    card.truth = differ ? truth.review(card.truth, answer)! : card.memory;
    calendar.add(card, card.memory.dueDay);
  };
  const meet = (day: number): void => {
    const index = met.length;
    const { cardId, met: first } = cards[index]!;
    const answer = { ...first, day };
    const memory = scheduler.review(null, answer)!;
    const card = { index, cardId, memory, truth: differ ? truth.review(null, answer)! : memory };
    met.push(card);
    tally.introduce(day);
    calendar.add(card, memory.dueDay);
  };

  for (const day of days) {
    if (day < firstDay) continue;
    let room = maxPerDay;
    for (const card of calendar.take(day, room)) {
      review(card, answerOf(card, day));
      room--;
    }
    while (reallyMet < cards.length && cards[reallyMet]!.met.day <= day) reallyMet++;
    const wanted = newPerDay === null ? reallyMet - met.length : newPerDay;
    for (let left = Math.min(wanted, room, cards.length - met.length); left > 0; left--) meet(day);
  }
  for (const card of met) tally.end(truth.recall(card.truth, lastDay));
}

/** Cards by the day on which they are due. */
class DueCalendar {
  readonly #days = new Map<number, SimulatedCard[]>();
  #waiting: SimulatedCard[] = [];
  #from: number;

  constructor(firstDay: number) {
    this.#from = firstDay;
  }

  /** A card is never due on the day on which it was answered, so what is added lies ahead. */
  add(card: SimulatedCard, day: number): void {
    const cards = this.#days.get(day);
    if (cards) cards.push(card);
    else this.#days.set(day, [card]);
  }

  /** Up to `count` cards due on a day or earlier: those due longest first, then in the order of the deck. */
  take(day: number, count: number): SimulatedCard[] {
    for (; this.#from <= day; this.#from++) {
      const cards = this.#days.get(this.#from);
      if (!cards) continue;
      this.#days.delete(this.#from);
      for (const card of cards.sort((a, b) => a.index - b.index)) this.#waiting.push(card);
    }
    const taken = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(taken.length);
    return taken;
  }
}

/** 0 up to 1, the same for the same student, card and number of reviews under all rules (murmur3's finaliser). */
function draw(seed: number, studentId: number, cardId: number, reviews: number): number {
  let hash = mixed(seed ^ 0x9e3779b1);
  hash = mixed(hash ^ studentId);
  hash = mixed(hash ^ cardId);
  hash = mixed(hash ^ reviews);
  return (hash >>> 0) / 0x1_0000_0000;
}

function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) + 0x9e3779b1;
}
