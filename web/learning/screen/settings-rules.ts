import type { DeckSettingsBody, Way } from '../../../core/deck/deck.schema.ts';
import { CARDS_PER_DAY_MAX, MAX_PER_NEW, NEW_CARDS_PER_DAY_MAX } from '../../../core/deck/deck-limits.ts';

/** As typed. */
export interface SettingsValues {
  newCards: string;
  maxCards: string;
  way: Way;
}

export type SettingsProblem = 'not-whole' | 'new-negative' | 'max-too-low' | 'too-high';

export type SettingsProblems = Partial<Record<'newCards' | 'maxCards', SettingsProblem>>;

/** NaN unless a whole number was typed. */
function wholeNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(value) ? value : Number.NaN;
}

/** The least that the daily maximum may be. */
export function minimumOfMax({ newCards }: Pick<SettingsValues, 'newCards'>): number {
  const value = wholeNumber(newCards);
  return value > 0 ? value * MAX_PER_NEW : 0;
}

/** Returns the values with another number of new cards, and a maximum that has room for them. */
export const withNewCards = (values: SettingsValues, newCards: number): SettingsValues => ({
  ...values,
  newCards: String(newCards),
  maxCards: String(Math.max(newCards * MAX_PER_NEW, wholeNumber(values.maxCards) || 0)),
});

function problemOfNew(text: string): SettingsProblem | undefined {
  const value = wholeNumber(text);
  if (Number(text) < 0) return 'new-negative';
  if (Number.isNaN(value)) return 'not-whole';
  return value > NEW_CARDS_PER_DAY_MAX ? 'too-high' : undefined;
}

function problemOfMax(values: SettingsValues): SettingsProblem | undefined {
  const value = wholeNumber(values.maxCards);
  if (Number.isNaN(value)) return 'not-whole';
  if (value < minimumOfMax(values)) return 'max-too-low';
  return value > CARDS_PER_DAY_MAX ? 'too-high' : undefined;
}

export function checkSettings(values: SettingsValues): SettingsProblems {
  return { newCards: problemOfNew(values.newCards), maxCards: problemOfMax(values) };
}

/** A way that was held before is not said again: a class's suggestion would become the student's own choice. */
export const toSettings = ({ newCards, maxCards, way }: SettingsValues, held: Way): DeckSettingsBody => ({
  new_cards_per_day: Number(newCards),
  max_cards_per_day: Number(maxCards),
  ...(way !== held && { way }),
});

/** A server message about the maximum belongs under its field. */
export const isAboutMaximum = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Maximum cards per day');
