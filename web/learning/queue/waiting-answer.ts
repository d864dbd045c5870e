import type { ProgressBody } from '../../../core/learning/learning.schema.ts';

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

/** Where answers and undos wait; each belongs to the student that gave it. */
export interface AnswerStore {
  /** Adds at the end; an id that is already there is not added again. */
  add(item: Waiting): Promise<void>;
  /** What a student has given, in the order given. */
  list(userId: number): Promise<Waiting[]>;
  update(item: Waiting): Promise<void>;
  remove(id: string): Promise<void>;
}
