import { follows, followsImported } from '../choosing/card-meaning.ts';
import type { Answer, Memory } from '../memory/memory.ts';
import { RecallEvaluation } from '../memory/recall-evaluation.ts';
import type { HistoryEvent } from '../memory/review-histories.ts';
import { answerOf } from '../progress/standing-reviews.ts';
import { dayNumber } from '../study-day.ts';
import type { OwnWeights, SchedulingRules } from './scheduling-rules.ts';
import type { StudyTally } from './study-tally.ts';

/** A card that a student has learnt, as both schedulers see it. */
export interface ComparedCard {
  cardId: number;
  deckId: number;
  /** The answer that it was learnt with; null for one that was learnt elsewhere. */
  met: Answer | null;
  /** As in the schedule: of another meaning it begins again. */
  meaning: number;
  lastReviewedAt: Date;
  live: Memory;
  other: Memory;
}

export interface ComparedStudent {
  /** The latest that the log says. */
  weights: OwnWeights;
  /** By card, in the order in which they were learnt. */
  cards: Map<number, ComparedCard>;
  /** The days on which something was answered. */
  days: Set<number>;
  /** Of the reviews so far: how many there were, and in how many the card was known. */
  reviews: number;
  recalled: number;
}

/** Both schedulers' predictions, and a forecast that knows nothing of cards and days. */
export class ComparedPredictions {
  readonly live = new RecallEvaluation();
  readonly other = new RecallEvaluation();
  readonly average = new RecallEvaluation();
}

/** The recall assumed before a student's first review: what the schedule aims at. It counts as one review. */
const AVERAGE_BEFORE_ANY = 0.9;

/** The answers of some students under both rules at once. */
export class ComparedFold {
  readonly students = new Map<number, ComparedStudent>();
  readonly #live: SchedulingRules;
  readonly #other: SchedulingRules;
  readonly #from: number | null;
  readonly #predictions: ComparedPredictions;
  readonly #log: StudyTally;
  /** Many answers of one day follow one another. */
  #dayText = '';
  #day = 0;

  /** Answers before the day `from` make memories, and are not evaluated. */
  constructor(
    { live, other, from }: { live: SchedulingRules; other: SchedulingRules; from: number | null },
    predictions: ComparedPredictions,
    log: StudyTally,
  ) {
    this.#live = live;
    this.#other = other;
    this.#from = from;
    this.#predictions = predictions;
    this.#log = log;
  }

  take(event: HistoryEvent): void {
    const student = this.#student(event.studentId);
    switch (event.type) {
      case 'SchedulerWeightsSet':
        student.weights = event.data.weights;
        break;
      case 'CardReviewed': {
        const {
          card_id: cardId,
          deck_id: deckId,
          rating,
          first_status: firstStatus,
          tries,
          day,
          meaning = 1,
        } = event.data;
        const answer = { rating, firstStatus, tries, day: this.#numberOf(day) };
        student.days.add(answer.day);
        const card = student.cards.get(cardId);
        const at = event.occurredAt;
        const how = follows(card, meaning, at);
        if (card && how === 'goes on') this.#review(student, card, answer, at);
        else if (how !== 'is too late')
          this.#meet(student, { cardId, deckId, meaning, lastReviewedAt: at }, answer);
        break;
      }
      case 'CardReviewImported':
        this.#bring(student, event);
        break;
      default:
        event satisfies never;
    }
  }

  #student(id: number): ComparedStudent {
    return this.students.getOrInsertComputed(id, () => ({
      weights: undefined,
      cards: new Map(),
      days: new Set(),
      reviews: 0,
      recalled: 0,
    }));
  }

  #numberOf(day: string): number {
    if (day !== this.#dayText) {
      this.#day = dayNumber(day);
      this.#dayText = day;
    }
    return this.#day;
  }

  #meet(student: ComparedStudent, card: Omit<ComparedCard, 'met' | 'live' | 'other'>, met: Answer): void {
    const live = this.#live.of(student.weights).review(null, met);
    const other = this.#other.of(student.weights).review(null, met);
    if (!live || !other) return;
    student.cards.set(card.cardId, { ...card, met, live, other });
    this.#log.introduce(met.day);
  }

  /** Makes memories, as answers before the first day that is evaluated: no rules here have planned them. */
  #bring(student: ComparedStudent, event: Extract<HistoryEvent, { type: 'CardReviewImported' }>): void {
    const { card_id: cardId, deck_id: deckId, meaning = 1 } = event.data;
    const known = student.cards.get(cardId);
    const how = followsImported(known, meaning, event.occurredAt);
    if (how === 'is too late') return;
    const before = how === 'goes on' ? known : undefined;
    const answer = answerOf(event);
    const live = this.#live.of(student.weights).review(before?.live ?? null, answer);
    const other = this.#other.of(student.weights).review(before?.other ?? null, answer);
    if (!live || !other) return;
    const lastReviewedAt = event.occurredAt;
    student.cards.set(cardId, {
      cardId,
      deckId,
      meaning,
      met: before?.met ?? null,
      lastReviewedAt,
      live,
      other,
    });
  }

  #review(student: ComparedStudent, card: ComparedCard, answer: Answer, at: Date): void {
    const live = this.#live.of(student.weights);
    const other = this.#other.of(student.weights);
    // Both see the same days, so what is no review for the one is none for the other.
    if (answer.day > card.live.anchorDay) {
      const recalled = answer.firstStatus === 2;
      if (this.#from === null || answer.day >= this.#from) {
        const average = (student.recalled + AVERAGE_BEFORE_ANY) / (student.reviews + 1);
        const predicted = live.recall(card.live, answer.day);
        // Retention and longest interval change days, not memories.
        const otherwise = this.#other.keepsWeights ? predicted : other.recall(card.other, answer.day);
        this.#evaluate(card, answer.day, recalled, [predicted, otherwise, average]);
      }
      // The simulations, beside which this stands, leave out what was learnt elsewhere.
      if (card.met) this.#log.review(answer.day, recalled);
      student.reviews++;
      if (recalled) student.recalled++;
    }
    if (at > card.lastReviewedAt) card.lastReviewedAt = at;
    card.live = live.review(card.live, answer)!;
    card.other = other.review(card.other, answer)!;
  }

  #evaluate(
    { live: { anchorDay, reviews, lapses } }: ComparedCard,
    day: number,
    recalled: boolean,
    [live, other, average]: [live: number, other: number, average: number],
  ): void {
    const elapsed = day - anchorDay;
    this.#predictions.live.add({ predicted: live, recalled, elapsed, reviews, lapses });
    this.#predictions.other.add({ predicted: other, recalled, elapsed, reviews, lapses });
    this.#predictions.average.add({ predicted: average, recalled, elapsed, reviews, lapses });
  }
}
