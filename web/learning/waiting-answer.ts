import type { ProgressBody } from '../../core/learning/learning.schema.ts';

/** An answer on its way to the server. */
export interface Answer {
  /** UUID, made once, sent as Idempotency-Key with every try: the server counts the answer once. */
  id: string;
  userId: number;
  deckId: number;
  cardId: number;
  body: ProgressBody;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** How often the server has refused it for what it is. */
  refusals: number;
}

/** Where answers wait; each belongs to the student who gave it. */
export interface AnswerStore {
  /** Adds at the end; an id that is already there is not added again. */
  add(answer: Answer): Promise<void>;
  /** A student's answers, in the order given. */
  list(userId: number): Promise<Answer[]>;
  update(answer: Answer): Promise<void>;
  remove(id: string): Promise<void>;
}

const GROUPS = [
  [0, 4],
  [4, 6],
  [6, 8],
  [8, 10],
  [10, 16],
] as const;

/** `crypto.randomUUID` is missing on plain-http addresses other than localhost, as in a school's network. */
export function makeAnswerId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const version4 = bytes.map((byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = Array.from(version4, (byte) => byte.toString(16).padStart(2, '0'));
  return GROUPS.map(([from, to]) => hex.slice(from, to).join('')).join('-');
}
