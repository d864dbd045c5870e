import type { EventRegister } from '../../log/event-register.ts';
import type { Connection } from '../../postgres/transaction.ts';
import { answerOf } from '../progress/standing-reviews.ts';
import { type Answer, gradesOf, type ImportedAnswer } from './memory.ts';
import { type HistoryEvent, type HistoryScope, planHistories, readHistories } from './review-histories.ts';

/** One student's answers to one card, from the one with which it was learnt. */
export interface CardHistory {
  studentId: number;
  answers: (Answer | ImportedAnswer)[];
}

/** A review of a card that had been learnt on an earlier day: what weights predict and are fitted to. */
export interface LabelledReview {
  history: CardHistory;
  /** Which of the history's answers it is. */
  index: number;
  /** When it was given, milliseconds since 1970. */
  at: number;
  eventId: string;
}

/** Weights that an event gave to a student. */
export interface SetWeights {
  eventId: string;
  weights: readonly number[];
  fittedTo: 'student' | 'class' | 'all';
}

export interface LabelledReviews {
  /** The students that have answered a card; of a class, its students. */
  students: number[];
  /** What the last event of each student says; those without have the weights of FSRS's authors. */
  held: Map<number, SetWeights>;
  /** In the order in which they were given; the last `limit` of them. */
  reviews: LabelledReview[];
}

export interface ReadingOptions {
  /** At most so many labelled reviews, the last ones. */
  limit: number;
  /** False leaves out the reviews of students whose own fitted weights hold. */
  includesOwnFitted: boolean;
  /** Called with the share that has been read, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Reads what weights can be fitted to. Rejects with `class_not_found`, and as `readHistories` does. */
export async function readLabelledReviews(
  client: Connection,
  register: EventRegister,
  scope: HistoryScope,
  { limit, includesOwnFitted, onProgress, signal }: ReadingOptions,
): Promise<LabelledReviews> {
  const plan = await planHistories(client, register, scope);
  const students = new Set(plan.students);
  const held = new Map<number, SetWeights>();
  let reviews: LabelledReview[] = [];
  let partition = new PartitionHistories();
  let read = 0;
  for await (const page of readHistories(client, plan)) {
    signal?.throwIfAborted();
    for (const event of page.events) {
      if (event.type !== 'SchedulerWeightsSet') students.add(event.studentId);
      partition.take(event, held);
    }
    if (page.isLast) {
      const counted = (student: number) => includesOwnFitted || held.get(student)?.fittedTo !== 'student';
      for (const review of partition.labelled) if (counted(review.history.studentId)) reviews.push(review);
      partition = new PartitionHistories();
      // The histories of what is left out are forgotten, so memory does not grow with the log.
      if (reviews.length > limit) reviews = inOrder(reviews).slice(-limit);
    }
    read += page.read;
    onProgress?.(read / plan.total);
  }
  return { students: [...students], held, reviews: inOrder(reviews) };
}

interface KnownHistory {
  history: CardHistory;
  anchorDay: number | undefined;
  /** When the last of its answers was given, milliseconds since 1970. */
  at: number;
}

/** The histories of one partition's students, which are in no other. */
class PartitionHistories {
  readonly labelled: LabelledReview[] = [];
  readonly #histories = new Map<string, KnownHistory>();

  take(event: HistoryEvent, held: Map<number, SetWeights>): void {
    const { studentId } = event;
    if (event.type === 'SchedulerWeightsSet') {
      const { weights, fitted_to: fittedTo } = event.data;
      held.set(studentId, { eventId: event.id, weights, fittedTo });
      return;
    }
    const { card_id, meaning = 1 } = event.data;
    // A card that means something else is another one to remember.
    const key = `${studentId} ${card_id} ${meaning}`;
    const known = this.#histories.getOrInsertComputed(key, () => ({
      history: { studentId, answers: [] },
      anchorDay: undefined,
      at: 0,
    }));
    const { history, anchorDay } = known;
    const answer = answerOf(event);
    const { day } = answer;
    if (event.type === 'CardReviewImported' && known.at > event.occurredAt.getTime()) return;
    const [first] = gradesOf(anchorDay, answer);
    if (!first) return;
    if (first.elapsed >= 1) {
      const at = event.occurredAt.getTime();
      this.labelled.push({ history, index: history.answers.length, at, eventId: event.id });
    }
    history.answers.push(answer);
    known.anchorDay = Math.max(anchorDay ?? day, day);
    known.at = Math.max(known.at, event.occurredAt.getTime());
  }
}

const inOrder = (reviews: LabelledReview[]): LabelledReview[] =>
  reviews.sort((a, b) => a.at - b.at || (a.eventId < b.eventId ? -1 : 1));
