import type { Deck, NewDeckBody } from '../../core/deck/deck.schema.ts';
import { DECK_DESCRIPTION_MAX, DECK_TITLE_MAX, type SideLanguage } from '../../core/deck/deck-limits.ts';
import { graphemeCount } from '../../core/text/grapheme-count.ts';
import { tagProblem, tidyTags } from '../../core/text/tags.ts';
import type { FieldProblem } from '../ui/control/field-problem.ts';

/** As typed. */
export interface DeckValues {
  title: string;
  description: string;
  displayBackFirst: boolean;
  frontLanguage: SideLanguage;
  backLanguage: SideLanguage;
  lenientTyping: boolean;
  /** With commas between. */
  tags: string;
}

export type DeckProblems = Partial<Record<'title' | 'description' | 'tags', FieldProblem>>;

export const NO_DECK: DeckValues = {
  title: '',
  description: '',
  displayBackFirst: false,
  frontLanguage: null,
  backLanguage: null,
  lenientTyping: false,
  tags: '',
};

export const deckValues = (deck: Deck): DeckValues => ({
  title: deck.title,
  description: deck.description ?? '',
  displayBackFirst: deck.display_back_first,
  frontLanguage: deck.front_language ?? null,
  backLanguage: deck.back_language ?? null,
  lenientTyping: deck.lenient_typing,
  tags: (deck.tags ?? []).join(', '),
});

export function checkDeck({ title, description, tags }: DeckValues): DeckProblems {
  const problems: DeckProblems = {};
  if (title.trim() === '') problems.title = 'required';
  else if (graphemeCount(title.trim()) > DECK_TITLE_MAX) problems.title = 'long';
  if (graphemeCount(description.trim()) > DECK_DESCRIPTION_MAX) problems.description = 'long';
  if (tagProblem(tidyTags([tags]))) problems.tags = 'long';
  return problems;
}

export const toDeckBody = ({
  title,
  description,
  displayBackFirst,
  frontLanguage,
  backLanguage,
  lenientTyping,
  tags,
}: DeckValues): Required<NewDeckBody> => ({
  title: title.trim(),
  description: description.trim() || null,
  display_back_first: displayBackFirst,
  front_language: frontLanguage,
  back_language: backLanguage,
  lenient_typing: lenientTyping,
  tags: tidyTags([tags]),
});
