import type { Deck } from '../../../core/deck/deck.schema.ts';

export interface TeacherDeckGroups {
  /** The newest first, where a teacher looks for the deck just made. */
  own: Deck[];
  /** Of colleagues, by title. */
  shared: Deck[];
  /** Official decks of others: to be looked at, not to be changed. */
  official: Deck[];
}

export function teacherDeckGroups(decks: readonly Deck[], userId: number | null): TeacherDeckGroups {
  return {
    own: decks.filter(({ user_id }) => user_id === userId).sort((a, b) => b.id - a.id),
    shared: decks.filter(({ shared }) => shared !== undefined),
    official: decks.filter(
      ({ user_id, is_official, shared }) => is_official && user_id !== userId && shared === undefined,
    ),
  };
}
