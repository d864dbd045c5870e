import type { ClientBase } from 'pg';
import type { Answer } from '../memory/memory.ts';
import type { RecallScores } from '../memory/recall-evaluation.ts';
import type { HistoryEvent } from '../memory/review-histories.ts';
import { dayOfNumber } from '../study-day.ts';
import { type CardsDue, DueCount } from './cards-due.ts';
import {
  type ComparedCard,
  ComparedFold,
  ComparedPredictions,
  type ComparedStudent,
} from './compared-fold.ts';
import { deletedCards, LimitsNow } from './decks-now.ts';
import type { OtherRules } from './other-rules.ts';
import { SchedulingRules } from './scheduling-rules.ts';
import { simulateDeck } from './simulated-deck.ts';
import { mondays, type StudyFigures, StudyTally } from './study-tally.ts';

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
  readonly #due: { live: DueCount; other: DueCount };
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
    const due = (): DueCount => new DueCount(days.last, rules.days ?? DEFAULT_DAYS);
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
  async endPartition(client: ClientBase): Promise<void> {
    const { students } = this.#fold;
    const deleted = await deletedCards(
      client,
      new Set(students.values().flatMap(({ cards }) => cards.keys())),
    );
    const limits = await LimitsNow.of(client, students.keys());
    for (const [id, student] of students) {
      if (student.days.size === 0) continue;
      this.#students++;
      const days = [...student.days].sort((a, b) => a - b);
      this.#firstDay = Math.min(this.#firstDay, days[0]!);
      for (const card of student.cards.values()) this.#endCard(student, card, deleted.has(card.cardId));
      // What was learnt elsewhere is planned from here on alone, so no study of it can be simulated.
      const met = student.cards.values().filter((card): card is MetCard => card.met !== null);
      for (const [deckId, cards] of Map.groupBy(met, (card) => card.deckId))
        this.#simulate({ studentId: id, days, cards }, student, limits.get(id, deckId));
    }
    this.#fold = this.#emptyFold();
  }

  #endCard({ weights }: ComparedStudent, { met, live, other }: ComparedCard, isDeleted: boolean): void {
    if (met) this.#studied.log.end(this.#live.of(weights).recall(live, this.#days.last));
    if (isDeleted) this.#deletedCards++;
    else {
      this.#due.live.add(live);
      this.#due.other.add(other);
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
    simulateDeck(
      deck,
      {
        scheduler: truth,
        truth,
        differ: false,
        newPerDay: isNewLimited ? limits.new_cards_per_day : null,
        maxPerDay: limits.max_cards_per_day,
        seed,
      },
      this.#studied.live,
      this.#days.last,
    );
    simulateDeck(
      deck,
      {
        scheduler: this.#other.of(weights),
        truth,
        differ: !this.#other.keepsWeights,
        newPerDay: new_cards_per_day ?? null,
        maxPerDay: max_cards_per_day ?? limits.max_cards_per_day,
        seed,
      },
      this.#studied.other,
      this.#days.last,
    );
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
      due: {
        live: this.#due.live.result(),
        other: this.#due.other.result(),
        deleted_cards: this.#deletedCards,
      },
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
