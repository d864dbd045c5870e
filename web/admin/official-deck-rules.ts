import { DECK_DESCRIPTION_MAX, DECK_TITLE_MAX, OFFICIAL_LABEL_MAX } from '../../core/deck/deck-limits.ts';
import type { ManagedDeck, OfficialDeckChanges } from '../../core/deck/official-deck.schema.ts';
import { letterCount } from '../../core/letter-count.ts';
import type { FieldProblem } from '../ui/field-problem.ts';

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

function checkText(text: string, limit: number): FieldProblem | undefined {
  if (text.trim() === '') return 'required';
  return letterCount(text.trim()) > limit ? 'long' : undefined;
}

/** A deck that becomes official keeps its title and description; only later can they be edited here. */
export function checkOfficialDeck(values: OfficialDeckValues, isEdited: boolean): OfficialDeckProblems {
  const problems: OfficialDeckProblems = {};
  if (values.deckId === null) problems.deckId = 'required';
  const title = isEdited && checkText(values.title, DECK_TITLE_MAX);
  if (title) problems.title = title;
  if (isEdited && letterCount(values.description.trim()) > DECK_DESCRIPTION_MAX)
    problems.description = 'long';
  const label = checkText(values.label, OFFICIAL_LABEL_MAX);
  if (label) problems.label = label;
  return problems;
}

export const toOfficialDeckChanges = (values: OfficialDeckValues): Required<OfficialDeckChanges> => ({
  official_button_label: values.label.trim(),
  title: values.title.trim(),
  description: values.description.trim() || null,
});
