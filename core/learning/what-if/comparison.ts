import { DEFAULT_DECK_SETTINGS, type DeckSettings } from '../../deck/deck.schema.ts';
import { partitionsOf } from '../../log/position.ts';
import type { Connection } from '../../postgres/transaction.ts';
import type { Answer, Memory, Scheduler } from '../memory/memory.ts';
import type { RecallScores } from '../memory/recall-evaluation.ts';
import type { HistoryEvent } from '../memory/review-histories.ts';
import { dayOfNumber } from '../study-day.ts';
import {
  type ComparedCard,
  ComparedFold,
  ComparedPredictions,
  type ComparedStudent,
} from './compared-fold.ts';
import type { OtherRules } from './other-rules.ts';
import { SchedulingRules } from './scheduling-rules.ts';
import { mondays, type StudyFigures, StudyTally } from './study-tally.ts';

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
    this.#days.getOrInsert(day, []).push(card);
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

interface CardsDue {
  cards: number;
  /** Cards whose due day has passed. */
  overdue: number;
  /** Cards due on the day itself, the day after, and so on; each card once, on its next due day. */
  by_day: number[];
  /** Cards due after these days. */
  later: number;
  /** Σ 1 / interval: what the cards ask for a day as long as nothing is forgotten or new. */
  daily_load: number;
}

/** Counts when a card is due, as seen on one day. */
function countDue(due: CardsDue, day: number, { dueDay, anchorDay }: Memory): void {
  const ahead = dueDay - day;
  due.cards++;
  if (ahead < 0) due.overdue++;
  else if (ahead < due.by_day.length) due.by_day[ahead]!++;
  else due.later++;
  due.daily_load += 1 / Math.max(1, dueDay - anchorDay);
}

/** Those of some cards that are no longer there. */
async function deletedCards(client: Connection, cardIds: Iterable<number>): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>(
    `/* deletedCards */ select k.id from unnest($1::integer[]) k (id) where not exists (select 1 from cards c where c.id = k.id)`,
    [[...cardIds]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns the daily limits that hold now, by student and deck. */
async function limitsNow(
  client: Connection,
  studentIds: Iterable<number>,
): Promise<(studentId: number, deckId: number) => DeckSettings> {
  const ids = [...studentIds];
  const { rows } = await client.query<DeckSettings & { student_id: number; deck_id: number }>(
    `/* limitsNow */ select student_id, deck_id, new_cards_per_day, max_cards_per_day from deck_settings
     where partition = any ($2) and student_id = any ($1::integer[])`,
    [ids, partitionsOf(ids)],
  );
  const saved = new Map(rows.map((row) => [`${row.student_id} ${row.deck_id}`, row]));
  return (studentId, deckId) => saved.get(`${studentId} ${deckId}`) ?? DEFAULT_DECK_SETTINGS;
}

/** A card that was learnt here. */
type MetCard = ComparedCard & { met: Answer };

export interface SchedulerComparison {
  /** Students with answers in the scope, and those of their answers that were not taken back. */
  students: number;
  answers: number;
  /** Study days, as `2026-03-01`: the first that is evaluated, and the last; null without answers. */
  first_day: string | null;
  last_day: string | null;
  /** How well what happened was predicted; null when no card was answered on a later day than before. */
  predictions: { live: RecallScores; other: RecallScores; average: RecallScores } | null;
  /** After the last day's answers. Deleted cards are left out, and counted by student. */
  due: { live: CardsDue; other: CardsDue; deleted_cards: number };
  /** Study simulated under both rules, beside what was really done. */
  simulated: {
    live: StudyFigures;
    other: StudyFigures;
    log: StudyFigures;
    /** Reviews by week, named by its Monday. */
    weeks: { week: string; live: number; other: number; log: number }[];
  };
}

const DEFAULT_DAYS = 30;
const DEFAULT_SEED = 1;

/** Day numbers. What was answered before `first` makes memories only; null takes everything. */
export interface ComparedDays {
  first: number | null;
  last: number;
}

/** Runs the live rules and others over the log, partition by partition: few students are in memory at a time. */
export class Comparison {
  readonly #rules: OtherRules;
  readonly #days: ComparedDays;
  readonly #live = new SchedulingRules();
  readonly #other: SchedulingRules;
  readonly #predictions = new ComparedPredictions();
  readonly #due: Record<'live' | 'other', CardsDue>;
  readonly #studied: { live: StudyTally; other: StudyTally; log: StudyTally };
  #fold: ComparedFold;
  #firstDay = Number.POSITIVE_INFINITY;
  #students = 0;
  #answers = 0;
  #deletedCards = 0;

  constructor(rules: OtherRules, days: ComparedDays) {
    this.#rules = rules;
    this.#days = days;
    this.#other = new SchedulingRules({
      weights: rules.weights,
      retention: rules.retention,
      maximumInterval: rules.maximum_interval,
    });
    const byDay = () => Array<number>(rules.days ?? DEFAULT_DAYS).fill(0);
    const due = (): CardsDue => ({ cards: 0, overdue: 0, by_day: byDay(), later: 0, daily_load: 0 });
    this.#due = { live: due(), other: due() };
    const tally = (): StudyTally => new StudyTally(days.first);
    this.#studied = { live: tally(), other: tally(), log: tally() };
    this.#fold = this.#emptyFold();
  }

  #emptyFold(): ComparedFold {
    const rules = { live: this.#live, other: this.#other, from: this.#days.first };
    return new ComparedFold(rules, this.#predictions, this.#studied.log);
  }

  take(events: HistoryEvent[]): void {
    for (const event of events) {
      if (event.type === 'CardReviewed') this.#answers++;
      this.#fold.take(event);
    }
  }

  /** Counts what is due and simulates, for the students of the partition that has been taken, and forgets them. */
  async endPartition(client: Connection): Promise<void> {
    const { students } = this.#fold;
    const deleted = await deletedCards(
      client,
      new Set(students.values().flatMap(({ cards }) => cards.keys())),
    );
    const limits = await limitsNow(client, students.keys());
    for (const [id, student] of students) {
      if (student.days.size === 0) continue;
      this.#students++;
      const days = [...student.days].sort((a, b) => a - b);
      this.#firstDay = Math.min(this.#firstDay, days[0]!);
      for (const card of student.cards.values()) this.#endCard(student, card, deleted.has(card.cardId));
      // What was learnt elsewhere is planned from here on alone, so no study of it can be simulated.
      const met = student.cards.values().filter((card): card is MetCard => card.met !== null);
      for (const [deckId, cards] of Map.groupBy(met, (card) => card.deckId))
        this.#simulate({ studentId: id, days, cards }, student, limits(id, deckId));
    }
    this.#fold = this.#emptyFold();
  }

  #endCard({ weights }: ComparedStudent, { met, live, other }: ComparedCard, isDeleted: boolean): void {
    if (met) this.#studied.log.end(this.#live.of(weights).recall(live, this.#days.last));
    if (isDeleted) this.#deletedCards++;
    else {
      countDue(this.#due.live, this.#days.last, live);
      countDue(this.#due.other, this.#days.last, other);
    }
  }

  #simulate(
    deck: { studentId: number; days: number[]; cards: MetCard[] },
    { weights }: ComparedStudent,
    limits: { new_cards_per_day: number; max_cards_per_day: number },
  ): void {
    const { new_cards_per_day, max_cards_per_day, seed = DEFAULT_SEED } = this.#rules;
    const truth = this.#live.of(weights);
    // Where the file says nothing of new cards, both meet what was really met, and only the rest can differ.
    const isNewLimited = new_cards_per_day !== undefined;
    const live: SimulationRules = {
      scheduler: truth,
      truth,
      differ: false,
      newPerDay: isNewLimited ? limits.new_cards_per_day : null,
      maxPerDay: limits.max_cards_per_day,
      seed,
    };
    const other: SimulationRules = {
      ...live,
      scheduler: this.#other.of(weights),
      differ: !this.#other.keepsWeights,
      newPerDay: new_cards_per_day ?? null,
      maxPerDay: max_cards_per_day ?? limits.max_cards_per_day,
    };
    simulateDeck(deck, live, this.#studied.live, this.#days.last);
    simulateDeck(deck, other, this.#studied.other, this.#days.last);
  }

  result(): SchedulerComparison {
    const { last } = this.#days;
    const { live, other, log } = this.#studied;
    const first = Math.max(this.#firstDay, this.#days.first ?? this.#firstDay);
    const isEmpty = this.#students === 0;
    const scores = {
      live: this.#predictions.live.scores(),
      other: this.#predictions.other.scores(),
      average: this.#predictions.average.scores(),
    };
    return {
      students: this.#students,
      answers: this.#answers,
      first_day: isEmpty ? null : dayOfNumber(first),
      last_day: isEmpty ? null : dayOfNumber(last),
      predictions: scores.live && (scores as SchedulerComparison['predictions']),
      due: { ...this.#due, deleted_cards: this.#deletedCards },
      simulated: {
        live: live.figures(first, last),
        other: other.figures(first, last),
        log: log.figures(first, last),
        weeks: isEmpty
          ? []
          : mondays(first, last).map((monday) => ({
              week: dayOfNumber(monday),
              live: live.inWeek(monday),
              other: other.inWeek(monday),
              log: log.inWeek(monday),
            })),
      },
    };
  }
}
