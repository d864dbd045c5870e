import {
  CARD_FIELDS,
  CARD_SIDES,
  type CardField,
  type CardSide,
  isCardText,
} from '../../contract/card-fields.ts';
import { searchedAs } from '../../text/normal-form.ts';
import type { ColumnMap } from '../cards/card-source.ts';
import { guessColumns } from '../formats/column-names.ts';
import type { AnkiNoteType } from './anki-note-type.ts';

/** Which field of a note holds what, by its place. */
export type FieldPlaces = Partial<Record<CardField, number>> & { front: number; back: number };

/** What the fields of a note type are to become, and how it is known. */
export interface PlacedFields {
  places: FieldPlaces;
  /** Sides whose field somebody has chosen other than it would be. */
  chosen: CardSide[];
  /** Somebody has chosen the field of the audio. */
  isAudioChosen: boolean;
  /** Sides of whose field neither a template nor a name says anything: it is the first that is left. */
  guessed: CardSide[];
}

/**
 * Returns the places for the notes of one type. What was chosen counts where the type has a field of that name. Else
 * the front is what the first template asks, the back what stands in its answer; of several, the one whose name says
 * so. Where templates say nothing, names decide, then the order. The id is the note's own.
 */
export function fieldPlaces(type: AnkiNoteType, chosen: ColumnMap | undefined): PlacedFields {
  const placed = placesBy(type, chosen);
  if (!chosen) return placed;
  const usual = placesBy(type, undefined).places;
  const isChosen = (side: CardSide): boolean => chosen[side] !== undefined;
  return {
    places: placed.places,
    chosen: CARD_SIDES.filter((side) => isChosen(side) && placed.places[side] !== usual[side]),
    isAudioChosen: placed.places.audio !== usual.audio,
    guessed: placed.guessed.filter((side) => !isChosen(side)),
  };
}

function placesBy(
  { fields: names, templates: [template] }: AnkiNoteType,
  chosen: ColumnMap | undefined,
): PlacedFields {
  const guessed = guessColumns(names);
  const places: Partial<Record<CardField, number>> = {};
  const used = new Set<number>();
  const put = (field: CardField, place: number | undefined): void => {
    if (place === undefined || place < 0 || places[field] !== undefined || used.has(place)) return;
    places[field] = place;
    used.add(place);
  };
  const placeOf = (name: string | undefined): number => (name === undefined ? -1 : names.indexOf(name));
  // Tags are the note's own, and pictures stand in the fields of their sides.
  const fields = CARD_FIELDS.filter((field) => field === 'audio' || isCardText(field));
  for (const side of CARD_SIDES)
    put(`${side}_picture`, placeOf(chosen?.[`${side}_picture`]?.normalize('NFC')));
  for (const field of fields) put(field, placeOf(chosen?.[field]?.normalize('NFC')));
  const named = new Set(fields.map((field) => placeOf(guessed[field])));
  const fromTemplate = (field: 'front' | 'back', shown: readonly number[] = []): void => {
    const place = placeOf(guessed[field]);
    if (shown.includes(place)) put(field, place);
    // A card the other way round asks for the meaning, and the word is its answer.
    const opposite = placeOf(guessed[field === 'front' ? 'back' : 'front']);
    if (shown.includes(opposite)) put(field, opposite);
    // A field that is something else by its name, such as the example, comes last.
    const free = shown.filter((one) => !used.has(one));
    put(field, free.find((one) => !named.has(one)) ?? free[0]);
  };
  fromTemplate('front', template?.asked);
  fromTemplate('back', template?.answered);
  for (const field of fields) {
    const isWanted = !chosen || chosen[field] !== undefined || field === 'front' || field === 'back';
    if (isWanted) put(field, placeOf(guessed[field]));
  }
  const guessedSides = CARD_SIDES.filter((side) => places[side] === undefined);
  for (const field of CARD_SIDES) {
    // Of a type that is not described, the first two.
    put(
      field,
      [...names.keys(), names.length, names.length + 1].find((place) => !used.has(place)),
    );
  }
  return { places: places as FieldPlaces, chosen: [], isAudioChosen: false, guessed: guessedSides };
}

/** The name of a field that holds one of the options of a question, such as “Option A” or “Q_1”. */
const OPTION = /^(option|opt|choice|answer|phuong an|lua chon|dap an|q|) ?([a-h]|\d{1,2})$/;
/** Names of fields that say which option is right. */
const RIGHT =
  /^(the )?(right|correct)?( ?(option|choice|answer)s?)?$|^(key|solution|answer)s?$|^(dap an|tra loi|lua chon|phuong an)( dung)?$/;

const plainOf = (name: string): string =>
  searchedAs(name)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Which of these fields, by their places, are options of one question, with the letter or number of each; in their order. */
export function optionFields(names: readonly string[], asked: readonly number[]): Map<number, string> {
  const groups = new Map<string, [number, string][]>();
  for (const place of asked) {
    const [, word, letter] = OPTION.exec(plainOf(names[place] ?? '')) ?? [];
    if (word === undefined || letter === undefined) continue;
    const key = `${word} ${/\d/.test(letter)}`;
    groups.set(key, [...(groups.get(key) ?? []), [place, letter.toUpperCase()]]);
  }
  // A letter alone may be the name of anything.
  const [found] = [...groups].filter(([key, fields]) => fields.length >= (key.startsWith(' ') ? 3 : 2));
  return new Map(found?.[1] ?? []);
}

/** The field that says which option is right, if there is one. */
export function rightField(
  names: readonly string[],
  options: ReadonlyMap<number, string>,
): number | undefined {
  const found = names.findIndex(
    (name, place) => !options.has(place) && RIGHT.test(plainOf(name)) && plainOf(name) !== '',
  );
  return found < 0 ? undefined : found;
}

/** An option of a question: its letter or number, and what it says. */
export interface Option {
  letter: string;
  text: string;
}

const LABEL = /^[([]?([a-h]|\d{1,2})[)\].:]{0,2}$/i;

/** Returns whether a text is what stands before the option of this letter. */
export const isLabelOf = (letter: string, text: string): boolean =>
  LABEL.exec(text)?.[1]?.toUpperCase() === letter;

/** Returns whether a text begins with the letter of its option. */
export const hasLabel = ({ letter, text }: Option): boolean =>
  LABEL.exec(/^\S+(?=\s+\S)/.exec(text)?.[0] ?? '')?.[1]?.toUpperCase() === letter && !/^\w\s/.test(text);

/** Returns which options are right by what a field says of it; none where it is not sure. */
export function rightOptions<O extends Option>(said: string, options: readonly O[]): O[] {
  const same = (one: string, other: string): boolean => searchedAs(one) === searchedAs(other);
  const text = said.trim();
  const equal = options.filter((option) => same(option.text, text));
  const bits = /^[01]([\s,;]*[01])*$/.test(text) ? [...text.replace(/[^01]/g, '')] : [];
  // AllInOne says of each whether it is right.
  if (bits.length > 1)
    return bits.length === options.length ? options.filter((_, place) => bits[place] === '1') : [];
  const letters = text.split(/[\s,;&/+]+/).map((part) => LABEL.exec(part)?.[1]?.toUpperCase());
  const named = letters.map((letter) => options.find((option) => option.letter === letter));
  if (named.every((option) => option !== undefined))
    return equal.length > 0 && equal[0] !== named[0] ? [] : named;
  if (equal.length > 0) return equal.slice(0, 1);
  const [, label = '', rest = ''] = /^(\S+)\s+(.+)$/s.exec(text) ?? [];
  return options.filter(
    ({ letter, text: own }) => LABEL.exec(label)?.[1]?.toUpperCase() === letter && same(own, rest),
  );
}
