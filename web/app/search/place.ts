import { foldAccents } from '../../lib/text/fold-accents.ts';

/** In the order in which equally good ones are shown. */
export const PLACE_KINDS = ['page', 'class', 'deck', 'exam', 'student', 'person'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** Somewhere that one can go to. */
export interface Place {
  kind: PlaceKind;
  to: string;
  label: string;
  /** By which places of one name differ, such as a student's class. */
  detail?: string;
}

const MOST = 12;

const wordsOf = (text: string): string[] =>
  foldAccents(text)
    .split(/\s+/)
    .filter((word) => word !== '');

/** How well a place fits, 0 best; null when a word is nowhere in it. */
function rank(place: Place, words: readonly string[]): number | null {
  const label = foldAccents(place.label);
  const text = `${label} ${foldAccents(place.detail ?? '')}`;
  if (!words.every((word) => text.includes(word))) return null;
  const whole = words.join(' ');
  if (label === whole) return 0;
  if (label.startsWith(whole)) return 1;
  return words.every((word) => ` ${label}`.includes(` ${word}`)) ? 2 : 3;
}

/** Returns the places that have every typed word, with or without accents, the best first; none for blank text. */
export function findPlaces(places: readonly Place[], text: string): Place[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return places
    .map((place) => ({ place, rank: rank(place, words) }))
    .filter(({ rank }) => rank !== null)
    .sort(
      (a, b) =>
        (a.rank ?? 0) - (b.rank ?? 0) ||
        PLACE_KINDS.indexOf(a.place.kind) - PLACE_KINDS.indexOf(b.place.kind) ||
        a.place.label.localeCompare(b.place.label),
    )
    .slice(0, MOST)
    .map(({ place }) => place);
}

/** Returns what is offered before anything is typed: where one was lately, then the other pages. */
export function firstPlaces(recent: readonly Place[], pages: readonly Place[]): Place[] {
  const known = new Set(recent.map(({ to }) => to));
  return [...recent, ...pages.filter(({ to }) => !known.has(to))].slice(0, MOST);
}
