import { hash } from 'node:crypto';
import { default_w } from 'ts-fsrs';
import { examStarted, examSubmitted } from '../../core/exam/attempt/exam-event.ts';
import { GRACE_SECONDS } from '../../core/exam/exam-limits.ts';
import { cardReviewed } from '../../core/learning/answering/answer.ts';
import { undoId } from '../../core/learning/answering/undo.ts';
import {
  CardReviewUndone,
  CardReviewUndoneV1,
  SchedulerWeightsSet,
  SchedulerWeightsSetV1,
} from '../../core/learning/learning.events.ts';
import type { Rating } from '../../core/learning/learning.schema.ts';
import { type Memory, Scheduler } from '../../core/learning/memory/memory.ts';
import type { NewEvent } from '../../core/log/append/appender.ts';
import { between, type Dice, uuid } from './dice.ts';
import { answersTo, type School, type SchoolDeck, type SchoolExam, type SchoolStudent } from './school.ts';
import { TIME_ZONE } from './school-rows.ts';

export interface RecordedEvent {
  event: NewEvent;
  /** Milliseconds since 1970. */
  recordedAt: number;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Vietnam's clocks are ahead of UTC by so much, all year. */
const OFFSET_MS = 7 * HOUR_MS;
const NEW_A_DAY = 20;
const UNDONE = 0.005;
const KNOWN_AT_ONCE = 0.45;
/** Sessions on a phone without a line, and those students for whom weights were fitted. */
const OFFLINE = 0.02;
const FITTED = 0.05;

const scheduler = new Scheduler();
/** The shape of the forgetting curve of FSRS-6: at the age of the stability it is at 0.9. */
const DECAY = -default_w[20]!;
const FACTOR = 0.9 ** (1 / DECAY) - 1;

interface KnownCard {
  id: number;
  memory: Memory;
}

interface Progress {
  deck: SchoolDeck;
  /** Of the deck's cards those before this one have been met. */
  next: number;
  known: KnownCard[];
}

/** A student over the years: what they know, and what they do of it on a day. */
export class StudentYears {
  readonly student: SchoolStudent;
  readonly #school: School;
  readonly #dice: Dice;
  readonly #decks: Progress[];
  #scheduler = scheduler;
  #isFitted: boolean;

  constructor(student: SchoolStudent, school: School, throwDice: Dice) {
    this.student = student;
    this.#school = school;
    this.#dice = throwDice;
    this.#decks = student.decks.map((deck) => ({ deck, next: 0, known: [] }));
    this.#isFitted = throwDice() >= FITTED;
  }

  /** A session of study of one deck: 10 to 40 cards as far as there are any, adding its events. */
  study(day: number, events: RecordedEvent[]): void {
    const cards = this.#cardsOf(day, between(this.#dice, 10, 40));
    if (!cards) return;
    const first = events.length;
    let at = this.#beginning(day);
    if (!this.#isFitted && this.#decks.some(({ known }) => known.length > 150))
      this.#fitWeights(at - 5_000, events);
    for (const card of cards.due) {
      at += between(this.#dice, 3_000, 18_000);
      at = this.#review(cards.progress, card, { day, at }, events);
    }
    for (const id of cards.fresh) {
      at += between(this.#dice, 4_000, 30_000);
      at = this.#meet(cards.progress, id, { day, at }, events);
    }
    if (this.#dice() < OFFLINE) {
      const online = at + between(this.#dice, 10, 1_200) * 60_000;
      for (let index = first; index < events.length; index++)
        events[index]!.recordedAt = online + index - first;
    }
  }

  takeExam(exam: SchoolExam, events: RecordedEvent[]): void {
    const startedAt = exam.day * DAY_MS - OFFSET_MS + 8 * HOUR_MS + between(this.#dice, 0, 300_000);
    const start = { exam_id: exam.id, duration_minutes: exam.durationMinutes };
    this.#add(examStarted(start, this.student.id, startedAt), events);
    const isLate = this.#dice() < 0.04;
    const allowed = exam.durationMinutes * 60;
    const spent = isLate ? allowed : between(this.#dice, allowed >> 1, allowed);
    const at = startedAt + spent * 1_000;
    const event = examSubmitted(
      {
        exam_id: exam.id,
        answers: answersTo(this.#dice, exam),
        time_spent: spent,
        late: 0,
        by: isLate ? 'server' : 'student',
      },
      { studentId: this.student.id, key: isLate ? 'server' : uuid(this.#dice), at },
    );
    this.#add(event, events, isLate ? (GRACE_SECONDS + 3) * 1_000 : 0);
  }

  /** The deck with something to do, and what: due cards, those due longest first, then new ones. */
  #cardsOf(day: number, size: number) {
    const begin = between(this.#dice, 0, this.#decks.length - 1);
    for (let turn = 0; turn < this.#decks.length; turn++) {
      const progress = this.#decks[(begin + turn) % this.#decks.length]!;
      if (progress.deck.deletedOn <= day) continue;
      const due = progress.known
        .filter(({ id, memory }) => memory.dueDay <= day && this.#exists(id, day))
        .sort((a, b) => a.memory.dueDay - b.memory.dueDay || a.id - b.id)
        .slice(0, size);
      const fresh: number[] = [];
      while (
        due.length + fresh.length < size &&
        fresh.length < NEW_A_DAY &&
        progress.next < progress.deck.size
      ) {
        const id = progress.deck.firstCard + progress.next++;
        if (this.#exists(id, day)) fresh.push(id);
      }
      if (due.length || fresh.length) return { progress, due, fresh };
    }
    return undefined;
  }

  #exists(cardId: number, day: number): boolean {
    const deletedOn = this.#school.deletedCards.get(cardId);
    return deletedOn === undefined || deletedOn > day;
  }

  /** Mostly an evening, milliseconds since 1970. */
  #beginning(day: number): number {
    const time = this.#dice();
    const hour = time < 0.1 ? 6 : time < 0.25 ? 12 : time < 0.95 ? 18.5 : 22.5;
    return day * DAY_MS - OFFSET_MS + Math.floor((hour + 2.5 * this.#dice()) * HOUR_MS);
  }

  #review(progress: Progress, card: KnownCard, { day, at }: Moment, events: RecordedEvent[]): number {
    const age = Math.max(0, day - card.memory.anchorDay);
    const chance = (1 + (FACTOR * age) / card.memory.stability) ** (DECAY * this.student.forgetfulness);
    const isKnown = this.#dice() < chance;
    const rating = isKnown ? 2 : this.#dice() < 0.6 ? 0 : 1;
    const answer = { type: 'review', rating, firstStatus: rating, tries: 1 } as const;
    const after = this.#answer(progress, card.id, answer, at, events);
    const counted = after.isUndone ? ({ ...answer, rating: 0, firstStatus: 0 } as const) : answer;
    if (after.isUndone) this.#answer(progress, card.id, counted, after.at, events, true);
    card.memory = this.#scheduler.review(card.memory, { ...counted, day })!;
    return after.at;
  }

  /** A new card is heard of when it is known, with how it went until then. */
  #meet(progress: Progress, id: number, { day, at }: Moment, events: RecordedEvent[]): number {
    const isKnown = this.#dice() < KNOWN_AT_ONCE;
    const firstStatus = isKnown ? 2 : this.#dice() < 0.7 ? 0 : 1;
    let tries = isKnown ? 1 : 2;
    while (!isKnown && this.#dice() < 0.3) tries++;
    const answer = { type: 'new', rating: 2, firstStatus, tries } as const;
    const after = this.#answer(progress, id, answer, at, events);
    const counted = after.isUndone ? ({ ...answer, firstStatus: 0, tries: tries + 1 } as const) : answer;
    if (after.isUndone) this.#answer(progress, id, counted, after.at, events, true);
    const memory = this.#scheduler.review(null, { ...counted, day });
    if (memory) progress.known.push({ id, memory });
    return after.at;
  }

  /** One answer and, seldom, its being taken back; tells when the next one can be given. */
  #answer(
    { deck }: Progress,
    cardId: number,
    answer: Given,
    at: number,
    events: RecordedEvent[],
    isFinal = false,
  ): { at: number; isUndone: boolean } {
    const event = cardReviewed(
      {
        status: answer.rating,
        time_spent: Math.min(60, 1 + Math.floor(-6 * Math.log(1 - this.#dice()))),
        card_type: answer.type,
        first_status: answer.firstStatus,
        tries: answer.tries,
        answered_at: at,
      },
      {
        studentId: this.student.id,
        deckId: deck.id,
        cardId,
        timeZone: TIME_ZONE,
        id: uuid(this.#dice),
        now: at,
      },
    );
    this.#add(event, events);
    if (isFinal || this.#dice() >= UNDONE) return { at, isUndone: false };
    const undoneAt = at + between(this.#dice, 1_500, 8_000);
    this.#add(
      CardReviewUndone.make(CardReviewUndoneV1, {
        studentId: this.student.id,
        id: undoId(event.id),
        data: { review: event.id, deck_id: deck.id },
        hash: hash('sha256', event.id, 'hex'),
        occurredAt: new Date(undoneAt),
      }),
      events,
    );
    return { at: undoneAt + between(this.#dice, 1_500, 8_000), isUndone: true };
  }

  #fitWeights(at: number, events: RecordedEvent[]): void {
    this.#isFitted = true;
    const weights = default_w.map((weight) => Number((weight * (1 + this.#dice() * 0.05)).toFixed(4)));
    this.#scheduler = new Scheduler({ weights });
    const data = { weights, fitted_to: 'student' as const, reviews: 1_000 };
    this.#add(
      SchedulerWeightsSet.make(SchedulerWeightsSetV1, {
        studentId: this.student.id,
        id: uuid(this.#dice),
        data,
        hash: hash('sha256', JSON.stringify(data), 'hex'),
        occurredAt: new Date(at),
      }),
      events,
    );
  }

  /** Recorded a moment later, on the way to the server. */
  #add(event: NewEvent, events: RecordedEvent[], delayMs = 0): void {
    const recordedAt = event.occurredAt.getTime() + delayMs + between(this.#dice, 30, 600);
    events.push({ event, recordedAt });
  }
}

interface Moment {
  day: number;
  at: number;
}

interface Given {
  type: 'new' | 'review';
  rating: Rating;
  firstStatus: Rating;
  tries: number;
}
