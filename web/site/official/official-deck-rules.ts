import type { ManagedDeck } from '../../../core/deck/deck.schema.ts';
import { DECK_DESCRIPTION_MAX, DECK_TITLE_MAX, OFFICIAL_LABEL_MAX } from '../../../core/deck/deck-limits.ts';
import type { OfficialDeckChanges } from '../../../core/site/official-deck.schema.ts';
import { graphemeCount } from '../../../core/text/grapheme-count.ts';
import type { FieldProblem } from '../../ui/control/field-problem.ts';

/** As chosen and typed. */
export interface OfficialDeckValues {
  deckId: number | null;
  label: string;
  title: string;
  description: string;
}

/** In the order of the form. */
export type OfficialDeckProblems = Partial<Record<keyof OfficialDeckValues, FieldProblem>>;

export const NO_OFFICIAL_DECK: OfficialDeckValues = { deckId: null, label: '', title: '', description: '' };

export const officialDeckValues = (deck: ManagedDeck): OfficialDeckValues => ({
  deckId: deck.id,
  label: deck.official_button_label ?? '',
  title: deck.title,
  description: deck.description ?? '',
});

const isLonger = (text: string, limit: number): boolean => graphemeCount(text.trim()) > limit;

/** A deck that becomes official keeps its title and description; only later can they be edited here. */
export function checkOfficialDeck(values: OfficialDeckValues, isEdited: boolean): OfficialDeckProblems {
  const problems: OfficialDeckProblems = {};
  if (values.deckId === null) problems.deckId = 'required';
  if (isEdited && values.title.trim() === '') problems.title = 'required';
  if (isEdited && isLonger(values.title, DECK_TITLE_MAX)) problems.title = 'long';
  if (isEdited && isLonger(values.description, DECK_DESCRIPTION_MAX)) problems.description = 'long';
  if (isLonger(values.label, OFFICIAL_LABEL_MAX)) problems.label = 'long';
  return problems;
}

export const toOfficialDeckChanges = (values: OfficialDeckValues): Required<OfficialDeckChanges> => ({
  official_button_label: values.label.trim(),
  title: values.title.trim(),
  description: values.description.trim() || null,
});
