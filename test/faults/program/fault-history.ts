import type { Answers } from '../../../core/exam/exam.schema.ts';
import type { OptionLetter } from '../../../core/exam/question/choice.schema.ts';
import type { Sitting } from '../world/exam-sittings.ts';
import type { Exchange } from '../world/recording-clients.ts';
import type { Slowness } from './machine-watch.ts';

/** A fact that a client sent, and where it was told that it lies. */
export interface Told {
  studentId: number;
  id: string;
  /** What the client said, as `contentOf` writes it. */
  content: string;
  /** `partition-position`; absent when it was never acknowledged. */
  place?: string;
}

/** An event as the log has it, in the order of partitions and positions. */
export interface Stored {
  partition: number;
  position: number;
  id: string;
  studentId: number;
  type: string;
  data: Record<string, unknown>;
  /** `partition-position`. */
  place: string;
  /** Milliseconds since 1970. */
  occurredAt: number;
}

/** While it lasts, requests may be told to come back, or last longer. */
export interface FaultWindow {
  row: string;
  from: number;
  until: number;
  allows503: boolean;
  stallMs: number;
}

/** How long something took that has a bound. */
export interface Recovery {
  row: string;
  what: string;
  ms: number;
  /** When it was over. */
  until: number;
  boundMs: number;
}

export interface History {
  told: Told[];
  stored: Stored[];
  /** Ids of each student's facts in the order in which they were given, one after the other. */
  order: Map<number, string[]>;
  heads: Map<number, number>;
  sittings: Sitting[];
  keys: Map<number, Map<number, OptionLetter>>;
  /** What the results say. */
  results: { examId: number; studentId: number; answers: Answers; score: number; total: number }[];
  exchanges: Exchange[];
  windows: FaultWindow[];
  recoveries: Recovery[];
  /** When the machine itself was slow. */
  slowness: Slowness[];
  /** Of answers that say what nobody may know. */
  leaks: string[];
  /** What was noticed while the product ran, by invariant: checkpoints that fell, what was left, what differs. */
  noticed: { invariant: string; what: string }[];
}

export interface Violation {
  invariant: string;
  what: string;
}

/** What an answer, or taking it back, says: the same for what was sent and what is stored. */
export function contentOf(type: string, data: Record<string, unknown>): string {
  return type === 'CardReviewUndone'
    ? JSON.stringify([type, data.review])
    : JSON.stringify([type, data.card_id, data.rating, data.time_spent, data.tries]);
}
