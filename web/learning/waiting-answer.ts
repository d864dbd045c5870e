import type { ProgressBody } from '../../core/learning/learning.schema.ts';

interface OnItsWay {
  /** UUID, made once. */
  id: string;
  userId: number;
  deckId: number;
  cardId: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** How often the server has refused it for what it is. */
  refusals: number;
}

/** An answer; its id is sent as Idempotency-Key with every try: the server counts the answer once. */
export interface Answer extends OnItsWay {
  body: ProgressBody;
}

/** The taking back of an answer. */
export interface Undo extends OnItsWay {
  /** The answer's id. */
  undoes: string;
}

/** What waits for the server. */
export type Waiting = Answer | Undo;

export const isUndo = (item: Waiting): item is Undo => 'undoes' in item;

/** Where answers and undos wait; each belongs to the student who gave it. */
export interface AnswerStore {
  /** Adds at the end; an id that is already there is not added again. */
  add(item: Waiting): Promise<void>;
  /** What a student has given, in the order given. */
  list(userId: number): Promise<Waiting[]>;
  update(item: Waiting): Promise<void>;
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
